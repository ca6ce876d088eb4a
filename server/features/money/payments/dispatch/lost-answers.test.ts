import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resolveAlert } from '../../../../../contract/money/payment-alerts.ts'
import { testServer, type TestServer } from '../../../../test/server.ts'
import { type Staff } from '../../redemptions/test-support.ts'
import { brokenInvariants } from '../../../desk/users/test-support.ts'
import { FakeProvider, notice } from '../provider/fake-provider.ts'
import type { Sent } from '../provider/provider.ts'
import { deliver, sendInTime, takeNext } from './dispatch.service.ts'
import {
  AFTER_TRY_SECONDS,
  NOW,
  QUICK,
  approved,
  pollAllDue,
  freshProvider,
  lastOf,
  passTime,
  sendNext,
  openAlerts,
  send,
  sent,
  storyOf,
  webhook,
} from '../test-support.ts'

let server: TestServer
let admin: Staff
let provider: FakeProvider

beforeAll(async () => {
  server = await testServer(QUICK)
  admin = await server.staff('admin')
})
beforeEach(async () => {
  provider = await freshProvider(server)
})
afterAll(() => server.stop())

describe('an answer that does not come', () => {
  test('makes it unknown; the provider has it after all, and nothing is sent twice', async () => {
    provider.faults = ['lost after']
    const made = await sent(server, admin, provider)
    expect(await lastOf(server, admin, made)).toMatchObject({ state: 'unknown', providerId: null })
    provider.move(made.payment, { state: 'processed', utr: `U${made.payment}` })
    passTime(server, 2)
    await pollAllDue(server, provider)
    expect(await lastOf(server, admin, made)).toMatchObject({ state: 'processed' })
    expect(provider.sent).toHaveLength(1)
  })

  test('and that the provider knows nothing of: the very same request goes again with the same key', async () => {
    provider.faults = [
      { kind: 'lost', why: 'Cut.' },
      { kind: 'lost', why: 'Cut again.' },
    ]
    const made = await sent(server, admin, provider)
    for (const again of [2, 3]) {
      passTime(server, AFTER_TRY_SECONDS)
      await pollAllDue(server, provider)
      expect(provider.sent).toHaveLength(again)
    }
    expect(new Set(provider.sent.map((request) => JSON.stringify(request))).size).toBe(1)
    expect(provider.countOf(made.payment)).toBe(1)
    const { state, events } = await lastOf(server, admin, made)
    expect(state).toBe('processing')
    expect(events.map(({ what }) => what)).toContain('Found at the provider')
  })

  test('a provider that does not answer questions either is left alone for longer and longer', async () => {
    provider.faults = [{ kind: 'lost', why: 'Cut.' }]
    const made = await sent(server, admin, provider)
    const pauses: number[] = []
    for (let times = 0; times < 14; times++) {
      provider.lookUpFaults = [{ kind: 'lost', why: 'Cut.' }]
      const before = server.context.now()
      const { nextPollAt } = await lastOf(server, admin, made)
      const pause = (Date.parse(nextPollAt ?? '') - before.getTime()) / 1000
      pauses.push(Math.round(pause))
      passTime(server, Math.max(pause, 0) + 0.001)
      await pollAllDue(server, provider)
    }
    expect(pauses.slice(0, 5)).toEqual([1, 2, 4, 8, 16])
    expect(Math.max(...pauses)).toBe(3600)
    expect(await lastOf(server, admin, made)).toMatchObject({ state: 'unknown' })
    const update = provider.act(provider.sent[0] ?? expect.fail())
    await webhook(server, notice({ ...update, state: 'failed', providerState: 'failed' }))
  })

  test('after a week its key is no longer safe: it is asked for, but sent no more', async () => {
    provider.faults = [{ kind: 'lost', why: 'Cut.' }]
    const made = await sent(server, admin, provider)
    passTime(server, 6 * 86_400)
    await pollAllDue(server, provider)
    expect(provider.sent).toHaveLength(1)
    const { state, events } = await lastOf(server, admin, made)
    expect(state).toBe('unknown')
    expect(events.map(({ note }) => note).join()).toContain('settle it by the bank statement')
    const update = provider.act(provider.sent[0] ?? expect.fail())
    await webhook(server, notice({ ...update, state: 'failed', providerState: 'failed' }))
  })

  test('refused at a later try fails only when the provider has nothing of the first either', async () => {
    const refused = { kind: 'refused', reason: 'invalid_ifsc_code', text: 'No.' } as const
    provider.faults = [{ kind: 'lost', why: 'Cut.' }, refused]
    const gone = await sent(server, admin, provider)
    passTime(server, AFTER_TRY_SECONDS)
    await pollAllDue(server, provider)
    expect(await lastOf(server, admin, gone)).toMatchObject({
      state: 'failed',
      failure: { code: 'invalid_ifsc_code' },
    })
    provider.faults = ['lost after', refused]
    const there = await sent(server, admin, provider)
    provider.lookUpFaults = [{ kind: 'none' }]
    passTime(server, AFTER_TRY_SECONDS)
    await pollAllDue(server, provider)
    expect(await lastOf(server, admin, there)).toMatchObject({ state: 'processing' })
    provider.move(there.payment, { state: 'failed' })
    passTime(server, AFTER_TRY_SECONDS)
    await pollAllDue(server, provider)
    expect(await lastOf(server, admin, there)).toMatchObject({ state: 'failed' })
  })
})

