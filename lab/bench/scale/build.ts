import pg from 'pg'
import type { Context } from '../../../server/context.ts'
import { batchKeyContext } from '../../../server/features/programme/batches/batch-keys.service.ts'
import { sealRow } from '../../../server/features/people/onboarding/sealed-row.ts'
import { type Accounts, TRANSFER_COLUMNS } from './accounts.ts'
import { dropGuards, putBack } from './catalog.ts'
import { CopyRows } from './copy-rows.ts'
import { batchKeyOf, couponKeys } from './coupon-keys.ts'
import type { DayCounts } from './day-counts.ts'
import { fillHelpdesk, fillKyc, fillMessages, fillTrail } from './fill-desk.ts'
import { fillMoney } from './fill-money.ts'
import { fillPeople } from './fill-people.ts'
import { fillOnboarding, fillPlant, openRows } from './fill-plant.ts'
import { fillAfterWalk, fillSchemes } from './fill-programme.ts'
import { REDEMPTION_COLUMNS } from './redemptions.ts'
import type { Sizes } from './sizes.ts'
import { BATCH_COUNT_COLUMNS, COUPON_COLUMNS, storeCoupons } from './store-coupons.ts'
import { SCAN_COLUMNS, walk, type Walked } from './walk.ts'

const CLAIM_COLUMNS = [
  'scan_id',
  'claimant_id',
  'code_key',
  'batch_id',
  'serial',
  'first_member_id',
  'first_scan_id',
  'at',
]
const ADJUSTMENT_COLUMNS = ['id', 'member_id', 'at']
const DAY_MS = 86_400_000
/** The walk's days begin at the history's beginning; those of the books at midnight in India. */
const LANES = 2

/** Rows on their way, unlogged and gone at the end. */
const STAGES = [
  `create unlogged table bench_redemption (id bigint, member_id int, points int, asked_at timestamptz,
    ended_at timestamptz, state text, kind text)`,
  `create unlogged table bench_claim (scan_id bigint, claimant_id int, code_key uuid, batch_id int, serial int,
    first_member_id int, first_scan_id bigint, at timestamptz)`,
  `create unlogged table bench_adjustment (id bigint, member_id int, at timestamptz)`,
  `create unlogged table bench_batch_count (batch_id int, scanned int, printed int, activated int, deactivated int,
    blocked int)`,
  `create unlogged table bench_batch_key (batch_id int, sealed bytea)`,
  `create unlogged table bench_upload_row (upload_id bigint, row_no int, sealed bytea)`,
]

type Say = (line: string) => void

/**
 * Fills an empty, migrated database with the programme of these sizes: no index and no foreign key
 * stands meanwhile, all stand again at the end. Its connections are a superuser's.
 */
