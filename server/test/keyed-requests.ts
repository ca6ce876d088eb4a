import { z } from 'zod'
import { ENDPOINTS } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import * as enquiries from '../../contract/desk/enquiries.ts'
import { submitKyc } from '../../contract/people/kyc-submission.ts'
import * as own from '../../contract/desk/member-enquiries.ts'
import { saveNotification } from '../../contract/desk/notifications.ts'
import { changeGiftStock } from '../../contract/desk/offers.ts'
import * as redemptions from '../../contract/money/redemptions.ts'
import { requestAdjustment } from '../../contract/desk/users.ts'
import { asked, wordsOf } from '../features/desk/enquiries/test-support.ts'
import { bodyOf, newMember, numbers, USUAL } from '../features/people/kyc/test-support.ts'
import { contentOf } from '../features/desk/notifications/test-support.ts'
import { payable } from '../features/money/payments/test-support.ts'
import { makeGift } from '../features/money/redemptions/test-support.ts'
import type { TestServer } from './server.ts'

type Body = Record<string, unknown>
export type Keyed = {
  token: string
  params?: Record<string, string | number>
  body: Body
  /** What another body has instead. */
  other: Body
}
export type KeyedKind = {
  endpoint: Endpoint
  /** Where each effect has a row: what stands after `from`. */
  effects: string
  /** A request about things of its own, so that no other changes what its answer tells. */
  make: (server: TestServer, staff: string) => Promise<Keyed>
}

const reason = 'Asked by telephone'

/** Every operation that takes an idempotency key, with how it is asked. */
export const KEYED: readonly KeyedKind[] = [
  {
    endpoint: redemptions.requestRedemption,
    effects: 'redemption where requested_by is null',
    make: async (server) => {
      const { token } = await payable(server)
      return { token, body: { kind: 'bank', points: 10 }, other: { points: 11 } }
    },
  },
  {
    endpoint: redemptions.requestForMember,
    effects: 'redemption where requested_by is not null',
    make: async (server, token) => {
      const { memberId } = await payable(server)
      const body = { kind: 'bank', points: 10, reason }
      return { token, params: { memberId }, body, other: { points: 11 } }
    },
  },
  {
    endpoint: requestAdjustment,
    effects: "points_adjustment where state = 'requested'",
    make: async (server, token) => {
      const { memberId } = await server.member()
      return { token, params: { memberId }, body: { points: 5, reason }, other: { points: 6 } }
    },
  },
  {
    endpoint: changeGiftStock,
    effects: 'gift_stock_change where staff_id is not null',
    make: async (server) => {
      const [{ token }, giftId] = await Promise.all([server.staff('admin'), makeGift(server)])
      return { token, params: { giftId }, body: { change: 2, reason }, other: { change: 3 } }
    },
  },
  {
    endpoint: saveNotification,
    effects: 'notification',
    make: async (server) => {
      const { token } = await server.staff('marketing')
      const other = { en: { title: 'Triple points', body: 'This week only.' } }
      return { token, body: contentOf(), other }
    },
  },
  {
    endpoint: submitKyc,
    effects: 'kyc_submission',
    make: async (server) => {
      const member = await newMember(server)
      const body = await bodyOf(server, member, USUAL)
      return { token: member.token, body, other: { upi: { address: numbers().upi } } }
    },
  },
  {
    endpoint: own.openMemberEnquiry,
    effects: 'enquiry where opened_by is null',
    make: async (server) => {
      const { token } = await server.member()
      return { token, body: wordsOf(), other: { body: 'Something else.' } }
    },
  },
  {
    endpoint: own.writeMemberEnquiry,
    effects: "enquiry_message where body = 'More of it.'",
    make: async (server) => {
      const { token } = await server.member()
      const params = { enquiryId: await asked(server, { token }) }
      return { token, params, body: { body: 'More of it.' }, other: { body: 'Less of it.' } }
    },
  },
  {
    endpoint: enquiries.openEnquiry,
    effects: 'enquiry where opened_by is not null',
    make: async (server, token) => {
      const { memberId } = await server.member()
      return { token, body: { ...wordsOf(), memberId }, other: { subject: 'Another one' } }
    },
  },
  {
    endpoint: enquiries.answerEnquiry,
    effects: "enquiry_message where kind = 'answer'",
    // Resolved by it: of one that waits for the member, the deadline moves on with the clock.
    make: (server, token) => aboutEnquiry(server, token, { resolve: true }),
  },
  {
    endpoint: enquiries.noteEnquiry,
    effects: "enquiry_message where kind = 'note'",
    make: (server, token) => aboutEnquiry(server, token),
  },
]

async function aboutEnquiry(server: TestServer, token: string, more: Body = {}): Promise<Keyed> {
  const params = { enquiryId: await asked(server, await server.member()) }
  const body = { body: 'Looked into it.', ...more }
  return { token, params, body, other: { body: 'Not yet.' } }
}

/** The operations whose body has an idempotency key, as the contract says. */
export const TAKING_A_KEY = ENDPOINTS.filter(
  ({ body }) => body instanceof z.ZodObject && 'idempotencyKey' in body.shape,
)
