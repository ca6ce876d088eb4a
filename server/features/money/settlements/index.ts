// What other rooms may use of this one.
export { approveSettlements } from './approval.service.ts'
export { computeSettlements } from './compute.service.ts'
export { EVERY_MEMBER, sumsSql } from './figures-sql.ts'
export { addedTo, countedBy, FIGURE_COLUMNS, FIGURES } from './figures.ts'
export {
  endOfMonth,
  endOfMonthColumn,
  monthAfter,
  monthOf,
  type Span,
  spanOf,
  spanOfColumn,
} from './months.ts'
export { leastFar } from './settlement-machine.ts'
