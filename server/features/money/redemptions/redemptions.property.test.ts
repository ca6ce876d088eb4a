import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/money/redemptions.ts'
import { transaction } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { examples, SEED } from '../../../test/trust.ts'
import { postTransfer, type Move } from '../../ledger/points/points.service.ts'
import { checkInvariants } from '../../operations/verify/invariants.ts'
import { KYC_INVARIANTS } from '../../operations/verify/kyc-invariants.ts'
import { PARCEL_INVARIANTS } from '../../operations/verify/parcel-invariants.ts'
import { PAYMENT_INVARIANTS } from '../../operations/verify/payment-invariants.ts'
import { ModelProgramme } from './redemptions.model.ts'
import {
  WIDE,
  act,
  approve,
  ask,
  balanceOf,
  cancel,
  give,
  makeGift,
  payee,
  reject,
  stockOf,
  type Payee,
  type Staff,
} from './test-support.ts'

// In full: npm run trust -- models [seed].
const RUNS = examples(15, 200)
const ROLES = ['cs', 'cs', 'admin', 'almond team'] as const
const TWO_ROLES_FROM = 20
const GIFT_POINTS = 15

let server: TestServer
let people: Staff[]

beforeAll(async () => {
  server = await testServer({
    ...WIDE,
    REDEMPTION_TWO_ROLES_FROM_PAISE: String(TWO_ROLES_FROM * 100),
  })
  people = await Promise.all(ROLES.map((role) => server.staff(role)))
})
afterAll(() => server.stop())

type World = { model: ModelProgramme; members: Payee[]; giftId: number; ids: string[] }

const person = fc.nat({ max: ROLES.length - 1 })
const target = fc.nat({ max: 30 })
const member = fc.nat({ max: 2 })
const points = fc.integer({ min: 1, max: 40 })
const anAct = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('request' as const), member, points }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('gift' as const),
      member,
      gifts: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('request for' as const), member, points, person }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('approve' as const), target, person }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reject' as const), target, person }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('cancel' as const), target }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom('queue', 'pay', 'fail', 'reverse', 'give_up'),
      target,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('adjust', 'scan', 'take'), member, points }),
  },
)
type Act = typeof anAct extends fc.Arbitrary<infer T> ? T : never

/** Does an act to the product and to the model; both must say the same of whether it may be. */
async function play(world: World, doing: Act): Promise<void> {
  if ('member' in doing) await playMember(world, doing)
  else await playRedemption(world, doing)
}

async function playMember(world: World, doing: Extract<Act, { member: number }>): Promise<void> {
  const { model, members, giftId, ids } = world
  const who = members[doing.member]
  if (!who) throw new Error('no such member')
  if (doing.act === 'adjust' || doing.act === 'scan' || doing.act === 'take') {
    await movePoints(model, doing.member, who, doing.act, doing.points)
    return
  }
  const asked = 'gifts' in doing ? { gifts: doing.gifts } : { points: doing.points }
  const by = 'person' in doing ? doing.person : null
  const body =
    'gifts' in asked
      ? { kind: 'gift', giftId, quantity: asked.gifts }
      : { kind: 'bank', points: asked.points }
  const idempotencyKey = randomUUID()
  // Sent twice: the second has no effect and the same answer.
  const send = () => sendRequest(who, by, { ...body, idempotencyKey })
  const answers = [await send(), await send()]
  const allowed = by === null || ROLES[by] === 'cs'
  const made = allowed && model.request(doing.member, asked, by)
  const status = made ? 200 : allowed ? 409 : 403
  expect(answers.map((answer) => answer.status)).toEqual([status, status])
  const [first, second] = answers.map((answer) => answer.body.redemptionId)
  expect(second).toBe(first)
  if (made) ids.push(first ?? '')
}

function sendRequest(who: Payee, by: number | null, body: object) {
  if (by === null) return ask(server, who, body)
  return server.call(contract.requestForMember, {
    token: people[by]?.token,
    params: { memberId: who.memberId },
    body: { ...body, reason: 'Asked by phone.' },
  })
}

