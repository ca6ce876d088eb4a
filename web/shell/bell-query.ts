import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** What I was told of my work, and how much of it I have not read. */
export function noticesOptions() {
  return queryOptions({
    queryKey: ['my-notices'],
    // Its schemas bring their library along, which the first load does not need.
    queryFn: async ({ signal }) => {
      const { myNotices } = await import('../../contract/platform/notices.ts')
      return call(myNotices, { signal })
    },
    staleTime: 60_000,
  })
}
