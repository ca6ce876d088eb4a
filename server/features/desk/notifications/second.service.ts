import { sql } from 'kysely'
import { hostOf } from '../../../../contract/web-address.ts'
import { linksIn } from '../../../../contract/platform/message-links.ts'
import { counted } from '../../../../contract/platform/rule.ts'
import { dayOf, endOfDay, startOfDay } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { ofAudience } from '../../people/audience/index.ts'
import { refuseNoSecond } from '../../platform/permissions/index.ts'
import type { Content } from './content.ts'
import * as queries from './second.queries.ts'

/** What a member can open from a message, by host. */
export function linksOf({ en, hi, target }: Pick<Content, 'en' | 'hi' | 'target'>): string[] {
  const texts = [en.title, en.body, hi.title, hi.body].flatMap(linksIn)
  const led = target.to === 'web' ? [hostOf(target.address) ?? target.address] : []
  return [...new Set([...texts, ...led])]
}

type Sending = {
  notificationId: number
  content: Content
  /** Who asked for it. */
  plannedBy: number
  /** When it begins, and when that is asked. */
  time: Date
  at: Date
}

/** How many members one person writes to in a day. */
export const aloneMembers = ({ rules }: Pick<Context, 'rules'>, at: Date): number =>
  rules.at(at).broadcastAloneMembers

/**
 * Why a second person is needed before a message begins: it has a link, or with what the same person sent
 * alone that day it goes to more members than the rule allows. Null where none is needed. The person's
 * messages are held until the transaction ends, so that two together do not pass as two small ones.
 */
export async function whySecond(
  tx: Tx,
  context: Pick<Context, 'rules'>,
  sending: Sending,
): Promise<string | null> {
  const { content, time, at, plannedBy, notificationId } = sending
  const links = linksOf(content)
  if (links.length > 0) return `It has a link to ${links.join(', ')}.`
  await holdSender(tx, plannedBy)
  const most = aloneMembers(context, at)
  const day = dayOf(time)
  const earlier = await queries.sentAlone(tx, {
    plannedBy,
    notificationId,
    from: startOfDay(day),
    to: endOfDay(day),
  })
  const left = Math.max(0, most - earlier)
  const found = await queries.countTo(tx, ofAudience(content.audience, at), left + 1)
  if (found <= left) return null
  const beyond = `goes to more than ${counted(most, 'member', 'members')}, the most that one person writes to in a day.`
  return earlier === 0
    ? `It ${beyond}`
    : `With the ${counted(earlier, 'member', 'members')} of that day’s other messages it ${beyond}`
}

const holdSender = (tx: Tx, staffId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('broadcast alone', ${staffId}))`.execute(tx)

type Proposal = { notificationId: number; plannedBy: number | null }

/** Refuses who is no second person to whoever wrote, changed or planned the message. */
export async function refuseNotSecond(
  tx: Tx,
  by: { staffId: number },
  { notificationId, plannedBy }: Proposal,
  at: Date,
): Promise<void> {
  const authors = await queries.authorsOf(tx, notificationId)
  if (plannedBy === by.staffId) {
    throw new AppError('conflict', 'You asked for this sending: somebody else must approve it.')
  }
  if (authors.includes(by.staffId)) {
    throw new AppError('conflict', 'You wrote this message: somebody else must approve it.')
  }
  await refuseNoSecond(tx, by, [plannedBy, ...authors], at)
}
