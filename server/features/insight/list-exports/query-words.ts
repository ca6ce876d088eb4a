import { stateName } from '../../../../contract/india.ts'
import { formatDay } from '../../../../contract/format.ts'
import { plainWords } from '../../../../contract/trail.ts'

/** Names of what filters name by a number. */
export type Names = Readonly<Record<string, ReadonlyMap<number, string>>>

/** Filters that hold the number of an Indian state; those of other lists hold a word. */
const isState = (key: string, value: unknown): value is number =>
  key === 'state' && typeof value === 'number'

function valueWords(key: string, value: unknown, names: Names): string {
  if (isState(key, value)) return stateName(value)
  if (typeof value === 'number') return names[key]?.get(value) ?? `number ${value}`
  return plainWords(String(value)).toLowerCase()
}

function filterWords([key, value]: [string, unknown], names: Names): string {
  if (key === 'from' || key === 'to') return `${key} ${formatDay(String(value))}`
  if (key === 'q') return `search "${String(value)}"`
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const words = values.map((one) => valueWords(key, one, names)).join(' or ')
  return `${plainWords(key).toLowerCase()}: ${words}`
}

/** The filters as a person reads them: `status: waiting or open, from 1 Nov 2026`. */
export function queryWords(query: Readonly<Record<string, unknown>>, names: Names): string {
  const set = Object.entries(query).filter(
    ([key, value]) => !['sort', 'limit'].includes(key) && value !== undefined && value !== '',
  )
  return set.map((entry) => filterWords(entry, names)).join(', ') || 'everything'
}
