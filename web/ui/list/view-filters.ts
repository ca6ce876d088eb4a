import type { z } from 'zod'
import type { ListPreferences, ViewFilters } from '../../../contract/platform/views.ts'
import { cleared, valuesOf } from './filter-values.ts'
import type { Filter } from './types.ts'

type Schema = z.ZodType<Record<string, unknown>>
type Readable = { schema: Schema; filters: readonly Filter[] }

/** What of a list's address belongs to a view: its filters and its order. A search may name a person. */
export function viewNames(filters: readonly Filter[]): string[] {
  return [...new Set([...Object.keys(cleared(filters)), 'sort'])]
}

/** What else stands in the address of a list and is not to outlive a change of view. */
export const BESIDE_VIEW = ['q', 'after', 'before', 'limit', 'view', 'open'] as const

/** The filters and the order that a query holds, as they stand in an address. */
export function filtersIn(
  query: Record<string, unknown>,
  { schema, filters }: Readable,
): ViewFilters {
  const defaults = schema.parse({})
  const found: ViewFilters = {}
  for (const name of viewNames(filters)) {
    const values = valuesOf(query, name)
    const [first] = values
    if (first === undefined || query[name] === defaults[name]) continue
    found[name] = values.length > 1 ? values : first
  }
  return found
}

/** What a list can still use of a view's filters, and the names of those that it lost. */
export function openable(
  stored: ViewFilters,
  { schema, filters }: Readable,
): { filters: ViewFilters; lost: string[] } {
  const names = viewNames(filters)
  const usable = ([name, value]: [string, unknown]): boolean =>
    names.includes(name) && schema.safeParse({ [name]: value }).success
  const entries = Object.entries(stored)
  const kept = Object.fromEntries(entries.filter(usable))
  if (schema.safeParse(kept).success) {
    return { filters: kept, lost: entries.filter((one) => !usable(one)).map(([name]) => name) }
  }
  // Each of them alone would do, but not together.
  return { filters: {}, lost: entries.map(([name]) => name) }
}

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(String).toSorted()
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inside]) => [name, inOrder(inside)] as const)
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** Whether two hold the same, in whatever order it was chosen. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))
}

const asLists = (filters: ViewFilters): Record<string, string[]> =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, [value].flat()]))

/** Whether filters and preferences are those that a view brings back. */
export function isAsSaved(
  now: { filters: ViewFilters; preferences: ListPreferences },
  saved: { filters: ViewFilters; preferences: ListPreferences },
): boolean {
  return (
    isSame(asLists(now.filters), asLists(saved.filters)) &&
    isSame(now.preferences, saved.preferences)
  )
}
