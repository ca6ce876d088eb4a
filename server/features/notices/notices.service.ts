import { NOTICES_SHOWN, NOTICE_DAYS, type Notices } from '../../../contract/notices.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { StaffCaller } from '../../http/caller.ts'
import * as queries from './notices.queries.ts'

const LONGEST = 300
const PATH = /^\/(?![/\\])/

/**
 * Tells a member of staff something of his own work, in the transaction of what happened: `words` is
 * one sentence of at most 300 characters without personal data of members, `link` a path inside the
 * dashboard. Throws where the link leads elsewhere.
 */
export async function tellStaff(
  tx: Tx,
  { staffId, words, link, at }: { staffId: number; words: string; link: string; at: Date },
): Promise<void> {
  if (!PATH.test(link)) throw new Error(`A notice leads inside the dashboard, not to ${link}.`)
  const short = words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words
  await queries.insertNotice(tx, { staffId, words: short.toWellFormed(), link, at })
}

/** The same, unless the person did it himself. */
export async function tellOther(
  tx: Tx,
  by: { staffId: number } | null,
  notice: { staffId: number | null; words: string; link: string; at: Date },
): Promise<void> {
  const { staffId } = notice
  if (staffId !== null && staffId !== by?.staffId) await tellStaff(tx, { ...notice, staffId })
}

/** What I was told, the newest first, and how much of all of it is unread. */
export async function myNotices(
  { db }: Pick<Context, 'db'>,
  { staffId }: Pick<StaffCaller, 'staffId'>,
): Promise<Notices> {
  const [unread, items] = await Promise.all([
    queries.unreadOf(db, staffId),
    queries.noticesOf(db, staffId, NOTICES_SHOWN),
  ])
  return { unread, items }
}

/** Marks as read what I was told up to a notice; what came later stays unread. */
export async function readNotices(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { staffId }: Pick<StaffCaller, 'staffId'>,
  upTo: string,
): Promise<Pick<Notices, 'unread'>> {
  await queries.markRead(db, { staffId, upTo, at: now() })
  return { unread: await queries.unreadOf(db, staffId) }
}

/** Removes notices that are older than they are kept. */
export async function sweepNotices({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await queries.deleteNoticesBefore(db, new Date(now().getTime() - NOTICE_DAYS * 86_400_000))
}