test('a refusal that comes after somebody else tried again ends nothing', async () => {
  const stoodStill = async (): Promise<Sent> => {
    passTime(server, AFTER_TRY_SECONDS)
    provider.faults = ['lost after']
    await pollAllDue(server, provider)
    return { kind: 'refused', reason: 'invalid_ifsc_code', text: 'No.' }
  }
  provider.faults = [stoodStill]
  const made = await sent(server, admin, provider)
  expect(provider.countOf(made.payment)).toBe(1)
  expect(await lastOf(server, admin, made)).toMatchObject({ state: 'unknown' })
  passTime(server, AFTER_TRY_SECONDS)
  await pollAllDue(server, provider)
  expect(await lastOf(server, admin, made)).toMatchObject({ state: 'processing' })
})

describe('while a finding waits for a person', () => {
  const settle = async () => {
    for (const { alertId } of await openAlerts(server, admin)) {
      await server.call(resolveAlert, {
        token: admin.token,
        params: { alertId },
        body: { note: 'Looked into.' },
      })
    }
  }

  test('a lost request is not sent again; it is afterwards', async () => {
    provider.faults = [{ kind: 'lost', why: 'Cut.' }]
    const made = await sent(server, admin, provider)
    const [request] = provider.sent
    if (!request) throw new Error('Nothing was sent.')
    const other = new FakeProvider().act({ ...request, amountPaise: 1 })
    provider.lookUpFaults = [{ kind: 'answered', update: other }]
    passTime(server, AFTER_TRY_SECONDS)
    await pollAllDue(server, provider)
    expect(await openAlerts(server, admin)).toMatchObject([{ kind: 'amount_differs' }])
    passTime(server, AFTER_TRY_SECONDS)
    expect(await pollAllDue(server, provider)).toBe(1)
    expect(provider.sent).toHaveLength(1)
    await settle()
    passTime(server, 10)
    await pollAllDue(server, provider)
    expect(provider.sent).toHaveLength(2)
    expect(await lastOf(server, admin, made)).toMatchObject({ state: 'processing' })
  })

  test('a queued payment stays, and those behind it pass', async () => {
    const [first, second] = [await approved(server), await approved(server)]
    await send(server, admin, [first, second])
    await server.db
      .insertInto('payment_alert')
      .values({
        kind: 'contradiction',
        at: new Date(),
        payment_id: null,
        redemption_id: first.redemptionId,
        provider: 'razorpayx',
        provider_id: null,
        words: 'For a test',
        resolved_at: null,
        resolved_by: null,
        note: null,
      })
      .execute()
    const { number } = await lastOf(server, admin, second)
    await sendNext(server, provider)
    expect(await sendNext(server, provider)).toBe('none')
    expect(provider.sent.map((request) => request.number)).toEqual([number])
    expect(await lastOf(server, admin, first)).toMatchObject({ state: 'queued', alerts: 1 })
    await settle()
    await sendNext(server, provider)
    expect(provider.sent).toHaveLength(2)
  })
})

