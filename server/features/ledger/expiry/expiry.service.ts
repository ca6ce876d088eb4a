import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { MemberCaller } from '../../../http/caller.ts'
import { lockedBalances, postTransfer } from '../points/index.ts'
import { cutsOn, expiringLots, pointsOver } from './expiry-days.ts'
import * as queries from './expiry.queries.ts'

/** Accounts that are looked at by one statement. */
const CHUNK = 1000
/** So many members at a time: their commits share the waits for the disk. */
const AT_ONCE = 4
/** As many days ahead as a member is told of. */
const TOLD_DAYS = 90

type Night = { today: string; months: number }
type Clock = Pick<Context, 'db' | 'rules' | 'now'>

/**
 * Takes the points whose last day is over, from members who are blocked as well: a block does not
 * make points live longer. What is over is derived from the ledger under the lock of each account,
 * so the job may be repeated, cut off at any member, and run beside anything that moves points. A
 * member whose points could not be taken keeps no other waiting: the error comes at the end.
 */
export async function expirePoints(context: Context, signal?: AbortSignal): Promise<void> {
  const night = nightOf(context)
  if (night.months === 0) return
  const failures: unknown[] = []
  let [members, points] = [0, 0]
  const waiting = membersOf(context, night)
  const takeOneAfterAnother = async () => {
    for await (const memberId of waiting) {
      if (signal?.aborted) return
      try {
        const taken = await takePointsOver(context, memberId, night)
        points += taken
        if (taken > 0) members++
      } catch (error) {
        context.log.warn({ err: error, memberId }, 'points of a member not expired')
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeOneAfterAnother))
  context.log.info({ members, points, day: night.today }, 'points expired')
  if (failures.length > 0) {
    throw new AggregateError(failures, `The points of ${failures.length} members did not expire.`)
  }
}

/** The rule of the moment; of `months` 0 is never. */
function nightOf({ rules, now }: Pick<Clock, 'rules' | 'now'>): Night {
  const at = now()
  return { today: dayOf(at), months: rules.at(at).pointsExpireMonths }
}

/** Those who seem to have points that are over, chunk by chunk. */
async function* membersOf({ db }: Context, { today, months }: Night): AsyncGenerator<number> {
  const cuts = cutsOn(today, months)
  let after = 0
  for (;;) {
    const last = await queries.endOfChunk(db, after, CHUNK)
    if (last === null) return
    yield* await queries.membersWithPointsOver(db, { after, last, cuts })
    after = last
  }
}

/** Takes what is over of one member, and gives how much that was. */
async function takePointsOver(
  { db, now }: Context,
  memberId: number,
  night: Night,
): Promise<number> {
  return transaction(db, async (tx) => {
    await lockedBalances(tx, memberId)
    const points = pointsOver(await holdingOf(tx, memberId, night), night)
    if (points === 0) return 0
    const ref = night.today.replaceAll('-', '')
    const earlier = await queries.countExpiries(tx, memberId, ref)
    const move = {
      kind: 'expiry' as const,
      debit: 'available' as const,
      credit: 'expired' as const,
      points,
      ref,
      idempotencyKey: `expiry:${ref}:${earlier + 1}`,
    }
    await postTransfer(tx, { memberId, at: now(), moves: [move] })
    return points
  })
}

/** Since the earliest day that anything about expiry asks for. */
function holdingOf(db: Parameters<typeof queries.holdingOf>[0], memberId: number, night: Night) {
  const { earnedFrom, returnedFrom } = cutsOn(night.today, night.months)
  return queries.holdingOf(db, memberId, earnedFrom < returnedFrom ? earnedFrom : returnedFrom)
}

/** A member's points that expire within 90 days, by the last day on which they can be used. */
export async function memberExpiring(context: Clock, { memberId }: MemberCaller) {
  const night = nightOf(context)
  if (night.months === 0) return { lots: [], total: 0 }
  const holding = await holdingOf(context.db, memberId, night)
  const lots = expiringLots(holding, { ...night, within: TOLD_DAYS })
  return { lots, total: lots.reduce((sum, { points }) => sum + points, 0) }
}
