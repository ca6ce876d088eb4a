import { type KycLogRow, logQuery } from '../people/kyc-history.ts'
import { KYC_DECISION_NAMES, KYC_FIELD_NAMES } from '../people/kyc-states.ts'
import { OTHER } from '../reasons.ts'
import { KYC_ACTION_NAMES } from '../people/kyc.ts'
import { columnsOf, defineList } from './define.ts'

const logWords = ({ decision, reason, note }: KycLogRow): string =>
  [decision && KYC_DECISION_NAMES[decision], reason && reason.key !== OTHER && reason.en, note]
    .filter(Boolean)
    .join(' ')

const column = columnsOf<KycLogRow>()

export const kycLogList = defineList({
  name: 'kyc-logs',
  noun: ['event', 'events'],
  empty: {
    title: 'No events yet',
    text: 'What members send, and what staff open, reveal and decide, will stand here as it happens.',
  },
  query: logQuery,
  id: ({ memberId, eventId }: KycLogRow) => `${memberId}-${eventId}`,
  columns: [
    column.moment('at', 'When', (row) => row.at, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.text('action', 'Event', (row) => KYC_ACTION_NAMES[row.action]),
    column.text('member', 'Member', (row) => row.memberName),
    column.text('field', 'Field', ({ field }) => field && KYC_FIELD_NAMES[field]),
    column.text('by', 'By', (row) => row.by),
    column.text('words', 'Outcome, reason and note', logWords),
    column.number('round', 'Round', (row) => row.round, { optional: true }),
    column.mobile('mobile', 'Mobile', (row) => row.mobile, { optional: true }),
    column.text('memberCode', 'Member code', (row) => row.memberCode, { optional: true }),
  ],
})
