import type {
  EnquiryDetail,
  EnquiryListQuery,
  EnquiryMessage,
  EnquiryRow,
} from '../../../../contract/desk/enquiries.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { invalidField, notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { hasDispute } from '../dispute-records/index.ts'
import { pageLinks } from '../../people/kyc-documents/index.ts'
import { memberNamed, readMemberWords } from '../../people/members/index.ts'
import * as about from './about.queries.ts'
import { paymentWords, redemptionWords, scanWords } from './about-words.ts'
import { attachmentsOf } from './attachments.queries.ts'
import { answerers } from './enquiries.queries.ts'
import { deadlinesOf } from './enquiry-clock.ts'
import * as list from './enquiry-list.queries.ts'

type Reading = Pick<Context, 'db' | 'now' | 'rules'>
const NOTHING = { items: [], next: null, previous: null, count: 0 }
const NUMBER = /^(?:EQ-?)?(\d{6,9})$/i

/** The queue of the helpdesk. */
export async function listEnquiries(
  { db, now, rules }: Reading,
  { staffId }: StaffCaller,
  filters: EnquiryListQuery,
) {
  if (filters.from && filters.to && filters.from > filters.to) {
    throw invalidField('to', 'The last day must not be before the first.')
  }
  const sought = filters.q ? await seek(db, filters.q) : {}
  if (!sought) return NOTHING
  const at = now()
  const page = await list.enquiryPage(db, filters, sought, { staffId, now: at })
  return { ...page, items: page.items.map((found) => toRow(found, { now: at, rules })) }
}

/** What a search narrows the list to; null when it names a member who does not exist. */
async function seek(db: Db, text: string): Promise<list.Sought | null> {
  const digits = NUMBER.exec(text)?.[1]
  if (digits !== undefined) return { number: `EQ${digits}` }
  const words = readMemberWords(text)
  if (!words) throw invalidField('q', 'Search by enquiry number, mobile number or member code.')
  const memberId = await memberNamed({ db }, words)
  return memberId === null ? null : { memberId }
}

function toRow(found: list.Found, known: Parameters<typeof deadlinesOf>[1]): EnquiryRow {
  return {
    enquiryId: found.enquiryId,
    number: found.number,
    memberId: found.memberId,
    memberCode: found.memberCode,
    memberName: found.memberName,
    mobile: found.mobile,
    category: found.category,
    subject: found.subject,
    state: found.state,
    ownerId: found.ownerId,
    ownerName: found.ownerName,
    openedAt: found.openedAt.toISOString(),
    lastMessageAt: found.lastMessageAt.toISOString(),
    memberWroteLast: found.memberWroteLast,
    ...deadlinesOf(found, known),
  }
}

export async function enquiryCounts(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { staffId }: StaffCaller,
) {
  return list.counts(db, { staffId, now: now() })
}

/** Who may answer, with how many open enquiries each has. */
export async function enquiryOwners({ db }: Pick<Context, 'db'>) {
  return { owners: await answerers(db) }
}

export async function foundById(db: Db, enquiryId: string): Promise<list.Found> {
  const found = isId(enquiryId) && (await list.enquiryById(db, enquiryId))
  if (!found) throw notFound('This enquiry')
  return found
}

/** One enquiry as staff see it: its whole thread, and what it is about. 404 without one. */
export async function getEnquiry(
  context: Reading & Pick<Context, 'keys'>,
  caller: StaffCaller,
  enquiryId: string,
): Promise<EnquiryDetail> {
  const { db, now, rules } = context
  const found = await foundById(db, enquiryId)
  const [messages, scan, redemption, payment, others, disputed] = await Promise.all([
    threadOf(context, caller, found),
    scanIn(db, found),
    redemptionIn(db, found),
    paymentIn(db, found),
    list.othersOf(db, found),
    hasDispute(db, enquiryId),
  ])
  const { language } = found
  const named = { scan, redemption, payment, others, disputed }
  return { ...toRow(found, { now: now(), rules }), language, messages, ...named }
}

async function threadOf(
  { db, keys, now }: Reading & Pick<Context, 'keys'>,
  { staffId }: StaffCaller,
  { enquiryId, memberName }: list.Found,
): Promise<EnquiryMessage[]> {
  const messages = await list.messagesOf(db, enquiryId)
  const at = now()
  const attached = Map.groupBy(
    await attachmentsOf(
      db,
      messages.map(({ messageId }) => messageId),
    ),
    ({ messageId }) => messageId,
  )
  return messages.map((message) => ({
    messageId: message.messageId,
    at: message.at.toISOString(),
    kind: message.kind,
    by: message.kind === 'member' ? memberName : (message.staffName ?? 'HIL Dashboard'),
    body: message.body,
    attachments: (attached.get(message.messageId) ?? []).map((attachment) => ({
      attachmentId: attachment.documentId,
      pages: pageLinks({ keys }, 'enquiry_attachment', attachment, { staffId, now: at }),
    })),
  }))
}

async function scanIn(db: Db, { memberId, scanId }: list.Found): Promise<EnquiryDetail['scan']> {
  const scan = scanId && (await about.scanOf(db, memberId, scanId))
  return scan ? { memberId, scanId, words: scanWords(scan) } : null
}

async function redemptionIn(
  db: Db,
  { redemptionId }: list.Found,
): Promise<EnquiryDetail['redemption']> {
  const found = redemptionId && (await about.redemptionOf(db, redemptionId))
  return found ? { redemptionId, number: found.number, words: redemptionWords(found) } : null
}

async function paymentIn(db: Db, { redemptionId }: list.Found): Promise<EnquiryDetail['payment']> {
  const found = redemptionId && (await about.paymentOf(db, redemptionId))
  if (!found) return null
  return { paymentId: found.paymentId, number: found.number, words: paymentWords(found) }
}
