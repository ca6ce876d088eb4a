import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import {
  endSessionsOf,
  keepOutOfRecord,
  lockedMember,
  type LockedMember,
  notErased,
  setBlocks,
} from '../../people/members/index.ts'
import { userDetailOf } from './users.service.ts'

type Asked = { memberId: number; reason: string }

/** Blocks a member: they earn and redeem nothing, and their sessions end. */
export async function blockUser(
  context: Context,
  caller: StaffCaller,
  asked: Asked,
  origin: Origin,
) {
  return decide(context, caller, { ...asked, origin }, 'member.block', (member) => {
    if (member.blockedReason === null) return asked.reason
    throw new AppError('conflict', `This member is blocked already: ${member.blockedReason}`)
  })
}

/** Lets a blocked member go on. Whoever left the programme comes back by their own consent only. */
export async function unblockUser(
  context: Context,
  caller: StaffCaller,
  asked: Asked,
  origin: Origin,
) {
  return decide(context, caller, { ...asked, origin }, 'member.unblock', (member) => {
    if (member.blockedReason !== null) return null
    throw new AppError(
      'conflict',
      member.leftAt === null
        ? 'This member is not blocked.'
        : 'This member left the programme: only their own consent in the app brings them back.',
    )
  })
}

async function decide(
  { db, keys, now }: Context,
  by: StaffCaller,
  { memberId, reason, origin }: Asked & { origin: Origin },
  action: 'member.block' | 'member.unblock',
  blockedReasonAfter: (member: LockedMember) => string | null,
) {
  return transaction(db, async (tx) => {
    const member = await lockedMember(tx, memberId)
    notErased(member)
    const blockedReason = blockedReasonAfter(member)
    keepOutOfRecord(member, reason)
    await setBlocks(tx, member, { blockedReason })
    if (blockedReason !== null) await endSessionsOf(tx, memberId)
    await writeAudit(tx, keys, {
      by,
      action,
      subject: 'member',
      subjectId: memberId,
      before: { blocked: member.blockedReason !== null },
      after: { blocked: blockedReason !== null },
      reason,
      requestId: origin.requestId,
      at: now(),
    })
    return userDetailOf(tx, memberId, now())
  })
}
