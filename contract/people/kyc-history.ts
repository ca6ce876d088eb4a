import { KYC_ACTION_NAMES, kycEvent } from './kyc.ts'
import { KYC_DECISION_NAMES, KYC_FIELD_NAMES, KYC_OUTCOMES, kycField } from './kyc-states.ts'
import { choiceFilter, dayFilter, defineQuery, lookupFilter, numberFilter } from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, seeing } from '../endpoint.ts'
import { refusalReason } from '../reasons.ts'
import { many, page, wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'

const HISTORY = '/dashboard/approvals/kyc_history'
const LOGS = '/dashboard/approvals/kyc_logs'
const tag = 'KYC'
const search = { label: 'Mobile, member code or the start of a name', max: 60 }

export const kycHistoryRow = z.object({
  eventId: z.string(),
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  mobile: z.string(),
  round: z.number().int(),
  decision: z.enum(KYC_OUTCOMES),
  decidedAt: instant,
  decidedBy: z.string(),
  submittedAt: instant,
  /** From the submission to the decision. */
  waitedSeconds: z.number().int(),
  /** From opening to the decision. */
  reviewSeconds: z.number().int().nullable(),
  accepted: z.array(kycField),
  refused: z.array(z.object({ field: kycField, reason: refusalReason })),
  note: z.string().nullable(),
})
export type KycHistoryRow = z.infer<typeof kycHistoryRow>
export const decisionQuery = defineQuery({
  search,
  filters: [
    choiceFilter('decision', 'Decision', KYC_DECISION_NAMES, { primary: true }),
    choiceFilter('field', 'Refused field', KYC_FIELD_NAMES, { primary: true }),
    dayFilter('Decided', { primary: true }),
    lookupFilter('by', 'Reviewer', many(wholeNumber('Reviewer')), { primary: true }),
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first' },
})
export const kycHistoryQuery = decisionQuery.schema

export const kycHistory = defineEndpoint({
  method: 'GET',
  path: '/api/admin/kyc-history',
  access: seeing(HISTORY),
  tag,
  summary: 'Decided KYC: by whom, when, which fields, time taken',
  query: kycHistoryQuery,
  response: page(kycHistoryRow),
})

export const kycLogRow = kycEvent.extend({
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  mobile: z.string(),
})
export type KycLogRow = z.infer<typeof kycLogRow>
export const logQuery = defineQuery({
  search,
  filters: [
    choiceFilter('action', 'Event', KYC_ACTION_NAMES, { primary: true }),
    choiceFilter('field', 'Field', KYC_FIELD_NAMES, { primary: true }),
    dayFilter('Dates', { primary: true }),
    lookupFilter('by', 'Person', many(wholeNumber('Person'))),
    numberFilter('member', 'Member', { fromLink: true }),
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first' },
})
export const kycLogQuery = logQuery.schema

export const kycLog = defineEndpoint({
  method: 'GET',
  path: '/api/admin/kyc-log',
  access: seeing(LOGS),
  tag,
  summary: 'Every KYC event, revealed values included (never the values)',
  query: kycLogQuery,
  response: page(kycLogRow),
})

/** People to filter by: whoever decided or revealed something. */
export const kycReviewers = defineEndpoint({
  method: 'GET',
  path: '/api/admin/kyc-reviewers',
  access: seeing(HISTORY, LOGS),
  tag,
  summary: 'Staff who appear in the KYC log',
  response: z.object({ items: z.array(z.object({ staffId: z.number().int(), name: z.string() })) }),
})
