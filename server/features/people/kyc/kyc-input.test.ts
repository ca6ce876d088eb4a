import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KycField } from '../../../../contract/people/kyc-states.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  bodyOf,
  decided,
  newMember,
  numbers,
  send,
  submitted,
  USUAL,
  type Reviewer,
} from './test-support.ts'

let server: TestServer
let reviewer: Reviewer

beforeAll(async () => {
  server = await testServer()
  reviewer = await server.staff('cs')
})
afterAll(() => server.stop())

describe('a GSTIN and its PAN', () => {
  const withGstin = ['pan', 'aadhaar', 'upi', 'selfie', 'gstin'] as const

  test('must agree', async () => {
    const member = await newMember(server)
    const { gstin } = numbers()
    const answer = await send(server, member, await bodyOf(server, member, withGstin, { gstin }))
    expect(answer).toMatchObject({
      status: 400,
      body: {
        fields: {
          'gstin.number':
            'The PAN inside this GSTIN (characters 3 to 12) is not your PAN: check both.',
        },
      },
    })
  })

  test('come together: a GSTIN alone is refused', async () => {
    const member = await newMember(server)
    const fields = withGstin.filter((field) => field !== 'pan')
    const answer = await send(server, member, await bodyOf(server, member, fields))
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { pan: 'A GSTIN needs your PAN: send it as well.' } },
    })
  })

  test('are compared also when one of them was sent before', async () => {
    const own = numbers()
    const member = await submitted(server, withGstin, own)
    await decided(server, reviewer, member)
    const other = numbers()
    const wrongGstin = await send(server, member, await bodyOf(server, member, ['gstin'], other))
    expect(wrongGstin.body).toMatchObject({ fields: { 'gstin.number': expect.any(String) } })
    const wrongPan = await send(server, member, await bodyOf(server, member, ['pan'], other))
    expect(wrongPan.body).toMatchObject({
      fields: {
        'pan.number':
          'Your GSTIN holds another PAN: check it, or send the GSTIN of this PAN as well.',
      },
    })
    const bank = await send(server, member, await bodyOf(server, member, ['bank'], other))
    expect(bank.status).toBe(200)
  })

  test('are both open when the PAN was refused', async () => {
    const member = await submitted(server, withGstin)
    await decided(server, reviewer, member, { refused: ['pan'] })
    const both = await send(server, member, await bodyOf(server, member, ['pan', 'gstin']))
    expect(both).toMatchObject({ status: 200, body: { state: 'pending' } })
  })
})

describe('bad input names its field and what is expected', () => {
  const own = numbers()
  const lastDigit = (Number(own.aadhaar.at(-1)) + 1) % 10
  const wrongAadhaar = `${own.aadhaar.slice(0, -1)}${lastDigit}`
  const wrongGstin = `${own.gstin.slice(0, -1)}${own.gstin.endsWith('0') ? '1' : '0'}`

  test.each<[string, KycField, Record<string, unknown>, RegExp]>([
    ['pan.number', 'pan', { number: 'ABCDE12345' }, /five letters, four digits and a letter/],
    ['pan.number', 'pan', { number: 'ABCXE1234F' }, /fourth letter of a PAN/],
    ['pan.number', 'pan', { number: 'ABCPE0000F' }, /never 0000/],
    ['pan.name', 'pan', { name: `Ramesh ${own.aadhaar}` }, /whole Aadhaar number/],
    ['pan.documentId', 'pan', { documentId: 'x' }, /document id/],
    ['aadhaar.number', 'aadhaar', { number: wrongAadhaar }, /last digit .* does not fit/],
    ['aadhaar.number', 'aadhaar', { number: '123456789012' }, /does not begin with 0 or 1/],
    ['aadhaar.reference', 'aadhaar', { reference: '12' }, /has 21 digits/],
    [
      'aadhaar.reference',
      'aadhaar',
      { reference: '000020250102101112123' },
      /begin with the last four digits/,
    ],
    [
      'gstin.number',
      'gstin',
      { number: wrongGstin },
      new RegExp(`should be ${own.gstin.at(-1)}: check the others`),
    ],
    ['gstin.number', 'gstin', { number: `98${own.gstin.slice(2)}` }, /number of a state; 98/],
    ['bank.account', 'bank', { account: '12345678' }, /9 to 18 digits/],
    ['bank.ifsc', 'bank', { ifsc: 'HDFC1001234' }, /four letters, a zero and six/],
    ['upi.address', 'upi', { address: 'nobody' }, /looks like name@bank/],
    ['idempotencyKey', 'upi', {}, /at least 8 characters/],
  ])('%s', async (where, field, wrong, words) => {
    const member = await newMember(server)
    const body = await bodyOf(server, member, [...USUAL, 'gstin', 'upi'], own)
    const part = { ...(body[field] as object), ...wrong }
    const key = where === 'idempotencyKey' ? { idempotencyKey: 'short' } : {}
    const answer = await send(server, member, { ...body, [field]: part, ...key })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ fields: { [where]: expect.stringMatching(words) } })
    const told = JSON.stringify(answer.body)
    for (const number of [own.aadhaar, wrongAadhaar, own.pan, own.account]) {
      expect(told).not.toContain(number)
    }
  })
})
