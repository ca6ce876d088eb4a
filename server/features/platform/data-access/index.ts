// What other rooms may use of this one.
export { withinBudget } from './budgets.service.ts'
