import type { Language } from '../../contract/people/members.ts'
import type { RuleChangeState } from '../../contract/platform/rules.ts'
import type { Id } from './column-types.ts'

/** The texts of messages and their changes. */
export type MessageTables = {
  message_change: {
    change_id: Id
    occasion: string
    language: Language
    subject: string | null
    body: string
    dlt_template: string | null
    reason: string
    needs_two: boolean
    state: RuleChangeState
    proposed_by: number
    proposed_at: Date
    decided_by: number | null
    decided_at: Date | null
    note: string | null
  }
}
