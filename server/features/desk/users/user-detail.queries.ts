import type { Db, Tx } from '../../../db/database.ts'
import { number } from '../../../db/database.ts'

/** As many of the newest as the page of a member shows. */
const EVENTS_SHOWN = 100

/** States in which a redemption is over: its points are redeemed or back. */
const OVER = ['paid', 'rejected', 'cancelled'] as const

export async function countRedemptions(db: Db | Tx, memberId: number) {
  return db
    .selectFrom('redemption')
    .select((select) => [
      number(select.fn.countAll()).as('all'),
      number(select.fn.countAll().filterWhere('state', 'not in', OVER)).as('open'),
    ])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
}

export async function countSessions(db: Db | Tx, memberId: number, now: Date): Promise<number> {
  const { sessions } = await db
    .selectFrom('session')
    .select((select) => number(select.fn.countAll()).as('sessions'))
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return sessions
}

/** What staff did to a member. */
export async function auditOf(db: Db | Tx, memberId: number) {
  return db
    .selectFrom('audit')
    .leftJoin('staff', 'staff.staff_id', 'audit.staff_id')
    .select(['audit.at', 'staff.name as by', 'audit.action', 'audit.reason'])
    .where('audit.subject', '=', 'member')
    .where('audit.subject_id', '=', String(memberId))
    .orderBy('audit.seq', 'desc')
    .limit(EVENTS_SHOWN)
    .execute()
}
