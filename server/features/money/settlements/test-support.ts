import { sql } from 'kysely'
import { startOfDay } from '../../../../contract/time.ts'
import { transaction, type Db } from '../../../db/database.ts'
import type { TestServer } from '../../../test/server.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import { postTransfer, type Move } from '../../ledger/points/points.service.ts'
import { computeSettlements } from './compute.service.ts'
import { endOfMonth, monthBefore, monthOf } from './months.ts'

export type Person = Awaited<ReturnType<TestServer['staff']>>

export async function distributor(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into distributor (code, name, state, city)
    select 'D' || count(*) + 1, ${name}, 27, 'Pune' from distributor
    returning distributor_id as id`.execute(db)
  return rows[0]?.id ?? 0
}

/** A member of the code, with a distributor (or none) from a moment on. */
export async function memberOf(
  db: Db,
  code: string,
  { from, distributorId }: { from: Date; distributorId: number | null },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into member (code, mobile, name, kind, state, city, distributor_id, joined_at)
    values (${code}, ${`9${code}`}, ${`Name of ${code}`}, 'mason', 27, 'Pune', ${distributorId}, ${from})
    returning member_id as id`.execute(db)
  return rows[0]?.id ?? 0
}

/** The distributor that a member has from a moment on. */
export async function assign(
  db: Db,
  memberId: number,
  { from, distributorId }: { from: Date; distributorId: number | null },
): Promise<void> {
  await sql`insert into member_distributor values (${memberId}, ${from}, ${distributorId})
    on conflict (member_id, from_at) do update set distributor_id = excluded.distributor_id`.execute(
    db,
  )
}

export type Moved = Pick<Move, 'kind' | 'debit' | 'credit' | 'points'>

/** Moves points at a moment; call it in the order of time, as ids only ever grow. */
export async function record(db: Db, memberId: number, at: Date, move: Moved): Promise<void> {
  await transaction(db, (tx) => postTransfer(tx, { memberId, at, moves: [{ ...move, ref: '1' }] }))
}

export async function charge(
  db: Db,
  {
    retailerId,
    scanId,
    paise,
    dueAt,
    ruleId = 1,
  }: Record<'retailerId' | 'scanId' | 'paise', number> & {
    dueAt: Date | null
    ruleId?: number
  },
): Promise<void> {
  await sql`insert into handling_charge (retailer_id, scan_id, member_id, rule_id, product_id, points,
      paise, state, recorded_at, due_at)
    values (${retailerId}, ${scanId}, 1, ${ruleId}, 1, 10, ${paise}, ${dueAt ? 1 : 0},
      ${dueAt ?? new Date()}, ${dueAt})`.execute(db)
}

/** A month that is over, with the moments in it. */
function pastMonth(back: number) {
  let month = monthOf(new Date())
  for (let i = 0; i < back; i++) month = monthBefore(month)
  const at = (day: number, hour = 0) =>
    new Date(startOfDay(month).getTime() + ((day - 1) * 24 + hour) * 3_600_000)
  return { month, at, end: endOfMonth(month) }
}

/** Computes as the job does, with a clock that stands after the month's end. */
export async function computed(
  server: TestServer,
  month: string,
  { staffId }: { staffId: number },
): Promise<void> {
  const now = () => new Date(Math.max(endOfMonth(month).getTime() + 3_600_000, Date.now()))
  await computeSettlements({ ...server.context, now }, { month, staffId })
}

/** A row of the ledger that no service wrote, as by hand in the database: ten points earned. */
export async function smuggle(db: Db, memberId: number, at: Date): Promise<void> {
  await sql`
    with account as (update member_account set seq = seq + 1, available = available + 10
      where member_id = ${memberId} returning *)
    insert into transfer (member_id, seq, id, ref, points, available_after, held_after, occurred_at,
      recorded_at, debit, credit, kind)
    select member_id, seq, ${firstIdAt(at)}::bigint, 1, 10, available, held, ${at}, ${at}, 1, 11, 1
    from account`.execute(db)
}

