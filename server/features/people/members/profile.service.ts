import type { z } from 'zod'
import type * as contract from '../../../../contract/people/members.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { MemberCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import * as queries from './members.queries.ts'
import { lockedSelf, statusFrom } from './status.service.ts'

type Change = z.output<NonNullable<typeof contract.updateMyProfile.body>>

const NAME_VERIFIED =
  'Your name was verified with your KYC. To change it, ask the helpdesk or send your KYC again.'

export async function myProfile({ db }: Pick<Context, 'db'>, caller: MemberCaller) {
  return profileOf(db, caller.memberId)
}

async function profileOf(db: Db | Tx, memberId: number) {
  const { joinedAt, blockedReason, leftAt, erasedAt, ...profile } = await queries.profileOf(
    db,
    memberId,
  )
  const { status } = statusFrom({ blockedReason, leftAt, erasedAt })
  return { ...profile, joinedAt: joinedAt.toISOString(), blocked: status !== 'active' }
}

/** Changes what a member says about themselves. Their name is fixed once their KYC is approved. */
export async function updateMyProfile(
  { db }: Pick<Context, 'db'>,
  caller: MemberCaller,
  change: Change,
) {
  const { memberId } = caller
  return transaction(db, async (tx) => {
    const { name } = await lockedSelf(tx, memberId)
    const { kyc } = await queries.profileOf(tx, memberId)
    if (change.name !== undefined && change.name !== name && kyc === 'approved') {
      throw new AppError('conflict', NAME_VERIFIED, { fields: { name: NAME_VERIFIED } })
    }
    await queries.setProfile(tx, memberId, change)
    return profileOf(tx, memberId)
  })
}
