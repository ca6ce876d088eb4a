import { partsOf, type RuleKey, type RuleValue } from './rule-definitions.ts'

export type TableChange = {
  kind: 'added' | 'removed' | 'changed' | 'moved'
  words: string
  /** Of what was changed: what it said before. */
  was?: string
}

/** What a change does to a table, part by part; of a number nothing, which its sentence says. */
export function differenceOf(rule: RuleKey, before: RuleValue, after: RuleValue): TableChange[] {
  const [old, fresh] = [partsOf(rule, before), partsOf(rule, after)]
  const wordsOf = new Map(old.map(({ key, words }) => [key, words]))
  const kept = fresh.filter(({ key }) => wordsOf.has(key)).map(({ key }) => key)
  const keptBefore = old.filter(({ key }) => kept.includes(key)).map(({ key }) => key)
  return [
    ...fresh.flatMap(({ key, words }): TableChange[] => {
      const was = wordsOf.get(key)
      if (was === undefined) return [{ kind: 'added', words }]
      return was === words ? [] : [{ kind: 'changed', words, was }]
    }),
    ...old
      .filter(({ key }) => !kept.includes(key))
      .map(({ words }): TableChange => ({ kind: 'removed', words })),
    ...(kept.join() === keptBefore.join()
      ? []
      : [
          {
            kind: 'moved' as const,
            words: `The order: ${fresh.map(({ brief, words }) => brief ?? words).join(', ')}`,
          },
        ]),
  ]
}

const SIGNS = { added: 'New', removed: 'Removed', changed: 'Changed', moved: 'Changed' } as const

/** A change as one line: "New: Fri, 25 Dec 2026: Christmas". */
export const changeInWords = ({ kind, words, was }: TableChange): string =>
  `${SIGNS[kind]}: ${words}${was === undefined ? '' : ` (was: ${was})`}`
