import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulateFraudRule } from '../../../../contract/programme/fraud.ts'
import {
  approveScanDecision,
  decideScans,
  flagOutcomes,
  listClusters,
  listScanDecisions,
  rejectScanDecision,
  type HeldOutcome,
  type ScanDecision,
  type ScanKey,
} from '../../../../contract/programme/held-scans.ts'
import { releaseScan } from '../../../../contract/programme/scans.ts'
import { approveAdjustment, requestAdjustment } from '../../../../contract/desk/users.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  POINTS,
  attempt,
  brokenInvariants,
  makeLot,
  makeProgramme,
  type Lot,
} from '../scans/engine.fixture.ts'
import { applyDecision } from './apply.service.ts'

let database: TestDatabase
let server: TestServer
let held: Lot
let free: Lot
/** As `held`, with coupons of 1,000 points: few of them come to the limit. */
let large: Lot
let cs: { token: string; staffId: number }
let admin: { token: string; staffId: number }
let next = 0
let nextLarge = 0
const reason = 'The dealer was called.'

beforeAll(async () => {
  database = await testDatabase()
  await makeProgramme(database.db, 60)
  server = await testServer({}, { database })
  // Members of Maharashtra scan what was sent to Uttar Pradesh: each of these scans is held.
  held = await makeLot(database, { batchId: 1, coupons: 200, sentToState: 9 })
  large = await makeLot(database, { batchId: 3, coupons: 60, sentToState: 9, points: 1_000 })
  free = await makeLot(database, { batchId: 2, coupons: 100 })
  cs = await server.staff('cs')
  admin = await server.staff('admin')
})
afterAll(() => server.stop())

async function scanOf(memberId: number, lot = held, device = 'phone'): Promise<ScanKey> {
  const serial = lot === free ? memberId : lot === large ? nextLarge++ : next++
  const scan = attempt(lot, serial, memberId, { device, lat: 21.1458, lng: 79.0882 })
  const { scanId, result } = await server.context.scanEngine.scan(scan)
  expect(result).toBe('credited')
  return { memberId, scanId }
}
const scansOf = (memberId: number, count: number, lot = held) =>
  Promise.all(Array.from({ length: count }, () => scanOf(memberId, lot)))
const decide = (scans: readonly ScanKey[], outcome: HeldOutcome, token = cs.token) =>
  server.call(decideScans, { token, body: { scans, outcome, reason } })

