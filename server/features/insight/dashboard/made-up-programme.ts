import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { dayOf } from '../../../../contract/time.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import { MEMBERS, type Act, type Acts } from './made-up-acts.ts'
import { assign, memberOf, record } from '../../money/settlements/test-support.ts'
import { haveGroups } from '../../../test/product-groups.ts'

const HOUR_MS = 3_600_000

type World = {
  db: Db
  staff: readonly number[]
  members: number[]
  next: () => number
  now: number
}
type Doer<A> = (world: World, act: A, at: Date) => Promise<unknown>

const staffOf = ({ staff: people }: World, index: number | null): number | null =>
  index === null ? null : (people[index % people.length] ?? null)
/** The first day of a month some months ago. */
function monthBack(now: number, months: number): string {
  const [year = 0, month = 0] = dayOf(new Date(now)).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10)
}

const memberAt = ({ members }: World, index: number): number => members[index] ?? 0

async function redemption(
  { db, next }: World,
  row: { member: number; state: string; at: Date; by: number | null; gift: boolean },
): Promise<string> {
  const id = String(BigInt(firstIdAt(row.at)) + BigInt(next()))
  const approved = row.state === 'requested' || row.state === 'rejected' ? null : row.at
  await sql`
    insert into redemption (redemption_id, number, member_id, kind, state, points,
      point_value_paise, amount_paise, benefit_paise, gift_id, destination_digest,
      approvals_needed, requested_at, requested_by, approved_at, changed_at, key_digest, body_digest)
    values (${id}, ${`RD${id}`}, ${row.member}, ${row.gift ? 'gift' : 'bank'}, ${row.state}, 10, 100,
      1000, 1000, ${row.gift ? 1 : null}, ${row.gift ? null : Buffer.alloc(32)},
      2, ${row.at}, ${row.by}, ${approved}, ${row.at}, ${Buffer.from(id)}, ${Buffer.alloc(4)})`.execute(
    db,
  )
  return id
}

