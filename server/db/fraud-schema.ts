import type { DECISION_STATES } from '../../contract/programme/held-scans.ts'
import type { Generated } from 'kysely'

export type FraudTables = {
  scan_decision: {
    decision_id: string
    outcome: number
    reason: string
    needs_two: boolean
    state: (typeof DECISION_STATES)[number]
    proposed_by: number
    proposed_at: Date
    decided_by: number | null
    decided_at: Date | null
    note: string | null
  }
  scan_decision_item: {
    decision_id: string
    member_id: number
    scan_id: string
    points: number
    state: Generated<'waiting' | 'settled' | 'elsewhere' | 'refused' | 'dropped'>
  }
}
