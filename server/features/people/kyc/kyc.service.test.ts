import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/kyc.ts'
import { eraseUser } from '../../../../contract/desk/users.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { checkInvariants } from '../../operations/verify/invariants.ts'
import { destinationOf } from './kyc.service.ts'
import {
  bodyOf,
  decided,
  newMember,
  numbers,
  open,
  send,
  submitted,
  type Person,
  type Reviewer,
} from './test-support.ts'

let server: TestServer
let reviewer: Reviewer
let admin: Reviewer
const FIELDS = ['pan', 'aadhaar', 'bank', 'upi', 'selfie'] as const

beforeAll(async () => {
  server = await testServer()
  reviewer = await server.staff('cs')
  admin = await server.staff('admin')
})
afterAll(() => server.stop())

const destination = (memberId: number, kind: 'bank' | 'upi') =>
  destinationOf(server.db, server.context.vault, memberId, kind)

describe('where the money goes', () => {
  test('is missing, waits, is accepted or refused', async () => {
    const { memberId } = await newMember(server)
    expect(await destination(memberId, 'bank')).toEqual({
      state: 'missing',
      digest: null,
      mask: null,
      duplicates: [],
    })
    const own = numbers()
    const member = await submitted(server, FIELDS, own)
    const waits = await destination(member.memberId, 'upi')
    expect(waits).toMatchObject({ state: 'pending', mask: `${own.upi.slice(0, 2)}•••@okbank` })
    await decided(server, reviewer, member, { refused: ['upi'] })
    expect(await destination(member.memberId, 'bank')).toMatchObject({ state: 'accepted' })
    expect(await destination(member.memberId, 'upi')).toMatchObject({
      state: 'refused',
      digest: waits.digest,
    })
  })

  test('has another digest when the account is another, and not when it is sent again', async () => {
    const own = numbers()
    const member = await submitted(server, FIELDS, own)
    const first = await destination(member.memberId, 'bank')
    await decided(server, reviewer, member)
    await send(server, member, await bodyOf(server, member, ['bank'], own))
    expect((await destination(member.memberId, 'bank')).digest).toEqual(first.digest)
    await decided(server, reviewer, member)
    await send(server, member, await bodyOf(server, member, ['bank']))
    const changed = await destination(member.memberId, 'bank')
    expect(changed.state).toBe('pending')
    expect(changed.digest).not.toEqual(first.digest)
  })

  test('names who else has it, but not who was refused it', async () => {
    const own = numbers()
    const member = await submitted(server, FIELDS, own)
    const thief = await submitted(server, FIELDS, { upi: own.upi })
    expect((await destination(member.memberId, 'upi')).duplicates).toEqual([
      { memberCode: `M${thief.mobile}` },
    ])
    expect((await destination(member.memberId, 'bank')).duplicates).toEqual([])
    await decided(server, reviewer, thief, { refused: ['upi'] })
    expect((await destination(member.memberId, 'upi')).duplicates).toEqual([])
    expect((await destination(thief.memberId, 'upi')).duplicates).toEqual([
      { memberCode: `M${member.mobile}` },
    ])
  })
})

describe('erasing', () => {
  const erase = ({ memberId, mobile }: Person) =>
    server.call(eraseUser, {
      token: admin.token,
      params: { memberId },
      body: { reason: 'Asked for it', confirm: `M${mobile}` },
    })
  const rowsOf = async (table: 'kyc_field' | 'kyc_document' | 'kyc_submission', memberId: number) =>
    (await server.db.selectFrom(table).selectAll().where('member_id', '=', memberId).execute())
      .length

  test('leaves that there was a KYC and who decided, and nothing of what was in it', async () => {
    const member = await submitted(server, FIELDS)
    await decided(server, reviewer, member)
    expect((await erase(member)).status).toBe(200)
    for (const table of ['kyc_field', 'kyc_document', 'kyc_submission'] as const) {
      expect(await rowsOf(table, member.memberId), table).toBe(0)
    }
    const { body } = await server.call(contract.getKyc, {
      token: reviewer.token,
      params: { memberId: member.memberId },
    })
    expect(body).toMatchObject({ kycState: 'approved', round: 1, fields: [] })
    expect(body.events.map(({ action }) => action)).toContain('decided')
  })

  test('takes what waits out of the queue, also from under a reviewer', async () => {
    const member = await submitted(server, FIELDS)
    const { version } = (await open(server, reviewer, member)).body
    expect((await erase(member)).status).toBe(200)
    const { body } = await server.call(contract.kycQueue, {
      token: reviewer.token,
      query: { limit: 200 },
    })
    expect(body.items.map(({ memberId }) => memberId)).not.toContain(member.memberId)
    const answer = await server.call(contract.decideKyc, {
      token: reviewer.token,
      params: { memberId: member.memberId },
      body: { version, decision: 'approve', fields: [] },
    })
    expect(answer.status).toBe(409)
  })

  test('at once with a submission, one of the two comes first and nothing stays behind', async () => {
    for (let round = 0; round < 5; round++) {
      const member = await newMember(server)
      const body = await bodyOf(server, member, FIELDS)
      const [erased, sent] = await Promise.all([erase(member), send(server, member, body)])
      expect(erased.status).toBe(200)
      expect([200, 401, 404]).toContain(sent.status)
      expect(await rowsOf('kyc_field', member.memberId)).toBe(0)
    }
  })

  test('holds with every invariant', async () => {
    const broken = await checkInvariants(async (text) => {
      const { rows } = await server.context.pool.query<Record<string, unknown>>(text)
      return rows
    })
    expect(broken).toEqual([])
  })
})
