import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listParcels } from '../../../../contract/money/parcels.ts'
import { getRedemption } from '../../../../contract/money/redemptions.ts'
import type { Role } from '../../../../contract/roles.ts'
import { eraseUser } from '../../../../contract/desk/users.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { parcelsOn, SETTINGS } from './test-support.ts'
import {
  detailOf,
  makeGift,
  payee,
  requested,
  type Payee,
  type Staff,
} from '../redemptions/test-support.ts'
import { brokenInvariants } from '../../desk/users/test-support.ts'
import { rotate } from '../../platform/vault/rotation.service.ts'
import { addressesOn, MARKED, PLACE, SECRETS } from '../../people/addresses/test-support.ts'

let server: TestServer
let cs: Staff
let courier: Staff
let parcels: ReturnType<typeof parcelsOn>
let addresses: ReturnType<typeof addressesOn>

beforeAll(async () => {
  server = await testServer(SETTINGS)
  cs = await server.staff('cs')
  courier = await server.staff('courier')
  parcels = parcelsOn(server, { cs, courier })
  addresses = addressesOn(server)
})
afterAll(() => server.stop())

/** A request for a gift that waits for its approval. */
async function wanted(member: Payee) {
  const giftId = await makeGift(server)
  return requested(server, member, { kind: 'gift', giftId, address: MARKED })
}

/** But for the KYC, which `payee` puts there as it is wanted. */
const broken = async () => (await brokenInvariants(server)).filter((name) => !name.includes('KYC'))

describe('the address in full is shown', () => {
  const rolesThat = async (may: (token: Staff) => Promise<{ status: number }>) => {
    const roles: Role[] = [
      'admin',
      'cs',
      'courier',
      'sub admin',
      'almond team',
      'hod',
      'finance',
      'marketing',
      'worker',
    ]
    const answers = await Promise.all(
      roles.map(async (role) => ({ role, ...(await may(await server.staff(role))) })),
    )
    return answers.filter(({ status }) => status !== 403).map(({ role }) => role)
  }

  test('to who dispatches until the gift is delivered, and to nobody else', async () => {
    const gift = await parcels.approvedGift()
    const { redemptionId, number, member } = gift
    await addresses.correctMine(redemptionId, member, MARKED)
    expect(await rolesThat((staff) => addresses.forParcel(redemptionId, staff))).toEqual([
      'admin',
      'courier',
    ])
    expect((await addresses.forParcel(redemptionId, courier)).body).toEqual({ address: MARKED })
    const { body } = await server.call(listParcels, { token: courier.token, query: { q: number } })
    expect(body.items[0]?.address).toEqual(PLACE)
    expect(JSON.stringify(body)).not.toContain('Quxbar')
    await parcels.sendOut(gift)
    expect((await addresses.forParcel(redemptionId, courier)).status).toBe(200)
    await parcels.deliver([gift])
    const late = await addresses.forParcel(redemptionId, courier)
    expect([late.status, late.body]).toMatchObject([
      409,
      {
        message: `${number} was delivered: its address is shown only while the parcel is to be dispatched or on its way.`,
      },
    ])
    const waiting = await wanted(await payee(server))
    expect((await addresses.forParcel(waiting.redemptionId, courier)).status).toBe(409)
    expect((await addresses.forParcel('1', courier)).status).toBe(404)
  })

  test('for a reason to who may reveal, which is on record before', async () => {
    const member = await payee(server)
    const { redemptionId, number } = await wanted(member)
    expect(await rolesThat((staff) => addresses.reveal(redemptionId, staff))).toEqual([
      'admin',
      'cs',
    ])
    expect((await addresses.reveal(redemptionId, cs, 'The parcel was asked about')).body).toEqual({
      address: MARKED,
    })
    expect((await addresses.auditOf(redemptionId)).at(-1)).toEqual({
      action: 'redemption.address_revealed',
      staff_id: cs.staffId,
      reason: 'The parcel was asked about',
      before: null,
      after: { number, memberId: member.memberId, fromAddress: '127.0.0.1' },
    })
    expect((await addresses.reveal(redemptionId, cs, 'x')).status).toBe(400)
    await addresses.takeAway(redemptionId)
    expect((await addresses.reveal(redemptionId, cs)).body).toMatchObject({
      message: `${number} has no address.`,
    })
  })

  test('everybody else who sees the redemption sees city, state and PIN code', async () => {
    const { redemptionId } = await wanted(await payee(server))
    const hod = await server.staff('hod')
    const { status, body } = await server.call(getRedemption, {
      token: hod.token,
      params: { redemptionId },
    })
    expect(status).toBe(200)
    expect(body.address).toMatchObject(PLACE)
    for (const secret of Object.values(SECRETS)) expect(JSON.stringify(body)).not.toContain(secret)
  })
})

test('an erasure deletes where gifts went; the parcel and its facts stay', async () => {
  const gift = await parcels.approvedGift()
  const { member, redemptionId } = gift
  await addresses.correctMine(redemptionId, member, MARKED)
  await parcels.sendOut(gift)
  await parcels.deliver([gift])
  const admin = await server.staff('admin')
  const erased = await server.call(eraseUser, {
    token: admin.token,
    params: { memberId: member.memberId },
    body: { reason: 'It was asked for in writing', confirm: member.code },
  })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  const left = await server.db
    .selectFrom('redemption_address')
    .select('redemption_id')
    .where('member_id', '=', member.memberId)
    .execute()
  expect(left).toEqual([])
  expect(await parcels.rowOf(gift)).toMatchObject({
    state: 'delivered',
    courier: 'Delhivery',
    address: null,
  })
  expect((await detailOf(server, cs, redemptionId)).address).toBeNull()
  expect(await broken()).toEqual([])
})

test('another data key seals every address again, and each opens as before', async () => {
  const member = await payee(server)
  const { redemptionId } = await wanted(member)
  const sealed = async () =>
    server.db
      .selectFrom('redemption_address')
      .select(['sealed', 'key_id'])
      .where('redemption_id', '=', redemptionId)
      .executeTakeFirstOrThrow()
  const before = await sealed()
  const { context } = server
  await rotate(context, () => {})
  const after = await sealed()
  expect(after.key_id).toBeGreaterThan(before.key_id)
  expect(after.sealed.equals(before.sealed)).toBe(false)
  expect((await addresses.last(member)).body).toEqual({ address: MARKED })
}, 60_000)
