import { onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const MAX_TRIES = 3

/** Only what may pass by itself is tried again: no answer, or a server that is busy for the moment. */
function mayPass(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false
  return failure.code === 'network' || failure.status === 503
}

// It hears of changes only: without this, a page that opens offline would ask, fail, and not ask again
// when the network is back.
onlineManager.setOnline(navigator.onLine)

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failed, failure) => failed + 1 < MAX_TRIES && mayPass(failure),
    },
    mutations: { retry: false },
  },
})
