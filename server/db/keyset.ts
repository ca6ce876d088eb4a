import { sql, type Expression, type QueryExecutorProvider, type SelectQueryBuilder } from 'kysely'
import { COUNT_LIMIT, type Page } from '../../contract/paging.ts'
import { invalidField } from '../lib/app-error.ts'
import { keepPlan } from './kept-plans.ts'

type Value = string | number | Date
type KeyColumn<O> = {
  /** The column as the query names it, such as `s.id`, or what its index is made of. */
  column: string | Expression<unknown>
  type: 'bigint' | 'int' | 'timestamptz' | 'text'
  of(row: O): Value
}

/** An order of a list: its columns, the last of which makes it unambiguous, all in one direction. */
export type Order<O> = { name: string; direction: 'asc' | 'desc'; key: KeyColumn<O>[] }

type Place = {
  after?: string | undefined
  before?: string | undefined
  limit: number
  count?: 'yes' | undefined
  /** Counts so far instead of one beyond COUNT_LIMIT; no client can ask for it. */
  countTo?: number | undefined
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
  const rows = rowsAt(query, order, place).execute()
  return pageOf(rows, countWhereAsked(db, query, place), place, cursorOf(order))
}

/**
 * The same where names are joined to the rows: `join` gets the rows of the page alone and names them
 * as the order's columns do. The database then plans and joins for a page, not for a table.
 */
export async function joinedPage<DB, TB extends keyof DB, R, DB2, TB2 extends keyof DB2, O>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, TB, R>,
  join: (page: SelectQueryBuilder<DB, TB, R>) => SelectQueryBuilder<DB2, TB2, O>,
  order: Order<O>,
  place: Place,
): Promise<Page<O>> {
  const rows = inOrder(join(rowsAt(query, order, place)), order, place).execute()
  return pageOf(rows, countWhereAsked(db, query, place), place, cursorOf(order))
}

/** One table of a list: `query` finds its rows, `rows` are all of them with the names that are joined. */
type Source<DB, TB extends keyof DB, R, DB2, TB2 extends keyof DB2, O> = {
  query: SelectQueryBuilder<DB, TB, R>
  rows: SelectQueryBuilder<DB2, TB2, O>
  /** The name under which `rows` by their ids keeps its plan. */
  plan: string
}

/**
 * The same where the joins take longer to plan than to make: the page is cut on the columns of its
 * order alone, the last of which is an id, and its rows are looked up by a statement that keeps its
 * plan (decision 0038). Several sources are merged in the page's order. A row that is gone by then is
 * left out.
 */
export async function lookedUpPage<DB, TB extends keyof DB, R, DB2, TB2 extends keyof DB2, O>(
  db: QueryExecutorProvider,
  sources: readonly Source<DB, TB, R, DB2, TB2, O>[],
  order: Order<O>,
  place: Place,
): Promise<Page<O>> {
  const page = await cutPage(db, sources, order, place)
  return { ...page, items: await lookUp(sources, order, page.items) }
}

/** A row that is cut from its table: from which of the sources, and its values in the order. */
type Cut = { source: number; key: Value[] }
const idOf = (key: readonly Value[]) => String(key.at(-1))

/** The first half of it, for who asks more by the ids of the page while its rows are looked up. */
export async function cutPage<DB, TB extends keyof DB, R>(
  db: QueryExecutorProvider,
  sources: readonly { query: SelectQueryBuilder<DB, TB, R> }[],
  order: Order<never>,
  place: Place,
): Promise<Page<Cut>> {
  const queries = sources.map(({ query }) => query)
  const counts = Promise.all(queries.map((query) => countWhereAsked(db, query, place)))
  return pageOf(
    cutsAt(db, queries, order, place),
    counts.then((all) => sumOf(all, place)),
    place,
    ({ key }) => writeCursor(order, key),
  )
}

/** The second half: the rows of what was cut, in its order. */
export async function lookUp<DB, TB extends keyof DB, R, DB2, TB2 extends keyof DB2, O>(
  sources: readonly Source<DB, TB, R, DB2, TB2, O>[],
  order: Order<O>,
  cuts: readonly Cut[],
): Promise<O[]> {
  const lookUps = sources.map(({ rows, plan }, source) => {
    const ids = cuts.flatMap((cut) => (cut.source === source ? cut.key.slice(-1) : []))
    return rowsByIds(rows.modifyFront(keepPlan(plan)), order, ids)
  })
  const found = await Promise.all(lookUps)
  return cuts.flatMap(({ source, key }) => found[source]?.get(idOf(key)) ?? [])
}

async function cutsAt<DB, TB extends keyof DB, R>(
  db: QueryExecutorProvider,
  queries: readonly SelectQueryBuilder<DB, TB, R>[],
  order: Order<never>,
  place: Place,
): Promise<Cut[]> {
  const names = order.key.map((_, index) => `k${index}`)
  const columns = order.key.map(({ column }, index) =>
    sql<Value>`${expressionOf(column)}`.as(`k${index}`),
  )
  const cuts = queries.map((query, source) =>
    rowsAt(query, order, place)
      .clearSelect()
      .select([sql<number>`${sql.lit(source)}::int`.as('source'), ...columns]),
  )
  const merged = sql`${sql.join(cuts, sql` union all `)}`
  const direction = sql.raw(isDescending(order, place) ? 'desc' : 'asc')
  const keys = sql.join(names.map((name) => sql`${sql.ref(name)} ${direction}`))
  const query =
    cuts.length === 1 ? merged : sql`${merged} order by ${keys} limit ${place.limit + 1}`
  const { rows } = await sql<Record<string, Value>>`${query}`.execute(db)
  return rows.map((row) => ({
    source: Number(row['source']),
    key: names.map((name) => row[name] ?? ''),
  }))
}

