import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import { ofAudience } from '../../people/audience/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { insertEvent, updateNotification } from './notifications.queries.ts'
import * as queries from './sending.queries.ts'

type Needs = Pick<Context, 'db' | 'keys' | 'jobs' | 'now'>

/** Members that a piece walks past, of the audience or not: a fifth of a second of work. */
const PIECE = 5000

/**
 * Puts a message in the inbox of its audience, in the order of members' ids. Each piece is one
 * transaction with its progress: killed at any moment and run again, also beside itself, each member
 * has it once. Ends when nobody is left or when it is stopped.
 */
export async function sendToInbox(
  context: Needs,
  notificationId: number,
  signal: AbortSignal,
  piece = PIECE,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const more = await transaction(context.db, (tx) =>
      sendPiece(tx, context, notificationId, piece),
    )
    if (!more) break
  }
  await finishIfDone(context, notificationId)
}

/** Whether more may be left. */
async function sendPiece(
  tx: Tx,
  { jobs, now }: Needs,
  notificationId: number,
  members: number,
): Promise<boolean> {
  await queries.lockPieces(tx, 'piece')
  const found = await queries.lockForPiece(tx, notificationId)
  if (!found) return false
  const { reachedMember, content } = found
  const at = now()
  const byWebhook = content.channels.includes('webhook')
  const upTo = await queries.endOfPiece(tx, reachedMember, members)
  if (upTo === null) {
    await updateNotification(tx, notificationId, { all_reached_at: at })
    return false
  }
  const isOf = ofAudience(content.audience, at)
  const piece = { notificationId, after: reachedMember, upTo, isOf, byWebhook, at }
  const reached = await queries.deliverPiece(tx, piece)
  // Those who have it in the inbox already need not wait for the others.
  if (byWebhook && reached > 0) await jobs.send(tx, 'notification-webhook', {})
  return true
}

/** Marks a message as sent when everybody has it and nothing waits for the webhook. */
export async function finishIfDone(
  { db, keys, now }: Pick<Context, 'db' | 'keys' | 'now'>,
  notificationId: number,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await queries.lockIfDone(tx, notificationId))) return
    const at = now()
    await updateNotification(tx, notificationId, {
      state: 'sent',
      finished_at: at,
      changed_at: at,
      webhook_after: null,
    })
    await insertEvent(tx, { notificationId, at, staffId: null, step: 'finish' })
    await writeAudit(tx, keys, {
      by: null,
      action: 'notification.sent',
      subject: 'notification',
      subjectId: notificationId,
      before: { state: 'sending' },
      after: { state: 'sent' },
      at,
    })
  })
}
