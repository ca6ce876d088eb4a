import { sql, type Expression, type SqlBool } from 'kysely'
import { WAIT_HOURS, type Waiting } from '../../contract/waiting.ts'

/** SQL: that something waits since a moment that is longer ago than such a thing should wait. */
export function isLate(since: string, what: Waiting): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(since)} < now() - make_interval(hours => ${WAIT_HOURS[what]}::int)`
}
