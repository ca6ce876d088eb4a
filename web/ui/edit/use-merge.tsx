import { lazy, Suspense, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import type { Difference, Side } from './merge.ts'

// Rarely needed: no page waits for it.
const Changes = lazy(async () => ({
  default: (await import('./merge-changes.tsx')).MergeChanges,
}))

type Editing<T, D> = {
  /** What is edited; undefined where it is new. */
  item: T | undefined
  draft: D
  onDraft: (draft: D) => void
  draftOf: (item: T) => D
  /** Reads it again. */
  load: () => Promise<T>
  /** Fields of the contract that the draft calls otherwise. */
  keys?: Readonly<Record<string, string>>
}

/**
 * Saves what was typed under the version that the form was opened with. Where somebody else saved
 * meanwhile, the form stays open and `changes` shows each field to choose; the next save is of their
 * version.
 */
export function useMerge<T extends { version: number }, D extends object>({
  item,
  draft,
  onDraft,
  draftOf,
  load,
  keys = {},
}: Editing<T, D>) {
  const [base, setBase] = useState(item)
  const [differences, setDifferences] = useState<readonly Difference[]>([])
  const take = async (failure: unknown): Promise<void> => {
    if (!(failure instanceof ApiError) || failure.stale === null || base === undefined) return
    const [fresh, { differencesOf, merged }] = await Promise.all([load(), import('./merge.ts')])
    const drafts = { base: draftOf(base), mine: draft, theirs: draftOf(fresh), keys }
    const found = differencesOf(failure.stale, drafts)
    setBase(fresh)
    setDifferences(found)
    onDraft(merged(draft, found))
  }
  const choose = (selected: Difference, side: Side): void => {
    if (!selected.choice) return
    const choice = { ...selected.choice, side }
    setDifferences(differences.map((one) => (one === selected ? { ...selected, choice } : one)))
    onDraft({ ...draft, [choice.key]: choice[side] })
  }
  return {
    saving: async (save: (version: number) => Promise<void>): Promise<void> => {
      try {
        await save(base?.version ?? 0)
        setDifferences([])
      } catch (failure) {
        await take(failure)
        throw failure
      }
    },
    changes: differences.length > 0 && (
      <Suspense>
        <Changes differences={differences} onChoose={choose} />
      </Suspense>
    ),
  }
}
