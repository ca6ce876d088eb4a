import { VisuallyHidden } from '@mantine/core'
import { IconHeadset, IconUser } from '@tabler/icons-react'
import {
  ENQUIRY_STATES,
  enquiryListQuery,
  listEnquiries,
  type EnquiryListQuery,
  type EnquiryRow,
  type EnquiryState,
} from '../../../contract/enquiries.ts'
import { call } from '../../lib/api.ts'
import { formatMobile } from '../../lib/format.ts'
import type { Choice, Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import {
  CATEGORY_CHOICES,
  categoryName,
  DueTag,
  EnquiryTag,
  langOf,
  STATE_LOOKS,
} from './enquiry-words.tsx'
import classes from './enquiries.module.css'

export const HELPDESK = '/dashboard/enquiry'

/** What is not settled yet. */
export const UNSETTLED: EnquiryState[] = ['open', 'in_progress', 'waiting']

export const enquirySource: ListSource<EnquiryRow, EnquiryListQuery> = {
  name: 'enquiries',
  schema: enquiryListQuery,
  fetchPage: (query, signal) => call(listEnquiries, { query, signal }),
  rowId: ({ enquiryId }) => enquiryId,
  queue: true,
  newsAnywhere: true,
}

/** Whose word is the last one: ours are settled for the moment, the member's are not. */
function LastMessage({ row }: { row: EnquiryRow }) {
  const { memberWroteLast, lastMessageAt } = row
  const Picture = memberWroteLast ? IconUser : IconHeadset
  const words = memberWroteLast ? 'The member wrote last' : 'We wrote last'
  return (
    <span className={classes.last} data-his={memberWroteLast || undefined}>
      <span className={classes.who} title={words}>
        <Picture size={15} stroke={1.8} aria-hidden />
        <VisuallyHidden>{`${words}, `}</VisuallyHidden>
      </span>
      <Moment at={lastMessageAt} />
    </span>
  )
}

export const ENQUIRY_COLUMNS: Column<EnquiryRow>[] = [
  { key: 'number', header: 'Number', width: 92, render: (row) => row.number },
  {
    key: 'subject',
    header: 'Subject',
    width: 190,
    card: 'wide',
    render: (row) => <span lang={langOf(row.subject)}>{row.subject}</span>,
  },
  { key: 'member', header: 'Member', width: 124, render: (row) => row.memberName },
  {
    key: 'category',
    header: 'Category',
    width: 120,
    render: (row) => categoryName(row.category),
  },
  {
    key: 'state',
    header: 'Status',
    width: 112,
    card: 'corner',
    render: (row) => <EnquiryTag state={row.state} />,
  },
  { key: 'owner', header: 'Owner', width: 104, render: (row) => row.ownerName ?? 'Nobody' },
  {
    key: 'due',
    header: 'Deadline',
    width: 192,
    sort: { descending: 'urgent', ascending: 'urgent' },
    render: (row) => <DueTag row={row} />,
  },
  {
    key: 'last',
    header: 'Last message',
    width: 182,
    card: 'wide',
    render: (row) => <LastMessage row={row} />,
  },
  {
    key: 'openedAt',
    header: 'Opened',
    width: 150,
    optional: true,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: (row) => <Moment at={row.openedAt} />,
  },
  {
    key: 'memberCode',
    header: 'Member code',
    width: 120,
    optional: true,
    render: (row) => row.memberCode,
  },
  {
    key: 'mobile',
    header: 'Mobile',
    width: 142,
    optional: true,
    render: (row) => formatMobile(row.mobile),
  },
]

export const ENQUIRY_ORDERS = [
  { value: 'urgent', label: 'Nearest deadline first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

/** The filters; who may be an owner comes with its own request. */
export const enquiryFilterList = (owners: Choice[] | undefined): Filter[] => [
  {
    kind: 'choices',
    name: 'status',
    label: 'Status',
    primary: true,
    choices: ENQUIRY_STATES.map((value) => ({ value, label: STATE_LOOKS[value].label })),
  },
  {
    kind: 'choices',
    name: 'category',
    label: 'Category',
    primary: true,
    choices: CATEGORY_CHOICES,
  },
  {
    kind: 'choices',
    name: 'owner',
    label: 'Owner',
    primary: true,
    one: true,
    choices: owners && [
      { value: 'me', label: 'Me' },
      { value: 'nobody', label: 'Nobody' },
      ...owners,
    ],
  },
  {
    kind: 'choices',
    name: 'late',
    label: 'Deadline',
    primary: true,
    one: true,
    choices: [
      { value: 'missed', label: 'Missed' },
      { value: 'soon', label: 'Within 2 hours' },
    ],
  },
  { kind: 'days', from: 'from', to: 'to', label: 'Opened' },
  { kind: 'number', name: 'member', label: 'Member', fromLink: true },
]
