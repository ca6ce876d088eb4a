import type { RuleChangeState } from '../../contract/rules.ts'
import type { Id, Json } from './column-types.ts'

/** The rules of the programme and their changes. */
export type RulesTables = {
  rule_change: {
    change_id: Id
    rule: string
    value: Json
    from_at: Date | null
    reason: string
    needs_two: boolean
    state: RuleChangeState
    proposed_by: number
    proposed_at: Date
    decided_by: number | null
    decided_at: Date | null
    note: string | null
    holds_from: Date | null
  }
}
