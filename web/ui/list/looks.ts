import { queryOptions } from '@tanstack/react-query'
import {
  lookName,
  myViews,
  setListLook,
  type ListLook,
  type SavedView,
} from '../../../contract/platform/views.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { readSession, staffIdOf } from '../../lib/session.ts'
import { lookIn, makeLookStore, type LookStore, type Place, type SendLook } from './look-store.ts'

export const NO_LOOK: ListLook = { shown: [], hidden: [], widths: {}, compact: false, rows: null }
const STALE_MS = 60_000
/** Answers after which another try may help, although the request was to blame. */
const MAY_PASS: ReadonlySet<number> = new Set([401, 408, 429])

function isRefused(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false
  const { status } = failure
  return status !== null && status >= 400 && status < 500 && !MAY_PASS.has(status)
}

/** A place that may be full or forbidden; then it is as if nothing had been kept. */
function placeIn(storage: () => Storage, key: string): Place {
  return {
    read: () => {
      try {
        return storage().getItem(key)
      } catch {
        return null
      }
    },
    write: (text) => {
      try {
        storage().setItem(key, text)
      } catch {
        // The store itself still has it for as long as the page is open.
      }
    },
  }
}

const signedInAs = (): number | null => {
  const session = readSession()
  return session && staffIdOf(session)
}

/** Sends for the person whose look it is, never in the name of somebody who signed in since. */
function senderFor(staffId: number | null): SendLook {
  return async (name, look, { keepalive }) => {
    if (staffId === null || signedInAs() !== staffId) throw new Error('Nobody to send it for.')
    const list = lookName.safeParse(name)
    if (!list.success) return 'refused'
    try {
      await call(setListLook, { params: { list: list.data }, body: { look }, keepalive })
      return 'kept'
    } catch (failure) {
      if (isRefused(failure)) return 'refused'
      throw failure
    }
  }
}

const stores = new Map<number | null, LookStore>()
const keyOf = (staffId: number | null): string => `hil.looks.${staffId ?? 'nobody'}`

/** The looks of a person, kept apart from everybody else's who uses this browser. */
export function looksOf(staffId: number | null): LookStore {
  const found = stores.get(staffId)
  if (found) return found
  const key = keyOf(staffId)
  const store = makeLookStore(
    placeIn(() => localStorage, key),
    placeIn(() => sessionStorage, key),
    senderFor(staffId),
  )
  stores.set(staffId, store)
  window.addEventListener('storage', (event) => {
    if (event.key === key) store.reread()
  })
  window.addEventListener('online', store.sendNow)
  window.addEventListener('pagehide', store.sendLast)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') store.sendNow()
  })
  return store
}

export const myLooks = (): LookStore => looksOf(signedInAs())

/** All my looks and views, asked once after signing in and now and then for what others share. */
export const viewsOptions = () =>
  queryOptions({
    queryKey: ['views'],
    queryFn: async ({ signal }): Promise<SavedView[]> => {
      const [store, askedAt] = [myLooks(), performance.now()]
      const answer = await call(myViews, { signal })
      store.takeIn(answer, askedAt)
      return answer.views
    },
    staleTime: STALE_MS,
    gcTime: Infinity,
  })

/** The number of the view that an address opens. */
export function viewIn(search: Record<string, unknown>): number | null {
  const { view } = search
  return typeof view === 'string' && /^\d{1,9}$/.test(view) ? Number(view) : null
}

/** The rows of a page: those of the address, else those of the look, else the list's own number. */
export function withRows<Q extends { limit: number }>(
  query: Q,
  search: Record<string, unknown>,
  { rows }: ListLook,
): Q {
  return rows === null || search.limit !== undefined ? query : { ...query, limit: rows }
}

/** The same for whoever is signed in, before anything is shown. */
export function withKnownRows<Q extends { limit: number }>(
  query: Q,
  search: Record<string, unknown>,
  list: string,
): Q {
  const { look } = lookIn(myLooks().now(), list, viewIn(search))
  return withRows(query, search, look ?? NO_LOOK)
}
