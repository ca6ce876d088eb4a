import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestOtp } from '../../../../contract/people/members.ts'
import * as programme from '../../../../contract/platform/programme.ts'
import { forgotPassword } from '../../../../contract/platform/session.ts'
import * as contract from '../../../../contract/people/setup.ts'
import { anyPlant, anyProduct, testServer, type TestServer } from '../../../test/server.ts'
import { emptyServer, PROGRAMME, setUp } from './test-support.ts'

let server: TestServer
let admin: string
/** What the messages are posted to; `status` is what it answers. */
const channel = { status: 200, got: [] as string[], url: '', close: () => {} }

beforeAll(async () => {
  const http = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += piece))
    request.on('end', () => {
      channel.got.push(body)
      response.writeHead(channel.status).end()
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  channel.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`
  channel.close = () => http.close()
  server = await emptyServer({ SMS_WEBHOOK_URL: channel.url })
  admin = await setUp(server)
})
afterAll(async () => {
  await server.stop()
  channel.close()
})

const checklist = async () => {
  const { body } = await server.call(contract.getSetup, { token: admin })
  return { done: body.done, ticked: body.items.filter((it) => it.done).map(({ key }) => key) }
}
const stored = () =>
  server.db.selectFrom('setting').select('name').where('name', '=', 'setup_done').execute()

test('a test message and a choice of payment tick their lines; what is refused is told and ticks nothing', async () => {
  expect(await checklist()).toEqual({ done: false, ticked: ['programme'] })
  const body = { channel: 'sms', to: '98200 12345' }
  channel.status = 500
  const refused = await server.call(contract.tryMessage, { token: admin, body })
  expect(refused.body).toMatchObject({ ok: false, words: 'The message channel answered 500.' })
  expect((await checklist()).ticked).toEqual(['programme'])
  channel.status = 200
  const sent = await server.call(contract.tryMessage, { token: admin, body })
  expect(sent.body).toMatchObject({
    ok: true,
    words: 'The message channel took the message: it answered 200.',
    channels: { sms: { ready: true, tried: { by: 'Asha Rao' } }, email: { ready: false } },
  })
  expect(JSON.parse(channel.got.at(-1) ?? '')).toEqual({
    to: '9820012345',
    text: 'Shakti Rewards: this is a test message of the dashboard, asked for by Asha Rao.',
    language: 'en',
  })
  const mail = { channel: 'email', to: 'asha@shakti.example' }
  const missing = await server.call(contract.tryMessage, { token: admin, body: mail })
  expect(missing.body).toMatchObject({
    ok: false,
    words: 'Messages cannot be sent: SMTP_URL or EMAIL_WEBHOOK_URL is not configured.',
  })
  const provider = { way: 'provider' }
  const none = await server.call(contract.tryPayouts, { token: admin, body: provider })
  expect(none.status).toBe(409)
  await server.call(contract.tryPayouts, { token: admin, body: { way: 'bank_file' } })
  expect((await checklist()).ticked).toEqual(['programme', 'message_channel', 'payout_provider'])
})

test('the rest ticks by what the database holds; once all is done that is stored', async () => {
  const plantId = await anyPlant(server.db)
  const productId = await anyProduct(server.db)
  const { staffId } = await server.staff('admin')
  expect((await checklist()).ticked).toEqual(
    expect.arrayContaining(['plant', 'product', 'second_admin']),
  )
  await server.db
    .insertInto('distributor')
    .values({ code: 'D1', name: 'Sharma Traders', state: 27, city: 'Pune' })
    .execute()
  await server.staff('worker')
  await server.member()
  const batch = {
    batch_id: 1,
    plant_id: plantId,
    product_id: productId,
    quantity: 10,
    points: 40,
    expires_at: new Date(Date.now() + 86_400_000),
    qr_form: 'url',
    status: 'approved',
    approvals_needed: 1,
    sealed_key: Buffer.alloc(61),
    requested_by: staffId,
    requested_at: new Date(),
  }
  await server.db
    .insertInto('coupon_batch')
    .values(batch as never)
    .execute()
  // Asked for is not made.
  const before = await checklist()
  expect([before.done, before.ticked.includes('batch'), before.ticked.length]).toEqual([
    false,
    false,
    9,
  ])
  expect(await stored()).toEqual([])
  await server.db.updateTable('coupon_batch').set({ generated: 10 }).execute()
  expect((await checklist()).done).toBe(true)
  expect(await stored()).toHaveLength(1)
  // Stored: it is not asked again, whatever becomes of the rows.
  await server.db.deleteFrom('setup_trial').execute()
  expect((await checklist()).done).toBe(true)
})

test('the demo is set up', async () => {
  const demo = await testServer()
  try {
    const { token } = await demo.staff('admin')
    expect((await demo.call(contract.getSetup, { token })).body.done).toBe(true)
  } finally {
    await demo.stop()
  }
})

test('what cannot be sent is told, whoever it is about', async () => {
  const forgot = await server.call(forgotPassword, { body: { email: 'nobody@shakti.example' } })
  expect([forgot.status, forgot.body.message]).toEqual([
    503,
    'E-mail cannot be sent yet. Ask an administrator for a one-time link: SMTP_URL or EMAIL_WEBHOOK_URL is not configured.',
  ])
  const silent = await emptyServer()
  try {
    const otp = await silent.call(requestOtp, { body: { mobile: '9820012345' } })
    expect([otp.status, otp.body.message]).toEqual([
      503,
      'One-time passwords cannot be sent yet: SMS_WEBHOOK_URL is not configured.',
    ])
  } finally {
    await silent.stop()
  }
})

test('two people who change the company at once: the second is told, nothing is written over', async () => {
  const { body: about } = await server.call(programme.getCompany, { token: admin })
  const legal = { legalName: 'Shakti Ltd', address: null, gstin: null, pan: null, tan: null }
  const body = { ...PROGRAMME, ...legal, version: about.version }
  const first = await server.call(programme.saveCompany, { token: admin, body })
  expect(first.body).toMatchObject({ legalName: 'Shakti Ltd', version: about.version + 1 })
  expect((await server.call(programme.saveCompany, { token: admin, body })).status).toBe(409)
  for (const [field, value, words] of [
    ['tan', 'MUM12345B', 'A TAN is four letters'],
    ['gstin', '27AAPFU0939F1ZX', 'last character of this GSTIN'],
    ['colour', 'red', 'A colour is written'],
    ['languages', [], 'at least one language'],
  ] as const) {
    const wrong = { ...body, version: about.version + 1, [field]: value }
    const answer = await server.call(programme.saveCompany, { token: admin, body: wrong })
    const { fields } = answer.body as unknown as { fields: Record<string, string> }
    expect([answer.status, fields[field]]).toEqual([400, expect.stringContaining(words)])
  }
})

test('a logo is a picture that is redrawn; an SVG and a file that lies are refused', async () => {
  const send = (type: string, bytes: string) =>
    fetch(`${server.url}${programme.saveLogo.path}`, {
      method: 'POST',
      headers: { authorization: admin, 'content-type': type },
      body: bytes,
    })
  expect((await send('image/svg+xml', '<svg/>')).status).toBe(415)
  expect((await send('image/png', '<svg/>')).status).toBe(415)
  expect((await server.call(programme.showProgramme)).body.logoUrl).toBeNull()
})
