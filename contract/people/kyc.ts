import { MEMBER_KIND_NAMES, memberKind } from './members.ts'
import { choiceFilter, dayFilter, defineQuery, lateFilter, regionFilter } from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, file, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import {
  KYC_DECISIONS,
  KYC_FIELDS,
  KYC_OUTCOMES,
  fieldState,
  kycField,
  kycState,
} from './kyc-states.ts'
import { DOCUMENT_MAX_PAGES } from './kyc-submission.ts'
import { OTHER, reasonKey, reasonNote, refusalReason } from '../reasons.ts'
import { page, wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'

// ── the reviewer's side ──
const REVIEW = '/dashboard/approvals/kyc_verification'
const HISTORY = '/dashboard/approvals/kyc_history'
const adminTag = 'KYC'

export const kycQueueRow = z.object({
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  memberKind,
  mobile: z.string(),
  state: z.number().int(),
  round: z.number().int(),
  submittedAt: instant,
  fields: z.array(z.object({ field: kycField, state: fieldState })),
  /** Other members that share a value with this one. */
  duplicates: z.number().int(),
  /** Who has it open, as long as they do. */
  lockedBy: z.string().nullable(),
  lockedByMe: z.boolean(),
})
export type KycQueueRow = z.infer<typeof kycQueueRow>
export const queueQuery = defineQuery({
  search: { label: 'Mobile, member code or the start of a name', max: 60 },
  filters: [
    choiceFilter('kind', 'Kind', MEMBER_KIND_NAMES, { primary: true }),
    regionFilter({ primary: true }),
    dayFilter('Submitted', { primary: true }),
    lateFilter(),
  ],
  orders: { oldest: 'Oldest first', newest: 'Newest first' },
})
export const kycQueueQuery = queueQuery.schema

export const kycQueue = defineEndpoint({
  method: 'GET',
  path: '/api/admin/kyc',
  access: seeing(REVIEW),
  tag: adminTag,
  summary: 'KYC submissions that wait, oldest first',
  query: kycQueueQuery,
  response: page(kycQueueRow),
})

/** One thing that was looked at: right, worth a look, or wrong. */
export const kycCheck = z.object({
  label: z.string(),
  state: z.enum(['ok', 'warn', 'wrong']),
  detail: z.string(),
})
export type KycCheck = z.infer<typeof kycCheck>

export const kycDuplicate = z.object({
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  kycState,
})

export const kycFieldDetail = z.object({
  field: kycField,
  state: fieldState,
  /** Masked parts by their label, such as `Number`, `Name`, `IFSC`. */
  parts: z.array(z.object({ label: z.string(), mask: z.string(), hidden: z.boolean() })),
  submittedAt: instant,
  round: z.number().int(),
  document: z
    .object({
      documentId: z.string(),
      /** One address per page; it works for five minutes and for whoever asked. */
      pages: z.array(
        z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }),
      ),
    })
    .nullable(),
  checks: z.array(kycCheck),
  duplicates: z.array(kycDuplicate),
  reason: refusalReason.nullable(),
  note: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
})
export type KycFieldDetail = z.infer<typeof kycFieldDetail>

export const KYC_ACTIONS = [
  'submitted',
  'resubmitted',
  'opened',
  'field_accepted',
  'field_refused',
  'decided',
  'revealed',
] as const
export const kycAction = z.enum(KYC_ACTIONS, { error: 'There is no such KYC event.' })
export type KycAction = z.infer<typeof kycAction>
export const KYC_ACTION_NAMES: Record<KycAction, string> = {
  submitted: 'Submitted',
  resubmitted: 'Sent again',
  opened: 'Opened',
  field_accepted: 'Field accepted',
  field_refused: 'Field refused',
  decided: 'Decided',
  revealed: 'Value revealed',
}

export const kycEvent = z.object({
  eventId: z.string(),
  at: instant,
  action: kycAction,
  /** The name of a member of staff, or `Member`. */
  by: z.string(),
  round: z.number().int(),
  field: kycField.nullable(),
  decision: z.enum(KYC_OUTCOMES).nullable(),
  reason: refusalReason.nullable(),
  note: z.string().nullable(),
})

