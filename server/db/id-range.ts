import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { endOfDay, startOfDay } from '../../contract/time.ts'
import { invalidField } from '../lib/app-error.ts'
import { firstIdAt } from '../lib/ids.ts'

export type IdRange = { from?: string | undefined; before?: string | undefined }

/**
 * The ids made on these calendar days of Asia/Kolkata, both included. Ids hold their time, so an
 * index that ends in the id serves a filter by day without one of its own.
 */
export function idsOfDays(days: { from?: string | undefined; to?: string | undefined }): IdRange {
  if (days.from && days.to && days.from > days.to) {
    throw invalidField('to', 'The last day must not be before the first.')
  }
  return {
    from: days.from && firstIdAt(startOfDay(days.from)),
    before: days.to && firstIdAt(endOfDay(days.to)),
  }
}

/**
 * That a column is one of some whole numbers. A single one is compared by `=`, so that an index
 * that begins with the column also gives the order; compared as int, a number that is too large
 * for the column matches nothing.
 */
export function isOneOf(
  column: string | RawBuilder<unknown>,
  values: readonly number[],
): Expression<SqlBool> {
  const [only] = values
  const asked = typeof column === 'string' ? sql.ref(column) : column
  return only !== undefined && values.length === 1
    ? sql<SqlBool>`${asked} = cast(${only} as int)`
    : sql<SqlBool>`${asked} = any(cast(${values} as int[]))`
}

/** SQL: the day of an id of ours, in India; server/lib/ids.ts says how ids hold their moment. */
export const dayOfId = (id: string) =>
  `((timestamp '2025-01-01' + (${id} >> 22) * interval '1 millisecond')
    at time zone 'UTC' at time zone 'Asia/Kolkata')::date`
