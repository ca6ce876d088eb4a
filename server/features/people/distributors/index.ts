// What other rooms may use of this one.
export { BELONGED, belongedAtScan } from './belonged.ts'
export { leftOf, refuseLeft } from './left.service.ts'
