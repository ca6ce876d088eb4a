import {
  SCHEME_MACHINE,
  type SchemeAction,
  type SchemeStatus,
  type SchemeStep,
} from '../../../../contract/programme/schemes.ts'
import { AppError } from '../../../lib/app-error.ts'

/** What an action leaves behind, for sentences and the audit trail. */
export const DONE: Record<SchemeAction, string> = {
  draft: 'drafted',
  edit: 'edited',
  activate: 'activated',
  pause: 'paused',
  resume: 'resumed',
  change: 'changed',
  end: 'ended',
}

const STANDS: Record<SchemeStatus, string> = {
  draft: 'is a draft',
  active: 'is active',
  paused: 'is paused',
  ended: 'has ended',
}

type Scheme = { name: string; status: SchemeStatus }

/** Where a step leads a scheme, or 409 in words when the machine has no such step from there. */
export function nextStatus({ name, status }: Scheme, step: SchemeStep): SchemeStatus {
  const { from, to } = SCHEME_MACHINE[step]
  if (from.includes(status)) return to
  throw new AppError('conflict', `“${name}” ${STANDS[status]}: it cannot be ${DONE[step]}.`)
}

/** Refuses what is done to drafts only. */
export function mustBeDraft({ name, status }: Scheme, wanted: 'edited' | 'discarded'): void {
  if (status === 'draft') return
  const instead = status === 'ended' ? 'Duplicate it' : 'End it, or duplicate it'
  throw new AppError(
    'conflict',
    `“${name}” ${STANDS[status]}: only a draft can be ${wanted}. ${instead}.`,
  )
}

/** Refuses what is done to schemes that run: `resume` leads back from a pause. */
export function mustRun({ name, status }: Scheme): void {
  if (status === 'active' || status === 'paused') return
  const why =
    status === 'draft'
      ? 'edit it instead'
      : 'its budget and its last day cannot be changed any more'
  throw new AppError('conflict', `“${name}” ${STANDS[status]}: ${why}.`)
}
