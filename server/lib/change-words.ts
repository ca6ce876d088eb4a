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

/** A change as people read it: `Name: Ravi → Ravi Kumar; Mobile: none → 9876543210`. */
export function changeWords(
  labels: Readonly<Record<string, string>>,
  before: unknown,
  after: unknown,
  show: (name: string, value: unknown) => string = (_, value) => String(value),
): string {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const shown = (name: string, value: unknown) => (value == null ? 'none' : show(name, value))
  const changes = Object.entries(labels).flatMap(([name, label]) =>
    name in is ? [`${label}: ${shown(name, was[name])} → ${shown(name, is[name])}`] : [],
  )
  return changes.join('; ')
}

/** The fields of an object that came as JSON; none where it is nothing of the kind. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