/** Takes back what smuggle() did last. */
export async function unsmuggle(db: Db, memberId: number): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`alter table transfer disable trigger all`.execute(tx)
    await sql`delete from transfer where member_id = ${memberId} and seq =
      (select seq from member_account where member_id = ${memberId})`.execute(tx)
    await sql`alter table transfer enable trigger all`.execute(tx)
    await sql`update member_account set seq = seq - 1, available = available - 10
      where member_id = ${memberId}`.execute(tx)
  })
}

/**
 * Two months with two networks and a member without a distributor; one member goes from the first
 * network to the second, and one has nothing.
 */
export async function playTwoMonths(db: Db) {
  const [before, last] = [pastMonth(2), pastMonth(1)]
  const sharma = await distributor(db, 'Sharma Traders')
  const long = await distributor(
    db,
    'Venkateswara Building Materials, Waterproofing and Hardware Wholesale Traders Private Limited',
  )
  const from = before.at(1)
  const one = await memberOf(db, '900000001', { from, distributorId: sharma })
  const two = await memberOf(db, '900000002', { from, distributorId: sharma })
  const three = await memberOf(db, '900000003', { from, distributorId: long })
  const alone = await memberOf(db, '900000004', { from, distributorId: null })
  const earn = { kind: 'scan', debit: 'issuance', credit: 'available' } as const
  await memberOf(db, '900000005', { from, distributorId: sharma })
  await record(db, one, before.at(2), { ...earn, points: 100 })
  await record(db, one, before.at(3), { ...earn, kind: 'scheme_bonus', points: 20 })
  await record(db, two, before.at(4), { ...earn, points: 50 })
  await record(db, alone, before.at(5), { ...earn, points: 10 })
  await record(db, three, before.at(6), { ...earn, kind: 'scan_held', credit: 'held', points: 30 })
  for (const [day, move] of LAST_MONTH) await record(db, one, last.at(day), move)
  await assign(db, two, { from: last.at(15), distributorId: long })
  await record(db, two, last.at(16), { ...earn, points: 5 })
  await record(db, three, last.at(17), {
    kind: 'scan_released',
    debit: 'held',
    credit: 'available',
    points: 30,
  })
  await sql`insert into charge_rule (rule_id, product_groups, kind, paise, basis_points, from_day, created_by, created_at)
    overriding system value
    select 1, '{}'::text[], 'coupon', 250, null, '2026-01-01'::date, min(staff_id), now() from staff
    union all select 2, '{Putty}'::text[], 'percent', null, 250, '2026-01-01', min(staff_id), now() from staff`.execute(
    db,
  )
  await charge(db, { retailerId: three, scanId: 1, paise: 250, dueAt: last.at(3) })
  await charge(db, { retailerId: three, scanId: 2, paise: 250, dueAt: last.at(4) })
  await charge(db, { retailerId: three, scanId: 3, paise: 75, dueAt: last.at(5), ruleId: 2 })
  await charge(db, { retailerId: three, scanId: 4, paise: 999, dueAt: null })
  return { before, last, sharma, long, one, two, three, alone }
}
export type TwoMonths = Awaited<ReturnType<typeof playTwoMonths>>

const LAST_MONTH: readonly (readonly [number, Moved])[] = [
  [2, { kind: 'redemption_hold', debit: 'available', credit: 'held', points: 40 }],
  [3, { kind: 'redemption_paid', debit: 'held', credit: 'redeemed', points: 40 }],
  [4, { kind: 'reversal', debit: 'redeemed', credit: 'held', points: 40 }],
  [5, { kind: 'redemption_released', debit: 'held', credit: 'available', points: 15 }],
  [6, { kind: 'reversal', debit: 'available', credit: 'issuance', points: 10 }],
  [7, { kind: 'expiry', debit: 'available', credit: 'expired', points: 5 }],
  [8, { kind: 'adjustment', debit: 'available', credit: 'adjustment', points: 3 }],
  [9, { kind: 'adjustment', debit: 'adjustment', credit: 'available', points: 7 }],
]
