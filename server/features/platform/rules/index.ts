// What other rooms may use of this one.
export { reasonIn, refusalIn, withNote } from './reasons.service.ts'
export type { RuleBook } from './rule-book.ts'
export { propose } from './rule-changes.service.ts'
export { startValues } from './start-values.ts'
