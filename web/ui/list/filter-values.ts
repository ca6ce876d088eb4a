import { formatDay, formatDays } from '../../lib/format.ts'
import type { Filter } from './types.ts'

/** The fields of the query that a filter sets. */
function fieldsOf(filter: Filter): string[] {
  return filter.kind === 'days' ? [filter.from, filter.to] : [filter.name]
}

export function valuesOf(query: Record<string, unknown>, name: string): string[] {
  const value = query[name]
  if (value === undefined) return []
  return (Array.isArray(value) ? value : [value]).map(String)
}

export function isSet(filter: Filter, query: Record<string, unknown>): boolean {
  return fieldsOf(filter).some((name) => valuesOf(query, name).length > 0)
}

/** The changes that clear these filters. */
export function cleared(filters: readonly Filter[]): Record<string, undefined> {
  return Object.fromEntries(filters.flatMap(fieldsOf).map((name) => [name, undefined]))
}

function daysInWords(from: string | undefined, to: string | undefined): string {
  if (from && to) return formatDays(from, to)
  return from ? `from ${formatDay(from)}` : `to ${formatDay(to ?? '')}`
}

/** What a filter that is set says on its chip. */
export function inWords(filter: Filter, query: Record<string, unknown>): string {
  if (filter.kind === 'days') {
    return daysInWords(valuesOf(query, filter.from)[0], valuesOf(query, filter.to)[0])
  }
  const values = valuesOf(query, filter.name)
  if (filter.kind === 'number') return values.join(', ')
  const labels = values.map(
    (value) => filter.choices?.find((choice) => String(choice.value) === value)?.label ?? value,
  )
  return labels.length > 2 ? `${labels.length} selected` : labels.join(', ')
}
