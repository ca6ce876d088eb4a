import {
  enquiryState,
  ENQUIRY_NAMES,
  ENQUIRY_CATEGORY_NAMES,
  enquiryCategory,
} from './enquiry-states.ts'
import {
  choiceFilter,
  dayFilter,
  defineQuery,
  lookupFilter,
  numberFilter,
  oneFilter,
} from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, file, having, seeing } from '../endpoint.ts'
import { idempotencyKey } from '../idempotency.ts'
import { nameText, plainText } from '../india.ts'
import { page, wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'

const PAGE = '/dashboard/enquiry'
const tag = 'Enquiries'

/** What is written in an enquiry, and what it is about; a scan or redemption named is the member's own. */
export const enquiryWords = {
  subject: plainText('The subject', 120, 3),
  body: plainText('The message', 4_000, 2),
}
const id = (label: string) => z.string().regex(/^\d{1,19}$/, `${label} is a number.`)
export const enquiryAbout = {
  scanId: id('A scan id').optional(),
  redemptionId: id('A redemption id').optional(),
}
export const enquiryParams = z.object({ enquiryId: id('An enquiry id') })
/** Whose an enquiry becomes; null: nobody’s. */
export const enquiryOwner = wholeNumber('Owner').nullable()
const { body } = enquiryWords
const params = enquiryParams
const reason = plainText('The reason', 300, 3)

/** A deadline is missed when it passed before what it is for was done, or now. */
const deadline = z.object({ by: instant, doneAt: instant.nullable(), missed: z.boolean() })

export const enquiryRow = z.object({
  enquiryId: z.string(),
  number: z.string(),
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  mobile: z.string(),
  category: enquiryCategory,
  subject: z.string(),
  state: enquiryState,
  ownerId: z.number().int().nullable(),
  ownerName: z.string().nullable(),
  openedAt: instant,
  lastMessageAt: instant,
  /** Whether the last word is the member's. */
  memberWroteLast: z.boolean(),
  firstAnswer: deadline,
  /** Stands still while the member is waited for. */
  resolution: deadline,
})
export type EnquiryRow = z.infer<typeof enquiryRow>

const attachment = z.object({
  attachmentId: z.string(),
  /** Each page as a picture: for staff a link that lasts five minutes and is theirs alone. */
  pages: z.array(z.object({ url: z.string(), width: z.number(), height: z.number() })),
})
export const enquiryMessage = z.object({
  messageId: z.string(),
  at: instant,
  /** `note` is for staff only; `event` tells what happened. */
  kind: z.enum(['member', 'answer', 'note', 'event']),
  by: z.string(),
  body: z.string(),
  attachments: z.array(attachment),
})
export type EnquiryMessage = z.infer<typeof enquiryMessage>

export const enquiryDetail = enquiryRow.extend({
  language: z.enum(['en', 'hi']),
  messages: z.array(enquiryMessage),
  scan: z.object({ memberId: z.number().int(), scanId: z.string(), words: z.string() }).nullable(),
  redemption: z
    .object({ redemptionId: z.string(), number: z.string(), words: z.string() })
    .nullable(),
  payment: z.object({ paymentId: z.string(), number: z.string(), words: z.string() }).nullable(),
  /** Whether a coupon is claimed by it: then there is a dispute (contract/desk/disputes.ts). */
  disputed: z.boolean(),
  /** Other enquiries of the member, newest first, at most ten. */
  others: z.array(enquiryRow.pick({ enquiryId: true, number: true, subject: true, state: true })),
})
export type EnquiryDetail = z.infer<typeof enquiryDetail>

export const enquiryQuery = defineQuery({
  search: { label: 'Number, mobile or member code', max: 60 },
  filters: [
    choiceFilter('status', 'Status', ENQUIRY_NAMES, { primary: true }),
    choiceFilter('category', 'Category', ENQUIRY_CATEGORY_NAMES, { primary: true }),
    lookupFilter(
      'owner',
      'Owner',
      z.union([z.enum(['me', 'nobody']), wholeNumber('Owner')]).optional(),
      { primary: true, one: true },
    ),
    oneFilter('late', 'Deadline', { missed: 'Missed', soon: 'Within 2 hours' }, { primary: true }),
    dayFilter('Opened'),
    numberFilter('member', 'Member', { fromLink: true }),
  ],
  orders: { urgent: 'Nearest deadline first', newest: 'Newest first', oldest: 'Oldest first' },
})
/** `urgent`: the nearest deadline that is not met yet first. */
export const enquiryListQuery = enquiryQuery.schema
export type EnquiryListQuery = z.infer<typeof enquiryListQuery>

export const listEnquiries = defineEndpoint({
  method: 'GET',
  path: '/api/admin/enquiries',
  access: seeing(PAGE, '/dashboard/users'),
  tag,
  summary: 'The helpdesk queue, the nearest deadline first',
  query: enquiryListQuery,
  response: page(enquiryRow),
})

export const enquiryCounts = defineEndpoint({
  method: 'GET',
  path: '/api/admin/enquiry-counts',
  access: seeing(PAGE),
  tag,
  summary: 'How many are open, mine, nobody’s and late',
  response: z.object({
    open: z.number().int(),
    mine: z.number().int(),
    unassigned: z.number().int(),
    missed: z.number().int(),
    soon: z.number().int(),
  }),
})

export const getEnquiry = defineEndpoint({
  method: 'GET',
  path: '/api/admin/enquiries/:enquiryId',
  access: seeing(PAGE),
  tag,
  summary: 'One enquiry with its thread and what it is about',
  params,
  response: enquiryDetail,
})

export const openEnquiry = defineEndpoint({
  method: 'POST',
  path: '/api/admin/enquiries',
  access: having('enquiry.answer'),
  tag,
  summary: 'Write down an enquiry that a member made by telephone or at the counter',
  body: z.object({
    idempotencyKey,
    memberId: wholeNumber('Member'),
    category: enquiryCategory,
    ...enquiryWords,
    ...enquiryAbout,
  }),
  response: enquiryDetail,
})

export const assignEnquiry = defineEndpoint({
  method: 'POST',
  path: '/api/admin/enquiries/:enquiryId/assign',
  access: having('enquiry.answer'),
  tag,
  summary:
    'Give it to me, to somebody who may answer, or to nobody; an open one is then in progress',
  params,
  body: z.object({ ownerId: enquiryOwner }),
  response: enquiryDetail,
})

export const enquiryOwners = defineEndpoint({
  method: 'GET',
  path: '/api/admin/enquiry-owners',
  access: seeing(PAGE),
  tag,
  summary: 'Who may answer enquiries',
  response: z.object({
    owners: z.array(
      z.object({ staffId: z.number().int(), name: z.string(), open: z.number().int() }),
    ),
  }),
})

export const answerEnquiry = defineEndpoint({
  method: 'POST',
  path: '/api/admin/enquiries/:enquiryId/answer',
  access: having('enquiry.answer'),
  tag,
  summary: 'Answer: the member sees it and is told; it waits for the member, or is resolved',
  params,
  body: z.object({ idempotencyKey, body, resolve: z.boolean().default(false) }),
  response: enquiryDetail,
})

export const noteEnquiry = defineEndpoint({
  method: 'POST',
  path: '/api/admin/enquiries/:enquiryId/note',
  access: having('enquiry.answer'),
  tag,
  summary: 'A note that only staff see',
  params,
  body: z.object({ idempotencyKey, body }),
  response: enquiryDetail,
})

export const resolveEnquiry = defineEndpoint({
  method: 'POST',
  path: '/api/admin/enquiries/:enquiryId/resolve',
  access: having('enquiry.answer'),
  tag,
  summary: 'Settled without another answer, with the reason',
  params,
  body: z.object({ reason }),
  response: enquiryDetail,
})

export const reopenEnquiry = defineEndpoint({
  method: 'POST',
  path: '/api/admin/enquiries/:enquiryId/reopen',
  access: having('enquiry.answer'),
  tag,
  summary: 'Open a resolved one again',
  params,
  body: z.object({ reason }),
  response: enquiryDetail,
})

export const recategoriseEnquiry = defineEndpoint({
  method: 'POST',
  path: '/api/admin/enquiries/:enquiryId/category',
  access: having('enquiry.answer'),
  tag,
  summary: 'It is about something else; its deadlines follow, from when it was opened',
  params,
  body: z.object({ category: enquiryCategory }),
  response: enquiryDetail,
})

export const enquiryAttachmentPage = defineEndpoint({
  method: 'GET',
  path: '/api/admin/enquiry-attachments/:attachmentId/:page',
  access: seeing(PAGE),
  tag,
  summary: 'A page of an attachment, by a link that lasts five minutes and belongs to one person',
  params: z.object({
    attachmentId: z.uuid({ error: 'There is no such attachment.' }),
    page: z.coerce.number().int().min(1).max(10),
  }),
  query: z.object({ ticket: z.string().max(200) }),
  response: file('image/webp'),
})

// ── answers that are given often ──
const cannedText = plainText('The text', 2_000, 2)
export const cannedAnswer = z.object({
  cannedId: z.number().int(),
  title: z.string(),
  /** null: for any. */
  category: enquiryCategory.nullable(),
  en: z.string(),
  hi: z.string(),
  changedBy: z.string(),
  changedAt: instant,
})
export type CannedAnswer = z.infer<typeof cannedAnswer>
export const cannedBody = z.object({
  title: nameText('The title', 60, 2),
  category: enquiryCategory.nullable(),
  /** `{name}` and `{number}` become the member's name and the enquiry's number. */
  en: cannedText,
  hi: cannedText,
})

export const listCannedAnswers = defineEndpoint({
  method: 'GET',
  path: '/api/admin/canned-answers',
  access: seeing(PAGE),
  tag,
  summary: 'Answers that are given often, in English and Hindi',
  response: z.object({ answers: z.array(cannedAnswer) }),
})

export const saveCannedAnswer = defineEndpoint({
  method: 'POST',
  path: '/api/admin/canned-answers',
  access: having('enquiry.answer'),
  tag,
  summary: 'Add one, or change the one that cannedId names',
  body: cannedBody.extend({ cannedId: wholeNumber('Canned answer').optional() }),
  response: cannedAnswer,
})

export const deleteCannedAnswer = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/canned-answers/:cannedId',
  access: having('enquiry.answer'),
  tag,
  summary: 'Remove one',
  params: z.object({ cannedId: wholeNumber('Canned answer') }),
  response: z.object({ message: z.string() }),
})
