import { z } from 'zod'
import { belongsTo, ONE_OF_TWO } from '../belongs-to.ts'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { wholeNumber } from '../paging.ts'
import { instant, isoDate } from '../time.ts'

const PAGE = '/dashboard/users'
const tag = 'Users'

const firm = z.object({ distributorId: z.number().int(), code: z.string(), name: z.string() })
const shop = z.object({ memberId: z.number().int(), code: z.string(), name: z.string() })

export const belonging = z.object({
  fromDay: isoDate,
  /** The last day; null while it lasts. */
  toDay: isoDate.nullable(),
  distributor: firm.nullable(),
  retailer: shop.nullable(),
  /** Null: the member, when joining. */
  setBy: z.string().nullable(),
  setAt: instant,
})
export type Belonging = z.infer<typeof belonging>

export const memberBelonging = z.object({
  /** The first day that a change may begin on: the books before it are closed, or nobody had joined. */
  earliest: isoDate,
  /** The distributor of today: the member's own, or that of the retailer. */
  distributor: firm.nullable(),
  /** Newest first. */
  history: z.array(belonging),
  /** Of a retailer: how many belong to it today, counted to 10,001. */
  members: z.number().int(),
})
export type MemberBelonging = z.infer<typeof memberBelonging>

const params = z.object({ memberId: wholeNumber('Member') })

export const getBelonging = defineEndpoint({
  method: 'GET',
  path: '/api/admin/users/:memberId/belonging',
  access: seeing(PAGE),
  tag,
  summary: 'To whom a member belongs and belonged, by the day',
  params,
  response: memberBelonging,
})

export const changeBelonging = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/users/:memberId/belonging',
  access: having('member.edit'),
  tag,
  summary:
    'Another distributor or retailer from a day on, or none; the members of a retailer go with it',
  params,
  body: z
    .object({ ...belongsTo, fromDay: isoDate, reason: plainText('The reason', 300, 3) })
    .refine(({ distributorCode: firmCode, retailerCode }) => !firmCode || !retailerCode, {
      path: ['retailerCode'],
      error: ONE_OF_TWO,
    }),
  response: memberBelonging,
})
