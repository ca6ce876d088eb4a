import type { z } from 'zod'
import type { KycDetail, kycQueueQuery } from '../../../../contract/people/kyc.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { invalidField, notFound } from '../../../lib/app-error.ts'
import { lockedMember, memberNamed, readMemberWords } from '../members/index.ts'
import { kycDetailOf } from './kyc-detail.service.ts'
import { heldBy, lockAt, LOCK_MINUTES } from './kyc-lock.ts'
import { notWaiting } from './kyc-machine.ts'
import * as list from './kyc-queue.queries.ts'
import { freeLock, takeLock } from './kyc-review.queries.ts'
import * as queries from './kyc.queries.ts'

const NOTHING = { items: [], next: null, previous: null, count: 0 }

/** What a search of a KYC list narrows it to; null when it names a member who does not exist. */
export async function seekMembers(
  { db }: Pick<Context, 'db'>,
  { q, from, to }: { q?: string | undefined; from?: string | undefined; to?: string | undefined },
): Promise<list.Sought | null> {
  if (from && to && from > to) {
    throw invalidField('to', 'The last day must not be before the first.')
  }
  if (!q) return {}
  const words = readMemberWords(q)
  if (!words) return { name: q }
  const memberId = await memberNamed({ db }, words)
  return memberId === null ? null : { memberId }
}

/** Submissions that wait, with what they hold and who has them open. */
export async function kycQueue(
  { db, now }: Context,
  { staffId }: StaffCaller,
  filters: z.output<typeof kycQueueQuery>,
) {
  const sought = await seekMembers({ db }, filters)
  if (!sought) return NOTHING
  const page = await list.queuePage(db, filters, sought)
  const at = now()
  const items = page.items.map((row) => {
    const { lockedById, lockedUntil, lockerName, submittedAt, ...member } = row
    const lock = lockAt({ lockedBy: lockedById, lockedUntil, lockerName }, staffId, at)
    return {
      ...member,
      submittedAt: submittedAt.toISOString(),
      lockedBy: lock?.by ?? null,
      lockedByMe: lock?.mine ?? false,
    }
  })
  return { ...page, items }
}

/** The KYC, locked to the end of the transaction together with its member; 404 when there is none. */
export async function lockedKyc(tx: Tx, memberId: number): Promise<queries.LockedKyc> {
  await lockedMember(tx, memberId)
  const kyc = await queries.lockKyc(tx, memberId)
  if (!kyc) throw notFound('A KYC of this member')
  return kyc
}

/**
 * Takes a submission for ten minutes, or ten more of one's own. Of many at once one gets it, and the
 * others are told who has it and until when.
 */
export async function openKyc(
  context: Context,
  caller: StaffCaller,
  memberId: number,
): Promise<KycDetail> {
  const { staffId } = caller
  await transaction(context.db, async (tx) => {
    const kyc = await lockedKyc(tx, memberId)
    if (kyc.state !== 'pending') throw notWaiting(kyc.state)
    const now = context.now()
    const held = lockAt(kyc, staffId, now)
    const until = new Date(now.getTime() + LOCK_MINUTES * 60_000)
    const openedAt = (held?.mine && kyc.openedAt) || now
    const taken = await takeLock(tx, { memberId, staffId, now, until }, openedAt)
    if (!taken) throw held ? heldBy(held) : notWaiting(kyc.state)
    if (held?.mine) return
    const event = { member_id: memberId, at: now, staff_id: staffId, round: kyc.round }
    await queries.insertEvents(tx, [{ ...event, action: 'opened' }])
  })
  return kycDetailOf(context, caller, memberId)
}

/** Lets go of a submission, so that somebody else can take it at once. */
export async function leaveKyc({ db }: Context, { staffId }: StaffCaller, memberId: number) {
  const had = await freeLock(db, memberId, staffId)
  return { message: had ? 'It is free for others.' : 'You did not have it open.' }
}
