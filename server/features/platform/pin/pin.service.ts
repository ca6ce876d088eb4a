import { PIN_TRIES_MOST } from '../../../../contract/platform/pin.ts'
import { workEnd, type PlantShifts, type Shift } from '../../../../contract/people/shifts.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { hashPassword, verifyPassword } from '../../../lib/password.ts'
import { writeAudit } from '../audit/index.ts'
import { forgetTries, takeTry } from '../throttle/index.ts'
import * as queries from './pin.queries.ts'

/** Over all sessions of a worker: whoever knows the password too may not guess without end. */
const RATE_LIMIT = { free: PIN_TRIES_MOST, longestSeconds: 300, windowSeconds: 3600 }
const MINUTE_MS = 60_000

/** How a session is held: whether a PIN locks it, and until when it holds for the shift. */
type Hold = { pinLocks: boolean; until: Date | null }
const NO_HOLD: Hold = { pinLocks: false, until: null }

/** How a session that begins now is held. Only workers have a PIN. */
export async function holdOf(
  context: Pick<Context, 'rules'>,
  tx: Tx,
  { staffId, role }: Pick<StaffCaller, 'staffId' | 'role'>,
  at: Date,
): Promise<Hold> {
  if (role !== 'worker') return NO_HOLD
  const worker = await queries.workerOf(tx, staffId)
  if (!worker?.pinHash) return NO_HOLD
  return { pinLocks: true, until: untilOf(context, worker, at) }
}

function untilOf(
  { rules }: Pick<Context, 'rules'>,
  { shifts, shift }: { shifts: PlantShifts; shift: Shift },
  at: Date,
): Date | null {
  const end = workEnd(shifts, shift, at)
  return end && new Date(end.getTime() + rules.at(at).shiftMarginMinutes * MINUTE_MS)
}

/** Sets or changes the PIN. This session then holds for the shift; the worker’s others lock too. */
export async function setPin(
  context: Context,
  { caller, origin }: { caller: StaffCaller; origin: Origin },
  pin: string,
): Promise<{ until: string | null }> {
  const { staffId, sessionHash } = caller
  const hash = await hashPassword(pin)
  return transaction(context.db, async (tx) => {
    const worker = await queries.workerOf(tx, staffId)
    if (!worker) throw notFound('Your record as a worker')
    refuseOwnNumbers(pin, worker)
    const at = new Date()
    if (!(await queries.lockByPin(tx, staffId))) {
      throw new AppError('unauthenticated', 'Sign in to go on.')
    }
    await queries.putPin(tx, { staffId, hash, at })
    const until = untilOf(context, worker, at)
    if (until) await queries.holdForShift(tx, sessionHash, { until, at })
    await writeAudit(tx, context.keys, {
      by: caller,
      action: worker.pinHash ? 'pin.changed' : 'pin.set',
      subject: 'staff',
      subjectId: staffId,
      requestId: origin.requestId,
    })
    return { until: until?.toISOString() ?? null }
  })
}

function refuseOwnNumbers(
  pin: string,
  { mobile, employeeCode }: { mobile: string | null; employeeCode: string },
): void {
  const own = [mobile ?? '', employeeCode.replaceAll(/\D/g, '')]
  if (!own.some((number) => number.includes(pin))) return
  throw refusedPin('pin_own', 'This PIN stands in your mobile or employee code. Choose another.')
}

export async function lockSession(
  { db }: Pick<Context, 'db'>,
  { sessionHash }: StaffCaller,
): Promise<void> {
  if (await queries.lock(db, sessionHash, new Date())) return
  throw noPin()
}

const noPin = (): AppError =>
  new AppError('conflict', 'Set a PIN first: without one you could not unlock the phone.')

/** Opens a locked session. A try counts before it is judged, so no number of them at once is more than five. */
export async function unlockSession(
  { db }: Pick<Context, 'db'>,
  { staffId, sessionHash }: StaffCaller,
  pin: string,
): Promise<void> {
  const pinHash = (await queries.workerOf(db, staffId))?.pinHash
  if (!pinHash) throw noPin()
  const tries = `pin:${staffId}`
  await takeTry(db, tries, RATE_LIMIT)
  const taken = await queries.takePinTry(db, sessionHash)
  if (taken === undefined) throw await ended(db, sessionHash)
  if (await verifyPassword(pin, pinHash)) {
    const at = new Date()
    if (!(await queries.unlock(db, sessionHash, { pinHash, at })))
      throw await ended(db, sessionHash)
    return forgetTries(db, tries)
  }
  const left = PIN_TRIES_MOST - taken
  if (left === 0) throw await ended(db, sessionHash)
  const words = `This is not your PIN. ${left === 1 ? '1 try is' : `${left} tries are`} left.`
  throw refusedPin('pin_wrong', words)
}

const refusedPin = (reason: 'pin_own' | 'pin_wrong', words: string): AppError =>
  new AppError('invalid', words, { fields: { pin: words }, reason })

async function ended(db: Context['db'], sessionHash: Buffer): Promise<AppError> {
  await queries.endSession(db, sessionHash)
  return new AppError('unauthenticated', 'Too many wrong PINs: you are signed out. Sign in again.')
}

/** Takes a worker's PIN away and ends the sessions that it opens. */
export const forgetPin = (tx: Tx, staffId: number): Promise<void> => queries.deletePin(tx, staffId)
