import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/kyc.ts'
import * as submissionContract from '../../../../contract/people/kyc-submission.ts'
import { transaction } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { verifyAudit } from '../../platform/audit/audit.service.ts'
import { checkInvariants } from '../../operations/verify/invariants.ts'
import {
  bodyOf,
  decide,
  newMember,
  open,
  send,
  USUAL,
  verdicts,
  type Person,
  type Reviewer,
} from './test-support.ts'

const SEED = 20_261_120
let server: TestServer
let members: Person[]
let reviewers: Reviewer[]

beforeAll(async () => {
  server = await testServer()
  members = [await newMember(server), await newMember(server), await newMember(server)]
  reviewers = [await server.staff('cs'), await server.staff('admin')]
})
afterAll(() => server.stop())

function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** One act of somebody on some KYC, with whatever they believe of it at that moment. */
async function act(pick: (below: number) => number): Promise<number> {
  const member = members[pick(members.length)]
  const reviewer = reviewers[pick(reviewers.length)]
  if (!member || !reviewer) throw new Error('nobody to act')
  const params = { memberId: member.memberId }
  const { token } = reviewer
  switch (pick(6)) {
    case 0: {
      const { body } = await server.call(submissionContract.myKyc, { token: member.token })
      const fields = body.state === 'resubmit' ? body.required : USUAL
      return (await send(server, member, await bodyOf(server, member, fields))).status
    }
    case 1:
      return (await open(server, reviewer, member)).status
    case 2:
      return (await server.call(contract.leaveKyc, { token, params })).status
    case 3: {
      const body = { field: 'bank', reason: 'To look at it' }
      return (await server.call(contract.revealKyc, { token, params, body })).status
    }
    default: {
      const { body } = await server.call(contract.getKyc, { token, params })
      const decision = (['approve', 'resubmit', 'reject'] as const)[pick(3)] ?? 'approve'
      const fields = verdicts(body, decision === 'resubmit' ? ['bank', 'selfie'] : [])
      const note = 'By chance'
      const { version } = body
      return (await decide(server, reviewer, member, { version, decision, fields, note })).status
    }
  }
}

test('whatever comes at once, nothing breaks and every KYC holds together', async () => {
  const statuses = new Map<number, number>()
  const workers = Array.from({ length: 8 }, async (_, worker) => {
    const pick = seeded(SEED + worker)
    for (let i = 0; i < 40; i++) {
      const status = await act(pick)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  await Promise.all(workers)
  expect([...statuses.keys()].filter((status) => ![200, 400, 404, 409].includes(status))).toEqual(
    [],
  )
  expect(statuses.get(200)).toBeGreaterThan(50)
  expect(statuses.get(409)).toBeGreaterThan(20)
  const { rounds } = await server.db
    .selectFrom('kyc_submission')
    .select((select) => select.fn.countAll<string>().as('rounds'))
    .executeTakeFirstOrThrow()
  expect(Number(rounds)).toBeGreaterThan(members.length)
  const broken = await checkInvariants(async (text) => {
    const { rows } = await server.context.pool.query<Record<string, unknown>>(text)
    return rows
  })
  expect(broken).toEqual([])
  const audit = await transaction(server.db, (tx) => verifyAudit(tx, server.context.keys))
  expect(audit.broken).toBeNull()
})
