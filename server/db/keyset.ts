import { sql, type QueryExecutorProvider, type SelectQueryBuilder } from 'kysely'
import { COUNT_LIMIT, type Page } from '../../contract/paging.ts'
import { invalidField } from '../lib/app-error.ts'

type KeyColumn<O> = {
  /** The column as the query names it, such as `s.id`. */
  column: string
  type: 'bigint' | 'int' | 'timestamptz' | 'text'
  of(row: O): string | number | Date
}

/** An order of a list: its columns, the last of which makes it unambiguous, all in one direction. */
export type Order<O> = { name: string; direction: 'asc' | 'desc'; key: KeyColumn<O>[] }

type Place = {
  after?: string | undefined
  before?: string | undefined
  limit: number
  count?: 'yes' | undefined
}

/**
 * One page by key. A page deep in a list costs what the first one costs, and rows that arrive
 * meanwhile neither repeat nor hide others. `count` is made when it is asked for, to 10,001.
 */
export async function keysetPage<DB, TB extends keyof DB, O>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, TB, O>,
  order: Order<O>,
  place: Place,
): Promise<Page<O>> {
  const backwards = place.before !== undefined
  const cursor = place.before ?? place.after
  const descending = (order.direction === 'desc') !== backwards
  let paged = query.limit(place.limit + 1)
  for (const { column } of order.key) {
    paged = paged.orderBy(sql.ref(column), descending ? 'desc' : 'asc')
  }
  if (cursor !== undefined) {
    const values = readCursor(cursor, order, backwards ? 'before' : 'after')
    const columns = sql.join(order.key.map(({ column }) => sql.ref(column)))
    const bounds = sql.join(
      order.key.map(({ type }, index) => sql`cast(${values[index]} as ${sql.raw(type)})`),
    )
    paged = paged.where(
      descending
        ? sql<boolean>`(${columns}) < (${bounds})`
        : sql<boolean>`(${columns}) > (${bounds})`,
    )
  }
  const [found, count] = await Promise.all([
    paged.execute(),
    place.count ? countUpTo(db, query) : null,
  ])
  const more = found.length > place.limit
  const items = more ? found.slice(0, place.limit) : found
  if (backwards) items.reverse()
  return { items, count, ...ends(items, order, { backwards, more, moved: cursor !== undefined }) }
}

function ends<O>(
  items: O[],
  order: Order<O>,
  { backwards, more, moved }: { backwards: boolean; more: boolean; moved: boolean },
): { next: string | null; previous: string | null } {
  const [first, last] = [items[0], items.at(-1)]
  if (first === undefined || last === undefined) return { next: null, previous: null }
  return {
    next: backwards || more ? writeCursor(order, last) : null,
    previous: (backwards ? more : moved) ? writeCursor(order, first) : null,
  }
}

async function countUpTo<DB, TB extends keyof DB, O>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const limited = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(COUNT_LIMIT + 1)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${limited}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

function writeCursor<O>(order: Order<O>, row: O): string {
  const values = order.key.map((key) => {
    const value = key.of(row)
    return value instanceof Date ? value.toISOString() : String(value)
  })
  return Buffer.from(JSON.stringify([order.name, ...values])).toString('base64url')
}

const within = (text: string, bits: number) =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(bits, BigInt(text)) === BigInt(text)

/** What a cursor may hold for a column of each type; anything else the database would refuse. */
const FITS: Record<KeyColumn<never>['type'], (text: string) => boolean> = {
  bigint: (text) => within(text, 64),
  int: (text) => within(text, 32),
  timestamptz: (text) =>
    /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)),
  text: (text) => /^[^\0]{0,300}$/.test(text),
}

function readCursor<O>(cursor: string, order: Order<O>, field: string): string[] {
  const refusal = invalidField(
    field,
    'This place in the list is not known. Start at its beginning.',
  )
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw refusal
  }
  if (!Array.isArray(parsed) || parsed.length !== order.key.length + 1) throw refusal
  const [name, ...values]: unknown[] = parsed
  const texts = values.filter((value) => typeof value === 'string')
  const fits = order.key.every((key, index) => FITS[key.type](texts[index] ?? 'none'))
  if (name !== order.name || texts.length !== order.key.length || !fits) throw refusal
  return texts
}
