import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resolveAlert } from '../../../../../contract/money/payment-alerts.ts'
import type { PaymentState } from '../../../../../contract/money/payment-states.ts'
import { testServer, type TestServer } from '../../../../test/server.ts'
import { sweep } from '../../../platform/housekeeping/housekeeping.service.ts'
import { balanceOf, type Staff } from '../../redemptions/test-support.ts'
import { shuffled } from '../../../programme/scans/engine.fixture.ts'
import { brokenInvariants } from '../../../desk/users/test-support.ts'
import { type FakeProvider, notice } from './fake-provider.ts'
import { stepsTowards } from '../payment-machine.ts'
import type { PayoutUpdate } from './provider.ts'
import {
  AFTER_TRY_SECONDS,
  QUICK,
  approved,
  pollAllDue,
  freshProvider,
  lastOf,
  openAlerts,
  passTime,
  reinitiate,
  send,
  sendNext,
  sent,
  storyOf,
  webhook,
} from '../test-support.ts'

let server: TestServer
let admin: Staff
let provider: FakeProvider
let utrs = 100_000
const newUtr = () => `UTR${++utrs}`

beforeAll(async () => {
  server = await testServer(QUICK)
  admin = await server.staff('admin')
})
beforeEach(async () => {
  provider = await freshProvider(server)
})
afterAll(() => server.stop())

