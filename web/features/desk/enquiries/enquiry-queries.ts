import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  enquiryCounts,
  enquiryOwners,
  getEnquiry,
  listCannedAnswers,
  type EnquiryDetail,
} from '../../../../contract/desk/enquiries.ts'
import { call, fetchFile } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { enquirySource } from './enquiries-list.tsx'

const WATCH_MS = 10_000
/** Somebody sits before it and may be waited for. */
const THREAD_MS = 5_000
/** Pictures that were looked at are kept this long, in memory, for coming back to them. */
const PICTURES_MS = 10 * 60_000
const SELDOM_MS = 60_000

/** One enquiry with its thread, looked at again while it is open: the member may write meanwhile. */
export const enquiryOptions = (enquiryId: string) =>
  queryOptions({
    queryKey: ['enquiry', enquiryId],
    queryFn: ({ signal }) => call(getEnquiry, { params: { enquiryId }, signal }),
    refetchInterval: THREAD_MS,
  })

export const countsOptions = () =>
  queryOptions({
    queryKey: ['enquiry-counts'],
    queryFn: ({ signal }) => call(enquiryCounts, { signal }),
    staleTime: WATCH_MS / 2,
    refetchInterval: WATCH_MS,
  })

export const ownersOptions = () =>
  queryOptions({
    queryKey: ['enquiry-owners'],
    queryFn: ({ signal }) => call(enquiryOwners, { signal }),
    staleTime: SELDOM_MS,
  })

export const cannedOptions = () =>
  queryOptions({
    queryKey: ['canned-answers'],
    queryFn: ({ signal }) => call(listCannedAnswers, { signal }),
    staleTime: SELDOM_MS,
  })

export type Shown = { attachmentId: string; page: number; url: string }

const watched = new WeakSet<QueryClient>()

/** Gives the memory of pictures back when they are no longer kept. */
function freePictures(client: QueryClient): void {
  if (watched.has(client)) return
  watched.add(client)
  client.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
    if (type !== 'removed' || queryKey[0] !== 'enquiry-picture') return
    if (typeof state.data === 'string') URL.revokeObjectURL(state.data)
  })
}

/** One page of an attachment: the same picture whichever of its short-lived links it came by. */
export const pictureOptions = ({ attachmentId, page, url }: Shown) =>
  queryOptions({
    queryKey: ['enquiry-picture', attachmentId, page],
    queryFn: async ({ signal, client }) => {
      const bytes = await fetchFile(url, signal)
      freePictures(client)
      return URL.createObjectURL(bytes)
    },
    staleTime: Infinity,
    gcTime: PICTURES_MS,
  })

/** Puts what an act made of an enquiry wherever it is shown. */
export function keepEnquiry(client: QueryClient, enquiry: EnquiryDetail): void {
  client.setQueryData(enquiryOptions(enquiry.enquiryId).queryKey, enquiry)
  replaceRow(client, enquirySource, enquiry)
  void client.invalidateQueries({ queryKey: countsOptions().queryKey })
  void client.invalidateQueries({ queryKey: ownersOptions().queryKey })
  void client.invalidateQueries({ queryKey: ['member', enquiry.memberId, 'enquiries'] })
}

/** Everything that shows enquiries is read again: many of them were changed at once. */
export function refreshEnquiries(client: QueryClient): Promise<unknown> {
  const keys = [enquirySource.name, 'enquiry', 'enquiry-counts', 'enquiry-owners', 'member']
  return Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
}
