import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { razorpayxWebhook } from '../../contract/money/bank-files.ts'
import { ACCOUNTS, TRANSFER_KINDS } from '../../contract/ledger/points.ts'
import { sendPayments } from '../../contract/money/payments.ts'
import { makeRandom } from '../../server/demo/random.ts'
import { payable } from '../../server/features/money/payments/test-support.ts'
import { approve, requested, WIDE } from '../../server/features/money/redemptions/test-support.ts'
import { checkInvariants } from '../../server/features/operations/verify/invariants.ts'
import { freePort, launch, type Launched } from '../../server/test/launch.ts'
import { startSimulator, type Simulator } from '../../server/test/payout-simulator.ts'
import { testServer, type TestServer } from '../../server/test/server.ts'
import { ALL, FULL } from '../../server/test/trust.ts'

// A provider that loses, delays, repeats and shuffles, and a server that is killed on the way: each
// payout is paid once or clearly failed, and the ledger, our payments and the provider's list agree.

const SEED = Number(process.env.TRUST_SEED ?? 20_261_120)
const PAYOUTS = FULL ? 1000 : ALL ? 150 : 60
const KILLS = FULL ? 10 : 2
const PER_SECOND = FULL ? 25 : 40
const POINTS = 100
const LIMIT_MS = FULL ? 600_000 : 100_000

let simulator: Simulator
let server: TestServer
let port = 0
let payer: Launched | null = null

beforeAll(async () => {
  port = await freePort()
  simulator = await startSimulator({
    seed: SEED,
    webhookUrl: `http://127.0.0.1:${port}${razorpayxWebhook.path}`,
    balancePaise: 10_000_000_000,
    rules: [
      { fault: 'lost_before', share: 0.06 },
      { fault: 'lost_after', share: 0.08 },
      { fault: 'cut_after', share: 0.04 },
      { fault: 'error_after', share: 0.06, status: 502 },
      { fault: 'error_before', share: 0.04, status: 503 },
      { fault: 'too_many', share: 0.04, seconds: 1 },
      { fault: 'slow', share: 0.04, seconds: 3 },
      { fault: 'refused', share: 0.04 },
      { fault: 'ask_error', share: 0.1 },
      { fault: 'fail', share: 0.1, as: 'failed' },
      { fault: 'fail', share: 0.06, as: 'reversed' },
      { fault: 'reverse', share: 0.06, days: 3 },
      { fault: 'duplicate', share: 0.4 },
      { fault: 'shuffle', share: 0.4 },
      { fault: 'withhold', share: 0.1 },
      { fault: 'delay', share: 0.05, seconds: 4 },
    ],
  })
  server = await testServer({ ...WIDE, ...settings(), ROLE: 'web' })
})

afterAll(async () => {
  await payer?.kill()
  await server?.stop()
  await simulator?.stop()
})

const settings = () => ({
  ...simulator.settings,
  PAYOUTS_PER_SECOND: String(PER_SECOND),
  PAYOUT_TIMEOUT_SECONDS: '2',
  PAYOUT_POLL_SECONDS: '1',
})

const launchPayer = () => launch(server, port, { ...WIDE, ...settings() })

async function approvedRedemptions(): Promise<string[]> {
  const [cs, member] = [await server.staff('cs'), Math.ceil(PAYOUTS / 10)]
  const ids: string[] = []
  for (let index = 0; index < member; index++) {
    const payee = await payable(server, { points: 10 * POINTS })
    for (let one = 0; one < 10 && ids.length < PAYOUTS; one++) {
      const kind = one % 3 === 0 ? 'upi' : 'bank'
      const { redemptionId } = await requested(server, payee, { kind, points: POINTS })
      const { status, body } = await approve(server, cs, redemptionId)
      if (status !== 200) throw new Error(JSON.stringify(body))
      ids.push(redemptionId)
    }
  }
  return ids
}

async function send(redemptionIds: string[]): Promise<void> {
  const { token } = await server.staff('almond team')
  for (let start = 0; start < redemptionIds.length; start += 250) {
    const some = redemptionIds.slice(start, start + 250)
    const totalPaise = some.length * POINTS * server.context.config.POINT_VALUE_PAISE
    const body = { redemptionIds: some, provider: 'razorpayx', totalPaise }
    const { body: answer } = await server.call(sendPayments, { token, body })
    expect(answer).toMatchObject({ left: [], queued: { length: some.length } })
  }
}

async function stillOpen(): Promise<number> {
  const { open } = await server.db
    .selectFrom('payment')
    .select((select) => select.fn.countAll<string>().as('open'))
    .where('state', 'in', ['proposed', 'queued', 'processing', 'unknown'])
    .executeTakeFirstOrThrow()
  return Number(open)
}

