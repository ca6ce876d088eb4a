import type { ClientBase } from 'pg'

const TEXT = ['text', 'character varying', 'character', 'citext', 'name', 'enum']
const WHOLE = ['integer', 'smallint', 'bigint']
const MOMENT = ['timestamp with time zone']
/** The columns of the vendor's view and the types that each may have; docs/meltag.md tells of them. */
export const COLUMNS = {
  tag: TEXT,
  code_digest: TEXT,
  batch_number: WHOLE,
  serial: WHOLE,
  product_code: TEXT,
  plant_code: TEXT,
  status: TEXT,
  status_at: MOMENT,
  activated_at: MOMENT,
  consumed_at: MOMENT,
  updated_at: MOMENT,
} as const
export type Column = keyof typeof COLUMNS

export const MOST_TAGS = 10
/** A whole number of any size comes as a number: whether it is one that we know is looked at after. */
const SELECTED = `tag::text, code_digest::text, batch_number::float8, serial::float8,
  product_code::text, plant_code::text, status::text, status_at, activated_at, consumed_at, updated_at`

/** What is searched: tags as typed, codes by their digests, or a serial of one of these batches. */
export type VendorSearch =
  | { by: 'tag'; tags: readonly string[] }
  | { by: 'digest'; digests: readonly string[] }
  | { by: 'serial'; batches: readonly number[]; serial: number; digests: readonly string[] }

/** Each way by columns that the vendor has an index on, and all other tags of the same codes. */
const WAYS = {
  tag: 'tag = any($1::text[])',
  digest: 'code_digest = any($1::text[])',
  serial: 'batch_number = any($1::int[]) and serial = $2::int',
}

function statement(by: VendorSearch['by']): string {
  const also = by === 'serial' ? ' union select unnest($3::text[])' : ''
  return `select ${SELECTED} from meltag_tag where ${WAYS[by]}
    union
    select ${SELECTED} from meltag_tag where code_digest in (
      select code_digest::text from meltag_tag where ${WAYS[by]}${also})
    order by 1 limit ${MOST_TAGS}`
}

function values(search: VendorSearch): unknown[] {
  if (search.by === 'tag') return [search.tags]
  if (search.by === 'digest') return [search.digests]
  return [search.batches, search.serial, search.digests]
}

/** The rows as the vendor's database gives them: nothing of them is sure yet. */
export async function tagsOf(client: ClientBase, search: VendorSearch): Promise<unknown[]> {
  const { rows } = await client.query<Record<string, unknown>>(statement(search.by), values(search))
  return rows
}

/** The columns that the view has, by name; none where there is no such view. */
export async function columnsOf(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select a.attname::text as name,
       case when t.typtype = 'e' then 'enum'
         else regexp_replace(format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null), '^.*\\.', '')
         end as type
     from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
     where a.attrelid = to_regclass('meltag_tag') and a.attnum > 0 and not a.attisdropped`,
  )
  return new Map(rows.map(({ name, type }) => [name, type]))
}
