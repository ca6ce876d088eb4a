import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as batches from '../../../../contract/programme/batches.ts'
import * as coupons from '../../../../contract/programme/coupons.ts'
import * as contract from '../../../../contract/programme/plant.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { requested, team, type Team } from '../batches/test-support.ts'
import { elsewhere, makeLot, read, reconciled, scanAs, send } from './test-support.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
})
afterAll(() => server.stop())

const explain = (batchId: number, body: object, token = people.worker.token) =>
  server.call(contract.explainCoupons, { token, params: { batchId }, body })
const ofAll = (batchId: number, token = people.checker.token) =>
  server.call(contract.batchReconciliation, { token, params: { batchId } })
const change = (batchId: number, from: number, to: number, reason?: string) =>
  server.call(coupons.activateCoupons, {
    token: people.worker.token,
    body: { batchId, from, to, action: reason ? 'deactivate' : 'activate', reason },
  })
async function block(code: string | undefined, reason: string): Promise<void> {
  const { token } = people.second
  const found = await server.call(coupons.findCoupon, { token, query: { q: code } })
  const params = { couponKey: found.body.couponKey }
  await server.call(coupons.blockCoupon, { token, params, body: { reason } })
}
const counts = { printed: 0, active: 0, deactivated: 0, scanned: 0, blocked: 0 }

/** What a run tells, in one line. */
const told = ({ runs }: contract.Reconciliation) =>
  runs.map((run) =>
    [`${run.fromSerial}-${run.toSerial}`, run.count, run.status, run.kind, run.why, run.by]
      .filter((part) => part !== null)
      .join(' '),
  )

test('of a lot with everything in it, every coupon is told', async () => {
  const { batchId, packs } = await makeLot(server, people, { quantity: 60, cartonSize: 10 })
  await change(batchId, 1, 20)
  await change(batchId, 26, 40)
  await change(batchId, 5, 7, 'Bags torn')
  await change(batchId, 7, 9, 'Wet')
  await block(packs[6], 'Pack opened') // 7, deactivated before
  await block(packs[21], 'Stolen') // 22, never activated
  await block(packs[54], 'Stolen too') // 55, where the line has not come to
  const member = await server.member()
  for (const index of [0, 1, 29]) await scanAs(server, member.token, packs[index])
  await explain(batchId, { from: 18, to: 25, kind: 'damaged', note: 'Fell off' })
  await explain(batchId, { from: 24, to: 24, kind: 'other', note: 'Given to a guest' })
  await explain(batchId, { from: 60, to: 60, kind: 'lost' })
  const { status, body } = await reconciled(server, people.worker.token, batchId)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    batchId,
    letters: packs[0]?.slice(0, 4),
    productName: 'Test product',
    plantName: 'Test plant',
    batchStatus: 'printed',
    quantity: 60,
    cartonSize: 10,
    counts: { printed: 23, active: 27, deactivated: 4, scanned: 3, blocked: 3 },
    waiting: 18,
    explained: 5,
    unexplained: 0,
    moreRuns: 0,
  })
  expect(told(body)).toEqual([
    '5-6 2 deactivated Bags torn Test worker',
    '7-7 1 blocked Pack opened Test admin',
    '8-9 2 deactivated Wet Test worker',
    '21-21 1 explained damaged Fell off Test worker',
    '22-22 1 blocked Stolen Test admin',
    '23-23 1 explained damaged Fell off Test worker',
    '24-24 1 explained other Given to a guest Test worker',
    '25-25 1 explained damaged Fell off Test worker',
    '41-54 14 waiting',
    '55-55 1 blocked Stolen too Test admin',
    '56-59 4 waiting',
    '60-60 1 explained lost Test worker',
  ])
  const shown = await server.call(batches.getBatch, {
    token: people.checker.token,
    params: { batchId },
  })
  expect(body.counts).toEqual(shown.body.counts)
  expect((await ofAll(batchId)).body).toEqual({ ...body, asOf: expect.any(String) })
  const audit = await server.db
    .selectFrom('audit')
    .select(['after', 'reason', 'staff_id'])
    .where('subject_id', '=', String(batchId))
    .where('action', '=', 'coupons.explained')
    .orderBy('seq')
    .execute()
  expect(audit[0]).toEqual({
    after: { from: 18, to: 25, kind: 'damaged' },
    reason: 'Fell off',
    staff_id: people.worker.staffId,
  })
  expect(audit).toHaveLength(3)
})

