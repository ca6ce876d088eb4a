import type { Generated } from 'kysely'
import type { PreparedState } from '../../contract/insight/report-jobs.ts'
import type { Role } from '../../contract/roles.ts'
import type { Bytes, Id, Json } from './column-types.ts'

/** Lists and what is made of them: preferences, saved views. */
export type ListsTables = {
  list_preferences: {
    staff_id: number
    list: string
    preferences: Json
    changed_at: Date
  }
  saved_view: {
    view_id: Generated<number>
    staff_id: number
    list: string
    name: string
    folded: string
    filters: Json
    preferences: Json
    shared_with: Role[]
    version: Generated<number>
    changed_at: Date
  }
  report_job: {
    job_id: string
    report_type: string
    filters: Json
    asked_by: number
    asked_at: Date
    state: Generated<PreparedState>
    attempt: Generated<number>
    rows: Generated<Id | number>
    rows_in_all: Id | number | null
    pieces: Generated<number>
    bytes: Generated<Id | number>
    sealed_key: Bytes | null
    finished_at: Date | null
    kept_until: Date | null
    words: string | null
    approved_by: Generated<number | null>
    approved_at: Generated<Date | null>
  }
  staff_notice: {
    notice_id: Generated<Id>
    staff_id: number
    words: string
    link: string
    at: Date
    read_at: Date | null
  }
}
