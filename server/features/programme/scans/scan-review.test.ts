import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUPON_STATUSES } from '../../../../contract/programme/coupons.ts'

import {
  getScan,
  listScans,
  releaseScan,
  reverseScan,
} from '../../../../contract/programme/scans.ts'
import { ACCOUNTS, TRANSFER_KINDS, memberBalance } from '../../../../contract/ledger/points.ts'
import { idMaker } from '../../../lib/ids.ts'
import { verifyAudit } from '../../platform/audit/audit.service.ts'
import { anyPlant, anyProduct, testServer, type TestServer } from '../../../test/server.ts'

const BATCH = 21
const makeId = idMaker(9)
let server: TestServer
let cs: { token: string; staffId: number }
let member: { memberId: number; token: string }
let serial = 0
const reason = 'Checked with the dealer by phone.'
const reversal = { reason: 'other', note: reason }

beforeAll(async () => {
  server = await testServer()
  cs = await server.staff('cs')
  member = await server.member()
  await server.db
    .insertInto('coupon_batch')
    .values({
      batch_id: BATCH,
      plant_id: await anyPlant(server.db),
      product_id: await anyProduct(server.db),
      quantity: 100,
      points: 40,
      expires_at: new Date(Date.now() + 86_400_000),
      sent_to_state: null,
      note: null,
      status: 'printed',
      approvals_needed: 1,
      failure: null,
      sealed_key: Buffer.alloc(32),
      requested_by: cs.staffId,
      requested_at: new Date(),
    })
    .execute()
})
afterAll(() => server.stop())

/** A scan whose 40 points are held, with its coupon and its transfer. */
async function heldScan(review: number | null = 0) {
  const at = new Date()
  const scanId = makeId(at.getTime())
  const codeKey = randomUUID()
  const { memberId } = member
  const points = 40
  serial++
  await server.db
    .insertInto('coupon')
    .values({
      code_key: codeKey,
      activated_at: at,
      scanned_at: at,
      batch_id: BATCH,
      serial,
      scanned_by: memberId,
      scanned_points: points,
      status: COUPON_STATUSES.scanned,
    })
    .execute()
  await server.db
    .insertInto('scan')
    .values({
      id: scanId,
      code_key: codeKey,
      member_id: memberId,
      points,
      batch_id: BATCH,
      serial,
      occurred_at: at,
      recorded_at: at,
      reviewed_at: null,
      reviewed_by: null,
      review,
      retailer_id: null,
      product_id: await anyProduct(server.db),
      lat: null,
      lng: null,
      result: 0,
      state: 27,
      plant_id: await anyPlant(server.db),
      device: null,
      flags: review === null ? null : ['too_far'],
      review_reason: null,
    })
    .execute()
  const account = await server.db
    .updateTable('member_account')
    .set((set) => ({ held: set('held', '+', '40'), seq: set('seq', '+', 1) }))
    .where('member_id', '=', memberId)
    .returning(['seq', 'available', 'held'])
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('transfer')
    .values({
      member_id: memberId,
      seq: account.seq,
      id: makeId(at.getTime()),
      ref: scanId,
      points,
      available_after: account.available,
      held_after: account.held,
      occurred_at: at,
      recorded_at: at,
      reverses: null,
      scheme_id: null,
      debit: ACCOUNTS.issuance,
      credit: ACCOUNTS.held,
      kind: TRANSFER_KINDS.scan_held,
      idempotency_key: null,
    })
    .execute()
  return { params: { memberId, scanId }, codeKey, token: cs.token }
}

async function auditRows(scanId: string) {
  return server.db
    .selectFrom('audit')
    .select(['action', 'staff_id', 'role', 'reason', 'after'])
    .where('subject', '=', 'scan')
    .where('subject_id', '=', scanId)
    .execute()
}

