import type { z } from 'zod'
import type {
  NotificationDetail,
  saveNotification,
} from '../../../../contract/desk/notifications.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { differing } from '../../../lib/change-words.ts'
import { equalBytes, sha256 } from '../../../lib/crypto.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { refuseLeft } from '../../people/distributors/index.ts'
import { columnsOf, isSameContent, tidyContent, type Content } from './content.ts'
import { checkContent } from './content-checks.ts'
import { mustBeDraft } from './notification-machine.ts'
import * as queries from './notifications.queries.ts'
import { getNotification } from './notifications.service.ts'

type Saved = z.output<NonNullable<typeof saveNotification.body>>
type By = { context: Context; caller: StaffCaller; origin: Origin }

/** Writes a draft, or changes the one that is named. */
export async function saveDraft(
  context: Context,
  caller: StaffCaller,
  { notificationId, version, idempotencyKey, ...given }: Saved,
  origin: Origin,
): Promise<NotificationDetail> {
  const content = tidyContent(given)
  const by = { context, caller, origin }
  return transaction(context.db, async (tx) => {
    const saved =
      notificationId === undefined
        ? await add(tx, by, content, idempotencyKey)
        : await change(tx, by, content, { notificationId, version })
    return getNotification({ db: tx }, saved)
  })
}

/** A new draft. The same key and content again give the same one, as it is by now. */
async function add(tx: Tx, by: By, content: Content, idempotencyKey: string): Promise<number> {
  const { context, caller } = by
  const keyDigest = sha256(idempotencyKey)
  const bodyDigest = sha256(canonicalJson(content))
  const earlier = await queries.writtenUnder(tx, caller.staffId, keyDigest)
  if (earlier) return sameAs(earlier, bodyDigest)
  const { distributorIds } = content.audience
  await refuseLeft(tx, distributorIds, { field: 'audience.distributorIds' })
  await checkContent(tx, context, content)
  const at = context.now()
  const notificationId = await queries.insertNotification(tx, {
    ...columnsOf(content),
    state: 'draft',
    send_at: null,
    started_at: null,
    finished_at: null,
    reached_member: null,
    all_reached_at: null,
    audience_count: null,
    webhook_after: null,
    created_by: caller.staffId,
    planned_by: null,
    second_why: null,
    approved_by: null,
    approved_at: null,
    alone_members: null,
    changed_at: at,
    key_digest: keyDigest,
    body_digest: bodyDigest,
  })
  if (notificationId === undefined) {
    const meanwhile = await queries.writtenUnder(tx, caller.staffId, keyDigest)
    if (meanwhile) return sameAs(meanwhile, bodyDigest)
    throw new AppError('conflict', 'This draft was deleted just now. Save it again.')
  }
  const { staffId } = caller
  await queries.insertEvent(tx, { notificationId, at, staffId, step: 'write' })
  await audit(tx, by, { action: 'notification.written', notificationId, after: content, at })
  return notificationId
}

function sameAs(
  { notificationId, bodyDigest }: { notificationId: number; bodyDigest: Buffer },
  digest: Buffer,
): number {
  if (equalBytes(bodyDigest, digest)) return notificationId
  const message = 'This idempotency key was used for another draft. Use a new key for a new one.'
  throw new AppError('conflict', message, { fields: { idempotencyKey: message } })
}

type Read = { notificationId: number; version: number | undefined }

/** The same content again changes nothing, whatever version was read: it may be a change sent twice. */
async function change(
  tx: Tx,
  by: By,
  content: Content,
  { notificationId, version }: Read,
): Promise<number> {
  const { context, caller } = by
  const before = await lockedNotification(tx, notificationId)
  mustBeDraft(before, 'changed')
  if (isSameContent(before.content, content)) return notificationId
  mustBeVersion(before, version)
  const kept = before.content.audience.distributorIds
  await refuseLeft(tx, content.audience.distributorIds, { field: 'audience.distributorIds', kept })
  await checkContent(tx, context, content)
  const at = context.now()
  await queries.changeContent(tx, notificationId, { ...columnsOf(content), changed_at: at })
  const { staffId } = caller
  await queries.insertEvent(tx, { notificationId, at, staffId, step: 'change' })
  const changed = differing(before.content, content)
  await audit(tx, by, { action: 'notification.changed', notificationId, ...changed, at })
  return notificationId
}

/** The message, locked to the end of the transaction, or 404. */
export async function lockedNotification(tx: Tx, notificationId: number): Promise<queries.Locked> {
  const found = await queries.lockNotification(tx, notificationId)
  if (!found) throw notFound('This message')
  return found
}

/** Refuses who has not read what the message says now. */
export function mustBeVersion({ version }: queries.Locked, read: number | undefined): void {
  if (read === undefined) {
    throw invalidField('version', 'Say which version of the draft you changed.')
  }
  if (read === version) return
  const words = 'Somebody changed this draft since you opened it. Open it again to see the change.'
  throw new AppError('conflict', words, { fields: { version: words } })
}

/** Deletes a draft for good; the audit trail keeps what it said. */
export async function deleteDraft(
  context: Context,
  caller: StaffCaller,
  notificationId: number,
  origin: Origin,
): Promise<{ message: string }> {
  return transaction(context.db, async (tx) => {
    const before = await lockedNotification(tx, notificationId)
    mustBeDraft(before, 'deleted')
    await queries.deleteNotification(tx, notificationId)
    const entry = { notificationId, before: before.content, at: context.now() }
    await audit(tx, { context, caller, origin }, { action: 'notification.deleted', ...entry })
    return { message: `“${before.content.en.title}” is deleted.` }
  })
}

type AuditFields = {
  action: string
  notificationId: number
  before?: unknown
  after?: unknown
  reason?: string
  at: Date
}

/** Writes the audit row of what a person did to a message. */
export async function audit(
  tx: Tx,
  { context, caller, origin }: By,
  { notificationId, ...entry }: AuditFields,
): Promise<void> {
  await writeAudit(tx, context.keys, {
    by: { staffId: caller.staffId, role: caller.role },
    subject: 'notification',
    subjectId: notificationId,
    requestId: origin.requestId,
    ...entry,
  })
}
