import { sql, type Expression, type SqlBool } from 'kysely'
import { TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import { endOfMoment } from '../../../lib/ids.ts'

const { scan, scheme_bonus } = TRANSFER_KINDS

/**
 * That a transfer belongs to something of a member. What scans write themselves is in no index by
 * reference (0003_ledger.sql): its ids are of the same moment as the scan's.
 */
export function belongsTo(
  table: string,
  { memberId, ref }: { memberId: number; ref: string },
): Expression<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const id = column('id')
  return sql<SqlBool>`${column('member_id')} = ${memberId} and ${column('ref')} = ${ref}
    and (${isInIndexByRef(table)} or ${id} >= ${ref} and ${id} < ${endOfMoment(ref)})`
}

/** That a transfer is one of those that the index by reference holds: all but what scans write. */
export function isInIndexByRef(table: string): Expression<SqlBool> {
  const kind = sql.ref(`${table}.kind`)
  return sql<SqlBool>`${kind} not in (${sql.lit(scan)}, ${sql.lit(scheme_bonus)})`
}
