import { randomBytes } from 'node:crypto'
import * as contract from '../../../../contract/money/parcels.ts'
import { demoOutbox } from '../../../../contract/people/members.ts'
import type { TestServer } from '../../../test/server.ts'
import {
  WIDE,
  approve,
  detailOf,
  makeGift,
  payee,
  requested,
  type Payee,
  type PayeeOptions,
  type Staff,
} from '../redemptions/test-support.ts'

export const SETTINGS = { ...WIDE, REDEMPTION_TWO_ROLES_FROM_PAISE: '1000000000000' }
export type Gift = { member: Payee; giftId: number; redemptionId: string; number: string }
export const tracking = () => `AB-${randomBytes(5).toString('hex').toUpperCase()}`

/** What staff of a test server does with gifts: a member of cs approves, a courier hands over. */
export function parcelsOn(server: TestServer, { cs, courier }: { cs: Staff; courier: Staff }) {
  /** An approved gift: 500 points, worth ₹600 each. */
  async function approvedGift(options: PayeeOptions = {}, quantity = 1): Promise<Gift> {
    const member = await payee(server, { points: 2000, ...options })
    const giftId = await makeGift(server)
    const { redemptionId, number } = await requested(server, member, {
      kind: 'gift',
      giftId,
      quantity,
    })
    const { verdict } = await detailOf(server, cs, redemptionId)
    await approve(server, cs, redemptionId, { verdict, reason: 'It is known.' })
    return { member, giftId, redemptionId, number }
  }
  const dispatch = (
    parcels: { redemptionId: string; trackingNumber: string }[],
    { token = courier.token, by = 'Delhivery' } = {},
  ) => server.call(contract.dispatchParcels, { token, body: { courier: by, parcels } })
  const sendOut = ({ redemptionId }: Gift, trackingNumber = tracking()) =>
    dispatch([{ redemptionId, trackingNumber }])
  const deliver = (gifts: Gift[], token = courier.token) =>
    server.call(contract.deliverParcels, {
      token,
      body: { redemptionIds: gifts.map(({ redemptionId }) => redemptionId) },
    })
  const bringBack = ({ redemptionId }: Gift, reason = 'Nobody at home', token = courier.token) =>
    server.call(contract.returnParcel, { token, params: { redemptionId }, body: { reason } })
  const restock = ({ redemptionId }: Gift, reason = 'The shop is closed', token = courier.token) =>
    server.call(contract.restockParcel, { token, params: { redemptionId }, body: { reason } })
  const list = (query: object = {}, token = courier.token) =>
    server.call(contract.listParcels, { token, query: { ...query } })
  const rowOf = async ({ number }: Gift) => (await list({ q: number })).body.items[0]
  const messagesTo = async ({ mobile }: Payee) => {
    const { body } = await server.call(demoOutbox, { query: { to: mobile } })
    return body.items.map(({ text }) => text)
  }
  const benefitsOf = ({ redemptionId }: Gift) =>
    server.db
      .selectFrom('benefit')
      .select(['kind', 'tax_paise', 'grossed_up', 'undone_at'])
      .where('redemption_id', '=', redemptionId)
      .orderBy('recorded_at')
      .execute()

  return {
    approvedGift,
    dispatch,
    sendOut,
    deliver,
    bringBack,
    restock,
    list,
    rowOf,
    messagesTo,
    benefitsOf,
  }
}
