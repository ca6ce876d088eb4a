import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ASK_DETAILS_HOURS, askForDetails } from '../../../../../contract/money/payment-details.ts'
import { getMyRedemption } from '../../../../../contract/money/redemptions.ts'
import { testServer, type TestServer } from '../../../../test/server.ts'
import type { Staff } from '../../redemptions/test-support.ts'
import type { FakeProvider } from '../provider/fake-provider.ts'
import {
  QUICK,
  auditOf,
  freshProvider,
  listed,
  passTime,
  sent,
  storyOf,
  type Approved,
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

async function failed(reason = 'beneficiary_vpa_invalid', kind: 'bank' | 'upi' = 'upi') {
  provider.faults = [{ kind: 'refused', reason, text: 'No.' }]
  return sent(server, admin, provider, { body: { kind } })
}

const ask = ({ token }: Staff, { redemptionId }: Approved, note?: string) =>
  server.call(askForDetails, { token, params: { redemptionId }, body: { note } })

const smsTo = async ({ member }: Approved) =>
  server.db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', member.mobile)
    .where('body', 'like', '%My KYC%')
    .execute()

test('the member is asked by SMS, and list, story, member and audit trail say so', async () => {
  const made = await failed()
  const { status, body } = await ask(admin, made, 'Rang twice.')
  expect(status).toBe(200)
  const asked = { at: expect.any(String), by: 'Test admin' }
  expect(body.attempts[0]).toMatchObject({
    detailsAsked: asked,
    mayAskDetails: false,
    events: expect.arrayContaining([
      expect.objectContaining({
        what: 'The member was asked for other details',
        by: 'Test admin',
        note: 'Rang twice.',
      }),
    ]),
  })
  const [row] = await listed(server, admin, 'failed', { q: made.number })
  expect(row).toMatchObject({ detailsAsked: asked, mayAskDetails: false, mayReinitiate: false })
  await expect
    .poll(() => smsTo(made))
    .toEqual([{ body: expect.stringContaining('Please give another UPI address in the app') }])
  const { token } = made.member
  const params = { redemptionId: made.redemptionId }
  const mine = await server.call(getMyRedemption, { token, params })
  expect(mine.body.payment).toMatchObject({
    words: 'There is no such UPI address.',
    detailsAskedAt: row?.detailsAsked?.at,
  })
  expect(await auditOf(server, 'payment', row?.paymentId ?? '')).toMatchObject([
    { action: 'payment.ask_details', reason: 'Rang twice.', staffId: admin.staffId },
  ])
})

test('is asked once a day', async () => {
  const made = await failed()
  const both = await Promise.all([ask(admin, made), ask(admin, made)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { context } = server
  const before = context.now
  passTime(server, ASK_DETAILS_HOURS * 3600 + 60)
  const later = await ask(admin, made)
  context.now = before
  expect(later.status).toBe(200)
})

test('is not asked where other details change nothing, nor by those who may not', async () => {
  const network = await failed('gateway_timeout', 'bank')
  expect(await ask(admin, network)).toMatchObject({
    status: 409,
    body: { message: `${network.number}: other details of the member would change nothing.` },
  })
  const open = await sent(server, admin, provider)
  expect(await ask(admin, open)).toMatchObject({
    status: 409,
    body: { message: `${open.number} is being paid.` },
  })
  const finance = await server.staff('finance')
  expect((await ask(finance, await failed())).status).toBe(403)
  const story = await storyOf(server, await server.staff('hod'), await failed())
  expect(story.attempts[0]).toMatchObject({ mayAskDetails: false })
})
