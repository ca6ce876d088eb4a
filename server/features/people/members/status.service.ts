import type { MemberStatus } from '../../../../contract/desk/users.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import * as queries from './status.queries.ts'

export type LockedMember = queries.LockedMember
export type StatusAndReason = { status: MemberStatus; blockedReason: string | null }
type Facts = { blockedReason: string | null; leftAt: Date | null; erasedAt: Date | null }

const LEFT = 'The member withdrew the consent to the programme.'

/** What follows for a member from why they are blocked, and whether they left or are erased. */
export function statusFrom({ blockedReason, leftAt, erasedAt }: Facts): StatusAndReason {
  const reason = blockedReason ?? (leftAt === null ? null : LEFT)
  if (erasedAt !== null) return { status: 'erased', blockedReason: reason }
  return { status: reason === null ? 'active' : 'blocked', blockedReason: reason }
}

/** How members stand, by their ids; an id that is nobody's has no entry. */
export async function memberStatusOf(
  db: Db | Tx,
  memberIds: readonly number[],
): Promise<Map<number, StatusAndReason>> {
  const rows = await queries.statusFacts(db, memberIds)
  return new Map(rows.map((row) => [row.memberId, statusFrom(row)]))
}

/**
 * The member, locked to the end of the transaction: whoever blocks, erases, changes or judges them
 * comes here first, before their account. Refuses with 404 when there is no such member.
 */
export async function lockedMember(tx: Tx, memberId: number): Promise<LockedMember> {
  const member = await queries.lockMember(tx, memberId)
  if (!member) throw notFound('This member')
  return member
}

/** The same for what members do themselves: refused when they were erased since it began. */
export async function lockedSelf(tx: Tx, memberId: number): Promise<LockedMember> {
  const member = await lockedMember(tx, memberId)
  if (member.erasedAt !== null) throw new AppError('unauthenticated', 'Sign in to go on.')
  return member
}

/** Blocks a member, lets them go or both: as staff want and as the member wants, each apart. */
export async function setBlocks(
  tx: Tx,
  member: LockedMember,
  change: { blockedReason?: string | null; leftAt?: Date | null },
): Promise<void> {
  const blocks = { blockedReason: member.blockedReason, leftAt: member.leftAt, ...change }
  await queries.setBlocks(tx, member.memberId, blocks)
}

/** Ends every session of a member: their next request is refused. */
export async function endSessionsOf(tx: Tx, memberId: number): Promise<void> {
  await queries.deleteSessions(tx, memberId)
}