async function rowsByIds<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { key }: Order<O>,
  ids: readonly Value[],
): Promise<Map<string, O>> {
  const id = key.at(-1)
  if (!id || ids.length === 0) return new Map()
  const isOne = sql<boolean>`${expressionOf(id.column)} = any(${ids}::${sql.raw(id.type)}[])`
  const found = await rows.where(isOne).execute()
  return new Map(found.map((row) => [String(id.of(row)), row]))
}

/** What several queries count together, to where counting ends; null where it was not asked for. */
function sumOf(counts: readonly (number | null)[], { countTo = COUNT_LIMIT + 1 }: Place) {
  return counts.reduce<number | null>(
    (sum, count) => (sum === null || count === null ? null : Math.min(sum + count, countTo)),
    0,
  )
}

const isDescending = ({ direction }: Order<never>, { before }: Place) =>
  (direction === 'desc') !== (before !== undefined)

function inOrder<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: Order<never>,
  place: Place,
): SelectQueryBuilder<DB, TB, O> {
  const direction = isDescending(order, place) ? 'desc' : 'asc'
  return order.key.reduce(
    (ordered, { column }) => ordered.orderBy(expressionOf(column), direction),
    query,
  )
}

/** The rows at a place of the list, and one more where there are more. */
function rowsAt<DB, TB extends keyof DB, R>(
  query: SelectQueryBuilder<DB, TB, R>,
  order: Order<never>,
  place: Place,
): SelectQueryBuilder<DB, TB, R> {
  const paged = inOrder(query, order, place).limit(place.limit + 1)
  const cursor = place.before ?? place.after
  if (cursor === undefined) return paged
  const values = readCursor(cursor, order, place.before === undefined ? 'after' : 'before')
  const columns = sql.join(order.key.map(({ column }) => expressionOf(column)))
  const bounds = sql.join(
    order.key.map(({ type }, index) => sql`cast(${values[index]} as ${sql.raw(type)})`),
  )
  return paged.where(
    isDescending(order, place)
      ? sql<boolean>`(${columns}) < (${bounds})`
      : sql<boolean>`(${columns}) > (${bounds})`,
  )
}

async function pageOf<O>(
  rows: Promise<O[]>,
  counted: Promise<number | null>,
  place: Place,
  cursor: (row: O) => string,
): Promise<Page<O>> {
  const [found, count] = await Promise.all([rows, counted])
  const backwards = place.before !== undefined
  const moved = backwards || place.after !== undefined
  const more = found.length > place.limit
  const items = more ? found.slice(0, place.limit) : found
  if (backwards) items.reverse()
  return { items, count, ...ends(items, cursor, { backwards, more, moved }) }
}

function expressionOf(column: string | Expression<unknown>): Expression<unknown> {
  return typeof column === 'string' ? sql.ref(column) : column
}

function ends<O>(
  items: O[],
  cursor: (row: O) => string,
  { backwards, more, moved }: { backwards: boolean; more: boolean; moved: boolean },
): { next: string | null; previous: string | null } {
  const [first, last] = [items[0], items.at(-1)]
  if (first === undefined || last === undefined) return { next: null, previous: null }
  return {
    next: backwards || more ? cursor(last) : null,
    previous: (backwards ? more : moved) ? cursor(first) : null,
  }
}

/** The rows of a query, counted where a list is asked for their number: to 10,001. */
export async function countWhereAsked<DB, TB extends keyof DB, R>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, TB, R>,
  place: Place,
): Promise<number | null> {
  if (!place.count) return null
  const limited = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(place.countTo ?? COUNT_LIMIT + 1)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${limited}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

const cursorOf =
  <O>(order: Order<O>) =>
  (row: O): string =>
    writeCursor(
      order,
      order.key.map((key) => key.of(row)),
    )

function writeCursor({ name }: Order<never>, key: readonly Value[]): string {
  const values = key.map((value) => (value instanceof Date ? value.toISOString() : String(value)))
  return Buffer.from(JSON.stringify([name, ...values])).toString('base64url')
}

const within = (text: string, bits: number) =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(bits, BigInt(text)) === BigInt(text)

/** What a cursor may hold for a column of each type; anything else the database would refuse. */
const FITS: Record<KeyColumn<never>['type'], (text: string) => boolean> = {
  bigint: (text) => within(text, 64),
  int: (text) => within(text, 32),
  // PostgreSQL has no year 0, and takes no other form than the one that we write.
  timestamptz: (text) => {
    const at = new Date(text)
    return !Number.isNaN(at.getTime()) && at.toISOString() === text && /^(?!0000)\d/.test(text)
  },
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
