import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { ListPreferences } from '../../../contract/platform/views.ts'
import { staffIdOf, useSession } from '../../lib/session.ts'
import { preferencesIn } from './preferences-store.ts'
import { preferencesOf, NO_PREFERENCES, viewIn, viewsOptions } from './preferences.ts'

export type CurrentPreferences = {
  preferences: ListPreferences
  setPreferences: (preferences: ListPreferences) => void
  /** Whether it is known how the person set the list up; a server that fails is not waited for. */
  settled: boolean
  /** The server does not take it for the moment. */
  failing: boolean
}

/** How the signed-in person sees a list: by the view that is open, else by the last look at it. */
export function usePreferences(list: string): CurrentPreferences {
  const session = useSession()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const store = preferencesOf(session && staffIdOf(session))
  const now = useSyncExternalStore(store.subscribe, store.now)
  const asked = useQuery(viewsOptions())
  const viewId = viewIn(search)
  const { preferences, ofView } = preferencesIn(now, list, viewId)
  const known = now.told && (viewId === null || ofView)
  return {
    preferences: preferences ?? NO_PREFERENCES,
    setPreferences: (next) => {
      if (ofView && viewId !== null) store.setDraft(viewId, next)
      else store.setPreferences(list, next)
    },
    settled: known || !asked.isPending || asked.failureCount > 0,
    failing: now.failing && now.unsent.includes(list),
  }
}
