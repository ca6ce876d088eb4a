import { labelsIn, type PrintOf } from '../../../../contract/programme/batch-print.ts'
import type { BatchDetail } from '../../../../contract/programme/batches.ts'
import {
  holds,
  overlaps,
  type PrintAgain,
  type PrintTaking,
  type PrintTakings,
} from '../../../../contract/programme/print-takings.ts'
import { staffIdOf, useSession } from '../../../lib/session.ts'
import type { PrintRun } from './print-settings.ts'

type Run = { of: PrintOf; from: number; to: number }

/** The run that is typed, with what is left out. */
export function runOf(batch: BatchDetail, { of, from, to }: PrintRun): Run {
  const most = labelsIn(batch, of)
  return {
    of,
    from: from === '' ? 1 : Number(from),
    to: to === '' ? most : Math.min(Number(to), most),
  }
}

/** Whether somebody may take a run now, and why. */
export type TakingStatus =
  | { kind: 'first' | 'small' }
  | { kind: 'approved'; again: PrintAgain }
  | { kind: 'ask'; before: PrintTaking[]; again: PrintAgain | null }

export function takingStatus(
  takings: PrintTakings | undefined,
  run: Run,
  me: number | null,
): TakingStatus {
  if (takings?.alone) return { kind: 'small' }
  const before = takings?.takings.filter((taking) => overlaps(taking, run)) ?? []
  if (before.length === 0) return { kind: 'first' }
  const again = takings?.again ?? null
  const isMine = again?.state === 'approved' && again.proposedById === me && holds(again, run)
  return isMine ? { kind: 'approved', again } : { kind: 'ask', before, again }
}

export function useMe(): number | null {
  const session = useSession()
  return session && staffIdOf(session)
}
