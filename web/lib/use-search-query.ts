import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import { speakPlainly } from '../../contract/words.ts'

speakPlainly()

/** What changes, or what becomes of the filters as they are by then: a change before may be on its way. */
export type Changes<Q> = Partial<Q> | ((before: Q) => Partial<Q>)

/**
 * A page's filters, kept in its address. `query` is what the schema made of them; for an address
 * that cannot be read it is the schema's defaults, and `problem` says which filter is wrong.
 * `change` merges; a filter set to `undefined` or to its default leaves the address.
 */
export function useSearchQuery<S extends z.ZodType<Record<string, unknown>>>(
  schema: S,
): {
  query: z.output<S>
  problem: string | null
  change: (changes: Changes<z.output<S>>, options?: { replace?: boolean }) => void
} {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const defaults = useMemo(() => schema.parse({}), [schema])
  const read = useMemo(() => schema.safeParse(search), [schema, search])
  const change = useCallback(
    (changes: Changes<z.output<S>>, options: { replace?: boolean } = {}) => {
      const made = (before: Record<string, unknown>): Partial<z.output<S>> =>
        typeof changes === 'function' ? changes(schema.safeParse(before).data ?? defaults) : changes
      const next = (before: Record<string, unknown>): Record<string, unknown> =>
        Object.fromEntries(
          Object.entries({ ...before, ...made(before) }).filter(
            ([key, value]) => value !== undefined && value !== defaults[key],
          ),
        )
      // The page's own address; its route is made from the menu, so its filters have no static type.
      void navigate({ to: '.', search: next, replace: options.replace ?? false })
    },
    [navigate, schema, defaults],
  )
  return {
    query: read.data ?? defaults,
    problem: read.success ? null : (read.error.issues[0]?.message ?? null),
    change,
  }
}
