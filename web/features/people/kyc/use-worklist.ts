import { useQuery } from '@tanstack/react-query'
import type { KycQueueRow } from '../../../../contract/people/kyc.ts'
import { useSearchQuery } from '../../../lib/use-search-query.ts'
import { pageOptions } from '../../../ui/list/list-options.ts'
import { queueSource } from './queue-list.tsx'

type Place = { after: string; before: undefined }
export type Neighbour = { memberId: number; memberName: string; place?: Place | undefined }
export type Worklist = { next: Neighbour | null; previous: Neighbour | null }

const isFree = ({ lockedBy, lockedByMe }: KycQueueRow): boolean => lockedBy === null || lockedByMe

/**
 * What stands before and after a submission in the queue that it was opened from, without those that
 * somebody else has open. After one that is not in the queue comes the queue's first.
 */
export function useWorklist(memberId: number): Worklist {
  const { query } = useSearchQuery(queueSource.schema)
  const page = useQuery(pageOptions(queueSource, query))
  const rows = page.data?.items ?? []
  const at = rows.findIndex((row) => row.memberId === memberId)
  const before = rows.slice(0, Math.max(0, at)).findLast(isFree)
  const after = rows.slice(at + 1).find((row) => row.memberId !== memberId && isFree(row))
  const cursor = page.data?.next ?? null
  const place = cursor === null ? undefined : { after: cursor, before: undefined }
  const following = useQuery({
    ...pageOptions(queueSource, { ...query, ...place }),
    enabled: place !== undefined && after === undefined,
  })
  const first = place && after === undefined ? following.data?.items.find(isFree) : undefined
  return { next: after ?? (first ? { ...first, place } : null), previous: before ?? null }
}
