import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDraftState } from '../../../lib/kept-drafts.ts'
import { NO_DRAFT, type Draft } from './verdicts.ts'

const draftKey = (memberId: number) => ['kyc', 'draft', memberId]
const REASON = ['kyc', 'reveal-reason']

/**
 * Verdicts that are not sent yet. They are kept beside what was read, so that going to another
 * submission and back loses none, and forgotten with it when the session ends.
 */
export function useDraft(memberId: number) {
  const client = useQueryClient()
  const key = draftKey(memberId)
  const [draft, setDraft] = useDraftState<Draft>(
    `kyc.${memberId}`,
    () => NO_DRAFT,
    () => client.getQueryData<Draft>(key),
  )
  useEffect(() => {
    keep(client, draftKey(memberId), draft)
  }, [client, memberId, draft])
  return [draft, setDraft] as const
}

function keep(client: QueryClient, key: readonly unknown[], value: unknown): void {
  client.setQueryDefaults(key, { gcTime: Infinity })
  client.setQueryData(key, value)
}

/** The reason that was last given for revealing a value; most cases of a day have the same one. */
export function useLastReason() {
  const client = useQueryClient()
  return {
    read: () => client.getQueryData<string>(REASON) ?? '',
    write: (reason: string) => keep(client, REASON, reason),
  }
}
