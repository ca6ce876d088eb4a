import { queryOptions } from '@tanstack/react-query'
import {
  preferencesName,
  myViews,
  setListPreferences,
  type ListPreferences,
  type SavedView,
} from '../../../contract/platform/views.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { readSession, staffIdOf } from '../../lib/session.ts'
import {
  preferencesIn,
  makePreferencesStore,
  type PreferencesStore,
  type Place,
  type SendPreferences,
} from './preferences-store.ts'

export const NO_PREFERENCES: ListPreferences = {
  shown: [],
  hidden: [],
  widths: {},
  compact: false,
  rows: null,
}
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

/** Sends for the person whose preferences they are, never in the name of somebody who signed in since. */
function senderFor(staffId: number | null): SendPreferences {
  return async (name, preferences, { keepalive }) => {
    if (staffId === null || signedInAs() !== staffId) throw new Error('Nobody to send it for.')
    const list = preferencesName.safeParse(name)
    if (!list.success) return 'refused'
    try {
      await call(setListPreferences, {
        params: { list: list.data },
        body: { preferences },
        keepalive,
      })
      return 'kept'
    } catch (failure) {
      if (isRefused(failure)) return 'refused'
      throw failure
    }
  }
}

const stores = new Map<number | null, PreferencesStore>()
const keyOf = (staffId: number | null): string => `hil.preferences.${staffId ?? 'nobody'}`

/** The preferences of a person, kept apart from everybody else's who uses this browser. */
export function preferencesOf(staffId: number | null): PreferencesStore {
  const found = stores.get(staffId)
  if (found) return found
  const key = keyOf(staffId)
  const store = makePreferencesStore(
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

export const myPreferences = (): PreferencesStore => preferencesOf(signedInAs())

/** All my preferences and views, asked once after signing in and now and then for what others share. */
export const viewsOptions = () =>
  queryOptions({
    queryKey: ['views'],
    queryFn: async ({ signal }): Promise<SavedView[]> => {
      const [store, askedAt] = [myPreferences(), performance.now()]
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

/** The rows of a page: those of the address, else those of the preferences, else the list's own number. */
export function withRows<Q extends { limit: number }>(
  query: Q,
  search: Record<string, unknown>,
  { rows }: ListPreferences,
): Q {
  return rows === null || search.limit !== undefined ? query : { ...query, limit: rows }
}

/** The same for whoever is signed in, before anything is shown. */
export function withKnownRows<Q extends { limit: number }>(
  query: Q,
  search: Record<string, unknown>,
  list: string,
): Q {
  const { preferences } = preferencesIn(myPreferences().now(), list, viewIn(search))
  return withRows(query, search, preferences ?? NO_PREFERENCES)
}
