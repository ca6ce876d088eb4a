import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RedemptionAction } from '../../../../contract/money/redemption-states.ts'
import { addDays, dayOf, startOfDay } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { MemberCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { examples, SEED } from '../../../test/trust.ts'
import { postTransfer, type Move } from '../points/points.service.ts'
import { move } from '../../money/redemptions/redemption-move.service.ts'
import { requestRedemption } from '../../money/redemptions/request.service.ts'
import { WIDE, balanceOf, payee, type Payee } from '../../money/redemptions/test-support.ts'
import { chargeReports } from '../../insight/reports/charge-reports.ts'
import { selectOf } from '../../insight/reports/report.ts'
import { checkInvariants } from '../../operations/verify/invariants.ts'
import { KYC_INVARIANTS } from '../../operations/verify/kyc-invariants.ts'
import { PAYMENT_INVARIANTS } from '../../operations/verify/payment-invariants.ts'
import { LotQueue } from './expiry.model.ts'
import { expirePoints, memberExpiring } from './expiry.service.ts'

// In full: npm run trust -- models [seed].
const RUNS = examples(12, 200)
const pointsExpiring = chargeReports['points-expiring']
const MONTHS = 2
const FIRST_DAY = '2026-06-29'
const ORIGIN = { requestId: 'test', address: '127.0.0.1', userAgent: undefined }

let server: TestServer
let people: number[]

beforeAll(async () => {
  server = await testServer({ ...WIDE, POINTS_EXPIRE_MONTHS: String(MONTHS) })
  people = [(await server.staff('cs')).staffId, (await server.staff('admin')).staffId]
})
afterAll(() => server.stop())

type One = Payee & {
  model: LotQueue
  redemptions: { id: string; points: number }[]
  earned: { seq: number; points: number; ref: string }[]
}
type World = { members: One[]; at: Date }

const who = fc.nat({ max: 1 })
const points = fc.integer({ min: 1, max: 40 })
const anAct = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('earn' as const), who, points }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('adjust' as const), who, points }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('take' as const), who, points }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('redeem' as const), who, points }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('undo' as const), who, earning: fc.nat({ max: 20 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom('pay', 'reject', 'approve', 'queue', 'reverse', 'give_up'),
      who,
      target: fc.nat({ max: 20 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('wait' as const),
      days: fc.constantFrom(1, 1, 2, 5, 11, 17, 30, 31, 45),
      minute: fc.integer({ min: 0, max: 1439 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('night' as const) }) },
)
type Act = typeof anAct extends fc.Arbitrary<infer T> ? T : never

const contextAt = (at: Date): Context => ({ ...server.context, now: () => at })

async function play(world: World, doing: Act): Promise<void> {
  if (doing.act === 'wait') {
    const start = startOfDay(addDays(dayOf(world.at), doing.days)).getTime()
    world.at = new Date(start + doing.minute * 60_000)
    return
  }
  if (doing.act === 'night') {
    await expirePoints(contextAt(world.at))
    for (const { model } of world.members) model.expire(dayOf(world.at))
    return
  }
  const one = world.members[doing.who]
  if (!one) throw new Error('no such member')
  if ('earning' in doing) await undo(one, world.at, doing.earning)
  else if ('target' in doing) await playRedemption(one, world.at, doing.act, doing.target)
  else if (doing.act === 'redeem') await redeem(one, world.at, doing.points)
  else await post(one, world.at, doing.act, doing.points)
}

async function post(
  { memberId, model, earned }: One,
  at: Date,
  how: 'earn' | 'adjust' | 'take',
  amount: number,
): Promise<void> {
  const ref = makeStaffChangeId(at.getTime())
  const [debit, credit] =
    how === 'take' ? (['available', 'adjustment'] as const) : (['adjustment', 'available'] as const)
  const posted: Move =
    how === 'earn'
      ? { kind: 'scan', debit: 'issuance', credit: 'available', points: amount, ref }
      : { kind: 'adjustment', debit, credit, points: amount, ref }
  const allowed = how === 'take' ? model.take(amount) : true
  if (how !== 'take') model.earn(dayOf(at), amount)
  const done = await succeeds(
    transaction(server.db, async (tx) => {
      if (how !== 'earn') {
        const signed = how === 'take' ? -amount : amount
        await tx
          .insertInto('points_adjustment')
          .values({
            adjustment_id: ref,
            member_id: memberId,
            points: signed,
            reason: 'For a test',
            state: 'approved',
            requested_by: people[0] ?? 0,
            requested_at: at,
            decided_by: people[1] ?? 0,
            decided_at: at,
            idempotency_key: ref,
            body_hash: Buffer.of(0),
          })
          .execute()
      }
      const [row] = await postTransfer(tx, { memberId, at, moves: [posted] })
      if (how === 'earn' && row) earned.push({ seq: row.seq, points: amount, ref })
    }),
  )
  expect(done).toBe(allowed)
}

/** What a dispute takes back leaves as everything leaves, first in, first out (decision 0033). */
async function undo({ memberId, model, earned }: One, at: Date, earning: number): Promise<void> {
  const index = earning % Math.max(earned.length, 1)
  const found = earned[index]
  if (!found) return
  const { seq, points, ref } = found
  const allowed = model.take(points)
  const kind = 'reversal' as const
  const way = { debit: 'available' as const, credit: 'issuance' as const }
  const moves = [{ kind, ...way, points, ref, reverses: seq }]
  const done = await succeeds(
    transaction(server.db, (tx) => postTransfer(tx, { memberId, at, moves })),
  )
  expect(done).toBe(allowed)
  if (done) earned.splice(index, 1)
}

const callerOf = ({ memberId }: One): MemberCaller => ({
  kind: 'member',
  memberId,
  state: 27,
  memberKind: 'mason',
  distributorId: null,
  sessionHash: Buffer.alloc(32),
})

async function redeem(one: One, at: Date, amount: number): Promise<void> {
  const body = {
    kind: 'bank' as const,
    points: amount,
    idempotencyKey: makeStaffChangeId(Date.now()),
  }
  const allowed = one.model.take(amount)
  const made = requestRedemption(contextAt(at), callerOf(one), body, ORIGIN).then(
    ({ redemptionId }) => one.redemptions.push({ id: redemptionId, points: amount }),
  )
  expect(await succeeds(made)).toBe(allowed)
}

async function playRedemption(
  one: One,
  at: Date,
  action: Extract<Act, { target: number }>['act'],
  target: number,
): Promise<void> {
  const redemption = one.redemptions[target % Math.max(one.redemptions.length, 1)]
  if (!redemption) return
  const staff = { staffId: people[1] ?? 0, role: 'admin' as const }
  const byStaff = action === 'approve' || action === 'reject'
  const step = { action: action as RedemptionAction, by: byStaff ? staff : null, at }
  const done = await succeeds(
    transaction(server.db, (tx) => move(tx, server.context, redemption.id, step)),
  )
  const cameBack = action === 'reject' || action === 'give_up'
  if (done && cameBack) one.model.giveBack(dayOf(at), redemption.points)
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

/** Balances, what members are told, and what the report says are those of the model. */
async function agrees({ members, at }: World): Promise<void> {
  const today = dayOf(at)
  const programme = { now: at, expireMonths: MONTHS, pointValuePaise: 250 }
  const report = selectOf(pointsExpiring, {}, { programme })
  const { rows } = await server.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(report))
  const header = (name: string) =>
    `c${pointsExpiring.columns.findIndex((column) => column.header === name)}`
  for (const one of members) {
    const { model } = one
    expect((await balanceOf(server, one.memberId)).available).toBe(model.available)
    const lots = model.forecast(today, 90)
    const total = lots.reduce((sum, lot) => sum + lot.points, 0)
    expect(await memberExpiring(contextAt(at), callerOf(one))).toEqual({ lots, total })
    const row = rows.find((found) => found[header('Member code')] === one.code)
    expect(row !== undefined).toBe(total > 0)
    for (const days of row ? [30, 60, 90] : []) {
      const sum = lots
        .filter(({ lastDay }) => lastDay <= addDays(today, days))
        .reduce((all, lot) => all + lot.points, 0)
      expect(Number(row?.[header(`Within ${days} days`)])).toBe(sum)
      expect(Number(row?.[header(`Worth within ${days} days`)])).toBe(sum * 2.5)
    }
  }
}

/** Scans are played without their coupons here, and every KYC and payment is simply there. */
const NOT_PLAYED = new Set([
  'Points come from scans that are there',
  ...KYC_INVARIANTS.map(({ name }) => name),
  ...PAYMENT_INVARIANTS.map(({ name }) => name),
])

async function brokenInvariants() {
  const broken = await checkInvariants(async (text) => {
    const { rows } = await server.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
    return rows
  })
  return broken.filter(({ name }) => !NOT_PLAYED.has(name))
}

test(`earning, redeeming and nights in any order agree with lots in a queue, ${RUNS.numRuns} times; seed ${SEED}`, async () => {
  const acts = fc.array(anAct, { minLength: 20, maxLength: 60, size: 'max' })
  let expired = 0
  await fc.assert(
    fc.asyncProperty(acts, async (doings) => {
      const makeOne = async (): Promise<One> => ({
        ...(await payee(server, { points: 0 })),
        model: new LotQueue(MONTHS),
        redemptions: [],
        earned: [],
      })
      const world: World = {
        members: [await makeOne(), await makeOne()],
        at: new Date(startOfDay(FIRST_DAY).getTime() + 1000),
      }
      for (const doing of doings) {
        await play(world, doing)
        await agrees(world)
      }
      await expirePoints(contextAt(world.at))
      for (const { model } of world.members) expired += model.expire(dayOf(world.at))
      await agrees(world)
    }),
    { ...RUNS, endOnFailure: true },
  )
  expect(expired).toBeGreaterThan(0)
  expect(await brokenInvariants()).toEqual([])
}, 1_800_000)
