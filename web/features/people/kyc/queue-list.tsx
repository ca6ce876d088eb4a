import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { kycQueueList } from '../../../../contract/lists/kyc-queue.ts'
import { IconLock, IconUsers } from '@tabler/icons-react'
import { kycQueue, kycQueueQuery, type KycQueueRow } from '../../../../contract/people/kyc.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { Age } from '../../../ui/age.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { z } from 'zod'
import { fieldsInWords, LATE_HOURS } from './kyc-words.tsx'

export type QueueQuery = z.output<typeof kycQueueQuery>

export const queueSource = listSource(kycQueueList, {
  schema: kycQueueQuery,
  fetchPage: (query, signal) => call(kycQueue, { query, signal }),
  queue: true,
})

const waiting = ({ fields }: KycQueueRow) =>
  fields.filter(({ state }) => state === 'pending').map(({ field }) => field)

export const QUEUE_COLUMNS = columnsFor(kycQueueList, {
  member: 150,
  age: {
    width: 128,
    card: 'corner',
    render: (row) => <Age since={row.submittedAt} lateHours={LATE_HOURS} />,
  },
  fields: { width: 280, card: 'wide', render: (row) => fieldsInWords(waiting(row)) },
  round: 62,
  duplicates: {
    width: 132,
    render: ({ duplicates }) =>
      duplicates > 0 ? (
        <Tag tone="yellow" Picture={IconUsers}>{`with ${formatAmount(duplicates, 'member')}`}</Tag>
      ) : null,
  },
  lockedBy: {
    width: 118,
    render: ({ lockedBy, lockedByMe }) =>
      lockedBy === null ? null : (
        <Tag tone={lockedByMe ? 'green' : 'gray'} Picture={IconLock}>
          {lockedByMe ? 'You' : lockedBy}
        </Tag>
      ),
  },
  kind: 96,
  place: 134,
  submittedAt: 152,
  memberCode: 120,
})