test(
  `${PAYOUTS} payouts, ${KILLS} kills, seed ${SEED}: each is paid once or clearly failed`,
  { timeout: LIMIT_MS + 60_000, retry: 0 },
  async () => {
    const random = makeRandom(SEED)
    const redemptionIds = await approvedRedemptions()
    payer = await launchPayer()
    await send(redemptionIds)
    const apart = ((PAYOUTS / PER_SECOND) * 1000) / KILLS
    for (let kills = 0; kills < KILLS; kills++) {
      await pause(apart * (0.3 + 0.7 * random.next()))
      await payer.kill()
      payer = await launchPayer()
    }
    const limit = Date.now() + LIMIT_MS
    while ((await stillOpen()) > 0 && Date.now() < limit) await pause(500)
    await simulator.control.release()
    await untilQuiet()
    expect(await stillOpen()).toBe(0)
    await expectAgreement(redemptionIds)
    expect(await broken()).toEqual([])
  },
)

async function broken() {
  const found = await checkInvariants(async (text) => {
    const { rows } = await server.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
    return rows
  })
  return found.filter(({ rows }) => rows.length > 0)
}

/** Until the provider has nothing more to tell: what comes back days later is seen too. */
async function untilQuiet(): Promise<void> {
  for (let quiet = 0; quiet < 6;) {
    await pause(500)
    const { waitingEvents } = await simulator.control.state()
    const moving = (await simulator.control.payouts()).filter(
      ({ status }) => status === 'processing' || status === 'queued' || status === 'pending',
    )
    quiet = waitingEvents === 0 && moving.length === 0 ? quiet + 1 : 0
  }
}

/** Row by row: the provider's list, our payments, the redemptions and the ledger. */
async function expectAgreement(redemptionIds: readonly string[]): Promise<void> {
  const payouts = await simulator.control.payouts()
  const theirs = new Map(payouts.map((payout) => [payout.reference_id, payout]))
  expect(theirs.size, 'a number has one payout').toBe(payouts.length)
  const ours = await server.db
    .selectFrom('payment')
    .innerJoin('redemption', 'redemption.redemption_id', 'payment.redemption_id')
    .select([
      'payment.number',
      'payment.state',
      'payment.provider_id as id',
      'payment.utr',
      'payment.net_paise as netPaise',
      'payment.idempotency_key as key',
      'redemption.state as redemption',
      'redemption.redemption_id as redemptionId',
      'redemption.member_id as memberId',
    ])
    .execute()
  expect(ours.map(({ redemptionId }) => redemptionId).toSorted()).toEqual(redemptionIds.toSorted())
  for (const { number, state, id, utr, netPaise, key, redemption } of ours) {
    const payout = theirs.get(number)
    if (payout) {
      expect({ number, id, key, netPaise: Number(netPaise) }).toEqual({
        number,
        id: payout.id,
        key: payout.key,
        netPaise: payout.amount,
      })
      expect(`${number} ${state}`).toBe(`${number} ${OURS[payout.status] ?? payout.status}`)
      if (state === 'processed') expect(utr).toBe(payout.utr)
    } else expect(`${number} ${state}`).toBe(`${number} failed`)
    theirs.delete(number)
    expect(redemption).toBe(state === 'processed' ? 'paid' : state)
  }
  expect([...theirs.keys()], 'payouts that we know nothing of').toEqual([])
  const paid = ours.filter(({ state }) => state === 'processed')
  expect(paid.length).toBeGreaterThan(PAYOUTS * 0.4)
  await expectLedger(paid.length * POINTS)
}

const OURS: Record<string, string> = {
  processed: 'processed',
  reversed: 'reversed',
  failed: 'failed',
  rejected: 'failed',
  cancelled: 'failed',
}

/** What the ledger calls redeemed is what was paid and did not come back. */
async function expectLedger(points: number): Promise<void> {
  const rows = await server.db
    .selectFrom('transfer')
    .select(['debit', 'credit', 'points'])
    .where('kind', 'in', [TRANSFER_KINDS.redemption_paid, TRANSFER_KINDS.reversal])
    .execute()
  const redeemed = rows.reduce((sum, row) => {
    const amount = Number(row.points)
    return (
      sum +
      (row.credit === ACCOUNTS.redeemed ? amount : 0) -
      (row.debit === ACCOUNTS.redeemed ? amount : 0)
    )
  }, 0)
  expect(redeemed).toBe(points)
}
