// What other rooms may use of this one.
export { checkInvariants } from './invariants.ts'
