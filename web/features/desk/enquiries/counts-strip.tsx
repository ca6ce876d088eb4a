import {
  IconAlertTriangle,
  IconClockExclamation,
  IconInbox,
  IconUser,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactElement } from 'react'
import type { z } from 'zod'
import type { enquiryCounts, EnquiryListQuery } from '../../../../contract/desk/enquiries.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { formatNumber } from '../../../lib/format.ts'
import { stringifySearch } from '../../../lib/search.ts'
import { useSearchQuery } from '../../../lib/use-search-query.ts'
import { enquirySource, HELPDESK, UNSETTLED } from './enquiries-list.tsx'
import { countsOptions } from './enquiry-queries.ts'
import classes from './enquiries.module.css'

type Counts = z.output<typeof enquiryCounts.response>
type Rows = Pick<EnquiryListQuery, 'owner' | 'late'>
type Count = {
  key: keyof Counts
  label: string
  rows: Rows
  Picture: Icon
  /** Worn while there are any. */
  tone?: 'red' | 'yellow'
}

const COUNTS: readonly Count[] = [
  { key: 'open', label: 'not settled', rows: {}, Picture: IconInbox },
  { key: 'mine', label: 'mine', rows: { owner: 'me' }, Picture: IconUser },
  { key: 'unassigned', label: 'nobody’s', rows: { owner: 'nobody' }, Picture: IconUserQuestion },
  {
    key: 'missed',
    label: 'deadline missed',
    rows: { late: 'missed' },
    Picture: IconAlertTriangle,
    tone: 'red',
  },
  {
    key: 'soon',
    label: 'due within 2 h',
    rows: { late: 'soon' },
    Picture: IconClockExclamation,
    tone: 'yellow',
  },
]

const FILTERS = ['q', 'category', 'owner', 'late', 'member', 'from', 'to'] as const

/** Whether the list shows exactly these rows. */
function shows(query: EnquiryListQuery, rows: Rows): boolean {
  const wanted: Partial<EnquiryListQuery> = rows
  const status = query.status ?? []
  return (
    status.length === UNSETTLED.length &&
    UNSETTLED.every((state) => status.includes(state)) &&
    FILTERS.every((name) => query[name] === wanted[name])
  )
}

/** How many wait, and for whom; each number leads to exactly its rows. */
export function CountsStrip(): ReactElement {
  const { query } = useSearchQuery(enquirySource.schema)
  const { data, error } = useQuery(countsOptions())
  const navigate = useNavigate()
  const click = (event: MouseEvent, search: Record<string, unknown>): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void navigate({ to: '.', search })
  }
  if (error && !data) {
    return <p className={classes.quiet} role="status">{`No counts: ${sentenceOf(error)}`}</p>
  }
  return (
    <ul className={classes.strip} aria-label="What waits">
      {COUNTS.map(({ key, label, rows, Picture, tone }) => {
        const count = data?.[key]
        const search = { status: UNSETTLED, ...rows }
        return (
          <li key={key}>
            <a
              className={classes.count}
              href={HELPDESK + stringifySearch(search)}
              aria-current={shows(query, rows) ? 'true' : undefined}
              data-tone={count ? tone : undefined}
              onClick={(event) => click(event, search)}
            >
              <Picture size={17} stroke={1.8} aria-hidden />
              <b>{count === undefined ? '–' : formatNumber(count)}</b>
              <span>{label}</span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