async function movePoints(
  model: ModelProgramme,
  index: number,
  { memberId }: Payee,
  how: 'adjust' | 'scan' | 'take',
  amount: number,
): Promise<void> {
  if (how === 'adjust') {
    model.credit(index, amount)
    await give(server, memberId, amount)
    return
  }
  const at = new Date()
  const base = { points: amount, ref: makeStaffChangeId(at.getTime()) }
  const move: Move =
    how === 'scan'
      ? { ...base, kind: 'scan', debit: 'issuance', credit: 'available' }
      : { ...base, kind: 'expiry', debit: 'available', credit: 'expired' }
  const allowed = how === 'scan' || model.debit(index, amount)
  if (how === 'scan') model.credit(index, amount)
  expect(
    await succeeds(
      transaction(server.db, (tx) => postTransfer(tx, { memberId, at, moves: [move] })),
    ),
  ).toBe(allowed)
}

async function playRedemption(
  { model, members, ids }: World,
  doing: Exclude<Act, { member: number }>,
): Promise<void> {
  if (ids.length === 0) return
  const index = doing.target % ids.length
  const [id = '', redemption] = [ids[index], model.redemptions[index]]
  if (!redemption) throw new Error('no such redemption')
  if (doing.act === 'approve') {
    const staff = people[doing.person] ?? { token: '', staffId: 0 }
    const allowed = model.approve(redemption, doing.person, ROLES[doing.person] ?? '')
    expect((await approve(server, staff, id)).status).toBe(allowed ? 200 : 409)
    return
  }
  if (doing.act === 'reject') {
    const staff = people[doing.person] ?? { token: '', staffId: 0 }
    const allowed = model.step(redemption, 'reject')
    expect((await reject(server, staff, id)).status).toBe(allowed ? 200 : 409)
    return
  }
  if (doing.act === 'cancel') {
    const allowed = model.step(redemption, 'cancel')
    const own = members[redemption.member] ?? { token: '' }
    expect((await cancel(server, own, id)).status).toBe(allowed ? 200 : 409)
    return
  }
  expect(await succeeds(act(server, id, doing.act))).toBe(model.step(redemption, doing.act))
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

async function agrees({ model, members, giftId, ids }: World): Promise<void> {
  const balances = await Promise.all(members.map(({ memberId }) => balanceOf(server, memberId)))
  expect(balances).toEqual(
    model.available.map((available, index) => ({ available, held: model.held[index] })),
  )
  expect(await stockOf(server, giftId)).toBe(model.stock)
  const rows = await server.db
    .selectFrom('redemption')
    .select(['redemption_id', 'state'])
    .where(
      'member_id',
      'in',
      members.map(({ memberId }) => memberId),
    )
    .execute()
  const states = new Map(rows.map((row) => [row.redemption_id, row.state]))
  expect(states.size).toBe(ids.length)
  expect(ids.map((id) => states.get(id))).toEqual(model.redemptions.map(({ state }) => state))
}

/** Scans are played without their coupons here, and every KYC is simply there. */
const NOT_PLAYED = new Set([
  'Points come from scans that are there',
  ...KYC_INVARIANTS.map(({ name }) => name),
  // The acts move redemptions by their machine alone; payments and parcels are played elsewhere.
  ...PAYMENT_INVARIANTS.map(({ name }) => name),
  ...PARCEL_INVARIANTS.map(({ name }) => name),
])

async function brokenInvariants() {
  const broken = await checkInvariants(async (text) => {
    const { rows } = await server.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
    return rows
  })
  return broken.filter(({ name }) => !NOT_PLAYED.has(name))
}

test(`any acts in any order agree with the model, ${RUNS.numRuns} times; seed ${SEED}`, async () => {
  const acts = fc.array(anAct, { minLength: 20, maxLength: 50, size: 'max' })
  await fc.assert(
    fc.asyncProperty(acts, async (doings) => {
      const stock = 4
      const world: World = {
        model: new ModelProgramme({
          members: 3,
          stock,
          giftPoints: GIFT_POINTS,
          twoRolesFrom: TWO_ROLES_FROM,
        }),
        members: await Promise.all([1, 2, 3].map(() => payee(server, { points: 0 }))),
        giftId: await makeGift(server, { points: GIFT_POINTS, value_paise: 1500, stock }),
        ids: [],
      }
      for (const [index, who] of world.members.entries()) {
        await give(server, who.memberId, 60)
        world.model.credit(index, 60)
      }
      for (const doing of doings) {
        await play(world, doing)
        await agrees(world)
      }
    }),
    { ...RUNS, endOnFailure: true },
  )
  expect(await brokenInvariants()).toEqual([])
}, 1_800_000)