async function ended(decisionId: string): Promise<ScanDecision> {
  for (;;) {
    const { body } = await server.call(listScanDecisions, { token: cs.token })
    const found = body.decisions.find((one) => one.decisionId === decisionId)
    if (found?.state === 'done') return found
    await delay(50)
  }
}
const balanceOf = (memberId: number) =>
  database.db
    .selectFrom('member_account')
    .select(['available', 'held'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
const auditsOf = async (scans: readonly ScanKey[]) => {
  const rows = await database.db
    .selectFrom('audit')
    .select(['action', 'subject_id'])
    .where('subject', '=', 'scan')
    .where(
      'subject_id',
      'in',
      scans.map(({ scanId }) => scanId),
    )
    .execute()
  return rows.map(({ action }) => action)
}

test('members on one phone, five of them paid to one account, are one cluster', async () => {
  for (const memberId of [1, 2, 3, 4, 5, 6, 7]) await scanOf(memberId, held, 'Shared phone')
  await scanOf(8, held, 'Own phone')
  const at = { submitted_at: new Date() }
  const account = {
    field: 'bank' as const,
    mask: '••••1234',
    digest: Buffer.alloc(32, 7),
    round: 1,
  }
  for (const member_id of [1, 2, 3, 4, 5]) {
    const state = 'pending' as const
    await database.db
      .insertInto('kyc')
      .values({ member_id, state, ...at })
      .execute()
    await database.db
      .insertInto('kyc_field')
      .values({ member_id, state, ...account, ...at })
      .execute()
  }
  const { status, body } = await server.call(listClusters, { token: cs.token })
  expect(status).toBe(200)
  const [first] = body.clusters
  expect(first?.members.map(({ memberId }) => memberId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(first?.points).toBe(8 * POINTS)
  expect(first?.evidence).toEqual([
    '5 of them are paid to one account.',
    '7 of them used one phone (Shared phone) on 1 day.',
    '8 members scanned 8 coupons within about a kilometre (21.14, 79.08) on 1 day.',
    '8 scans: Outside its state.',
    '8 scans: Far from its destination.',
    '2 scans: Shared device.',
  ])
  await database.db.deleteFrom('kyc_field').execute()
  await database.db.deleteFrom('kyc').execute()
})

test('one decision releases a cluster: each scan with its own audit row, once', async () => {
  const scans = [...(await scansOf(10, 2)), ...(await scansOf(11, 1))]
  const { status, body } = await decide(scans, 'released')
  expect(status).toBe(200)
  expect(body).toMatchObject({ scans: 3, members: 2, points: 120, needsTwo: false })
  expect(await ended(body.decisionId)).toMatchObject({ settled: 3, elsewhere: 0, refused: 0 })
  await applyDecision(server.context, body.decisionId)
  expect(await balanceOf(10)).toEqual({ available: '80', held: '0' })
  expect(await auditsOf(scans)).toEqual(['scan.release', 'scan.release', 'scan.release'])
  expect((await decide(scans, 'released')).status).toBe(409)
})

test('above the limit somebody else approves it, or nothing happens', async () => {
  const alone = await server.staff('cs')
  const scans: ScanKey[] = []
  for (let memberId = 20; memberId < 26; memberId++) {
    scans.push(...(await scansOf(memberId, 2, large)))
  }
  const { body } = await decide(scans, 'reversed', alone.token)
  expect(body).toMatchObject({ needsTwo: true, state: 'proposed' })
  const params = { decisionId: body.decisionId }
  const own = await server.call(approveScanDecision, { token: alone.token, params, body: {} })
  expect(own.status).toBe(403)
  // Nobody gets around it in pieces.
  const piece = await decide(scans.slice(0, 1), 'reversed', alone.token)
  expect(piece.status).toBe(409)
  const note = { note: 'Call them first' }
  const rejected = await server.call(rejectScanDecision, { token: admin.token, params, body: note })
  expect(rejected.body).toMatchObject({ state: 'rejected', settled: 0 })
  expect(await balanceOf(20)).toEqual({ available: '0', held: '2000' })

  const half = await decide(scans.slice(0, 6), 'reversed', alone.token)
  expect(half.body).toMatchObject({ needsTwo: false, points: 6_000 })
  const rest = await decide(scans.slice(6), 'reversed', alone.token)
  expect(rest.body).toMatchObject({ needsTwo: true, points: 6_000 })
  const single = await server.call(releaseScan, {
    token: alone.token,
    params: await scanOf(30),
    body: { reason },
  })
  expect(single.status).toBe(200)
  const again = { params: { decisionId: rest.body.decisionId }, body: {} }
  const approvals = await Promise.all(
    [admin, cs].map(({ token }) => server.call(approveScanDecision, { ...again, token })),
  )
  expect(approvals.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await ended(rest.body.decisionId)).toMatchObject({ settled: 6 })
  expect(await ended(half.body.decisionId)).toMatchObject({ settled: 6 })
  expect(await balanceOf(20)).toEqual({ available: '0', held: '0' })
})

test('a person who settled up to the limit settles no single scan more alone', async () => {
  const busy = await server.staff('cs')
  const scans: ScanKey[] = []
  for (let memberId = 40; memberId < 45; memberId++) {
    scans.push(...(await scansOf(memberId, 2, large)))
  }
  const { body } = await decide(scans, 'released', busy.token)
  expect(body).toMatchObject({ needsTwo: false, points: 10_000 })
  const params = await scanOf(46)
  const refused = await server.call(releaseScan, { token: busy.token, params, body: { reason } })
  expect(refused.status).toBe(409)
  expect(JSON.stringify(refused.body)).toContain('at most 10,000 points a day')
  expect((await decide([params], 'released', busy.token)).body.needsTwo).toBe(true)
  await ended(body.decisionId)
})

test('of two decisions at once about the same scans one counts', async () => {
  const scans = await scansOf(31, 5)
  const [one, two] = [decide(scans, 'released'), decide(scans.slice(2), 'reversed', admin.token)]
  const answers = await Promise.all([one, two])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const won = answers.find(({ status }) => status === 200)?.body
  expect(await ended(won?.decisionId ?? '')).toMatchObject({ settled: won?.scans })
})

test('a review of one scan races a decision about it: each scan is settled once', async () => {
  const scans = await scansOf(32, 12)
  const { body } = await decide(scans, 'released')
  const singles = await Promise.all([
    ...scans.map((params) =>
      server.call(releaseScan, { token: admin.token, params, body: { reason } }),
    ),
    applyDecision(server.context, body.decisionId),
    applyDecision(server.context, body.decisionId),
  ])
  const done = await ended(body.decisionId)
  const alone = singles.filter((answer) => answer && answer.status === 200).length
  expect(done.settled + done.elsewhere).toBe(12)
  expect(done.elsewhere).toBe(alone)
  expect(await balanceOf(32)).toEqual({ available: String(12 * POINTS), held: '0' })
  expect(await auditsOf(scans)).toHaveLength(12)
})

test('what was flagged later: released, nothing moves; reversed, it is taken back unless it is spent', async () => {
  const scanFree = (memberId: number) => scanOf(memberId, free, `own ${memberId}`)
  const [kept, taken, spent] = [await scanFree(33), await scanFree(34), await scanFree(35)]
  await database.db
    .updateTable('scan')
    .set({ review: 3, flags: ['fast_device'] })
    .where('member_id', 'in', [33, 34, 35])
    .execute()
  const asked = await server.call(requestAdjustment, {
    token: cs.token,
    params: { memberId: 35 },
    body: { idempotencyKey: randomUUID(), points: -10, reason },
  })
  const approver = await server.staff('almond team')
  const approved = await server.call(approveAdjustment, {
    token: approver.token,
    params: { adjustmentId: asked.body.adjustmentId },
    body: {},
  })
  expect(approved.status).toBe(200)
  const released = await decide([kept], 'released')
  const reversed = await decide([taken, spent], 'reversed')
  expect(await ended(released.body.decisionId)).toMatchObject({ settled: 1 })
  expect(await ended(reversed.body.decisionId)).toMatchObject({ settled: 1, refused: 1 })
  expect(await balanceOf(33)).toEqual({ available: '40', held: '0' })
  expect(await balanceOf(34)).toEqual({ available: '0', held: '0' })
  expect(await balanceOf(35)).toEqual({ available: '30', held: '0' })
})

test('how often each rule was right, and a trial over HTTP', async () => {
  const { body } = await server.call(flagOutcomes, { token: cs.token })
  const of = (flag: string) => body.flags.find((one) => one.flag === flag)
  expect(of('fast_device')).toEqual({
    flag: 'fast_device',
    scans: 3,
    open: 1,
    released: 1,
    reversed: 1,
  })
  expect(of('no_place')).toMatchObject({ scans: 0 })
  const trial = await server.call(simulateFraudRule, {
    token: admin.token,
    params: { rule: 'deviceScansPerHour' },
    query: { value: 100_000 },
  })
  expect(trial.body).toMatchObject({ rule: 'deviceScansPerHour', met: 0 })
  const wrong = { params: { rule: 'deviceScansPerHour' }, query: { value: 0 }, token: admin.token }
  expect((await server.call(simulateFraudRule, wrong)).status).toBe(400)
})

test('after all of it every invariant holds', async () => {
  expect(await brokenInvariants(database.db)).toEqual([])
})
