import { z } from 'zod'
import { isoDate } from './time.ts'

/** Rows per page: what a list offers, and the most it gives. */
export const PAGE_SIZES = [25, 50, 100, 200] as const
export const DEFAULT_PAGE_SIZE = 50
/** Past this many rows a count says "10,000+". */
export const COUNT_LIMIT = 10_000

/** A filter that takes several values: `?result=credited&result=unknown`. */
export function many<T extends z.ZodType>(schema: T) {
  return z
    .preprocess(
      (value) => (value === undefined || Array.isArray(value) ? value : [value]),
      z.array(schema).max(50).optional(),
    )
    .optional()
}

/** A filter on a whole number from the URL. */
export const wholeNumber = (name: string, max = 2_147_483_647) =>
  z.coerce
    .number({ error: `${name} must be a whole number.` })
    .int(`${name} must be a whole number.`)
    .min(0, `${name} cannot be below 0.`)
    .max(max, `${name} is too large.`)

/** From and to as calendar days in Asia/Kolkata, both included. */
export const dayRange = { from: isoDate.optional(), to: isoDate.optional() }

/**
 * The query of a list: its filters, its order and its place, as one schema that the URL, the API,
 * a saved view and an export share. `after` and `before` are the opaque cursors of a page,
 * `count=yes` asks for the number of rows too.
 */
export function listQuery<F extends z.ZodRawShape, const S extends [string, ...string[]]>(
  filters: F,
  sorts: S,
) {
  return z.object({
    ...filters,
    sort: z.enum(sorts, { error: 'This list has no such order.' }).default(sorts[0]),
    // Room for a name in an Indian script, as a cursor of the list by names holds it.
    after: z.string().max(600).optional(),
    before: z.string().max(600).optional(),
    count: z.enum(['yes'], 'Say count=yes, or leave it out.').optional(),
    limit: z.coerce
      .number({ error: 'Rows per page must be a number.' })
      .int()
      .min(1, 'At least one row per page.')
      .max(200, 'At most 200 rows per page.')
      .default(DEFAULT_PAGE_SIZE),
  })
}

/**
 * One page by key. `next` and `previous` are cursors or null at the ends. `count` is made only where
 * the query asks for it, as it may cost more than the page: exact to 10,000, 10,001 beyond.
 */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    count: z.number().int().nullable(),
  })
}
export type Page<T> = {
  items: T[]
  next: string | null
  previous: string | null
  count: number | null
}
