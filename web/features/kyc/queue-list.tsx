import { IconLock, IconUsers } from '@tabler/icons-react'
import { STATES, stateName } from '../../../contract/india.ts'
import { kycQueue, kycQueueQuery, type KycQueueRow } from '../../../contract/kyc.ts'
import { MEMBER_KINDS } from '../../../contract/members.ts'
import { call } from '../../lib/api.ts'
import { formatAmount, formatMobile, formatWord } from '../../lib/format.ts'
import { Age } from '../../ui/age.tsx'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { LATE_FILTER } from '../../ui/list/waiting-filters.ts'
import { Moment } from '../../ui/moment.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { z } from 'zod'
import { choicesOf, fieldsInWords, LATE_HOURS } from './kyc-words.tsx'

export type QueueQuery = z.output<typeof kycQueueQuery>

export const queueSource: ListSource<KycQueueRow, QueueQuery> = {
  name: 'kyc-queue',
  schema: kycQueueQuery,
  fetchPage: (query, signal) => call(kycQueue, { query, signal }),
  rowId: ({ memberId }) => String(memberId),
  queue: true,
}

const waiting = ({ fields }: KycQueueRow) =>
  fields.filter(({ state }) => state === 'pending').map(({ field }) => field)

export const QUEUE_COLUMNS: Column<KycQueueRow>[] = [
  { key: 'member', header: 'Member', width: 150, render: (row) => row.memberName },
  {
    key: 'age',
    header: 'Waits for',
    width: 128,
    card: 'corner',
    sort: { descending: 'oldest', ascending: 'newest' },
    render: (row) => <Age since={row.submittedAt} lateHours={LATE_HOURS} />,
  },
  {
    key: 'fields',
    header: 'To decide',
    width: 280,
    card: 'wide',
    render: (row) => fieldsInWords(waiting(row)),
  },
  {
    key: 'round',
    header: 'Round',
    width: 62,
    align: 'right',
    render: (row) => row.round,
  },
  {
    key: 'duplicates',
    header: 'Shared values',
    width: 132,
    render: ({ duplicates }) =>
      duplicates > 0 ? (
        <Tag tone="yellow" Picture={IconUsers}>{`with ${formatAmount(duplicates, 'member')}`}</Tag>
      ) : null,
  },
  {
    key: 'lockedBy',
    header: 'Open with',
    width: 118,
    render: ({ lockedBy, lockedByMe }) =>
      lockedBy === null ? null : (
        <Tag tone={lockedByMe ? 'green' : 'gray'} Picture={IconLock}>
          {lockedByMe ? 'You' : lockedBy}
        </Tag>
      ),
  },
  { key: 'kind', header: 'Kind', width: 96, render: (row) => formatWord(row.memberKind) },
  { key: 'place', header: 'State', width: 134, render: (row) => stateName(row.state) },
  {
    key: 'submittedAt',
    header: 'Submitted',
    width: 152,
    optional: true,
    render: (row) => <Moment at={row.submittedAt} />,
  },
  {
    key: 'mobile',
    header: 'Mobile',
    width: 142,
    optional: true,
    render: (row) => formatMobile(row.mobile),
  },
  {
    key: 'memberCode',
    header: 'Member code',
    width: 120,
    optional: true,
    render: (row) => row.memberCode,
  },
]

export const QUEUE_ORDERS = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
]

export const QUEUE_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'kind',
    label: 'Kind',
    primary: true,
    choices: choicesOf(MEMBER_KINDS, formatWord),
  },
  {
    kind: 'choices',
    name: 'state',
    label: 'State',
    primary: true,
    choices: STATES.map(({ id, name }) => ({ value: id, label: name })),
  },
  { kind: 'days', from: 'from', to: 'to', label: 'Submitted', primary: true },
  LATE_FILTER,
]
