import { expect, test } from 'vitest'
import type { GiftItem } from '../../../../contract/desk/offers.ts'
import type { RedemptionKind } from '../../../../contract/money/redemption-states.ts'
import { requestForMember } from '../../../../contract/money/redemptions.ts'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import { bodyOfRedemption, costOf, emptyRedemption, redemptionProblems } from './redeem-draft.ts'

const PUNE = { pincode: '411038', city: 'Pune', state: 27 }
const STREET = { pincode: '411 038', city: 'Pune', state: '27', line1: 'Flat 7, Sagar Apartments' }
const GIFTS = [{ giftId: 3, points: 400 }] as GiftItem[]
const member = { name: 'Nalini Joshi', mobile: '9822012345' } as UserDetail

const draft = (kind: RedemptionKind) => {
  const empty = emptyRedemption(member)
  return {
    ...empty,
    kind,
    points: 250,
    giftId: '3',
    quantity: 2,
    address: { ...empty.address, ...STREET },
    reason: 'Asked for it on the phone',
  }
}
const read = (body: ReturnType<typeof bodyOfRedemption>) =>
  requestForMember.body?.parse({ ...body, idempotencyKey: 'a-key-of-this-test' })

test('money is sent without what was typed for a gift, and a gift without the points', () => {
  expect(read(bodyOfRedemption(draft('upi'), PUNE))).toEqual({
    idempotencyKey: 'a-key-of-this-test',
    kind: 'upi',
    points: 250,
    reason: 'Asked for it on the phone',
  })
  expect(read(bodyOfRedemption(draft('gift'), null))).toMatchObject({
    kind: 'gift',
    giftId: 3,
    quantity: 2,
    address: { ...PUNE, recipient: 'Nalini Joshi', phone: '9822012345' },
  })
  expect(bodyOfRedemption(draft('gift'), null)).not.toHaveProperty('points')
})

test('a gift goes where the last one went, unless another address is selected', () => {
  const last = bodyOfRedemption(draft('gift'), PUNE)
  expect(last).toMatchObject({ lastAddress: true })
  expect(last).not.toHaveProperty('address')
  const other = bodyOfRedemption({ ...draft('gift'), elsewhere: true }, PUNE)
  expect(other).not.toHaveProperty('lastAddress')
  expect(other).toMatchObject({ address: { line1: 'Flat 7, Sagar Apartments' } })
})

test('what it takes is told, and refused where the member has less', () => {
  expect(costOf(draft('gift'), GIFTS)).toBe(800)
  expect(costOf({ ...draft('gift'), giftId: '' }, GIFTS)).toBeNull()
  expect(costOf(draft('bank'), GIFTS)).toBe(250)
  expect(redemptionProblems(draft('gift'), 800, 800)).toEqual({})
  expect(redemptionProblems({ ...draft('gift'), giftId: '' }, null, 800)).toEqual({
    giftId: 'Choose a gift.',
  })
  expect(redemptionProblems(draft('gift'), 800, 799)).toEqual({
    quantity: 'That takes 800 points; the member has 799 points.',
  })
  expect(redemptionProblems(draft('bank'), 250, 1)).toEqual({ points: 'The member has 1 point.' })
})
