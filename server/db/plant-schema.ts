import type { Generated } from 'kysely'
import type {
  OnboardingKind,
  RowState,
  UploadState,
  Verdict,
} from '../../contract/people/onboarding.ts'
import type { ExplanationKind, PlantScanResult } from '../../contract/programme/plant.ts'
import type { Shift } from '../../contract/people/shifts.ts'
import type { Bytes, Id, Json } from './column-types.ts'

/** Plants and their workers, cartons, distributors' identities, onboarding by file. */
export type PlantTables = {
  carton: { code_key: string; batch_id: number; carton: number }
  worker: {
    staff_id: number
    employee_code: string
    mobile: string | null
    shift: Generated<Shift>
    joined_on: string | null
    activated: Generated<Id>
    deactivated: Generated<Id>
    last_activity_at: Date | null
  }
  plant_scan: {
    scan_id: string
    staff_id: number
    plant_id: number
    result: Exclude<PlantScanResult, 'id_taken'>
    code_key: string | null
    batch_id: number | null
    from_serial: number | null
    to_serial: number | null
    carton: number | null
    changed: Generated<number>
    /** As PostgreSQL writes it: `{[1,4),[7,11)}`. */
    runs: string | null
    change_id: Id | null
    undoes: string | null
    digest: Bytes
    occurred_at: Date
    recorded_at: Date
    device: string | null
  }
  batch_explanation: {
    explanation_id: Generated<Id>
    batch_id: number
    from_serial: number
    to_serial: number
    kind: ExplanationKind
    note: string | null
    staff_id: number
    at: Date
  }
  distributor_identity: {
    distributor_id: number
    field: 'gstin' | 'pan'
    masked: string
    sealed: Bytes
    digest: Bytes
    key_id: Generated<number>
  }
  staff_totp: {
    staff_id: number
    sealed: Bytes
    begun_at: Date
    confirmed_at: Date | null
    last_step: Generated<Id>
    key_id: Generated<number>
  }
  staff_recovery_code: { staff_id: number; code_hash: Bytes; used_at: Date | null }
  onboarding_upload: {
    upload_id: Id
    kind: OnboardingKind
    name: string
    digest: Bytes
    bytes: number
    state: UploadState
    words: string | null
    reading: Generated<number>
    header: Generated<string[]>
    rows: Generated<number>
    creates: Generated<number>
    changes: Generated<number>
    same: Generated<number>
    refused: Generated<number>
    applied: Generated<number>
    came_by: number
    came_at: Date
    applied_by: number | null
    applied_at: Date | null
    ended_at: Date | null
  }
  onboarding_file: { upload_id: Id; piece: number; sealed: Bytes; key_id: Generated<number> }
  onboarding_row: {
    upload_id: Id
    row_no: number
    code: string | null
    verdict: Verdict
    state: RowState
    problems: Json
    subject_id: number | null
    corrects_upload: Id | null
    corrects_row: number | null
    settled_by: number | null
    settled_at: Date | null
    sealed: Bytes | null
    key_id: Generated<number | null>
  }
}
