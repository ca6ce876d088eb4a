import { stateName } from '../india.ts'
import { KYC_FIELD_NAMES, type KycField } from '../people/kyc-states.ts'
import { type KycQueueRow, queueQuery } from '../people/kyc.ts'
import { formatWord } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

const fieldWords = (fields: readonly KycField[]): string =>
  fields.map((field) => KYC_FIELD_NAMES[field]).join(', ')

const column = columnsOf<KycQueueRow>()

export const kycQueueList = defineList({
  name: 'kyc-queue',
  noun: ['submission', 'submissions'],
  empty: {
    title: 'Nothing waits',
    text: 'When a member sends KYC details in the app, they stand here until somebody decides them. The oldest comes first.',
  },
  query: queueQuery,
  id: ({ memberId }: KycQueueRow) => String(memberId),
  columns: [
    column.text('member', 'Member', (row) => row.memberName),
    column.moment('age', 'Waits for', (row) => row.submittedAt, {
      sort: { descending: 'oldest', ascending: 'newest' },
      fileHeader: 'Waits for, since',
    }),
    column.text('fields', 'To decide', ({ fields }) =>
      fieldWords(fields.filter(({ state }) => state === 'pending').map(({ field }) => field)),
    ),
    column.number('round', 'Round', (row) => row.round),
    column.number('duplicates', 'Shared values', (row) => row.duplicates, {
      fileHeader: 'Shared values, with members',
    }),
    column.text('lockedBy', 'Open with', (row) => row.lockedBy),
    column.text('kind', 'Type', (row) => formatWord(row.memberKind)),
    column.text('place', 'State', (row) => stateName(row.state)),
    column.moment('submittedAt', 'Submitted', (row) => row.submittedAt, { optional: true }),
    column.mobile('mobile', 'Mobile', (row) => row.mobile, { optional: true }),
    column.text('memberCode', 'Member code', (row) => row.memberCode, { optional: true }),
  ],
})
