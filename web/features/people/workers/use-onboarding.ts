import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { WorkerDetail } from '../../../../contract/people/workers.ts'
import { EMPTY_WORKER, nextOf, type WorkerDraft } from './worker-draft.ts'

type Kept = { draft: WorkerDraft; added: readonly WorkerDetail[] }
const KEY = ['workers', 'onboarding']
const NOTHING: Kept = { draft: EMPTY_WORKER, added: [] }

/**
 * What is typed of the next worker and who was added just now. It is kept beside what was read, so
 * that a look at another page loses nothing, and forgotten with it when the session ends.
 */
export function useOnboarding() {
  const client = useQueryClient()
  const [kept, setKept] = useState<Kept>(() => client.getQueryData<Kept>(KEY) ?? NOTHING)
  useEffect(() => {
    client.setQueryDefaults(KEY, { gcTime: Infinity })
    client.setQueryData(KEY, kept)
  }, [client, kept])
  return {
    ...kept,
    write: (draft: WorkerDraft) => setKept((before) => ({ ...before, draft })),
    /** Empties the form for the next one. */
    add: (worker: WorkerDetail) =>
      setKept(({ draft, added }) => ({ draft: nextOf(draft), added: [worker, ...added] })),
  }
}
