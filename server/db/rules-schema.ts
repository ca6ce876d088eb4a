import type { RuleChangeState } from '../../contract/platform/rules.ts'
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
  tax_rule_change: {
    change_id: Id
    from_day: string
    section: string
    form: string
    payment_code: string | null
    threshold_paise: Id | number
    rate_bps: number
    rate_no_pan_bps: number
    reason: string
    state: RuleChangeState
    proposed_by: number
    proposed_at: Date
    decided_by: number | null
    decided_at: Date | null
    note: string | null
  }
}
