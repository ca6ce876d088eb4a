import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as submissionContract from '../../../../contract/people/kyc-submission.ts'
import type { KycField } from '../../../../contract/people/kyc-states.ts'
import { withdrawConsent } from '../../../../contract/people/members.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  bodyOf,
  decided,
  newMember,
  send,
  submitted,
  upload,
  USUAL,
  type Person,
  type Reviewer,
} from './test-support.ts'

let server: TestServer
let reviewer: Reviewer

beforeAll(async () => {
  server = await testServer()
  reviewer = await server.staff('cs')
})
afterAll(() => server.stop())

const mine = async ({ token }: Person) =>
  (await server.call(submissionContract.myKyc, { token })).body
const states = async (member: Person) =>
  Object.fromEntries((await mine(member)).fields.map(({ field, state }) => [field, state]))
const eventsOf = async ({ memberId }: Person) =>
  server.db
    .selectFrom('kyc_event')
    .select(['action', 'field', 'round'])
    .where('member_id', '=', memberId)
    .orderBy('event_id')
    .execute()

test('a whole life: sent, partly refused, sent again, approved, changed', async () => {
  const member = await newMember(server, 'retailer')
  expect(await mine(member)).toMatchObject({
    state: 'none',
    round: 0,
    required: ['pan', 'aadhaar', 'gstin', 'shop_photo', 'selfie'],
    fields: [],
  })
  const all: KycField[] = ['pan', 'aadhaar', 'gstin', 'bank', 'upi', 'shop_photo', 'selfie']
  const first = await bodyOf(server, member, all)
  const sent = await send(server, member, first)
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  expect(sent.body).toMatchObject({ state: 'pending', round: 1, open: [], required: [] })
  expect(sent.body.fields.map(({ field }) => field)).toEqual(all)

  await decided(server, reviewer, member, { refused: ['bank', 'selfie'] })
  const back = await mine(member)
  expect(back).toMatchObject({ state: 'resubmit', open: ['bank', 'selfie'] })
  expect(back.fields.find(({ field }) => field === 'bank')).toMatchObject({
    state: 'refused',
    reason: 'The picture cannot be read. Take it again in good light.',
  })

  const again = await send(server, member, await bodyOf(server, member, ['bank', 'selfie']))
  expect(again.body).toMatchObject({ state: 'pending', round: 2 })
  expect(await states(member)).toMatchObject({ pan: 'accepted', bank: 'pending', upi: 'accepted' })
  await decided(server, reviewer, member)
  expect(await mine(member)).toMatchObject({ state: 'approved', required: [] })
  expect(new Set(Object.values(await states(member)))).toEqual(new Set(['accepted']))

  const changed = await send(server, member, await bodyOf(server, member, ['bank']))
  expect(changed.body).toMatchObject({ state: 'pending', round: 3 })
  expect(await states(member)).toMatchObject({
    pan: 'accepted',
    bank: 'pending',
    selfie: 'accepted',
  })
  const detail = await decided(server, reviewer, member)
  expect(detail).toMatchObject({ kycState: 'approved', round: 3, version: 6 })

  const events = await eventsOf(member)
  expect(events.filter(({ action }) => action.endsWith('submitted'))).toEqual([
    { action: 'submitted', field: null, round: 1 },
    { action: 'resubmitted', field: 'bank', round: 2 },
    { action: 'resubmitted', field: 'selfie', round: 2 },
    { action: 'resubmitted', field: 'bank', round: 3 },
  ])
  const { kyc_state } = await server.db
    .selectFrom('member')
    .select('kyc_state')
    .where('member_id', '=', member.memberId)
    .executeTakeFirstOrThrow()
  expect(kyc_state).toBe('approved')
})

describe('after a rejection', () => {
  test('everything is sent again, and nothing of before stays', async () => {
    const member = await submitted(server, [...USUAL, 'upi'])
    await decided(server, reviewer, member, { reject: 'The documents are not theirs' })
    const part = await send(server, member, await bodyOf(server, member, ['bank']))
    expect(part).toMatchObject({
      status: 400,
      body: { fields: { aadhaar: expect.any(String), selfie: 'Send a selfie.' } },
    })
    const whole = await send(server, member, await bodyOf(server, member, USUAL))
    expect(whole.body).toMatchObject({ state: 'pending', round: 2 })
    expect(await states(member)).not.toHaveProperty('upi')
    expect((await eventsOf(member)).at(-1)).toEqual({ action: 'submitted', field: null, round: 2 })
  })
})

test('a document that another takes the place of is deleted', async () => {
  const member = await submitted(server)
  const documents = async () =>
    server.db
      .selectFrom('kyc_document')
      .select(['document_id', 'field'])
      .where('member_id', '=', member.memberId)
      .orderBy('field')
      .execute()
  const first = await documents()
  await decided(server, reviewer, member, { refused: ['selfie'] })
  await send(server, member, await bodyOf(server, member, ['selfie']))
  const second = await documents()
  expect(second.map(({ field }) => field)).toEqual(['bank', 'pan', 'selfie'])
  expect(second.slice(0, 2)).toEqual(first.slice(0, 2))
  expect(second[2]).not.toEqual(first[2])
})

