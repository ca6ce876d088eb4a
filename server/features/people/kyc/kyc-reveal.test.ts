import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/kyc.ts'
import * as historyContract from '../../../../contract/people/kyc-history.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  numbers,
  referenceOf,
  submitted,
  USUAL,
  type Person,
  type Reviewer,
} from './test-support.ts'

let server: TestServer
let reviewer: Reviewer
let member: Person
const own = numbers()

beforeAll(async () => {
  server = await testServer()
  reviewer = await server.staff('cs')
  member = await submitted(server, [...USUAL, 'upi'], own)
})
afterAll(() => server.stop())

const reveal = (body: unknown, { token }: { token: string } = reviewer) =>
  server.call(contract.revealKyc, { token, params: { memberId: member.memberId }, body })
const audits = () =>
  server.db.selectFrom('audit').selectAll().where('action', '=', 'kyc.revealed').execute()
const events = async () =>
  (
    await server.call(historyContract.kycLog, {
      token: reviewer.token,
      query: { action: 'revealed' },
    })
  ).body.items

test('shows a value in full, and keeps who asked and why', async () => {
  const answer = await reveal({ field: 'pan', reason: 'The bank asks for it' })
  expect(answer.body).toEqual({
    parts: [
      { label: 'Number', value: own.pan },
      { label: 'Name', value: 'Ramesh Kumar' },
    ],
  })
  const told = { memberId: member.memberId, field: 'pan', note: 'The bank asks for it' }
  expect(await events()).toMatchObject([{ ...told, by: 'Test cs' }])
  const [row] = await audits()
  expect(row).toMatchObject({
    staff_id: reviewer.staffId,
    subject_id: String(member.memberId),
    reason: 'The bank asks for it',
    after: { field: 'pan', value: `${own.pan.slice(0, 5)}****K` },
  })
})

test('of Aadhaar there is only the last four and the reference', async () => {
  const { body } = await reveal({ field: 'aadhaar', reason: 'Checking the reference' })
  expect(body.parts).toEqual([
    { label: 'Last four digits', value: own.aadhaar.slice(-4) },
    { label: 'Reference', value: referenceOf(own.aadhaar) },
  ])
})

test('never without a reason, nor with a number in it, nor what is not there', async () => {
  const before = (await audits()).length
  for (const reason of [undefined, '', '  ', 'x', 'Call 98765 43210']) {
    expect(await reveal({ field: 'pan', reason })).toMatchObject({
      status: 400,
      body: { fields: { reason: expect.any(String) } },
    })
  }
  expect(await reveal({ field: 'selfie', reason: 'To look' })).toMatchObject({
    status: 409,
    body: { message: 'Selfie is a picture: there is no value to show.' },
  })
  expect((await reveal({ field: 'gstin', reason: 'To look' })).status).toBe(404)
  expect(await audits()).toHaveLength(before)
})

test('a value that cannot be recorded is not shown', async () => {
  await server.context.pool.query('alter table audit rename to audit_away')
  try {
    const answer = await reveal({ field: 'bank', reason: 'To look' })
    expect(answer.status).toBe(500)
    expect(JSON.stringify(answer.body)).not.toContain(own.account)
  } finally {
    await server.context.pool.query('alter table audit_away rename to audit')
  }
})

test('is for those who may, and deciding is not enough', async () => {
  for (const role of ['almond team', 'finance', 'hod', 'marketing'] as const) {
    const answer = await reveal({ field: 'pan', reason: 'To look' }, await server.staff(role))
    expect(answer.status).toBe(403)
  }
})
