import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/kyc.ts'
import { demoOutbox } from '../../../../contract/people/members.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  bodyOf,
  decide,
  decided,
  open,
  send,
  submitted,
  USUAL,
  verdicts,
  type Person,
  type Reviewer,
} from './test-support.ts'

let server: TestServer
let asha: Reviewer

beforeAll(async () => {
  server = await testServer()
  asha = await server.staff('cs')
})
afterAll(() => server.stop())

const detailFor = (who: { token: string }, { memberId }: Person) =>
  server.call(contract.getKyc, { token: who.token, params: { memberId } })

describe('a decision', () => {
  test('of two at once stands once', async () => {
    const member = await submitted(server)
    const detail = (await open(server, asha, member)).body
    const approve = {
      version: detail.version,
      decision: 'approve' as const,
      fields: verdicts(detail),
    }
    const back = {
      version: detail.version,
      decision: 'resubmit' as const,
      fields: verdicts(detail, ['bank']),
    }
    const answers = await Promise.all(
      [approve, back, approve, back].map((body) => decide(server, asha, member, body)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const after = (await detailFor(asha, member)).body
    expect(after.events.filter(({ action }) => action === 'decided')).toHaveLength(1)
    expect(after).toMatchObject({ version: 2, lock: null })
  })

  test('is about what was seen', async () => {
    const member = await submitted(server)
    await decided(server, asha, member, { refused: ['selfie'] })
    await send(server, member, await bodyOf(server, member, ['selfie']))
    const detail = (await open(server, asha, member)).body
    const stale = await decide(server, asha, member, {
      version: detail.version - 1,
      decision: 'approve',
      fields: verdicts(detail),
    })
    expect(stale).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has changed since you looked') },
    })
  })

  test.each<[string, object, Record<string, string>]>([
    ['a field without verdict', { fields: [] }, { fields: 'Decide these fields as well: Selfie.' }],
    [
      'a field that does not wait',
      {
        fields: [
          { field: 'selfie', accept: true },
          { field: 'pan', accept: true },
        ],
      },
      { 'fields.1.field': 'PAN does not wait.' },
    ],
    [
      'a field twice',
      {
        fields: [
          { field: 'selfie', accept: true },
          { field: 'selfie', accept: true },
        ],
      },
      { 'fields.1.field': 'Selfie is named twice.' },
    ],
    [
      'an approval with a refusal',
      { fields: [{ field: 'selfie', accept: false, reason: 'unreadable' }] },
      { decision: 'A field is refused: ask again or reject, or accept it.' },
    ],
    [
      'asking again for nothing',
      { decision: 'resubmit' },
      { decision: 'No field is refused: there is nothing to ask for again.' },
    ],
    ['a rejection without words', { decision: 'reject' }, { note: 'Write why it is rejected.' }],
    [
      'a note with a mobile',
      { decision: 'reject', note: 'Call 98765 43210' },
      { note: expect.stringContaining('Leave the number out') },
    ],
    [
      'a note with an account',
      {
        decision: 'resubmit',
        fields: [{ field: 'selfie', accept: false, reason: 'other', note: 'see 0012 3456 7890' }],
      },
      { 'fields.0.note': expect.stringContaining('Leave the number out') },
    ],
  ])('with %s is refused in words', async (_, wrong, fields) => {
    const member = await submitted(server)
    await decided(server, asha, member, { refused: ['selfie'] })
    await send(server, member, await bodyOf(server, member, ['selfie']))
    const { version } = (await open(server, asha, member)).body
    const right = { version, decision: 'approve', fields: [{ field: 'selfie', accept: true }] }
    const answer = await decide(server, asha, member, { ...right, ...wrong })
    expect(answer).toMatchObject({ status: 400, body: { fields } })
    expect((await detailFor(asha, member)).body).toMatchObject({ kycState: 'pending', version })
  })

  test('needs words where the reason is another', async () => {
    const member = await submitted(server, USUAL)
    const { version } = (await open(server, asha, member)).body
    const fields = [{ field: 'selfie' as const, accept: false as const, reason: 'other' as const }]
    const answer = await decide(server, asha, member, { version, decision: 'resubmit', fields })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain('Write what is wrong.')
  })

  test('is told to the member in their language', async () => {
    const member = await submitted(server)
    await server.db
      .updateTable('member')
      .set({ language: 'hi' })
      .where('member_id', '=', member.memberId)
      .execute()
    await decided(server, asha, member, { refused: ['bank', 'selfie'] })
    const told = await message(member)
    expect(told).toBe(
      'HIL: कृपया ये केवाईसी विवरण ऐप में दोबारा भेजें। बैंक खाता: तस्वीर साफ़ नहीं है। अच्छी रोशनी में दोबारा लें। सेल्फ़ी: तस्वीर साफ़ नहीं है। अच्छी रोशनी में दोबारा लें।',
    )
    const other = await submitted(server)
    await decided(server, asha, other, { reject: 'The documents are not yours.' })
    expect(await message(other)).toBe(
      'HIL: Your KYC was not accepted. The documents are not yours.',
    )
  })

  async function message({ mobile }: Person): Promise<string | undefined> {
    return expect
      .poll(async () => (await server.call(demoOutbox, { query: { to: mobile } })).body.items[0])
      .toBeDefined()
      .then(
        async () => (await server.call(demoOutbox, { query: { to: mobile } })).body.items[0]?.text,
      )
  }
})
