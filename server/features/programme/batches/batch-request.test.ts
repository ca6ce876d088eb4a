import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/programme/batches.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { requestBody, requested, team, waitFor, type Team } from './test-support.ts'
import { getBatch } from './batches.service.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer({ BATCH_SECOND_APPROVAL_FROM: '500' })
  people = await team(server)
})
afterAll(() => server.stop())

const change = async (
  who: { token: string },
  batchId: number,
  changed: Record<string, unknown> = {},
) =>
  server.call(contract.changeBatchRequest, {
    token: who.token,
    params: { batchId },
    body: {
      ...(await requestBody(server, changed)),
      version: (await getBatch(server.context, batchId)).version,
    },
  })
const withdraw = (who: { token: string }, batchId: number) =>
  server.call(contract.withdrawBatch, { token: who.token, params: { batchId }, body: {} })
const approve = (who: { token: string }, batchId: number, version?: number) =>
  server.call(contract.approveBatch, {
    token: who.token,
    params: { batchId },
    body: { version },
  })

test('whoever asked changes the request, and the approvals needed follow its size', async () => {
  const { batchId } = await requested(server, people, { quantity: 50 })
  const changed = await change(people.maker, batchId, { quantity: 600, points: 25, cartonSize: 10 })
  expect(changed.body).toMatchObject({
    quantity: 600,
    points: 25,
    cartonSize: 10,
    approvalsNeeded: 2,
    version: 1,
  })
  expect(changed.body.events.map(({ action }) => action)).toEqual(['request', 'change'])
  const entry = await server.db
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('subject', '=', 'coupon_batch')
    .where('subject_id', '=', String(batchId))
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    action: 'batch.request-changed',
    before: { quantity: 50, points: 40 },
    after: { quantity: 600, points: 25 },
  })
})

test('an approval of what the request was before is refused', async () => {
  const { batchId } = await requested(server, people, { quantity: 20 })
  await change(people.maker, batchId, { quantity: 400 })
  for (const stale of [undefined, 0]) {
    const refused = await approve(people.checker, batchId, stale)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      message: `The request for batch ${batchId} was changed meanwhile. Look at it again before you approve it.`,
    })
  }
  expect((await approve(people.checker, batchId, 1)).status).toBe(200)
  const made = await waitFor(server, people, batchId, (batch) => batch.status === 'generated')
  expect(made.generated).toBe(400)
})

test('after an approval the request stands, and it is nobody else’s to change', async () => {
  const { batchId } = await requested(server, people, { quantity: 500 })
  const other = await server.staff('sub admin')
  for (const act of [change, withdraw]) {
    const refused = await act(other, batchId)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      message: `Only the person who asked for batch ${batchId} can change or withdraw the request.`,
    })
  }
  await approve(people.checker, batchId)
  for (const act of [change, withdraw]) {
    const refused = await act(people.maker, batchId)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      message: `Batch ${batchId} has an approval already. It can be rejected, and asked for again.`,
    })
  }
})

test('a withdrawn request is approved, changed and withdrawn by nobody', async () => {
  const { batchId } = await requested(server, people)
  expect((await withdraw(people.maker, batchId)).body.status).toBe('withdrawn')
  for (const answer of [
    await approve(people.checker, batchId),
    await change(people.maker, batchId),
    await withdraw(people.maker, batchId),
  ]) {
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      message: expect.stringContaining(`Batch ${batchId} was withdrawn`) as string,
    })
  }
})

test('a change and an approval at once: the approval is of what it saw, or refused', async () => {
  for (let round = 0; round < 5; round++) {
    const { batchId } = await requested(server, people, { quantity: 30 })
    const [changed, approved] = await Promise.all([
      change(people.maker, batchId, { quantity: 40 }),
      approve(people.checker, batchId, 0),
    ])
    expect([changed.status, approved.status].toSorted()).toEqual([200, 409])
  }
})
