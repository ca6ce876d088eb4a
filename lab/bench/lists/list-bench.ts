import { sql } from 'kysely'
import type pg from 'pg'
import { scanListQuery } from '../../../contract/programme/scans.ts'
import { transferListQuery } from '../../../contract/ledger/points.ts'
import { addDays, dayOf } from '../../../contract/time.ts'
import { openDatabase, type Db } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { idsOfDays } from '../../../server/db/id-range.ts'
import { ledgerPage } from '../../../server/features/ledger/points/points.queries.ts'
import { scanPage } from '../../../server/features/programme/scans/scan-list.queries.ts'
import { dropDatabase, freshDatabase, percentile } from '../scans/database.ts'

export type ListBench = { what: string; p50Ms: number; p99Ms: number; deepRatio: number }

const DATABASE = 'bench_lists'
const MEMBERS = 100_000
const DAYS = 365
const TURNS = 60

/** List pages over `scans` scans and as many transfers: the first page with its count, and a deep one. */
export async function benchLists(server: pg.ClientConfig, scans: number): Promise<ListBench[]> {
  const connection = await freshDatabase(server, DATABASE)
  const { db } = openDatabase(connection, { size: 4, onError: () => {} })
  try {
    await migrate(db)
    await fill(db, scans)
    const results: ListBench[] = []
    for (const [what, page] of pages(db)) results.push(await measure(what, page))
    return results
  } finally {
    await db.destroy()
    await dropDatabase(server, DATABASE)
  }
}

type PageOf = (turn: number, cursor: string | undefined) => Promise<{ next: string | null }>

function pages(db: Db): [string, PageOf][] {
  const today = dayOf(new Date())
  const scans = (filters: (turn: number) => Record<string, unknown>): PageOf => {
    return (turn, after) => {
      const query = scanListQuery.parse({ ...filters(turn), after })
      return scanPage(db, query, idsOfDays(query), {})
    }
  }
  const ledger = (filters: (turn: number) => Record<string, unknown>): PageOf => {
    return (turn, after) => {
      const query = transferListQuery.parse({ ...filters(turn), after })
      return ledgerPage(db, query, idsOfDays(query), {})
    }
  }
  const month = (turn: number) => ({
    from: addDays(today, -60 - (turn % 200)),
    to: addDays(today, -30 - (turn % 200)),
  })
  return [
    ['scans, newest', scans(() => ({}))],
    ['scans, oldest', scans(() => ({ sort: 'oldest' }))],
    ['scans of a month', scans(month)],
    ['scans of a state', scans((turn) => ({ state: (turn % 20) + 1 }))],
    ['scans of a state in a month', scans((turn) => ({ state: (turn % 20) + 1, ...month(turn) }))],
    ['scans of a plant', scans((turn) => ({ plant: (turn % 4) + 1 }))],
    ['scans of a product', scans((turn) => ({ product: (turn % 12) + 1 }))],
    ['scans refused as unknown', scans(() => ({ result: 'unknown' }))],
    ['scans of a batch', scans((turn) => ({ batch: (turn % 100) + 1 }))],
    ['scans of a member', scans((turn) => ({ member: turn * 997 + 1 }))],
    ['scans waiting for review', scans(() => ({ review: 'waiting' }))],
    ['ledger, newest', ledger(() => ({}))],
    ['ledger of a month', ledger(month)],
    ['ledger of a kind', ledger(() => ({ kind: 'scheme_bonus' }))],
    ['ledger of a member', ledger((turn) => ({ member: turn * 997 + 1 }))],
  ]
}

async function measure(what: string, page: PageOf): Promise<ListBench> {
  const first: number[] = []
  const deep: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    let begun = performance.now()
    const { next } = await page(turn, undefined)
    first.push(performance.now() - begun)
    if (next === null) continue
    begun = performance.now()
    await page(turn, next)
    deep.push(performance.now() - begun)
  }
  const p50Ms = percentile(first, 0.5)
  return {
    what,
    p50Ms,
    p99Ms: percentile(first, 0.99),
    deepRatio: deep.length > 0 ? percentile(deep, 0.5) / p50Ms : 0,
  }
}

/** Rows as a year leaves them, by SQL: ids in the order of time, results and places spread. */
async function fill(db: Db, scans: number): Promise<void> {
  await sql`insert into plant (code, name, state, city)
    select 'P' || n, 'Plant ' || n, n, 'City' from generate_series(1, 4) n`.execute(db)
  await sql`insert into product_group (name) values ('Putty')`.execute(db)
  await sql`insert into product (code, name, product_group, points)
    select 'C' || n, 'Product ' || n, 'Putty', 40 from generate_series(1, 12) n`.execute(db)
  await sql`insert into member (code, mobile, name, kind, state, city, joined_at)
    select 'M' || n, (9000000000 + n)::text, 'Member ' || n, 'mason', n % 36 + 1, 'City', now()
    from generate_series(1, ${MEMBERS}::int) n`.execute(db)
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = '20min'`.execute(one)
    await sql`set synchronous_commit = off`.execute(one)
    await fillScans(one, scans)
    await fillTransfers(one, scans)
    await sql`vacuum (analyze) scan, transfer, member`.execute(one)
    await sql`set statement_timeout = '30s'`.execute(one)
  })
}

/** Milliseconds since the epoch of ids (2025), of row n of `total` in the year before now. */
function idOf(total: number) {
  const begin = Date.now() - DAYS * 86_400_000 - Date.UTC(2025, 0, 1)
  const step = (DAYS * 86_400_000) / total
  return sql`(((${begin}::bigint + (n * ${step}::float8)::bigint) << 22) | (n & 4095))`
}

const at = sql`to_timestamp(1735689600 + (id >> 22) / 1000.0)`

async function fillScans(db: Db, scans: number): Promise<void> {
  await sql`insert into scan (id, code_key, occurred_at, recorded_at, member_id, batch_id, serial,
      points, product_id, lat, lng, result, state, plant_id, review, flags, device)
    select id, (lpad(to_hex(batch), 8, '0') || substr(md5(n::text), 1, 24))::uuid, ${at}, ${at},
      member, batch, n % 50000, case when result = 0 then 40 else 0 end, batch % 12 + 1, 19, 73,
      result, member % 36 + 1, batch % 4 + 1, case when n % 2000 = 0 then 0 end,
      case when n % 2000 = 0 then array['too_far'] end, 'phone-' || member
    from (select n, ${idOf(scans)} as id, (hashint8(n) & 2147483647) % ${MEMBERS}::int + 1 as member,
        (hashint8(n * 7) & 2147483647) % 100 + 1 as batch,
        case when n % 20 < 17 then 0 else n % 9 end as result
      from generate_series(1, ${scans}::int) n) made`.execute(db)
}

async function fillTransfers(db: Db, transfers: number): Promise<void> {
  await sql`insert into transfer (member_id, seq, id, ref, points, available_after, held_after,
      occurred_at, recorded_at, debit, credit, kind)
    select member, row_number() over (partition by member order by n), id, id, 40, 40, 0, ${at},
      ${at}, 1, 11, case when n % 10 = 0 then 2 else 1 end
    from (select n, ${idOf(transfers)} as id,
        (hashint8(n) & 2147483647) % ${MEMBERS}::int + 1 as member
      from generate_series(1, ${transfers}::int) n) made`.execute(db)
}