const DOERS: { [K in Act['kind']]: Doer<Acts[K]> } = {
  async scan(world, { person: who, points: gained, result, review, state, place }, at) {
    const { db, next } = world
    const member = memberAt(world, who)
    const held = result === 0 ? review : null
    const id = BigInt(firstIdAt(at)) + BigInt(next())
    await sql`
      insert into scan (id, code_key, occurred_at, recorded_at, member_id, batch_id, serial, points,
        product_id, plant_id, result, state, review)
      values (${String(id)}, ${randomUUID()}, ${at}, ${at}, ${member}, ${900 + place},
        ${next()}, ${result === 0 ? gained : 0},
        ${place}, ${place}, ${result}, ${state}, ${held})`.execute(db)
    if (result !== 0) return
    await record(db, member, at, {
      kind: held === null ? 'scan' : 'scan_held',
      debit: 'issuance',
      credit: held === null ? 'available' : 'held',
      points: gained,
    })
  },
  async redeemed(world, { person: who, points: spent }, at) {
    const { db } = world
    const member = memberAt(world, who)
    const { rows } = await sql<{ available: number }>`
      select available::float8 as available from member_account where member_id = ${member}`.execute(
      db,
    )
    if ((rows[0]?.available ?? 0) < spent) return
    const moved = { points: spent, debit: 'available', credit: 'held' } as const
    await record(db, member, at, { kind: 'redemption_hold', ...moved })
    const paid = { points: spent, debit: 'held', credit: 'redeemed' } as const
    await record(db, member, at, { kind: 'redemption_paid', ...paid })
  },
  async redemption(world, { person: who, by, approver, state, gift }, at) {
    const row = { member: memberAt(world, who), state, at, by: staffOf(world, by), gift }
    const id = await redemption(world, row)
    const approvedBy = staffOf(world, approver)
    if (state !== 'requested' || approvedBy === null) return
    await sql`
      insert into redemption_event (redemption_id, at, staff_id, role, action, state)
      select ${id}, ${at}, staff_id, role, 'approve', 'requested' from staff
      where staff_id = ${approvedBy}`.execute(world.db)
  },
  async payment(world, { person: who, by, state, tax, alert }, at) {
    const { db, next } = world
    const member = memberAt(world, who)
    const failed = ['failed', 'reversed', 'declined'].includes(state)
    const status = failed ? 'failed' : state === 'processed' ? 'paid' : 'payment_pending'
    const row = { member, state: status, at, by: null, gift: false }
    const redeemed = await redemption(world, row)
    const id = String(BigInt(firstIdAt(at)) + BigInt(next()))
    const arrived = state === 'processed' || state === 'reversed' ? at : null
    await sql`
      insert into payment (payment_id, number, redemption_id, attempt, member_id, provider, kind,
        state, idempotency_key, gross_paise, tax_paise, net_paise, destination, destination_digest,
        failure_code, initiated_by, initiated_at, since, sent_at, processed_at, reversed_at)
      values (${id}, ${`PY${id}`}, ${redeemed}, 1, ${member}, 'razorpayx', 'bank', ${state},
        ${`key-${id}`}, 1000, ${tax}, ${1000 - tax}, 'XX12', ${Buffer.alloc(32)},
        ${state === 'failed' ? 'server_error' : null}, ${staffOf(world, by)}, ${at}, ${at}, ${at},
        ${arrived}, ${state === 'reversed' ? at : null})`.execute(db)
    if (alert) {
      await sql`insert into payment_alert (kind, at, payment_id, redemption_id, words)
        values ('contradiction', ${at}, ${id}, ${redeemed}, 'Made up')`.execute(db)
    }
    if (arrived === null) return
    await sql`
      insert into benefit (benefit_id, member_id, kind, redemption_id, payment_id, financial_year,
        given_on, value_paise, base_paise, rate_bps, tax_paise, words, recorded_at, undone_at)
      values (${id}, ${member}, 'money', ${redeemed}, ${id}, 2026,
        (${at}::timestamptz at time zone 'Asia/Kolkata')::date, 1000, 1000, 1000, ${tax}, 'Made up',
        ${at}, ${state === 'reversed' ? at : null})`.execute(db)
  },
  async enquiry(world, { person: who, owner, state, dispute, proposer }, at) {
    const { db, next } = world
    const id = String(BigInt(firstIdAt(at)) + BigInt(next()))
    const member = memberAt(world, who)
    const runs = state === 'open' || state === 'in_progress'
    const due = new Date(at.getTime() + 90 * HOUR_MS)
    await sql`
      insert into enquiry (enquiry_id, number, member_id, category, subject, state, owner_id,
        opened_at, last_message_at, member_wrote_last, answer_by, resolve_by, waiting_since,
        resolved_at, due_at, key_digest, body_digest)
      values (${id}, ${`EQ${id}`}, ${member}, 'dispute', 'Made up', ${state},
        ${staffOf(world, owner)}, ${at}, ${at}, true, ${due}, ${due},
        ${state === 'waiting' ? at : null}, ${state === 'resolved' ? at : null},
        ${runs ? due : null}, ${Buffer.from(id)}, ${Buffer.alloc(4)})`.execute(db)
    if (dispute === null) return
    const by = dispute === 'proposed' ? staffOf(world, proposer) : null
    await sql`
      insert into dispute (enquiry_id, state, code_key, batch_id, serial, first_member_id,
        first_scan_id, claimant_id, claimant_scan_id, opened_at, outcome, reason, proposed_by, proposed_at)
      values (${id}, ${dispute}, ${randomUUID()}, 900, 1, ${memberAt(world, (who + 1) % MEMBERS)},
        1, ${member}, 2, ${at}, ${by === null ? null : 'keep'}, ${by === null ? null : 'Made up'},
        ${by}, ${by === null ? null : at})`.execute(db)
  },
  async batch(world, { by, approver, status }, at) {
    const id = 1000 + world.next()
    await insertBatch(world, id, { status, by: staffOf(world, by), at })
    const approvedBy = staffOf(world, approver)
    if (approvedBy === null) return
    await sql`insert into batch_event (batch_id, at, staff_id, action)
      values (${id}, ${at}, ${approvedBy}, 'approve')`.execute(world.db)
  },
  adjustment(world, { person: who, by, state }, at) {
    const id = String(BigInt(firstIdAt(at)) + BigInt(world.next()))
    const decided = state === 'requested' ? null : at
    return sql`
      insert into points_adjustment (adjustment_id, member_id, points, reason, state, requested_by,
        requested_at, decided_by, decided_at, idempotency_key, body_hash)
      values (${id}, ${memberAt(world, who)}, 5, 'Made up', ${state}, ${staffOf(world, by)}, ${at},
        ${decided && staffOf(world, by + 1)}, ${decided}, ${id}, ${Buffer.alloc(4)})`.execute(
      world.db,
    )
  },
  async scheme(world, { by, status }, at) {
    const { rows } = await sql<{ id: number }>`
      insert into scheme (name, kind, value, from_at, to_at, priority, status, budget, created_at)
      values (${`Made up ${world.next()}`}, 'fixed', 5, ${at}, ${new Date(world.now + 9e8)}, 1,
        ${status}, 100, ${at}) returning scheme_id as id`.execute(world.db)
    await sql`insert into scheme_event (scheme_id, at, staff_id, action)
      values (${rows[0]?.id}, ${at}, ${staffOf(world, by)}, 'draft')`.execute(world.db)
  },
  kyc(world, { person: who, pending }, at) {
    return sql`
      insert into kyc (member_id, state, submitted_at)
      values (${memberAt(world, who)}, ${pending ? 'pending' : 'approved'}, ${at})
      on conflict (member_id) do nothing`.execute(world.db)
  },
  async settlement(world, { distributor, monthsAgo, state, by }, at) {
    const { db } = world
    const month = monthBack(world.now, monthsAgo)
    await sql`insert into settlement_month (month, computed_at) values (${month}, ${at})
      on conflict do nothing`.execute(db)
    const approved = state === 'approved' ? at : null
    await sql`
      insert into settlement (month, distributor_id, state, members, opening, moved, earned, bonus,
        reversed, redeemed, returned, expired, adjusted, available, held, charges, charge_paise,
        computed_at, computed_by, approved_at, approved_by)
      values (${month}, ${distributor}, ${state}, 1, 0, 0, 5, 0, 0, 0, 0, 0, 0, 5, 0, 1,
        ${world.next() * 7}, ${at}, ${staffOf(world, by)}, ${approved},
        ${approved && staffOf(world, by + 1)})
      on conflict do nothing`.execute(db)
  },
}