describe('one key, one effect', () => {
  const rounds = async ({ memberId }: Person) =>
    server.db.selectFrom('kyc_submission').selectAll().where('member_id', '=', memberId).execute()

  test('also when both come at once', async () => {
    const member = await newMember(server)
    const body = await bodyOf(server, member, USUAL)
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(server, member, body)))
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: answers[0]?.body })
    expect(await rounds(member)).toHaveLength(1)
    expect(await eventsOf(member)).toHaveLength(1)
  })

  test('of two submissions at once one is taken, the other is told to wait', async () => {
    const member = await newMember(server)
    const bodies = [await bodyOf(server, member, USUAL), await bodyOf(server, member, USUAL)]
    const answers = await Promise.all(bodies.map((body) => send(server, member, body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'Your KYC is being checked. You can send it again when it is decided.',
    })
    expect(await rounds(member)).toHaveLength(1)
  })

  test('another body under the same key is refused, however small the difference', async () => {
    const member = await newMember(server)
    const body = await bodyOf(server, member, [...USUAL, 'upi'])
    expect((await send(server, member, body)).status).toBe(200)
    const other = await send(server, member, { ...body, upi: { address: 'other@okbank' } })
    expect(other.status).toBe(409)
    expect(other.body).toMatchObject({ message: expect.stringContaining('idempotency key') })
  })

  test('a retry that comes late, rounds after, changes nothing', async () => {
    const member = await newMember(server)
    const first = await bodyOf(server, member, USUAL)
    await send(server, member, first)
    await decided(server, reviewer, member)
    const late = await send(server, member, first)
    expect(late).toMatchObject({ status: 200, body: { state: 'approved', round: 1 } })
    expect(await states(member)).toMatchObject({ bank: 'accepted' })
  })
})

describe('what may be sent when', () => {
  test('nothing without consent', async () => {
    const member = await newMember(server)
    await server.call(withdrawConsent, { token: member.token, params: { purpose: 'kyc' } })
    const answer = await send(server, member, await bodyOf(server, member, USUAL))
    expect(answer).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('needs your consent') },
    })
    expect((await mine(member)).state).toBe('none')
  })

  test('when it was sent back, the refused fields, all of them and no others', async () => {
    const member = await submitted(server)
    await decided(server, reviewer, member, { refused: ['bank', 'selfie'] })
    const other = await send(
      server,
      member,
      await bodyOf(server, member, ['bank', 'selfie', 'pan']),
    )
    expect(other).toMatchObject({
      status: 409,
      body: { fields: { pan: 'PAN is not asked for now: send only what was refused.' } },
    })
    const half = await send(server, member, await bodyOf(server, member, ['selfie']))
    expect(half).toMatchObject({
      status: 400,
      body: { fields: { bank: 'Bank account was refused: send it again.' } },
    })
    expect(await states(member)).toMatchObject({ bank: 'refused', selfie: 'refused' })
  })

  test('the first time, what every member needs, each with its words', async () => {
    const member = await newMember(server)
    const answer = await send(server, member, await bodyOf(server, member, ['pan']))
    expect(answer).toMatchObject({
      status: 400,
      body: {
        fields: {
          aadhaar: 'Send the Aadhaar number and the reference of its verification.',
          selfie: 'Send a selfie.',
          bank: 'Send a bank account or a UPI address: your money goes there.',
        },
      },
    })
  })

  test('of a retailer more', async () => {
    const member = await newMember(server, 'retailer')
    const answer = await send(server, member, await bodyOf(server, member, USUAL))
    expect(answer).toMatchObject({
      status: 400,
      body: {
        fields: {
          gstin: 'Send the GSTIN of your shop.',
          shop_photo: 'Send a picture of your shop.',
        },
      },
    })
  })

  test('an approved member sends at least one field', async () => {
    const member = await submitted(server)
    await decided(server, reviewer, member)
    const answer = await send(server, member, await bodyOf(server, member, []))
    expect(answer).toMatchObject({ status: 400, body: { message: 'Send at least one field.' } })
  })

  test('each document once, by its owner, for its field', async () => {
    const member = await newMember(server)
    const body = await bodyOf(server, member, USUAL)
    const stranger = await newMember(server)
    for (const documentId of [
      await upload(server, stranger, 'selfie'),
      await upload(server, member, 'pan'),
      '3f2c1b9e-1111-4222-8333-944455556666',
    ]) {
      const answer = await send(server, member, { ...body, selfie: { documentId } })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ fields: { 'selfie.documentId': expect.any(String) } })
    }
    expect(await mine(member)).toMatchObject({ state: 'none', round: 0, fields: [] })
    expect((await send(server, member, body)).status).toBe(200)
  })
})
