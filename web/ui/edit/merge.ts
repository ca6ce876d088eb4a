import type { Stale, StaleChange } from '../../../contract/version.ts'
import { plainWords } from '../../../contract/trail.ts'

export type Side = 'mine' | 'theirs'

/** A field that somebody else changed while a form was open, or only the news of it. */
export type Difference = {
  label: string
  was: string
  now: string
  by: string | null
  at: string | null
  /** Of the draft: null where the form does not hold the field itself. */
  choice: { key: string; mine: unknown; theirs: unknown; side: Side } | null
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
const inWords = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || 'none' : 'changed'

type Drafts<D> = {
  /** As the form was opened, as it is typed, and as a form would open now. */
  base: D
  mine: D
  theirs: D
  /** Fields of the contract that the draft calls otherwise. */
  keys: Readonly<Record<string, string>>
}

/**
 * What to choose between: each field that differs from when the form was opened. What nobody typed in
 * takes the new value; what was typed stays until its person takes the other.
 */
export function differencesOf<D extends object>(
  { changes }: Stale,
  { base, mine, theirs, keys }: Drafts<D>,
): Difference[] {
  const told = new Map(changes.map((change) => [keys[change.field] ?? change.field, change]))
  const [before, typed] = [new Map(Object.entries(base)), new Map(Object.entries(mine))]
  const found = Object.entries(theirs).filter(([key, value]) => !same(before.get(key), value))
  const selected = found.map(([key, value]): Difference => {
    const untouched = same(typed.get(key), before.get(key))
    const choice = { key, mine: typed.get(key), theirs: value }
    return {
      ...wordsOf(told.get(key), key, { was: before.get(key), now: value }),
      choice: { ...choice, side: untouched ? 'theirs' : 'mine' },
    }
  })
  const held = new Set(found.map(([key]) => key))
  const news = [...told].filter(([key]) => !held.has(key))
  return [
    ...selected,
    ...news.map(([key, change]) => ({ ...wordsOf(change, key, {}), choice: null })),
  ]
}

function wordsOf(
  change: StaleChange | undefined,
  key: string,
  { was, now }: { was?: unknown; now?: unknown },
) {
  return {
    label: change?.label ?? plainWords(key),
    was: change?.was ?? inWords(was),
    now: change?.now ?? inWords(now),
    by: change?.by ?? null,
    at: change?.at ?? null,
  }
}

/** The draft with the side of each difference that is chosen. */
export function merged<D extends object>(draft: D, differences: readonly Difference[]): D {
  const values = differences.flatMap(({ choice }) =>
    choice ? [[choice.key, choice[choice.side]] as const] : [],
  )
  return { ...draft, ...Object.fromEntries(values) }
}
