import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/programme/charges.ts'
import { dayOf } from '../../../../contract/time.ts'
import {
  listScans,
  releaseScan,
  reverseScan,
  scanCoupon,
} from '../../../../contract/programme/scans.ts'
import { anyProduct, testServer, type TestServer } from '../../../test/server.ts'
import { activeCodes, brokenInvariants } from '../../desk/users/test-support.ts'

const ELSEWHERE = 9
const today = dayOf(new Date())
const RATE = { kind: 'percent' as const, paise: null, basisPoints: 250 }

let server: TestServer
let token: string

beforeAll(async () => {
  server = await testServer({ POINT_VALUE_PAISE: '300' })
  ;({ token } = await server.staff('admin'))
  await anyProduct(server.db)
})
afterAll(() => server.stop())

const charges = async (query: Record<string, unknown>) =>
  (await server.call(contract.listCharges, { token, query })).body.items

async function makeRule(changed: object) {
  const terms = {
    productGroups: ['Putty'],
    tiers: ['gold'],
    fromDay: today,
    toDay: null,
    note: null,
  }
  const { status, body } = await server.call(contract.makeChargeRule, {
    token,
    body: { ...terms, ...changed },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.ruleId
}

test('scans that name a retailer accrue what the rule of that tier says', async () => {
  const [mason, gold, standard] = [
    await server.member(),
    await server.member('retailer'),
    await server.member('retailer'),
  ]
  await server.call(contract.setRetailerTier, {
    token,
    params: { memberId: gold.memberId },
    body: { tier: 'gold', reason: 'Sells more', version: 0 },
  })
  const byTier = await makeRule(RATE)
  const rest = await makeRule({
    kind: 'coupon',
    paise: 175,
    basisPoints: null,
    tiers: ['standard'],
  })
  const codes = await activeCodes(server, { batchId: 11, coupons: 4 })
  const held = await activeCodes(server, { batchId: 12, coupons: 2, sentToState: ELSEWHERE })
  const scan = async (code: string | undefined, retailerId?: number) => {
    const body = { code, retailerId, device: 'phone', lat: 18.52, lng: 73.85 }
    expect((await server.call(scanCoupon, { token: mason.token, body })).body.result).toBe(
      'credited',
    )
  }
  await scan(codes[0], gold.memberId)
  await scan(codes[1], standard.memberId)
  await scan(codes[2])
  await scan(codes[3], mason.memberId)
  await scan(held[0], gold.memberId)
  await scan(held[1], gold.memberId)
  // 2.5 % of 40 points at ₹3.00 are ₹3.00.
  const told = (found: contract.Charge[]) =>
    found.map(({ retailerId, memberId, ruleId, paise, points, state }) => [
      retailerId,
      memberId,
      ruleId,
      paise,
      points,
      state,
    ])
  const ofGold = (state: string) => [gold.memberId, mason.memberId, byTier, 300, 40, state]
  expect(told(await charges({ sort: 'oldest' }))).toEqual([
    ofGold('due'),
    [standard.memberId, mason.memberId, rest, 175, 40, 'due'],
    ofGold('held'),
    ofGold('held'),
  ])
  const { body: waiting } = await server.call(listScans, { token, query: { review: 'waiting' } })
  const [second, first] = waiting.items.map(({ memberId, scanId }) => ({ memberId, scanId }))
  const reason = 'Looked at by the desk'
  await server.call(releaseScan, { token, params: first ?? {}, body: { reason } })
  const body = { reason: 'other', note: reason }
  await server.call(reverseScan, { token, params: second ?? {}, body })
  expect((await charges({ q: first?.scanId })).map(({ state }) => state)).toEqual(['due'])
  expect((await charges({ q: second?.scanId })).map(({ state }) => state)).toEqual(['reversed'])
  const found = await server.call(contract.getChargeRule, { token, params: { ruleId: byTier } })
  expect(found.body).toMatchObject({
    charges: 2,
    paidPaise: 600,
    lastPaidOn: today,
    months: [{ month: `${today.slice(0, 7)}-01`, charges: 2, paise: 600 }],
  })
  expect(await brokenInvariants(server)).toEqual([])
})
