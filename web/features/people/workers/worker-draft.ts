import type { Shift } from '../../../../contract/people/shifts.ts'
import type { WorkerDetail, WorkerFields, WorkerRow } from '../../../../contract/people/workers.ts'

/** A worker as typed: what may be left out stays empty text until it is sent. */
export type WorkerDraft = {
  plantId: string
  employeeCode: string
  name: string
  email: string
  mobile: string
  shift: Shift
  language: WorkerRow['language']
  joinedOn: string
}

export const EMPTY_WORKER: WorkerDraft = {
  plantId: '',
  employeeCode: '',
  name: '',
  email: '',
  mobile: '',
  shift: 'G',
  language: 'hi',
  joinedOn: '',
}

export const draftOf = (worker: WorkerDetail): WorkerDraft => ({
  plantId: String(worker.plantId),
  employeeCode: worker.employeeCode,
  name: worker.name,
  email: worker.email,
  mobile: worker.mobile ?? '',
  shift: worker.shift,
  language: worker.language,
  joinedOn: worker.joinedOn ?? '',
})

export const fieldsOf = (draft: WorkerDraft): WorkerFields => ({
  employeeCode: draft.employeeCode,
  name: draft.name,
  email: draft.email,
  mobile: draft.mobile.trim() || null,
  shift: draft.shift,
  language: draft.language,
  joinedOn: draft.joinedOn || null,
})

/** After one was added the next is mostly of the same line. */
export const nextOf = ({ plantId, shift, language }: WorkerDraft): WorkerDraft => ({
  ...EMPTY_WORKER,
  plantId,
  shift,
  language,
})
