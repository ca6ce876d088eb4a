import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { kycReviewers } from '../../../../contract/people/kyc-history.ts'
import { getKyc, type KycDetail } from '../../../../contract/people/kyc.ts'
import { call, fetchFile } from '../../../lib/api.ts'

/** Pictures that were looked at are kept this long, in memory, for coming back to them. */
const PICTURES_MS = 10 * 60_000

/** One member's KYC. The links to its documents last five minutes. */
export const kycOptions = (memberId: number) =>
  queryOptions({
    queryKey: ['kyc', 'one', memberId],
    queryFn: ({ signal }) => call(getKyc, { params: { memberId }, signal }),
  })

export function keepKyc(client: QueryClient, detail: KycDetail): void {
  client.setQueryData(kycOptions(detail.memberId).queryKey, detail)
}

export type Shown = { documentId: string; page: number; url: string }

const watched = new WeakSet<QueryClient>()

/** Gives the memory of pictures back when they are no longer kept. */
function freePictures(client: QueryClient): void {
  if (watched.has(client)) return
  watched.add(client)
  client.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
    const isPicture = queryKey[0] === 'kyc' && queryKey[1] === 'picture'
    if (type !== 'removed' || !isPicture) return
    if (typeof state.data === 'string') URL.revokeObjectURL(state.data)
  })
}

/** The address in this page of one page of a document: the same picture whichever link it came by. */
export const pictureOptions = ({ documentId, page, url }: Shown) =>
  queryOptions({
    queryKey: ['kyc', 'picture', documentId, page],
    queryFn: async ({ signal, client }) => {
      const bytes = await fetchFile(url, signal)
      freePictures(client)
      return URL.createObjectURL(bytes)
    },
    staleTime: Infinity,
    gcTime: PICTURES_MS,
  })

/** Fetches a submission and the first page of each of its documents, without opening it. */
export async function preloadKyc(client: QueryClient, memberId: number): Promise<void> {
  const { fields } = await client.fetchQuery(kycOptions(memberId))
  for (const { document } of fields) {
    const [first] = document?.pages ?? []
    if (!document || !first) continue
    const picture = { documentId: document.documentId, page: 1, url: first.url }
    await client.prefetchQuery(pictureOptions(picture))
  }
}

/** Who decided or revealed something, to filter by. */
export const reviewersOptions = () =>
  queryOptions({
    queryKey: ['kyc', 'reviewers'],
    queryFn: ({ signal }) => call(kycReviewers, { signal }),
    staleTime: 60_000,
  })
