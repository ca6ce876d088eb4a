import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../test/server.ts'
import { transaction } from '../../../db/database.ts'
import { verifyAudit } from '../../platform/audit/audit.service.ts'
import type { Staff } from '../redemptions/test-support.ts'
import { SETTINGS, parcelsOn, tracking } from './test-support.ts'

let server: TestServer
let cs: Staff
let courier: Staff
let parcels: ReturnType<typeof parcelsOn>

beforeAll(async () => {
  server = await testServer(SETTINGS)
  cs = await server.staff('cs')
  courier = await server.staff('courier')
  parcels = parcelsOn(server, { cs, courier })
})
afterAll(() => server.stop())

describe('who', () => {
  test('sees the dashboard sees the list; only courier and admin act', async () => {
    const gift = await parcels.approvedGift()
    for (const role of ['finance', 'hod', 'cs', 'sub admin', 'almond team'] as const) {
      const { token } = await server.staff(role)
      expect((await parcels.list({}, token)).status).toBe(200)
      const sent = [{ redemptionId: gift.redemptionId, trackingNumber: tracking() }]
      expect((await parcels.dispatch(sent, { token })).status).toBe(403)
      expect((await parcels.deliver([gift], token)).status).toBe(403)
      expect((await parcels.bringBack(gift, 'Nobody', token)).status).toBe(403)
      expect((await parcels.restock(gift, 'Nobody', token)).status).toBe(403)
    }
    for (const role of ['worker', 'marketing'] as const) {
      const { token } = await server.staff(role)
      expect((await parcels.list({}, token)).status).toBe(403)
    }
    expect((await parcels.list({}, gift.member.token)).status).toBe(403)
    const admin = await server.staff('admin')
    const sent = [{ redemptionId: gift.redemptionId, trackingNumber: tracking() }]
    expect((await parcels.dispatch(sent, admin)).body.done).toHaveLength(1)
  })

  test('did what stands in the audit trail', async () => {
    const gift = await parcels.approvedGift()
    const number = tracking()
    await parcels.sendOut(gift, number)
    await parcels.bringBack(gift)
    await parcels.restock(gift)
    const rows = await server.db
      .selectFrom('audit')
      .select(['action', 'role', 'after', 'reason'])
      .where('subject_id', '=', gift.redemptionId)
      .orderBy('seq')
      .execute()
    expect(rows.slice(1)).toMatchObject([
      {
        action: 'redemption.queue',
        role: 'courier',
        after: { courier: 'Delhivery', trackingNumber: number, taxPaise: 0 },
      },
      { action: 'redemption.fail', reason: 'Nobody at home' },
      { action: 'redemption.give_up', reason: 'The shop is closed' },
    ])
    const { keys } = server.context
    const verdict = await transaction(server.db, (tx) => verifyAudit(tx, keys))
    expect(verdict).toMatchObject({ broken: null })
  })
})

describe('the list', () => {
  test('is found by number, tracking number, mobile, code, gift, state and day', async () => {
    const gift = await parcels.approvedGift()
    const number = tracking()
    await parcels.sendOut(gift, number)
    const found = async (query: object) =>
      (await parcels.list(query)).body.items.map(({ redemptionId }) => redemptionId)
    const { member } = gift
    const { code } = await server.db
      .selectFrom('gift')
      .select('code')
      .where('gift_id', '=', gift.giftId)
      .executeTakeFirstOrThrow()
    for (const query of [
      { q: gift.number },
      { q: gift.number.slice(2) },
      { q: number.toLowerCase() },
      { q: member.mobile },
      { q: member.code },
      { gift: code, status: 'dispatched' },
    ]) {
      expect(await found(query)).toEqual([gift.redemptionId])
    }
    expect(await found({ q: member.code, region: 1 })).toEqual([])
    expect(await found({ q: member.code, status: ['returned', 'delivered'] })).toEqual([])
    expect(await found({ q: member.code, to: '2020-01-01' })).toEqual([])
    expect(await found({ q: 'NOSUCH-1' })).toEqual([])
    expect(await found({ gift: 'a\0b' })).toEqual([])
    expect((await parcels.list({ q: '???' })).status).toBe(400)
    expect((await parcels.list({ from: '2026-02-02', to: '2026-02-01' })).status).toBe(400)
  })

  test('in pages misses and repeats nothing', async () => {
    for (let i = 0; i < 3; i++) await parcels.approvedGift()
    const { body: all } = await parcels.list({ limit: 100, count: 'yes' })
    expect(all.count).toBe(all.items.length)
    const times = all.items.map(({ since }) => since)
    expect(times).toEqual(times.toSorted())
    const seen: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const { body }: Awaited<ReturnType<typeof parcels.list>> = await parcels.list({
        limit: 3,
        ...(after && { after }),
      })
      seen.push(...body.items.map(({ redemptionId }) => redemptionId))
      after = body.next
    }
    expect(seen).toEqual(all.items.map(({ redemptionId }) => redemptionId))
    const newest = await parcels.list({ limit: 100, sort: 'newest' })
    expect(newest.body.items.map(({ redemptionId }) => redemptionId)).toEqual(seen.toReversed())
  })
})
