import { DIGEST_BYTES } from './seals.ts'
import { RECORD_TABLES, TABLE_NAMES, textOf, type RecordTable } from './sealed-records.ts'

/** Rows are shown up to this many of a table. */
const SHOWN = 20
/** Of an id that the scan engine made: its writer slot is not that of staff (lib/ids.ts). */
const IS_OF_ENGINE = '(id >> 12) & 1023 > 0'

/**
 * The rows of a table that are not as they were sealed, in SQL: changed since, deleted, or never
 * written by us. Rows up to `before` are older than the chain and have no seal.
 */
export function rowsAgainstSeals(table: RecordTable, before: string | null): string {
  if (!TABLE_NAMES.includes(table)) throw new RangeError(`${table} is not sealed.`)
  const { id, at, changes } = RECORD_TABLES[table]
  const isOurs = table === 'transfer' ? `where not ${IS_OF_ENGINE}` : ''
  return compared(table, before, {
    found: `select ${id} as id, ${at} as row_at, ${digestOf(textOf(table))} from ${table} ${isOurs}`,
    sealed: `select ${changes ? 'distinct on (id)' : ''} id, ${unpackedDigest}, at
      from record_seal, ${unpacked} where records = '${table}'
      ${changes ? 'order by id, number desc' : ''}`,
  })
}

/** The same of what scans gave, each scan's transfers together. */
export function scansAgainstSeals(before: string | null): string {
  return compared('transfer', before, {
    found: `select ref as id, min(recorded_at) as row_at,
        ${digestOf(`string_agg(${textOf('transfer')}, '' order by id)`)}
      from transfer where ${IS_OF_ENGINE} group by member_id, ref`,
    sealed: `select id, ${unpackedDigest}, at from ledger_seal, ${unpacked}`,
  })
}

const unpacked = 'unnest(ids) with ordinality as each (id, turn)'
const unpackedDigest = `substr(digests, (turn * ${DIGEST_BYTES} - ${DIGEST_BYTES - 1})::int, ${DIGEST_BYTES}) as digest`
const digestOf = (text: string) =>
  `substr(sha256(convert_to(${text}, 'UTF8')), 1, ${DIGEST_BYTES}) as digest`

function compared(
  table: RecordTable,
  before: string | null,
  { found, sealed }: { found: string; sealed: string },
): string {
  if (before !== null && !/^\d+$/.test(before)) throw new RangeError(`${before} is no id.`)
  return `
    with sealed as (${sealed}), found as (${found}),
    unmatched as (
      select coalesce(f.id, s.id) as id, f.id is not null as is_row, s.id is not null as is_seal,
        coalesce(s.at, f.row_at) as at
      from found f full join sealed s on f.id = s.id and f.digest = s.digest
      where f.id is null or s.id is null
    ),
    judged as (
      select id, max(at) as at, bool_or(is_row) as is_row, bool_or(is_seal) as is_seal
      from unmatched group by id
    )
    select '${table}' as table, id::text as id,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as when,
      case when is_row and is_seal then 'the row was changed after it was sealed'
        when is_row then 'the row was written by something else than this product'
        else 'the row was deleted' end as what
    from judged where is_seal or id > ${before ?? '0'} order by id limit ${SHOWN}`
}
