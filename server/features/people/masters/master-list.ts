import { sql, type Expression, type SqlBool } from 'kysely'
import type { MasterStatus } from '../../../../contract/people/masters.ts'
import type { Order } from '../../../db/keyset.ts'

export type Sort = 'name' | 'code' | 'newest' | 'oldest'
type Keyed = { nameKey: string }

/** The name as lists of masters are ordered by it. */
export const nameKeyOf = (alias: string) =>
  sql<string>`lower(${sql.ref(`${alias}.name`)}) collate "C"`

/** The orders that lists of masters share. */
export function ordersOf<Row extends Keyed>(
  alias: string,
  id: { column: string; of: (row: Row) => number },
): Record<Exclude<Sort, 'code'>, Order<Row>> {
  const key = { column: `${alias}.${id.column}`, type: 'int', of: id.of } as const
  const byName = { column: nameKeyOf(alias), type: 'text', of: (row: Row) => row.nameKey } as const
  return {
    name: { name: 'name', direction: 'asc', key: [byName, key] },
    newest: { name: 'newest', direction: 'desc', key: [key] },
    oldest: { name: 'oldest', direction: 'asc', key: [key] },
  }
}

export function byCode<Row extends { code: string }>(alias: string): Order<Row> {
  const key = { column: sql`${sql.ref(`${alias}.code`)} collate "C"`, type: 'text' } as const
  return { name: 'code', direction: 'asc', key: [{ ...key, of: (row) => row.code }] }
}

/** Whether a part of any of these columns is what is searched for: masters are hundreds, not millions. */
export function holds(columns: readonly string[], text: string): Expression<SqlBool> {
  const found = columns.map(
    (column) =>
      sql<SqlBool>`position(lower(cast(${text} as text)) in lower(${sql.ref(column)})) > 0`,
  )
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}

export function hasStatus(
  alias: string,
  status: readonly MasterStatus[] | undefined,
): Expression<SqlBool>[] {
  const left = sql.ref(`${alias}.left_at`)
  if (status?.every((one) => one === 'active')) return [sql<SqlBool>`${left} is null`]
  if (status?.every((one) => one === 'deactivated')) return [sql<SqlBool>`${left} is not null`]
  return []
}
