import { NOTICES_SHOWN, NOTICE_DAYS, type Notices } from '../../../../contract/platform/notices.ts'
import type { Permission } from '../../../../contract/permissions.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import * as queries from './notices.queries.ts'

const LONGEST = 300
/** Any host: a path that leads to another one is read by a browser as an address outside. */
const INSIDE = 'https://inside.example'
// oxlint-disable-next-line no-control-regex -- a browser drops some of these, the database refuses NUL
const CONTROL = /[\u0000-\u001f\u007f]/

const leadsInside = (link: string): boolean =>
  link.startsWith('/') &&
  !CONTROL.test(link) &&
  URL.canParse(link, INSIDE) &&
  new URL(link, INSIDE).origin === INSIDE

/**
 * Tells a member of staff something about their own work, in the transaction of what happened:
 * `words` is one sentence of at most 300 characters without personal data of members, `link` a path
 * inside the dashboard. Throws where the link leads elsewhere.
 */
export async function tellStaff(
  tx: Tx,
  { staffId, words, link, at }: { staffId: number; words: string; link: string; at: Date },
): Promise<void> {
  if (!leadsInside(link)) throw new Error(`A notice leads inside the dashboard, not to ${link}.`)
  const short = words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words
  await queries.insertNotice(tx, { staffId, words: plain(short), link, at })
}

const plain = (words: string) => words.toWellFormed().replaceAll('\0', '')

/** The same, unless it was that person who did it. */
export async function tellOther(
  tx: Tx,
  by: { staffId: number } | null,
  notice: { staffId: number | null; words: string; link: string; at: Date },
): Promise<void> {
  const { staffId } = notice
  if (staffId !== null && staffId !== by?.staffId) await tellStaff(tx, { ...notice, staffId })
}

/** The same to everybody else who has a permission: something waits for one of them. */
export async function tellOthersWith(
  tx: Tx,
  { staffId }: { staffId: number },
  permission: Permission,
  notice: { words: string; link: string; at: Date },
): Promise<void> {
  for (const other of await queries.activeWith(tx, permission)) {
    if (other !== staffId) await tellStaff(tx, { ...notice, staffId: other })
  }
}

/** The same to everybody who has a permission: it happened by itself. */
export async function tellEverybodyWith(
  tx: Tx,
  permission: Permission,
  notice: { words: string; link: string; at: Date },
): Promise<void> {
  for (const staffId of await queries.activeWith(tx, permission)) {
    await tellStaff(tx, { ...notice, staffId })
  }
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

/** Marks as read the notices that are named, or all up to one; the others stay unread. */
export async function readNotices(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { staffId }: Pick<StaffCaller, 'staffId'>,
  read: queries.Read,
): Promise<Pick<Notices, 'unread'>> {
  await queries.markRead(db, { staffId, ...read, at: now() })
  return { unread: await queries.unreadOf(db, staffId) }
}

/** Removes notices that are older than they are kept. */
export async function sweepNotices({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await queries.deleteNoticesBefore(db, new Date(now().getTime() - NOTICE_DAYS * 86_400_000))
}
