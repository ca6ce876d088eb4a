import type { z } from 'zod'
import type {
  openMemberEnquiry as openEndpoint,
  writeMemberEnquiry as writeEndpoint,
} from '../../../../contract/desk/member-enquiries.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db } from '../../../db/database.ts'
import type { MemberCaller, Origin } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { lockedSelf } from '../../people/members/index.ts'
import { takeFromWindow } from '../../platform/throttle/index.ts'
import { attachmentsOf } from './attachments.queries.ts'
import { attachTo } from './attachments.service.ts'
import { foundById } from './enquiries.service.ts'
import * as queries from './enquiries.queries.ts'
import { digestsOf, isWritten, lockedEnquiry } from './enquiry-act.service.ts'
import { stepped } from './enquiry-clock.ts'
import * as list from './enquiry-list.queries.ts'
import { hasStep, statusLine } from './enquiry-machine.ts'
import { place } from './open.service.ts'

const MESSAGES_AN_HOUR = 60

type Opening = z.output<NonNullable<typeof openEndpoint.body>>
type Writing = z.output<NonNullable<typeof writeEndpoint.body>> & { enquiryId: string }

const takeTurn = (db: Db, memberId: number) =>
  takeFromWindow(db, `enquiry-message:${memberId}`, {
    limit: MESSAGES_AN_HOUR,
    windowSeconds: 3600,
  })

/** Asks. The same key and body again give the same enquiry. */
export async function openMine(
  context: Context,
  { memberId }: MemberCaller,
  body: Opening,
  { requestId }: Origin,
): Promise<string> {
  await takeTurn(context.db, memberId)
  return place(context, { ...body, memberId, by: null, requestId })
}

/**
 * Writes more in one of a member's own enquiries: it is in progress again where it waited for them
 * or was resolved. To another member it is not there; a closed one stays closed.
 */
export async function writeMine(
  context: Context,
  { memberId }: MemberCaller,
  { enquiryId, idempotencyKey, body, attachmentIds }: Writing,
): Promise<void> {
  await takeTurn(context.db, memberId)
  const digests = await digestsOf(context, idempotencyKey, { body, attachmentIds })
  await transaction(context.db, async (tx) => {
    await lockedSelf(tx, memberId)
    const before = await lockedEnquiry(tx, enquiryId)
    if (before.memberId !== memberId) throw notFound('This enquiry')
    if (await isWritten(tx, enquiryId, digests)) return
    if (before.state === 'closed') {
      throw new AppError('conflict', `${statusLine(before)}. Begin a new enquiry.`)
    }
    const at = context.now()
    const { rules } = context
    const after = hasStep(before, 'member-writes')
      ? stepped(before, 'member-writes', { at, rules })
      : before
    await queries.saveEnquiry(tx, { ...after, lastMessageAt: at, memberWroteLast: true })
    const message = { enquiryId, at, kind: 'member' as const, staffId: null, body, digests }
    const messageId = await queries.insertMessage(tx, message)
    await attachTo(tx, { messageId, memberId, attachmentIds, at })
    if (before.state !== 'resolved') return
    const told = 'Opened again: the member wrote after it was resolved.'
    await queries.insertMessage(tx, { enquiryId, at, kind: 'event', staffId: null, body: told })
  })
}

export async function openMemberEnquiry(
  context: Context,
  caller: MemberCaller,
  body: Opening,
  origin: Origin,
) {
  return getMine(context, caller, await openMine(context, caller, body, origin))
}

export async function writeMemberEnquiry(context: Context, caller: MemberCaller, body: Writing) {
  await writeMine(context, caller, body)
  return getMine(context, caller, body.enquiryId)
}

/** A member's own enquiries, the last written first. */
export async function listMine(
  { db }: Pick<Context, 'db'>,
  { memberId }: MemberCaller,
  filters: list.MyQuery,
) {
  const page = await list.memberPage(db, memberId, filters)
  return { ...page, items: page.items.map(toMine) }
}

/** One of a member's own with what was written to and fro; no notes, nor what happened inside. */
export async function getMine(
  { db }: Pick<Context, 'db'>,
  { memberId }: Pick<MemberCaller, 'memberId'>,
  enquiryId: string,
) {
  const found = await foundById(db, enquiryId)
  if (found.memberId !== memberId) throw notFound('This enquiry')
  const messages = (await list.messagesOf(db, enquiryId)).filter(
    ({ kind }) => kind === 'member' || kind === 'answer',
  )
  const attached = Map.groupBy(
    await attachmentsOf(
      db,
      messages.map(({ messageId }) => messageId),
    ),
    ({ messageId }) => messageId,
  )
  return {
    ...toMine(found),
    messages: messages.map(({ messageId, at, kind, body }) => ({
      at: at.toISOString(),
      from: kind === 'member' ? ('me' as const) : ('us' as const),
      body,
      attachments: (attached.get(messageId) ?? []).map(({ documentId, sizes }) => ({
        attachmentId: documentId,
        pages: sizes.length,
      })),
    })),
  }
}

function toMine({
  enquiryId,
  number,
  category,
  subject,
  state,
  openedAt,
  lastMessageAt,
}: list.Found) {
  return {
    enquiryId,
    number,
    category,
    subject,
    state,
    openedAt: openedAt.toISOString(),
    lastMessageAt: lastMessageAt.toISOString(),
  }
}
