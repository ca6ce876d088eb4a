import { TIME_ZONE } from '../../../../contract/time.ts'
import { AppError } from '../../../lib/app-error.ts'

/** How long an opened submission belongs to whoever opened it. */
export const LOCK_MINUTES = 10

type Lock = { lockedBy: number | null; lockedUntil: Date | null; lockerName: string | null }
type Held = { by: string; mine: boolean; until: Date }

/** Who has a submission open at this moment; null when nobody has. */
export function lockAt(lock: Lock, staffId: number, now: Date): Held | null {
  const { lockedBy, lockedUntil, lockerName } = lock
  if (lockedBy === null || lockedUntil === null || lockedUntil <= now) return null
  return { by: lockerName ?? 'Somebody', mine: lockedBy === staffId, until: lockedUntil }
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
})

/** The refusal to whoever comes second. */
export function heldBy({ by, until }: Held): AppError {
  return new AppError('conflict', `${by} has this open until ${CLOCK.format(until)}.`)
}

export function notOpened(): AppError {
  return new AppError(
    'conflict',
    `You do not have this open (any more): it is yours for ${LOCK_MINUTES} minutes at a time. Open it again.`,
  )
}
