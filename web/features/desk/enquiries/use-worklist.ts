import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchQuery } from '../../../lib/use-search-query.ts'
import { pageOptions } from '../../../ui/list/list-options.ts'
import type { ListQuery, ListSource } from '../../../ui/list/types.ts'
import { enquiryOptions } from './enquiry-queries.ts'

type Place = { after: string; before: undefined }
export type Neighbour = { enquiryId: string; place?: Place | undefined }
export type Worklist = { next: Neighbour | null; previous: Neighbour | null }

/** The next one is fetched when this one is through. */
const PRELOAD_MS = 700

/**
 * What stands before and after an enquiry in the list that it was opened from. After one that is not
 * in the list comes the list's first.
 */
export function useWorklist<Row extends { enquiryId: string }, Q extends ListQuery>(
  enquiryId: string,
  source: ListSource<Row, Q>,
): Worklist {
  const client = useQueryClient()
  const { query } = useSearchQuery(source.schema)
  const page = useQuery(pageOptions(source, query))
  const rows = page.data?.items ?? []
  const at = rows.findIndex((row) => row.enquiryId === enquiryId)
  const after = rows.slice(at + 1).find((row) => row.enquiryId !== enquiryId)
  const before = rows.slice(0, Math.max(0, at)).at(-1)
  const cursor = page.data?.next ?? null
  const place = cursor === null ? undefined : { after: cursor, before: undefined }
  const following = useQuery({
    ...pageOptions(source, { ...query, ...place }),
    enabled: place !== undefined && after === undefined,
  })
  const first = place && after === undefined ? following.data?.items[0] : undefined
  const next = after ?? (first ? { ...first, place } : null)
  const nextId = next?.enquiryId
  useEffect(() => {
    if (nextId === undefined) return
    const timer = setTimeout(() => {
      // What does not come now comes when it is opened, and is told then.
      void client.prefetchQuery(enquiryOptions(nextId))
    }, PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [client, nextId])
  return { next, previous: before ?? null }
}