test('an unblocked coupon is deactivated by who unblocked it; a hole is filled by activating it', async () => {
  const { batchId, packs } = await makeLot(server, people, { quantity: 10 })
  expect((await reconciled(server, people.worker.token, batchId)).body).toMatchObject({
    counts: { ...counts, printed: 10 },
    waiting: 10,
    unexplained: 0,
    runs: [{ fromSerial: 1, toSerial: 10, count: 10, status: 'waiting', by: null, at: null }],
  })
  await send(server, people.worker.token, [read(packs[0]), read(packs[5]), read(packs[6])])
  await block(packs[0], 'Looked into')
  const { token } = people.second
  const found = await server.call(coupons.findCoupon, { token, query: { q: packs[0] } })
  const params = { couponKey: found.body.couponKey }
  await server.call(coupons.unblockCoupon, { token, params, body: { reason: 'All is well' } })
  const { body } = await reconciled(server, people.worker.token, batchId)
  expect(told(body)).toEqual([
    '1-1 1 deactivated All is well Test admin',
    '2-5 4 hole',
    '8-10 3 waiting',
  ])
  expect(body).toMatchObject({ waiting: 3, explained: 0, unexplained: 4 })
  await explain(batchId, { from: 2, to: 5, kind: 'sample' })
  await send(server, people.worker.token, [read(packs[2])])
  const after = await reconciled(server, people.worker.token, batchId)
  expect(told(after.body)).toEqual([
    '1-1 1 deactivated All is well Test admin',
    '2-2 1 explained sample Test worker',
    '4-5 2 explained sample Test worker',
    '8-10 3 waiting',
  ])
})

test('of many runs the holes are told first, and how many are left out', async () => {
  const { batchId } = await makeLot(server, people, { quantity: 1_400 })
  await sql`update coupon set status = case when serial <= 800 then 2 else 1 end, activated_at = now()
    where batch_id = ${batchId} and serial % 2 = 0`.execute(server.db)
  const { body } = await ofAll(batchId)
  // 700 holes, and 400 deactivated packs between the first of them.
  expect(body).toMatchObject({ unexplained: 700, waiting: 0, moreRuns: 600 })
  expect(body.runs).toHaveLength(500)
  expect(new Set(body.runs.map(({ status }) => status))).toEqual(new Set(['hole']))
  await server.db
    .updateTable('coupon')
    .set({ status: 1 })
    .where('batch_id', '=', batchId)
    .where('serial', '>', 600)
    .execute()
  const fewer = (await ofAll(batchId)).body
  expect(fewer).toMatchObject({ unexplained: 300, moreRuns: 100 })
  const holes = fewer.runs.filter(({ status }) => status === 'hole')
  expect(holes).toHaveLength(300)
  const serials = fewer.runs.map(({ fromSerial }) => fromSerial)
  expect(serials).toEqual(serials.toSorted((a, b) => a - b))
})

test('a blocked batch keeps the counts of its coupons', async () => {
  const { batchId } = await makeLot(server, people, { quantity: 10 })
  await change(batchId, 1, 4)
  const { token } = people.second
  const params = { batchId }
  await server.call(batches.blockBatch, { token, params, body: { note: 'Lot recalled' } })
  const { body } = await reconciled(server, people.worker.token, batchId)
  const shown = await server.call(batches.getBatch, { token, params })
  expect(body).toMatchObject({
    batchStatus: 'blocked',
    counts: { ...counts, printed: 6, active: 4 },
  })
  expect(body.counts).toEqual(shown.body.counts)
})

describe('what is refused', () => {
  test("another plant's lot, to see and to explain; all lots to a worker", async () => {
    const { batchId } = await makeLot(server, people, { quantity: 5 })
    const other = await elsewhere(server)
    const refusal = {
      status: 403,
      body: { message: `Batch ${batchId} belongs to another plant.` },
    }
    expect(await reconciled(server, other.token, batchId)).toMatchObject(refusal)
    const said = { from: 1, to: 2, kind: 'lost' }
    expect(await explain(batchId, said, other.token)).toMatchObject(refusal)
    expect((await ofAll(batchId, people.worker.token)).status).toBe(403)
    expect((await explain(batchId, said, people.checker.token)).status).toBe(403)
    const rows = server.db.selectFrom('batch_explanation').select('batch_id')
    expect(await rows.where('batch_id', '=', batchId).execute()).toEqual([])
  })

  test('a lot without coupons, or that is not there', async () => {
    const { batchId } = await requested(server, people)
    const message = `Batch ${batchId} has no coupons: it is not generated.`
    expect(await ofAll(batchId)).toMatchObject({ status: 409, body: { message } })
    expect(await reconciled(server, people.worker.token, batchId)).toMatchObject({ status: 409 })
    expect(await ofAll(999_999)).toMatchObject({ status: 404 })
  })

  test.each([
    [{ from: 3, to: 2, kind: 'lost' }, 'The last serial must not be before the first.'],
    [{ from: 0, to: 2, kind: 'lost' }, 'Serials begin at 1.'],
    [{ from: 1, to: 6, kind: 'lost' }, 'This batch has the serials 1 to 5.'],
    [{ from: 1, to: 2, kind: 'stolen' }, 'Choose why.'],
    [{ from: 1, to: 2, kind: 'other' }, 'Write why in a few words.'],
  ])('an explanation %j', async (body, sentence) => {
    const { batchId } = await makeLot(server, people, { quantity: 5 })
    const answer = await explain(batchId, body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(sentence)
  })
})
