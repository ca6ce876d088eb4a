import type { Generated, GeneratedAlways } from 'kysely'
import type { BudgetKind } from '../../contract/platform/rule-budgets.ts'
import type { Role } from '../../contract/roles.ts'
import type { Id } from './column-types.ts'

/** What people revealed, took and looked up. */
export type DataAccessTables = {
  data_use: {
    staff_id: number
    day: string
    kind: BudgetKind
    amount: Id | number
    refused: Generated<number>
  }
  data_lookup: {
    lookup_id: GeneratedAlways<Id>
    staff_id: number
    role: Role
    day: string
    kind: 'opened' | 'searched'
    subject: string
    times: Generated<number>
    first_at: Date
    last_at: Date
    address: string
  }
}
