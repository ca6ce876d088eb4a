// What other rooms may use of this one.
export { fillLiabilityDays, liabilityBetween } from './liability.service.ts'
