import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { enquiryList } from '../../../../contract/lists/enquiries.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconHeadset, IconUser } from '@tabler/icons-react'
import {
  enquiryListQuery,
  listEnquiries,
  type EnquiryRow,
} from '../../../../contract/desk/enquiries.ts'
import { type EnquiryState } from '../../../../contract/desk/enquiry-states.ts'
import { call } from '../../../lib/api.ts'
import { Moment } from '../../../ui/moment.tsx'
import { DueTag, EnquiryTag, langOf } from './enquiry-words.tsx'
import classes from './enquiries.module.css'

export const HELPDESK = '/dashboard/enquiry'

/** What is not settled yet. */
export const UNSETTLED: EnquiryState[] = ['open', 'in_progress', 'waiting']

export const enquirySource = listSource(enquiryList, {
  schema: enquiryListQuery,
  fetchPage: (query, signal) => call(listEnquiries, { query, signal }),
  queue: true,
  newsAnywhere: true,
})

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

export const ENQUIRY_COLUMNS = columnsFor(enquiryList, {
  number: 92,
  subject: {
    width: 190,
    card: 'wide',
    render: (row) => <span lang={langOf(row.subject)}>{row.subject}</span>,
  },
  member: 124,
  category: 120,
  state: { width: 112, card: 'corner', render: (row) => <EnquiryTag state={row.state} /> },
  owner: 104,
  due: { width: 192, render: (row) => <DueTag row={row} /> },
  last: { width: 182, card: 'wide', render: (row) => <LastMessage row={row} /> },
  openedAt: 150,
  memberCode: 120,
})