export async function buildProgramme(
  context: Pick<Context, 'keys' | 'vault' | 'connection'>,
  sizes: Sizes,
  say: Say = () => {},
): Promise<void> {
  const clients = await openClients(context.connection)
  const [one, two] = clients
  if (!one || !two) throw new Error('The bench needs two connections.')
  const timed = timing(say)
  try {
    const guards = await dropGuards(one)
    await run(one, STAGES)
    await timed('keys and people', async () => {
      await stageKeys(one, context, sizes)
      await run(one, fillPeople(sizes))
      await run(one, [...fillSchemes(sizes), ...fillPlant(sizes)])
    })
    await timed('coupons, scans and transfers', () => fillLedger(clients, sizes))
    await timed('money, KYC and the desk', async () => {
      const behind = [...fillKyc(sizes), ...fillHelpdesk(sizes), ...fillMessages(sizes)]
      await Promise.all([
        run(one, [...fillAfterWalk(sizes), ...fillMoney(sizes)]),
        run(two, [...behind, ...fillTrail(sizes), ...fillOnboarding(sizes)]),
      ])
    })
    await dropStages(one)
    await timed('indexes and foreign keys', () => putBack(clients, guards))
    await timed('vacuum', () => vacuum(clients))
    await one.query('checkpoint')
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

const timing = (say: Say) => async (what: string, work: () => Promise<unknown>) => {
  const begun = performance.now()
  await work()
  say(`${what}: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}

async function openClients(connection: pg.ClientConfig): Promise<pg.Client[]> {
  return Promise.all(
    Array.from({ length: LANES + 3 }, async () => {
      const client = new pg.Client(connection)
      client.on('error', () => {})
      await client.connect()
      // Triggers follow members one by one; what they would write is filled like the rest.
      await client.query(`set session_replication_role = replica; set synchronous_commit = off;
        set timezone = 'UTC'; set maintenance_work_mem = '768MB'; set work_mem = '256MB';
        set max_parallel_maintenance_workers = 0; set max_parallel_workers_per_gather = 0`)
      return client
    }),
  )
}

async function run(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    try {
      await client.query(statement)
    } catch (error) {
      throw new Error(`While filling by: ${statement.slice(0, 300)}`, { cause: error })
    }
  }
}

async function dropStages(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relname like 'bench\\_%' and relkind = 'r'
      and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) await client.query(`drop table ${name}`)
}

async function stageKeys(
  client: pg.Client,
  { keys, vault }: Pick<Context, 'keys' | 'vault'>,
  sizes: Sizes,
): Promise<void> {
  const batches = Array.from({ length: sizes.batches }, (_, index) => index + 1)
  await client.query('insert into bench_batch_key select * from unnest($1::int[], $2::bytea[])', [
    batches,
    batches.map((id) => keys.seal(batchKeyOf(id), batchKeyContext(id))),
  ])
  const open = openRows(sizes)
  const sealed = await Promise.all(
    open.map(({ uploadId, rowNo }) =>
      sealRow(
        vault,
        { uploadId: String(uploadId), rowNo },
        { cells: ['W1', 'Ramesh', '12'], changes: [] },
      ),
    ),
  )
  await client.query(
    'insert into bench_upload_row select * from unnest($1::bigint[], $2::int[], $3::bytea[])',
    [open.map(({ uploadId }) => uploadId), open.map(({ rowNo }) => rowNo), sealed],
  )
}

async function fillLedger(clients: readonly pg.Client[], sizes: Sizes): Promise<void> {
  const keys = couponKeys(sizes)
  const rows = (lane: number, table: string, columns: readonly string[]) => {
    const client = clients[lane]
    if (!client) throw new Error(`There is no connection ${lane}.`)
    return new CopyRows(client, table, columns)
  }
  const to = {
    scans: rows(0, 'scan', SCAN_COLUMNS),
    transfers: rows(1, 'transfer', TRANSFER_COLUMNS),
    redemptions: rows(2, 'bench_redemption', REDEMPTION_COLUMNS),
    claims: rows(3, 'bench_claim', CLAIM_COLUMNS),
    adjustments: rows(4, 'bench_adjustment', ADJUSTMENT_COLUMNS),
  }
  const walked = await walk(sizes, keys, to)
  await Promise.all(Object.values(to).map((each) => each.end()))
  const stored = {
    coupons: rows(0, 'coupon', COUPON_COLUMNS),
    counts: rows(1, 'bench_batch_count', BATCH_COUNT_COLUMNS),
  }
  await storeCoupons(sizes, keys, walked, stored)
  await Promise.all(Object.values(stored).map((each) => each.end()))
  await storeAccounts(rows(2, 'member_account', ['member_id', 'seq', 'available', 'held']), walked)
  await storeCounts(rows(3, 'rollup_day', ROLLUP_COLUMNS), walked.counts)
  await storeBonuses(rows(4, 'rollup_scheme', BONUS_COLUMNS), walked.counts)
  await storeLiability(clients[0], sizes, walked.accounts)
}

const ROLLUP_COLUMNS = 'day result state plant_id product_id slot attempts points'.split(' ')
const BONUS_COLUMNS = 'scheme_id day slot bonuses points'.split(' ')
/** COPY's dates are days since 2000. */
const DATES_FROM = Date.UTC(2000, 0, 1) / DAY_MS

async function storeAccounts(rows: CopyRows, { accounts }: Walked): Promise<void> {
  for (let memberId = 1; memberId < accounts.seq.length; memberId++) {
    rows.row()
    rows.int4(memberId)
    rows.int4(accounts.seq[memberId] ?? 0)
    rows.int8(accounts.available[memberId] ?? 0)
    rows.int8(accounts.held[memberId] ?? 0)
    if (rows.full) await rows.flush()
  }
  await rows.end()
}

async function storeCounts(rows: CopyRows, counts: DayCounts): Promise<void> {
  for (const { day, result, state, plantId, productId, attempts, points } of counts.scans()) {
    rows.row()
    rows.int4(day - DATES_FROM)
    rows.int2(result)
    rows.int2(state)
    rows.int2(plantId)
    rows.int4(productId)
    rows.int2(0)
    rows.int8(attempts)
    rows.int8(points)
    if (rows.full) await rows.flush()
  }
  await rows.end()
}

async function storeBonuses(rows: CopyRows, counts: DayCounts): Promise<void> {
  for (const { schemeId, day, bonuses, points } of counts.bonuses()) {
    rows.row()
    rows.int4(schemeId)
    rows.int4(day - DATES_FROM)
    rows.int2(0)
    rows.int8(bonuses)
    rows.int8(points)
  }
  await rows.end()
}

/** By the walk's own days, which are whole days before now: near enough for a page of days. */
async function storeLiability(
  client: pg.Client | undefined,
  { days, now }: Sizes,
  { days: moved }: Accounts,
): Promise<void> {
  let owed = 0
  const rows = moved.slice(0, days).map((day, index) => {
    owed += day.earned + day.adjusted - day.redeemed - day.expired
    return { ...day, owed, at: new Date(now.getTime() - (days - index) * DAY_MS) }
  })
  await client?.query(
    `insert into liability_day (day, earned, redeemed, expired, adjusted, available, held)
      select (at at time zone 'Asia/Kolkata')::date, earned, redeemed, expired, adjusted, owed, 0
      from jsonb_to_recordset($1) as d (at timestamptz, earned bigint, redeemed bigint, expired bigint,
        adjusted bigint, owed bigint) on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}

async function vacuum(clients: readonly pg.Client[]): Promise<void> {
  const [first] = clients
  const found = await first?.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r'
      and relnamespace = 'public'::regnamespace order by pg_relation_size(oid) desc`,
  )
  const left = found?.rows.map(({ name }) => name) ?? []
  await Promise.all(
    clients.slice(0, LANES).map(async (client) => {
      for (let name = left.shift(); name; name = left.shift()) {
        await client.query(`vacuum (analyze) ${name}`)
      }
    }),
  )
}