const tell = (update: PayoutUpdate) => webhook(server, notice(update))
const countOf = async (table: 'payment_webhook' | 'payment_event' | 'payment_alert') => {
  const { count } = await server.db
    .selectFrom(table)
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
const alertsAbout = async (payment: string) =>
  (await openAlerts(server, admin)).filter(({ paymentNumber }) => paymentNumber === payment)

describe('an event', () => {
  test('with a wrong signature is 401, and nothing is done', async () => {
    const made = await sent(server, admin, provider)
    const update = provider.move(made.payment, { state: 'processed', utr: newUtr() })
    const before = await Promise.all([countOf('payment_webhook'), countOf('payment_event')])
    const answer = await webhook(server, notice(update), 'wrong')
    expect(answer).toMatchObject({ status: 401, body: { message: 'The signature is not right.' } })
    expect(await Promise.all([countOf('payment_webhook'), countOf('payment_event')])).toEqual(
      before,
    )
    expect(await lastOf(server, admin, made)).toMatchObject({ state: 'processing', utr: null })
  })

  test('where no provider is set up is 404', async () => {
    server.context.payouts = null
    expect((await webhook(server, { eventId: 'x', event: 'y', update: null })).status).toBe(404)
  })

  test('about no payout is written down and does nothing', async () => {
    const event = { eventId: 'evt_other', event: 'transaction.created', update: null }
    expect((await webhook(server, event)).status).toBe(200)
    const { outcome } = await server.db
      .selectFrom('payment_webhook')
      .select('outcome')
      .where('event_id', '=', 'evt_other')
      .executeTakeFirstOrThrow()
    expect(outcome).toBe('other')
  })

  test('about a payout that is not known here is recorded for a person, once', async () => {
    const update: PayoutUpdate = {
      providerId: 'pout_stranger',
      number: 'INV-7',
      state: 'processed',
      providerState: 'processed',
      amountPaise: 12_300,
      utr: newUtr(),
      reason: null,
      reasonText: null,
    }
    for (let times = 0; times < 2; times++) expect((await tell(update)).status).toBe(200)
    const found = (await openAlerts(server, admin)).filter(({ kind }) => kind === 'unknown_payout')
    expect(found).toMatchObject([
      {
        providerId: 'pout_stranger',
        words:
          'RazorpayX tells of a payout pout_stranger, called INV-7, of ₹123.00 (processed) that is not known here.',
      },
    ])
  })

  test('with one UTR for two payments at once is taken for one and questioned for the other', async () => {
    for (let round = 0; round < 5; round++) {
      const both = [await sent(server, admin, provider), await sent(server, admin, provider)]
      const utr = newUtr()
      const events = both.map(({ payment }) =>
        notice(provider.move(payment, { state: 'processed', utr })),
      )
      const answers = await Promise.all(events.map((event) => webhook(server, event)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const found = (await openAlerts(server, admin)).filter(({ words }) => words.includes(utr))
      expect(found.map(({ kind }) => kind)).toEqual(['utr_twice'])
    }
  })

  test('three times each and shuffled has one effect, whatever the order', async () => {
    for (let round = 0; round < 12; round++) {
      const made = await sent(server, admin, provider)
      const utr = newUtr()
      const events = [
        notice(provider.move(made.payment, { state: 'processing' })),
        notice(provider.move(made.payment, { state: 'processed' })),
        notice(provider.move(made.payment, { state: 'processed', utr })),
        notice(provider.move(made.payment, { state: 'reversed', utr })),
      ]
      const all = shuffled([...events, ...events, ...events])
      const answers = await Promise.all(all.map((event) => webhook(server, event)))
      expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200))
      const { attempts, redemptionState } = await storyOf(server, admin, made)
      expect(redemptionState).toBe('reversed')
      expect(attempts).toMatchObject([{ state: 'reversed', utr, alerts: 0 }])
      const whats = attempts[0]?.events.map(({ what }) => what) ?? []
      expect(whats.filter((what) => what === 'Paid')).toHaveLength(1)
      expect(whats.filter((what) => what === 'Came back')).toHaveLength(1)
      expect(await balanceOf(server, made.member.memberId)).toEqual({ available: 800, held: 200 })
    }
  })

  test('and a question at once pay once', async () => {
    for (let round = 0; round < 10; round++) {
      provider.faults = ['lost after']
      const made = await sent(server, admin, provider)
      const update = provider.move(made.payment, { state: 'processed', utr: newUtr() })
      passTime(server, 2)
      await Promise.all([tell(update), pollAllDue(server, provider), tell(update)])
      expect(await lastOf(server, admin, made)).toMatchObject({ state: 'processed' })
      expect(await balanceOf(server, made.member.memberId)).toEqual({ available: 800, held: 0 })
    }
  })
})

describe('each state, told each state over HTTP', () => {
  const STATES: PaymentState[] = [
    'queued',
    'processing',
    'unknown',
    'processed',
    'failed',
    'reversed',
  ]
  const TOLD = ['processing', 'processed', 'failed', 'reversed'] as const
  const pairs = STATES.flatMap((state) => TOLD.map((update) => [state, update] as const))

  async function inState(state: PaymentState) {
    if (state === 'queued') {
      const made = await approved(server)
      await send(server, admin, [made])
      const { number } = await lastOf(server, admin, made)
      return { made, payment: number ?? '', id: null }
    }
    if (state === 'unknown') provider.faults = ['lost after']
    const made = await sent(server, admin, provider)
    const id = [...provider.kept.values()].at(-1)?.update.providerId ?? null
    if (state === 'failed') await tell(provider.move(made.payment, { state }))
    if (state === 'processed' || state === 'reversed') {
      await tell(provider.move(made.payment, { state: 'processed', utr: newUtr() }))
    }
    if (state === 'reversed') await tell(provider.move(made.payment, { state }))
    return { made, payment: made.payment, id }
  }

  test.each(pairs)('%s, %s', async (state, update) => {
    const { made, payment, id } = await inState(state)
    const before = await lastOf(server, admin, made)
    expect(before.state).toBe(state)
    await tell({
      providerId: id ?? 'pout_never',
      number: payment,
      state: update,
      providerState: update,
      amountPaise: 20_000,
      utr: update === 'processed' ? (before.utr ?? newUtr()) : null,
      reason: null,
      reasonText: null,
    })
    const steps = stepsTowards({ state, isKnownToProvider: before.providerId !== null }, update)
    const after = await lastOf(server, admin, made)
    const alerts = await alertsAbout(payment)
    if (steps === 'contradiction') {
      expect(alerts).toMatchObject([{ kind: 'contradiction' }])
      // Nothing may leave for a redemption whose money may have arrived.
      expect(after.state).toBe(state === 'queued' ? 'failed' : state)
    } else {
      expect(alerts).toEqual([])
      expect(after.state).toBe(steps.length > 0 ? update : state)
    }
  })
})

describe('what cannot be true is put before a person and changes nothing', () => {
  test('another amount', async () => {
    const made = await sent(server, admin, provider)
    const utr = newUtr()
    await tell(provider.move(made.payment, { state: 'processed', utr, amountPaise: 19_999 }))
    expect(await alertsAbout(made.payment)).toMatchObject([
      {
        kind: 'amount_differs',
        words: `RazorpayX says that ${made.payment} is ₹199.99 (processed); ₹200.00 was sent.`,
      },
    ])
    expect(await lastOf(server, admin, made)).toMatchObject({ state: 'processing', utr: null })
    await tell(provider.move(made.payment, { state: 'processed', utr, amountPaise: 20_000 }))
    expect(await lastOf(server, admin, made)).toMatchObject({ state: 'processed', utr })
  })

  test('a UTR that stands on another payment', async () => {
    const [one, two] = [await sent(server, admin, provider), await sent(server, admin, provider)]
    const utr = newUtr()
    await tell(provider.move(one.payment, { state: 'processed', utr }))
    await tell(provider.move(two.payment, { state: 'processed', utr }))
    expect(await alertsAbout(two.payment)).toMatchObject([{ kind: 'utr_twice' }])
    expect(await lastOf(server, admin, two)).toMatchObject({ state: 'processing', utr: null })
  })

  test('another UTR than the one it has', async () => {
    const made = await sent(server, admin, provider)
    const utr = newUtr()
    await tell(provider.move(made.payment, { state: 'processed', utr }))
    await tell(provider.move(made.payment, { state: 'processed', utr: newUtr() }))
    expect(await alertsAbout(made.payment)).toMatchObject([{ kind: 'contradiction' }])
    expect(await lastOf(server, admin, made)).toMatchObject({ utr })
  })

  test('a life after it failed: another attempt in the queue does not leave, and none may follow', async () => {
    provider.faults = [{ kind: 'refused', reason: 'bad', text: 'No.' }]
    const made = await sent(server, admin, provider)
    expect((await reinitiate(server, admin, [made])).body.queued).toEqual([made.redemptionId])
    const update = provider.act(provider.sent[0] ?? expect.fail())
    await tell({ ...update, state: 'processed', providerState: 'processed', utr: newUtr() })
    const { attempts, redemptionState } = await storyOf(server, admin, made)
    expect(redemptionState).toBe('failed')
    expect(attempts.map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(attempts[0]?.failure?.words).toContain(`${made.payment} may have been paid after all`)
    expect(await sendNext(server, provider)).toBe('none')
    const again = await reinitiate(server, admin, [made])
    expect(again.body.left).toMatchObject([{ reason: expect.stringContaining('A finding') }])
    const [alert] = await alertsAbout(made.payment)
    const resolve = () =>
      server.call(resolveAlert, {
        token: admin.token,
        params: { alertId: alert?.alertId ?? '' },
        body: { note: 'The bank says that it did not arrive.' },
      })
    const [first, second] = await Promise.all([resolve(), resolve()])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    expect((await reinitiate(server, admin, [made])).body.queued).toEqual([made.redemptionId])
    await sendNext(server, provider)
  })
})

test('a finding that is made again is told once, in the list and in the story', async () => {
  const made = await sent(server, admin, provider)
  const update = provider.move(made.payment, { state: 'processed', amountPaise: 1, utr: newUtr() })
  for (let times = 0; times < 3; times++) await tell(update)
  expect(await alertsAbout(made.payment)).toHaveLength(1)
  const { events } = await lastOf(server, admin, made)
  expect(events.filter(({ note }) => note?.includes('says that') === true)).toHaveLength(1)
})

test('a UTR that comes later is filled in, by an event or by a question', async () => {
  const [update, asked] = [await sent(server, admin, provider), await sent(server, admin, provider)]
  for (const { payment } of [update, asked]) {
    await tell(provider.move(payment, { state: 'processed' }))
  }
  expect(await lastOf(server, admin, update)).toMatchObject({ state: 'processed', utr: null })
  const utr = newUtr()
  await tell(provider.move(update.payment, { state: 'processed', utr }))
  expect((await lastOf(server, admin, update)).utr).toBe(utr)
  const late = newUtr()
  provider.move(asked.payment, { state: 'processed', utr: late })
  passTime(server, AFTER_TRY_SECONDS)
  await pollAllDue(server, provider)
  expect((await lastOf(server, admin, asked)).utr).toBe(late)
})

test('events are forgotten when no provider repeats them any more', async () => {
  const old = new Date(Date.now() - 181 * 24 * 3_600_000)
  await server.db
    .insertInto('payment_webhook')
    .values({
      provider: 'razorpayx',
      event_id: 'evt_of_spring',
      event: 'payout.processed',
      received_at: old,
      provider_id: null,
      provider_state: null,
      outcome: 'other',
      payment_id: null,
    })
    .execute()
  const before = await countOf('payment_webhook')
  await sweep(server.context)
  expect(await countOf('payment_webhook')).toBe(before - 1)
})

test('and every invariant holds', async () => {
  expect(await brokenInvariants(server)).toEqual([])
})
