import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kycHistory } from '../../../../contract/people/kyc-history.ts'
import * as contract from '../../../../contract/people/kyc-revocation.ts'
import { getKyc, type KycDetail } from '../../../../contract/people/kyc.ts'
import { demoOutbox } from '../../../../contract/people/members.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { transaction } from '../../../db/database.ts'
import { eraseKyc } from './kyc.service.ts'
import { checkInvariants } from '../../operations/verify/invariants.ts'
import {
  bodyOf,
  decided,
  send,
  submitted,
  USUAL,
  type Person,
  type Reviewer,
} from './test-support.ts'

let server: TestServer
let asha: Reviewer
let second: Reviewer

beforeAll(async () => {
  server = await testServer()
  asha = await server.staff('cs')
  second = await server.staff('admin')
})
afterAll(() => server.stop())

const REASON = 'The selfie is of somebody else, as the shop told us'

async function approvedPerson(): Promise<Person & { version: number }> {
  const person = await submitted(server)
  const { version } = await decided(server, asha, person)
  return { ...person, version }
}
const propose = (who: Reviewer, { memberId, version }: { memberId: number; version: number }) =>
  server.call(contract.proposeRevocation, {
    token: who.token,
    params: { memberId },
    body: { version, reason: REASON },
  })
const DECISIONS = [
  contract.approveRevocation,
  contract.rejectRevocation,
  contract.withdrawRevocation,
] as const
const answer = async (
  endpoint: (typeof DECISIONS)[number],
  who: Reviewer,
  { memberId }: { memberId: number },
) => {
  const body = { note: 'Looked at it' }
  const given = await server.raw(endpoint, { token: who.token, params: { memberId }, body })
  return { status: given.status, body: (await given.json()) as KycDetail }
}
const approve = (who: Reviewer, person: Person) => answer(contract.approveRevocation, who, person)

describe('an approved KYC', () => {
  test('is revoked by a second person: every field is refused, and all is sent again', async () => {
    const person = await approvedPerson()
    const proposed = (await propose(asha, person)).body
    expect(proposed).toMatchObject({
      kycState: 'approved',
      revocation: { reason: REASON, byId: asha.staffId },
    })
    const waiting = await server.call(contract.waitingRevocations, { token: second.token })
    expect(waiting.body.items).toContainEqual(
      expect.objectContaining({ memberId: person.memberId, reason: REASON }),
    )
    const revoked = (await approve(second, person)).body
    expect(revoked).toMatchObject({ kycState: 'rejected', revocation: null })
    expect(revoked.fields.map(({ state }) => state)).toEqual(USUAL.map(() => 'refused'))
    expect(revoked.events.at(-1)).toMatchObject({ decision: 'revoke', note: REASON })

    const history = await server.call(kycHistory, {
      token: second.token,
      query: { decision: ['revoke'] },
    })
    expect(history.body.items[0]).toMatchObject({ memberId: person.memberId, decision: 'revoke' })
    await expect
      .poll(async () => {
        const { body } = await server.call(demoOutbox, { query: { to: person.mobile } })
        return body.items.map(({ text }) => text)
      })
      .toContainEqual(expect.stringContaining('no longer valid'))

    const again = await send(server, person, await bodyOf(server, person, USUAL))
    expect(again.status).toBe(200)
    const rowsOf = async (text: string) =>
      (await sql.raw<Record<string, unknown>>(text).execute(server.db)).rows
    expect(await checkInvariants(rowsOf)).toEqual([])
  })

  test('is not revoked by whoever proposed it', async () => {
    const person = await approvedPerson()
    await propose(asha, person)
    for (const endpoint of [contract.approveRevocation, contract.rejectRevocation]) {
      const refused = await answer(endpoint, asha, person)
      expect(refused.status).toBe(409)
    }
    const { body } = await server.call(getKyc, {
      token: asha.token,
      params: { memberId: person.memberId },
    })
    expect(body).toMatchObject({ kycState: 'approved', revocation: { byId: asha.staffId } })
  })

  test('stays approved where the proposal is refused or withdrawn, and can be proposed again', async () => {
    const person = await approvedPerson()
    await propose(asha, person)
    expect((await propose(second, person)).status).toBe(409)
    expect((await answer(contract.withdrawRevocation, second, person)).status).toBe(409)
    const withdrawn = await answer(contract.withdrawRevocation, asha, person)
    expect(withdrawn.body).toMatchObject({ kycState: 'approved', revocation: null })
    await propose(asha, person)
    const rejected = await answer(contract.rejectRevocation, second, person)
    expect(rejected.body).toMatchObject({ kycState: 'approved', revocation: null })
    expect((await approve(second, person)).body).toMatchObject({
      message: 'No proposal to revoke this KYC waits for a decision.',
    })
  })

  test('of two who approve the revocation at once one does, and it is on record once', async () => {
    const person = await approvedPerson()
    const third = await server.staff('almond team')
    await propose(asha, person)
    const answers = await Promise.all([approve(second, person), approve(third, person)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { body } = await server.call(getKyc, {
      token: asha.token,
      params: { memberId: person.memberId },
    })
    expect(body.events.filter(({ decision }) => decision === 'revoke')).toHaveLength(1)
  })
})

test('a KYC that is not approved, or changed since it was seen, is not proposed', async () => {
  const waiting = await submitted(server)
  expect((await propose(asha, { ...waiting, version: 1 })).body).toMatchObject({
    message: 'Only an approved KYC can be revoked. Nothing was changed.',
  })
  const person = await approvedPerson()
  expect((await propose(asha, { ...person, version: person.version - 1 })).status).toBe(409)
})

test('a proposal is not about what was sent and approved after it', async () => {
  const person = await approvedPerson()
  await propose(asha, person)
  await send(server, person, await bodyOf(server, person, ['bank']))
  expect((await approve(second, person)).body).toMatchObject({
    message: 'Only an approved KYC can be revoked. Nothing was changed.',
  })
  await decided(server, asha, person)
  const late = await approve(second, person)
  expect([late.status, late.body]).toEqual([
    409,
    expect.objectContaining({ message: expect.stringContaining('decided again') as string }),
  ])
  const { body } = await answer(contract.rejectRevocation, second, person)
  expect(body).toMatchObject({ kycState: 'approved', revocation: null })
})

test('of an erased member no proposal is left', async () => {
  const person = await approvedPerson()
  await propose(asha, person)
  await transaction(server.db, (tx) => eraseKyc(server.context, tx, person.memberId))
  const waiting = await server.call(contract.waitingRevocations, { token: second.token })
  expect(waiting.body.items.map(({ memberId }) => memberId)).not.toContain(person.memberId)
})

test('the name of the member does not stand in the reason', async () => {
  const { memberId, version } = await approvedPerson()
  const { name } = await server.db
    .selectFrom('member')
    .select('name')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  const refused = await server.call(contract.proposeRevocation, {
    token: asha.token,
    params: { memberId },
    body: { version, reason: `${name} told us so` },
  })
  expect(refused.status).toBe(400)
})

test('a number does not stand in the reason', async () => {
  const { memberId, version } = await approvedPerson()
  const refused = await server.call(contract.proposeRevocation, {
    token: asha.token,
    params: { memberId },
    body: { version, reason: 'Call 98765 43210 about it' },
  })
  expect(refused.status).toBe(400)
})