function insertBatch(
  { db }: World,
  id: number,
  { status, by, at, place = 1 }: { status: string; by: number | null; at: Date; place?: number },
) {
  return sql`
    insert into coupon_batch (batch_id, plant_id, product_id, quantity, points, expires_at, status,
      approvals_needed, sealed_key, requested_by, requested_at)
    values (${id}, ${place}, ${place}, 10, 40, ${new Date(at.getTime() + 1e10)}, ${status}, 2,
      ${Buffer.alloc(32)}, ${by}, ${at})`.execute(db)
}

async function setUp(world: World): Promise<void> {
  const { db, now } = world
  await sql`insert into plant (plant_id, code, name, state, city) overriding system value
    values (1, 'P1', 'One', 27, 'Pune'), (2, 'P2', 'Two', 9, 'Noida')`.execute(db)
  await haveGroups(db, 'Putty', 'Mortar')
  await sql`insert into product (product_id, code, name, product_group, points) overriding system value
    values (1, 'A', 'Putty', 'Putty', 40), (2, 'B', 'Mortar', 'Mortar', 20)`.execute(db)
  await sql`insert into gift (gift_id, code, name, points, value_paise) overriding system value
    values (1, 'G1', 'Drill', 10, 1000)`.execute(db)
  await sql`insert into distributor (distributor_id, code, name, state, city) overriding system value
    values (1, 'D1', 'First', 27, 'Pune'), (2, 'D2', 'Second', 9, 'Noida'), (3, 'D3', 'Third', 29, 'Hubli')`.execute(
    db,
  )
  for (const place of [0, 1, 2]) {
    const printed = { status: 'printed', by: world.staff[0] ?? 0, at: new Date(now) }
    await insertBatch(world, 900 + place, { ...printed, place: Math.max(place, 1) })
  }
  const begun = new Date(now - 400 * HOUR_MS)
  for (let index = 0; index < MEMBERS; index++) {
    const code = String(700_000_000 + index)
    const distributorId = index % 4 === 3 ? null : (index % 4) + 1
    const from = new Date(begun.getTime() + index * 30 * HOUR_MS)
    world.members.push(await memberOf(db, code, { from: index < 5 ? begun : from, distributorId }))
  }
  await sql`insert into member_account (member_id) select member_id from member
    on conflict do nothing`.execute(db)
  // Months exist from the first transfer on.
  const first = { kind: 'scan', debit: 'issuance', credit: 'available', points: 3 } as const
  await record(db, world.members[0] ?? 0, new Date(now - 2600 * HOUR_MS), first)
  // Two changed their distributor within the days that are asked for.
  for (const [index, distributorId] of [
    [0, 2],
    [3, 1],
  ] as const) {
    const from = new Date(now - (40 + index) * HOUR_MS)
    await assign(db, world.members[index] ?? 0, { from, distributorId })
  }
}

/** Rows of every kind that dashboards count, as they come; the rollup sums them as the engine would. */
export async function makeUp(
  db: Db,
  people: readonly number[],
  acts: readonly Act[],
  now = Date.now(),
): Promise<void> {
  let made = 0
  const world: World = { db, staff: people, members: [], next: () => ++made, now }
  await setUp(world)
  for (const one of acts.toSorted((a, b) => b.hours - a.hours)) {
    const at = new Date(now - one.hours * HOUR_MS)
    await (DOERS[one.kind] as Doer<Act>)(world, one, at)
  }
  await sql`
    insert into rollup_day (day, result, state, plant_id, product_id, slot, attempts, points)
    select (recorded_at at time zone 'Asia/Kolkata')::date, result, state, coalesce(plant_id, 0),
      coalesce(product_id, 0), 0, count(*), sum(points)
    from scan group by 1, 2, 3, 4, 5`.execute(db)
}