test('what stood still too long before it left does not leave', async () => {
  const made = await approved(server)
  await send(server, admin, [made])
  const taken = await takeNext(server.context)
  if (typeof taken === 'string' || !('request' in taken)) throw new Error('Nothing was taken.')
  const longAgo = { ...taken, at: taken.at - 1_001 }
  const outcome = await sendInTime(server.context, provider, longAgo, NOW.cut)
  expect(outcome.kind).toBe('lost')
  await deliver(server.context, provider, longAgo, NOW)
  expect(provider.sent).toEqual([])
  expect(await lastOf(server, admin, made)).toMatchObject({ state: 'unknown' })
})

describe('a process that is killed', () => {
  test('before it sent: the claim is found, asked about and sent, once', async () => {
    const made = await approved(server)
    await send(server, admin, [made])
    await takeNext(server.context)
    expect(await lastOf(server, admin, made)).toMatchObject({ state: 'processing' })
    expect(await pollAllDue(server, provider)).toBe(0)
    passTime(server, AFTER_TRY_SECONDS)
    await pollAllDue(server, provider)
    expect(provider.sent).toHaveLength(1)
    const { state, events } = await lastOf(server, admin, made)
    expect(state).toBe('processing')
    expect(events.map(({ what }) => what)).toEqual([
      'Queued',
      'Sent',
      'Its answer was lost',
      'The provider was asked',
      'The same request sent again',
      'Found at the provider',
    ])
  })

  test('after it sent and before it wrote that down: the provider is asked, nothing is sent again', async () => {
    const made = await approved(server)
    await send(server, admin, [made])
    const taken = await takeNext(server.context)
    if (typeof taken === 'string' || !('request' in taken)) throw new Error('Nothing was taken.')
    await provider.send(taken.request)
    provider.move(taken.request.number, { state: 'processed', utr: `K${taken.request.number}` })
    passTime(server, AFTER_TRY_SECONDS)
    await pollAllDue(server, provider)
    expect(provider.sent).toHaveLength(1)
    expect(await storyOf(server, admin, made)).toMatchObject({ redemptionState: 'paid' })
  })

  test('between a lost answer and the next try: a webhook is enough', async () => {
    provider.faults = ['lost after']
    const made = await sent(server, admin, provider)
    const update = provider.move(made.payment, { state: 'processed', utr: `W${made.payment}` })
    await webhook(server, notice(update))
    expect(await lastOf(server, admin, made)).toMatchObject({ state: 'processed' })
    passTime(server, AFTER_TRY_SECONDS)
    await pollAllDue(server, provider)
    expect(provider.sent).toHaveLength(1)
  })
})

test('and every invariant holds', async () => {
  expect(await brokenInvariants(server)).toEqual([])
})

test('money that came back is found within days, should nobody tell, and then it is left alone', async () => {
  const [back, stays] = [await sent(server, admin, provider), await sent(server, admin, provider)]
  for (const { payment } of [back, stays]) {
    provider.move(payment, { state: 'processed', utr: `U${payment}` })
  }
  passTime(server, AFTER_TRY_SECONDS)
  await pollAllDue(server, provider)
  expect(await lastOf(server, admin, back)).toMatchObject({ state: 'processed' })
  provider.move(back.payment, { state: 'reversed' })
  passTime(server, 86_400)
  await pollAllDue(server, provider)
  expect(await lastOf(server, admin, back)).toMatchObject({ state: 'reversed', nextPollAt: null })
  for (const days of [2, 4, 30]) {
    passTime(server, days * 86_400)
    await pollAllDue(server, provider)
  }
  expect(await lastOf(server, admin, stays)).toMatchObject({ state: 'processed', nextPollAt: null })
  expect(provider.asked.filter((number) => number === stays.payment)).toHaveLength(4)
})
