import { canonicalJson } from './canonical-json.ts'

type Fields = Readonly<Record<string, unknown>>

/** The fields that differ by what they hold, each before and after: what an audit row of a change keeps. */
export function differing<T extends Fields>(before: T, after: T) {
  const names = Object.keys(after).filter(
    (name) => canonicalJson(before[name]) !== canonicalJson(after[name]),
  )
  if (names.length === 0) return null
  const of = (fields: T): Fields => Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { before: of(before), after: of(after) }
}

/** What the fields of something are called, and how their values are written. */
export type FieldWords = {
  labels: Readonly<Record<string, string>>
  show?: (name: string, value: unknown) => string
}

/** The fields with a label that a change names, in words. */
export function fieldChanges(
  { labels, show = (_, value) => String(value) }: FieldWords,
  before: unknown,
  after: unknown,
) {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const shown = (name: string, value: unknown) => (value == null ? 'none' : show(name, value))
  return Object.entries(labels).flatMap(([field, label]) =>
    field in is
      ? [{ field, label, was: shown(field, was[field]), now: shown(field, is[field]) }]
      : [],
  )
}

/** A change as people read it: `Name: Ravi → Ravi Kumar; Mobile: none → 9876543210`. */
export function changeWords(words: FieldWords, before: unknown, after: unknown): string {
  return fieldChanges(words, before, after)
    .map(({ label, was, now }) => `${label}: ${was} → ${now}`)
    .join('; ')
}

/** The fields of an object that came as JSON; none where it is nothing of the kind. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
