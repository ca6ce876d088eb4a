import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { useSearchQuery } from './use-search-query.ts'

/**
 * Without a filter in its address a page begins with these; clearing them later shows all. False until
 * they stand in the address: rows of no filter, shown for that moment, would jump as the filter comes.
 */
export function useFirstFilters<S extends z.ZodType<Record<string, unknown>>>(
  schema: S,
  first: Partial<z.output<S>>,
): boolean {
  const { change } = useSearchQuery(schema)
  const search: Record<string, unknown> = useSearch({ strict: false })
  const filled = Object.keys(search).length > 0
  const [begun, setBegun] = useState(filled)
  if (filled && !begun) setBegun(true)
  const begin = useEffectEvent(() => {
    if (!filled) change(first, { replace: true })
  })
  useEffect(() => begin(), [])
  return begun
}