test('released points become available once, with an audit row', async () => {
  const { params, token } = await heldScan()
  const before = (await server.call(memberBalance, { token: member.token })).body
  const released = await server.call(releaseScan, { token, params, body: { reason } })
  expect(released.status).toBe(200)
  expect(released.body).toMatchObject({
    review: 'released',
    reviewedBy: 'Test cs',
    reviewReason: reason,
    transfers: [
      { kind: 'scan_held', points: 40 },
      { kind: 'scan_released', points: 40 },
    ],
  })
  expect((await server.call(memberBalance, { token: member.token })).body).toEqual({
    available: before.available + 40,
    held: before.held - 40,
  })
  expect(await auditRows(params.scanId)).toEqual([
    {
      action: 'scan.release',
      staff_id: cs.staffId,
      role: 'cs',
      reason,
      after: { memberId: params.memberId, review: 'released', points: 40 },
    },
  ])
})

test('reversed points are taken back and the coupon is active again', async () => {
  const { params, token, codeKey } = await heldScan()
  const before = (await server.call(memberBalance, { token: member.token })).body
  const reversed = await server.call(reverseScan, { token, params, body: reversal })
  expect(reversed.body).toMatchObject({
    review: 'reversed',
    transfers: [{ kind: 'scan_held' }, { kind: 'reversal', points: 40 }],
  })
  expect((await server.call(memberBalance, { token: member.token })).body).toEqual({
    available: before.available,
    held: before.held - 40,
  })
  const coupon = await server.db
    .selectFrom('coupon')
    .select(['status', 'scanned_by'])
    .where('code_key', '=', codeKey)
    .executeTakeFirst()
  expect(coupon).toEqual({ status: COUPON_STATUSES.active, scanned_by: null })
})

test('of ten at once one decides; the others are told and change nothing', async () => {
  const { params, token } = await heldScan()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2
        ? server.call(releaseScan, { token, params, body: { reason } })
        : server.call(reverseScan, { token, params, body: reversal }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ status }) => status)).toEqual(Array(9).fill(409))
  expect(refused[0]?.body).toMatchObject({
    message: expect.stringMatching(/^Test cs has (released|reversed) this scan already/),
  })
  expect(await auditRows(params.scanId)).toHaveLength(1)
  const scan = await server.call(getScan, { token, params })
  expect(scan.body.transfers).toHaveLength(2)
})

test('a scan that was never held has nothing to decide', async () => {
  const { params, token } = await heldScan(null)
  const answer = await server.call(releaseScan, { token, params, body: { reason } })
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ message: expect.stringContaining('never held') })
})

test('a reason is required, a scan must exist, and the role must have the permission', async () => {
  const { params, token } = await heldScan()
  for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(301) }]) {
    const sent = { token, params, body }
    for (const answer of [
      await server.call(releaseScan, sent),
      await server.call(reverseScan, sent),
    ]) {
      expect(answer.status).toBe(400)
      expect(Object(answer.body).fields.reason).toMatch(/\w/)
    }
  }
  const unwritten = await server.call(reverseScan, { token, params, body: { reason: 'other' } })
  expect(unwritten).toMatchObject({
    status: 400,
    body: { fields: { note: 'Write the reason in a few words.' } },
  })
  const unlisted = await server.call(reverseScan, { token, params, body: { reason: 'moon_phase' } })
  expect(unlisted).toMatchObject({
    status: 400,
    body: { fields: { reason: 'This reason is not used any longer. Choose another one.' } },
  })
  const unknown = { ...params, scanId: '9223372036854775807' }
  expect((await server.call(reverseScan, { token, params: unknown, body: reversal })).status).toBe(
    404,
  )
  for (const role of ['hod', 'sub admin', 'finance', 'worker'] as const) {
    const other = await server.staff(role)
    const answer = await server.call(releaseScan, { token: other.token, params, body: { reason } })
    expect(answer.status, role).toBe(403)
  }
  const still = await server.call(listScans, { token, query: { review: 'waiting' } })
  expect(still.body.items.map(({ scanId }) => scanId)).toContain(params.scanId)
  expect(
    await server.db.transaction().execute((tx) => verifyAudit(tx, server.context.keys)),
  ).toMatchObject({
    broken: null,
  })
})