export const kycDetail = z.object({
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  memberKind,
  mobile: z.string(),
  state: z.number().int(),
  city: z.string(),
  joinedAt: instant,
  points: z.object({ available: z.number().int(), held: z.number().int() }),
  kycState,
  round: z.number().int(),
  /** Goes up with every change: a decision names the version it has seen. */
  version: z.number().int(),
  submittedAt: instant.nullable(),
  fields: z.array(kycFieldDetail),
  /** Required of this kind of member and not sent; while it waits it is not approved without them. */
  lacking: z.array(kycField),
  lock: z.object({ by: z.string(), mine: z.boolean(), until: instant }).nullable(),
  /** A proposal to revoke it that waits for another person. */
  revocation: z
    .object({ reason: z.string(), by: z.string(), byId: z.number().int(), at: instant })
    .nullable(),
  events: z.array(kycEvent),
})
export type KycDetail = z.infer<typeof kycDetail>

const memberParams = z.object({ memberId: wholeNumber('Member') })

export const getKyc = defineEndpoint({
  method: 'GET',
  path: '/api/admin/kyc/:memberId',
  access: seeing(REVIEW, HISTORY, '/dashboard/users'),
  tag: adminTag,
  summary: 'One member’s KYC with fields, checks, duplicates and log; documents only to reviewers',
  params: memberParams,
  response: kycDetail,
})

export const openKyc = defineEndpoint({
  method: 'POST',
  path: '/api/admin/kyc/:memberId/open',
  access: having('kyc.decide'),
  tag: adminTag,
  summary: 'Take a submission for ten minutes; 409 with the name of whoever has it',
  params: memberParams,
  response: kycDetail,
})

export const leaveKyc = defineEndpoint({
  method: 'POST',
  path: '/api/admin/kyc/:memberId/leave',
  access: having('kyc.decide'),
  tag: adminTag,
  summary: 'Let go of a submission that I have open',
  params: memberParams,
  response: z.object({ message: z.string() }),
})

const refusal = z
  .object({
    field: kycField,
    accept: z.literal(false),
    reason: reasonKey,
    note: reasonNote.optional(),
  })
  .refine(({ reason, note }) => reason !== OTHER || (note ?? '') !== '', {
    path: ['note'],
    error: 'Write what is wrong.',
  })
const acceptance = z.object({ field: kycField, accept: z.literal(true) })

export const kycDecision = z.object({
  version: z.number().int(),
  decision: z.enum(KYC_DECISIONS, { error: 'Approve, ask again, or reject.' }),
  /** A verdict for every field that waits. */
  fields: z.array(z.union([acceptance, refusal])).max(KYC_FIELDS.length),
  note: plainText('The note', 300).optional(),
})
export type KycDecisionBody = z.output<typeof kycDecision>

export const decideKyc = defineEndpoint({
  method: 'POST',
  path: '/api/admin/kyc/:memberId/decision',
  access: having('kyc.decide'),
  tag: adminTag,
  summary: 'Decide every waiting field and the whole; 409 when it changed or somebody else has it',
  params: memberParams,
  body: kycDecision,
  response: kycDetail,
})

export const revealBody = z.object({
  field: kycField,
  reason: plainText('The reason', 300, 3),
})

export const revealKyc = defineEndpoint({
  method: 'POST',
  path: '/api/admin/kyc/:memberId/reveal',
  access: having('pii.reveal'),
  fresh: true,
  tag: adminTag,
  summary: 'Show the full value of one field; the reason is logged',
  params: memberParams,
  body: revealBody,
  response: z.object({ parts: z.array(z.object({ label: z.string(), value: z.string() })) }),
})

export const kycDocumentPage = defineEndpoint({
  method: 'GET',
  path: '/api/admin/kyc/documents/:documentId/:page',
  access: having('kyc.decide'),
  tag: adminTag,
  summary: 'A page of a document, by a link that lasts five minutes and belongs to one person',
  params: z.object({
    documentId: z.uuid({ error: 'There is no such document.' }),
    page: wholeNumber('Page', DOCUMENT_MAX_PAGES),
  }),
  query: z.object({ ticket: z.string().max(200, 'This link is not one of ours.') }),
  response: file('image/webp'),
})
