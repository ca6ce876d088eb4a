import { decisionQuery, type KycHistoryRow } from '../people/kyc-history.ts'
import { KYC_DECISION_NAMES, KYC_FIELD_NAMES, type KycField } from '../people/kyc-states.ts'
import { columnsOf, defineList } from './define.ts'

const fieldWords = (fields: readonly KycField[]): string =>
  fields.map((field) => KYC_FIELD_NAMES[field]).join(', ')

const refusalWords = ({ refused }: KycHistoryRow): string =>
  refused.map(({ field, reason }) => `${KYC_FIELD_NAMES[field]}: ${reason.label}`).join(', ')

const column = columnsOf<KycHistoryRow>()

export const kycHistoryList = defineList({
  name: 'kyc-history',
  noun: ['decision', 'decisions'],
  empty: {
    title: 'No decisions yet',
    text: 'Each KYC that is approved, sent back or rejected will stand here with who decided it and how long it took.',
  },
  query: decisionQuery,
  id: ({ memberId, eventId }: KycHistoryRow) => `${memberId}-${eventId}`,
  columns: [
    column.text('member', 'Member', (row) => row.memberName),
    column.text('decision', 'Decision', (row) => KYC_DECISION_NAMES[row.decision]),
    column.moment('decidedAt', 'Decided', (row) => row.decidedAt, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.text('by', 'By', (row) => row.decidedBy),
    column.text('refused', 'Refused fields', refusalWords),
    column.number('waited', 'Waited', (row) => row.waitedSeconds, {
      fileHeader: 'Waited, seconds',
    }),
    column.number('review', 'Review time', (row) => row.reviewSeconds, {
      fileHeader: 'Review time, seconds',
    }),
    column.text('accepted', 'Accepted fields', (row) => fieldWords(row.accepted), {
      optional: true,
    }),
    column.text('note', 'Note', (row) => row.note, { optional: true }),
    column.number('round', 'Round', (row) => row.round, { optional: true }),
    column.mobile('mobile', 'Mobile', (row) => row.mobile, { optional: true }),
    column.text('memberCode', 'Member code', (row) => row.memberCode, { optional: true }),
  ],
})
