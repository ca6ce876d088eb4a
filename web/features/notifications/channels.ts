import { queryOptions } from '@tanstack/react-query'
import { listChannels } from '../../../contract/notifications.ts'
import { call } from '../../lib/api.ts'

/** The channels that the server has; they change with its settings only. */
export const channelsOptions = () =>
  queryOptions({
    queryKey: ['notification-channels'],
    queryFn: async ({ signal }) => (await call(listChannels, { signal })).channels,
    staleTime: 300_000,
  })
