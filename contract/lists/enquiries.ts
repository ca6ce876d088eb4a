import { enquiryQuery, type EnquiryRow } from '../desk/enquiries.ts'
import { ENQUIRY_CATEGORIES, ENQUIRY_NAMES } from '../desk/enquiry-states.ts'
import { formatMoment } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

function dueWords({ state, firstAnswer, resolution }: EnquiryRow): string {
  if (state === 'resolved' || state === 'closed') {
    return resolution.missed ? 'Settled late' : 'Settled in time'
  }
  const answered = firstAnswer.doneAt !== null
  if (answered && state === 'waiting') return 'Stands still'
  const [what, due] = answered ? ['Settle', resolution] : ['Answer', firstAnswer]
  return `${what} by ${formatMoment(due.by)}${due.missed ? ', missed' : ''}`
}

const column = columnsOf<EnquiryRow>()

export const enquiryList = defineList({
  name: 'enquiries',
  noun: ['enquiry', 'enquiries'],
  empty: {
    title: 'No enquiries yet',
    text: 'When a member asks something in the app, or you write down a call, it stands here with its deadlines.',
  },
  query: enquiryQuery,
  id: ({ enquiryId }: EnquiryRow) => enquiryId,
  columns: [
    column.text('number', 'Number', (row) => row.number),
    column.text('subject', 'Subject', (row) => row.subject),
    column.text('member', 'Member', (row) => row.memberName),
    column.text('category', 'Category', (row) => ENQUIRY_CATEGORIES[row.category].label),
    column.text('state', 'Status', (row) => ENQUIRY_NAMES[row.state]),
    column.text('owner', 'Owner', (row) => row.ownerName ?? 'Nobody'),
    column.text('due', 'Deadline', dueWords, {
      sort: { descending: 'urgent', ascending: 'urgent' },
    }),
    column.moment('last', 'Last message', (row) => row.lastMessageAt),
    column.moment('openedAt', 'Opened', (row) => row.openedAt, {
      optional: true,
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.text('memberCode', 'Member code', (row) => row.memberCode, { optional: true }),
    column.mobile('mobile', 'Mobile', (row) => row.mobile, { optional: true }),
  ],
})
