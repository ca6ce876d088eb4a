import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { ListLook } from '../../../contract/platform/views.ts'
import { staffIdOf, useSession } from '../../lib/session.ts'
import { lookIn } from './look-store.ts'
import { looksOf, NO_LOOK, viewIn, viewsOptions } from './looks.ts'

export type LookNow = {
  look: ListLook
  setLook: (look: ListLook) => void
  /** Whether it is known how the person set the list up; a server that fails is not waited for. */
  settled: boolean
  /** The server does not take it for the moment. */
  failing: boolean
}

/** How the signed-in person sees a list: by the view that is open, else by the last look at it. */
export function useLook(list: string): LookNow {
  const session = useSession()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const store = looksOf(session && staffIdOf(session))
  const now = useSyncExternalStore(store.subscribe, store.now)
  const asked = useQuery(viewsOptions())
  const viewId = viewIn(search)
  const { look, ofView } = lookIn(now, list, viewId)
  const known = now.told && (viewId === null || ofView)
  return {
    look: look ?? NO_LOOK,
    setLook: (next) => {
      if (ofView && viewId !== null) store.setDraft(viewId, next)
      else store.setLook(list, next)
    },
    settled: known || !asked.isPending || asked.failureCount > 0,
    failing: now.failing && now.unsent.includes(list),
  }
}
