import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewActivation } from '../../contract/programme/coupons.ts'
import { memberBalance } from '../../contract/ledger/points.ts'
import { myRedemptions } from '../../contract/money/redemptions.ts'
import { team } from '../../server/features/programme/batches/test-support.ts'
import { emptyQueue } from '../../server/features/money/payments/bank-file/test-bank-file.ts'
import { payable, QUICK } from '../../server/features/money/payments/test-support.ts'
import { makeLot, type Lot } from '../../server/features/programme/plant/test-support.ts'
import { tally } from '../../server/features/programme/scans/engine.fixture.ts'
import { brokenInvariants } from '../../server/features/desk/users/test-support.ts'
import { anAct, APPROVERS, play, type Act, type Life, type People } from './life-acts.ts'
import { LOTS, ModelLife, TWO_ROLES_FROM } from './life.model.ts'
import { testServer, type TestServer } from '../../server/test/server.ts'
import { examples, SEED } from '../../server/test/trust.ts'

// Any order of acts, over HTTP, against a small model. In full: npm run trust -- acts [seed].
const RUNS = examples(4, 200)

/** Played first, as few random acts come to it: a held scan is taken back, and its coupon is scanned again. */
const TAKEN_BACK: Act[] = [
  { act: 'activate', lot: 1, serial: 1, length: 1 },
  { act: 'scan', member: 0, lot: 1, serial: 1 },
  { act: 'reverse', scan: 0 },
  { act: 'scan', member: 1, lot: 1, serial: 1 },
]

let server: TestServer
let people: People
let lots: Lot[]
let lives = 0

beforeAll(async () => {
  server = await testServer({
    ...QUICK,
    REDEMPTION_TWO_ROLES_FROM_PAISE: String(TWO_ROLES_FROM * 100),
    WRONG_CODES_PER_DAY: '1000',
  })
  const makers = await team(server)
  const approvers = await Promise.all(APPROVERS.map((role) => server.staff(role)))
  people = { worker: makers.worker, approvers, payer: await server.staff('almond team') }
  const quantities = LOTS.map((quantity) => quantity * RUNS.numRuns)
  const [here = 0, elsewhere = 0] = quantities
  lots = [
    await makeLot(server, makers, { quantity: here }),
    await makeLot(server, makers, { quantity: elsewhere, sentToState: 9 }),
  ]
})
afterAll(() => server.stop())

/** Two members without points, and coupons of their own that nobody has activated. */
async function newLife(): Promise<Life> {
  const at = lives++
  const members = [await payable(server, { points: 0 }), await payable(server, { points: 0 })]
  return {
    server,
    people,
    model: new ModelLife(members.length),
    members,
    lots: lots.map((lot, index) => ({ ...lot, first: at * (LOTS[index] ?? 0) })),
    scanIds: [],
    redemptions: [],
  }
}

/** How many coupons of a life are in each state, as its worker is told. */
async function couponsOf({ lots: own }: Life, index: number): Promise<Record<string, number>> {
  const { batchId, first } = own[index] ?? { batchId: 0, first: 0 }
  const run = { batchId, from: first + 1, to: first + (LOTS[index] ?? 0) }
  const { token } = people.worker
  const body = { ...run, action: 'activate' as const }
  const answer = await server.call(previewActivation, { token, body })
  const unchanged = answer.body.unchanged.map(({ status, count }) => [status, count])
  const { changed } = answer.body
  return { ...Object.fromEntries(unchanged), ...(changed > 0 && { inactive: changed }) }
}

async function agrees(life: Life): Promise<void> {
  const { members, model } = life
  const { programme, plant } = model
  const told = await Promise.all(
    members.map(async ({ token }) => {
      const [balance, mine] = await Promise.all([
        server.call(memberBalance, { token }),
        server.call(myRedemptions, { token, query: { sort: 'oldest', limit: 200 } }),
      ])
      return { ...balance.body, states: mine.body.items.map(({ state }) => state) }
    }),
  )
  expect(told).toEqual(
    members.map((_, index) => ({
      available: programme.available[index],
      held: programme.held[index],
      states: programme.redemptions.filter((one) => one.member === index).map(({ state }) => state),
    })),
  )
  const inactive = new Set(['printed', 'deactivated'])
  for (const [index, { packs }] of plant.lots.entries()) {
    const states = packs.map(({ status }) => (inactive.has(status) ? 'inactive' : status))
    expect(await couponsOf(life, index)).toEqual(tally(states))
  }
}

test(
  `any acts in any order agree with the model over HTTP, ${RUNS.numRuns} times; seed ${SEED}`,
  { timeout: 1_800_000, retry: 0 },
  async () => {
    const [, admin = people.worker] = people.approvers
    const acts = fc.array(anAct, { minLength: 50, maxLength: 50, size: 'max' })
    await fc.assert(
      fc.asyncProperty(acts, async (doings) => {
        await emptyQueue(server, admin)
        const life = await newLife()
        for (const doing of doings) {
          await play(life, doing)
          await agrees(life)
        }
      }),
      { ...RUNS, examples: [[TAKEN_BACK]], endOnFailure: true },
    )
    expect(await brokenInvariants(server)).toEqual([])
  },
)
