import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import {
  getOnboardingError,
  listUploads,
  type ErrorRow,
} from '../../../../contract/people/onboarding.ts'
import { call } from '../../../lib/api.ts'
import { useSearchQuery } from '../../../lib/use-search-query.ts'
import { pageOptions, replaceRow } from '../../../ui/list/list-options.ts'
import { errorOfId, errorSource, idOfError } from './error-list.tsx'

const CHOICES = 100

const errorOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: ['onboarding-error', id],
    queryFn: ({ signal }) => {
      const params = errorOfId(id ?? '') ?? { uploadId: '0', rowNo: 0 }
      return call(getOnboardingError, { params, signal })
    },
    enabled: id !== undefined,
  })

/** The newest uploads, to choose among. */
export const choicesOptions = () =>
  queryOptions({
    queryKey: ['onboarding', 'choices'],
    queryFn: ({ signal }) => call(listUploads, { query: { limit: CHOICES }, signal }),
  })

type Place = { after: string; before: undefined }
export type Neighbour = { id: string; place?: Place | undefined }
export type Worklist = { next: Neighbour | null; previous: Neighbour | null }

/** The rows that the list beside shows. */
function useListed() {
  const { query } = useSearchQuery(errorSource.schema)
  return { query, page: useQuery(pageOptions(errorSource, query)) }
}

/** A refused row; begun with what the list knows of it. */
export function useErrorRow(id: string | undefined) {
  const { page } = useListed()
  return useQuery({
    ...errorOptions(id),
    initialData: () => page.data?.items.find((row) => idOfError(row) === id),
    initialDataUpdatedAt: page.dataUpdatedAt,
  })
}

/**
 * What stands before and after a refused row in the list that it was opened from. After one that is
 * not in the list comes the list's first.
 */
export function useWorklist(id: string | undefined): Worklist {
  const { query, page } = useListed()
  const ids = page.data?.items.map(idOfError) ?? []
  const at = id === undefined ? -1 : ids.indexOf(id)
  const after = ids[at + 1]
  const before = at > 0 ? ids[at - 1] : undefined
  const cursor = page.data?.next ?? null
  const place = cursor === null ? undefined : { after: cursor, before: undefined }
  const following = useQuery({
    ...pageOptions(errorSource, { ...query, ...place }),
    enabled: id !== undefined && place !== undefined && after === undefined,
  })
  const [first] = place && after === undefined ? (following.data?.items ?? []) : []
  return {
    next: after !== undefined ? { id: after } : first ? { id: idOfError(first), place } : null,
    previous: before === undefined ? null : { id: before },
  }
}

/** Puts what an act made of a refused row wherever it is shown. */
export function keepError(client: QueryClient, row: ErrorRow): void {
  client.setQueryData(errorOptions(idOfError(row)).queryKey, row)
  replaceRow(client, errorSource, row)
  void client.invalidateQueries({ queryKey: ['onboarding'] })
}

/** Asks again how a refused row stands, after an act on it failed. */
export function refreshError(client: QueryClient, row: ErrorRow): void {
  void client.invalidateQueries(errorOptions(idOfError(row)))
}
