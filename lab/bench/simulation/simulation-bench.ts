import { sql } from 'kysely'
import type pg from 'pg'
import { dayOf } from '../../../contract/time.ts'
import { readConfig } from '../../../server/config.ts'
import { openDatabase, type Db } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { openRuleBook } from '../../../server/features/platform/rules/rule-book.ts'
import { startValues } from '../../../server/features/platform/rules/start-values.ts'
import { runSimulation } from '../../../server/features/programme/schemes/simulation.service.ts'
import { firstIdAt } from '../../../server/lib/ids.ts'
import { watchTurns } from '../event-loop.ts'
import { dropDatabase, freshDatabase, median } from '../scans/database.ts'

const DATABASE = 'bench_simulation'
const MEMBERS = 200_000
const BATCHES = 100
const DAYS = 30
const DAY_MS = 86_400_000
const ROUNDS = 3

export type SimulationBench = { seconds: number; longestHoldMs: number; points: number }

/** A scheme with slabs and a cap played over `scans` scans of thirty days; the median of three rounds. */
export async function benchSimulation(
  server: pg.ClientConfig,
  scans: number,
): Promise<SimulationBench> {
  const connection = await freshDatabase(server, DATABASE)
  const { db, pool } = openDatabase(connection, { size: 4, onError: () => {} })
  try {
    await migrate(db)
    const now = new Date()
    await fill(db, scans, now)
    const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: '/tmp' })
    const rules = await openRuleBook(pool, { start: startValues(config), log: console })
    const context = { db, connection, rules, now: () => now }
    const rounds: { seconds: number; holdMs: number }[] = []
    let points = 0
    for (let round = 0; round < ROUNDS; round++) {
      const id = await queued(db, now)
      const turns = watchTurns()
      const begun = performance.now()
      await runSimulation(context, id)
      const seconds = (performance.now() - begun) / 1000
      rounds.push({ seconds, holdMs: turns.longest() })
      points = await pointsOf(db, id)
    }
    await rules.stop()
    return {
      seconds: median(rounds.map((round) => round.seconds)),
      longestHoldMs: Math.max(...rounds.map((round) => round.holdMs)),
      points,
    }
  } finally {
    await db.destroy()
    await dropDatabase(server, DATABASE)
  }
}

/** Scans in the order of time, as they are recorded, and a draft that most of them count in. */
async function fill(db: Db, scans: number, now: Date): Promise<void> {
  const from = new Date(now.getTime() - DAYS * DAY_MS)
  const step = Math.floor((DAYS * DAY_MS) / scans)
  await db.insertInto('plant').values({ code: 'P', name: 'P', state: 27, city: 'C' }).execute()
  await sql`insert into product_group (name) values ('Cement')`.execute(db)
  await sql`insert into product (code, name, product_group, points)
    select 'C' || n, 'Product ' || n, 'Cement', 40 from generate_series(1, 12) n`.execute(db)
  await sql`insert into staff (email, name, role, created_at)
    values ('bench@hil.example', 'Bench', 'admin', now())`.execute(db)
  await sql`insert into member (code, mobile, name, kind, state, city, joined_at)
    select 'M' || n, (6000000000 + n)::text, 'Member ' || n,
      (array['mason', 'painter', 'retailer', 'contractor'])[n % 4 + 1], n % 36 + 1, 'City', now()
    from generate_series(1, ${MEMBERS}::int) n`.execute(db)
  await sql`insert into coupon_batch (batch_id, plant_id, product_id, quantity, points, expires_at,
      status, approvals_needed, sealed_key, requested_by, requested_at)
    select n, 1, n % 12 + 1, 1000, 20 + n % 5 * 10, now() + interval '1 year', 'printed', 1, '', 1, now()
    from generate_series(1, ${BATCHES}::int) n`.execute(db)
  await sql`insert into scan (id, code_key, occurred_at, recorded_at, member_id, batch_id, serial,
      points, product_id, result, state)
    select ${firstIdAt(from)}::bigint + ((n * ${step}::bigint) << 22), gen_random_uuid(), now(), now(),
      (hashint8(n)::bigint & 2147483647) % ${MEMBERS}::int + 1, n % ${BATCHES}::int + 1, n, 40, 1, 0,
      n % 36 + 1
    from generate_series(1, ${scans}::bigint) n`.execute(db)
  await sql`insert into scheme (name, kind, slabs, from_at, to_at, member_kinds, cap_per_member,
      priority, status, budget)
    values ('Slabs', 'slab', '[{"from": 2, "points": 5}, {"from": 6, "points": 10}]', now(),
      now() + interval '60 days', array['mason', 'painter', 'retailer'], 60, 1, 'draft', 3000000)`.execute(
    db,
  )
  await sql`insert into rollup_day (day, result, state, plant_id, product_id, slot, attempts, points)
    values (${dayOf(now)}, 0, 1, 1, 1, 1, ${scans}, 0)`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

async function queued(db: Db, now: Date): Promise<string> {
  const { id } = await db
    .insertInto('scheme_simulation')
    .values({
      scheme_id: 1,
      version: 1,
      from_at: new Date(now.getTime() - DAYS * DAY_MS),
      to_at: now,
      requested_by: 1,
      requested_at: now,
      state: 'queued',
      scans: null,
      result: null,
      failure: null,
      finished_at: null,
    })
    .returning('simulation_id as id')
    .executeTakeFirstOrThrow()
  return id
}

async function pointsOf(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select (result ->> 'points')::float8 as points from scheme_simulation
    where simulation_id = ${id} and state = 'done'`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The simulation did not come to its end.')
  return row.points
}
