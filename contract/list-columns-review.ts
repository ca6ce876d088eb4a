import type { DisputeRow } from './disputes.ts'
import { ENQUIRY_CATEGORIES, type EnquiryRow } from './enquiries.ts'
import { stateName } from './india.ts'
import type { KycHistoryRow, KycLogRow } from './kyc-history.ts'
import { KYC_FIELD_NAMES, type KycField } from './kyc-states.ts'
import { OTHER } from './reasons.ts'
import type { KycQueueRow } from './kyc.ts'
import { capital, columnsOf, momentWords, numberWords, type ListFile } from './list-column.ts'
import * as labels from './list-labels.ts'

const queue = columnsOf<KycQueueRow>()
const history = columnsOf<KycHistoryRow>()
const log = columnsOf<KycLogRow>()
const enquiry = columnsOf<EnquiryRow>()
const dispute = columnsOf<DisputeRow>()

const fieldWords = (fields: readonly KycField[]): string =>
  fields.map((field) => KYC_FIELD_NAMES[field]).join(', ')

export const kycQueue: ListFile<KycQueueRow> = {
  id: ({ memberId }) => String(memberId),
  columns: [
    queue.text('member', 'Member', (row) => row.memberName),
    queue.moment('age', 'Waits for, since', (row) => row.submittedAt),
    queue.text('fields', 'To decide', ({ fields }) =>
      fieldWords(fields.filter(({ state }) => state === 'pending').map(({ field }) => field)),
    ),
    queue.number('round', 'Round', (row) => row.round),
    queue.number('duplicates', 'Shared values, with members', (row) => row.duplicates),
    queue.text('lockedBy', 'Open with', (row) => row.lockedBy),
    queue.text('kind', 'Kind', (row) => capital(row.memberKind)),
    queue.text('place', 'State', (row) => stateName(row.state)),
    queue.moment('submittedAt', 'Submitted', (row) => row.submittedAt),
    queue.text('mobile', 'Mobile', (row) => row.mobile),
    queue.text('memberCode', 'Member code', (row) => row.memberCode),
  ],
}

const refusalWords = ({ refused }: KycHistoryRow): string =>
  refused.map(({ field, reason }) => `${KYC_FIELD_NAMES[field]}: ${reason.label}`).join(', ')

export const kycHistory: ListFile<KycHistoryRow> = {
  id: ({ memberId, eventId }) => `${memberId}-${eventId}`,
  columns: [
    history.text('member', 'Member', (row) => row.memberName),
    history.text('decision', 'Decision', (row) => labels.KYC_DECISION_NAMES[row.decision]),
    history.moment('decidedAt', 'Decided', (row) => row.decidedAt),
    history.text('by', 'By', (row) => row.decidedBy),
    history.text('refused', 'Refused fields', refusalWords),
    history.number('waited', 'Waited, seconds', (row) => row.waitedSeconds),
    history.number('review', 'Review time, seconds', (row) => row.reviewSeconds),
    history.text('accepted', 'Accepted fields', (row) => fieldWords(row.accepted)),
    history.text('note', 'Note', (row) => row.note),
    history.number('round', 'Round', (row) => row.round),
    history.text('mobile', 'Mobile', (row) => row.mobile),
    history.text('memberCode', 'Member code', (row) => row.memberCode),
  ],
}

const logWords = ({ decision, reason, note }: KycLogRow): string =>
  [
    decision && labels.KYC_DECISION_NAMES[decision],
    reason && reason.key !== OTHER && reason.en,
    note,
  ]
    .filter(Boolean)
    .join(' ')

export const kycLogs: ListFile<KycLogRow> = {
  id: ({ memberId, eventId }) => `${memberId}-${eventId}`,
  columns: [
    log.moment('at', 'When', (row) => row.at),
    log.text('action', 'Event', (row) => labels.KYC_ACTION_NAMES[row.action]),
    log.text('member', 'Member', (row) => row.memberName),
    log.text('field', 'Field', ({ field }) => field && KYC_FIELD_NAMES[field]),
    log.text('by', 'By', (row) => row.by),
    log.text('words', 'Outcome, reason and note', logWords),
    log.number('round', 'Round', (row) => row.round),
    log.text('mobile', 'Mobile', (row) => row.mobile),
    log.text('memberCode', 'Member code', (row) => row.memberCode),
  ],
}

/** The deadline that runs, or what came of both; how much is left depends on when it is read. */
function dueWords({ state, firstAnswer, resolution }: EnquiryRow): string {
  if (state === 'resolved' || state === 'closed') {
    return resolution.missed ? 'Settled late' : 'Settled in time'
  }
  const answered = firstAnswer.doneAt !== null
  if (answered && state === 'waiting') return 'Stands still'
  const [what, due] = answered ? ['Settle', resolution] : ['Answer', firstAnswer]
  return `${what} by ${momentWords(due.by)}${due.missed ? ', missed' : ''}`
}

export const enquiries: ListFile<EnquiryRow> = {
  id: ({ enquiryId }) => enquiryId,
  columns: [
    enquiry.text('number', 'Number', (row) => row.number),
    enquiry.text('subject', 'Subject', (row) => row.subject),
    enquiry.text('member', 'Member', (row) => row.memberName),
    enquiry.text('category', 'Category', (row) => ENQUIRY_CATEGORIES[row.category].label),
    enquiry.text('state', 'Status', (row) => labels.ENQUIRY_NAMES[row.state]),
    enquiry.text('owner', 'Owner', (row) => row.ownerName ?? 'Nobody'),
    enquiry.text('due', 'Deadline', dueWords),
    enquiry.moment('last', 'Last message', (row) => row.lastMessageAt),
    enquiry.moment('openedAt', 'Opened', (row) => row.openedAt),
    enquiry.text('memberCode', 'Member code', (row) => row.memberCode),
    enquiry.text('mobile', 'Mobile', (row) => row.mobile),
  ],
}

export const disputes: ListFile<DisputeRow> = {
  id: ({ enquiryId }) => enquiryId,
  columns: [
    dispute.text('number', 'Enquiry', (row) => row.number),
    dispute.text(
      'coupon',
      'Coupon',
      ({ batchId, serial }) => `Batch ${batchId} no. ${numberWords(serial)}`,
    ),
    dispute.number('points', 'Points', (row) => row.points),
    dispute.text('first', 'Scanned first', (row) => row.firstName),
    dispute.text('claimant', 'Claimed by', (row) => row.claimantName),
    dispute.text('state', 'Status', (row) => labels.DISPUTE_NAMES[row.state]),
    dispute.text('outcome', 'Proposal', ({ outcome, proposedBy }) =>
      outcome ? `${labels.OUTCOME_NAMES[outcome]}, by ${proposedBy ?? ''}` : 'None yet',
    ),
    dispute.moment('openedAt', 'Opened', (row) => row.openedAt),
    dispute.moment('proposedAt', 'Proposed', (row) => row.proposedAt),
  ],
}
