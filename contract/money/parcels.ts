import { dayFilter, defineQuery, lateFilter, regionFilter } from '../lists/query.ts'
import { z } from 'zod'
import { addressPlace } from '../people/addresses.ts'
import { defineEndpoint, file, having, seeing } from '../endpoint.ts'
import { nameText, plainText, stateName } from '../india.ts'
import { many, page } from '../paging.ts'
import { parcelState } from './payment-states.ts'
import { instant } from '../time.ts'

const tag = 'Parcels'
const redemptionId = z.string().regex(/^\d{1,19}$/, 'A redemption id is a number.')

/** An approved gift on its way. Its id is the redemption's: one parcel at a time. */
export const parcelRow = z.object({
  redemptionId: z.string(),
  number: z.string(),
  state: parcelState,
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  mobile: z.string(),
  city: z.string(),
  memberState: z.number().int(),
  /** Where it goes, without street and name; null while nobody has given it. */
  address: addressPlace.nullable(),
  giftCode: z.string(),
  giftName: z.string(),
  quantity: z.number().int(),
  /** When it was approved. */
  since: instant,
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  dispatchedAt: instant.nullable(),
  dispatchedBy: z.string().nullable(),
  deliveredAt: instant.nullable(),
  returnedAt: instant.nullable(),
  returnReason: z.string().nullable(),
  /** Times it was handed to a courier. */
  tries: z.number().int(),
})
export type ParcelRow = z.infer<typeof parcelRow>

/** Where a parcel goes, in a list; of one that left before addresses were kept, where its member is. */
export function whereTo({ address, state, city, memberState }: ParcelRow): string {
  if (address) return `${address.city}, ${stateName(address.state)}`
  if (state === 'to_dispatch' || state === 'returned') return 'No address yet'
  return [city, stateName(memberState)].filter(Boolean).join(', ')
}

export const parcelQuery = defineQuery({
  search: { label: 'Number, tracking, mobile or member code', max: 60 },
  filters: [
    regionFilter({ primary: true }),
    dayFilter('Approved', { primary: true }),
    lateFilter(),
  ],
  orders: { oldest: 'Oldest first', newest: 'Newest first' },
  more: { status: many(parcelState), gift: z.string().trim().max(40).optional() },
})
export const parcelListQuery = parcelQuery.schema
export type ParcelListQuery = z.infer<typeof parcelListQuery>

export const listParcels = defineEndpoint({
  method: 'GET',
  path: '/api/admin/parcels',
  access: seeing('/dashboard'),
  tag,
  summary: 'Gifts to dispatch, on their way, delivered and returned',
  query: parcelListQuery,
  response: page(parcelRow),
})

const done = z.object({
  done: z.array(z.string()),
  /** Those left alone, each with the reason. */
  left: z.array(z.object({ redemptionId: z.string(), number: z.string(), reason: z.string() })),
})
export type ParcelsDone = z.infer<typeof done>
const MOST = 200
const several = z
  .array(redemptionId)
  .min(1, 'Choose at least one.')
  .max(MOST, `At most ${MOST} at once.`)

export const dispatchParcels = defineEndpoint({
  method: 'POST',
  path: '/api/admin/parcels/dispatch',
  access: having('dispatch.update'),
  tag,
  summary: 'Hand gifts to a courier, each with its tracking number',
  body: z.object({
    courier: nameText('The courier', 60, 2),
    parcels: z
      .array(
        z.object({
          redemptionId,
          trackingNumber: z
            .string({ error: 'Enter the tracking number.' })
            .trim()
            .toUpperCase()
            .min(1, 'Enter the tracking number.')
            .regex(
              /^[A-Z0-9-]{4,40}$/,
              'A tracking number has 4 to 40 letters, digits and hyphens.',
            ),
        }),
      )
      .min(1, 'Choose at least one.')
      .max(MOST, `At most ${MOST} at once.`),
  }),
  response: done,
})

export const deliverParcels = defineEndpoint({
  method: 'POST',
  path: '/api/admin/parcels/deliver',
  access: having('dispatch.update'),
  tag,
  summary: 'The members have their gifts',
  body: z.object({ redemptionIds: several }),
  response: done,
})

export const returnParcel = defineEndpoint({
  method: 'POST',
  path: '/api/admin/parcels/:redemptionId/return',
  access: having('dispatch.update'),
  tag,
  summary: 'A parcel came back; it can be dispatched again, or given up, which restocks it',
  params: z.object({ redemptionId }),
  body: z.object({ reason: plainText('The reason', 300, 3) }),
  response: parcelRow,
})

export const restockParcel = defineEndpoint({
  method: 'POST',
  path: '/api/admin/parcels/:redemptionId/restock',
  access: having('dispatch.update'),
  tag,
  summary: 'Give a gift up that did not go out or came back: in stock again, the points are back',
  params: z.object({ redemptionId }),
  body: z.object({ reason: plainText('The reason', 300, 3) }),
  response: parcelRow,
})

/** A label fills a page of A6, or a quarter of a page of A4. */
export const LABEL_LAYOUTS = ['a6', 'a4'] as const
export type LabelLayout = (typeof LABEL_LAYOUTS)[number]

export const printLabels = defineEndpoint({
  method: 'POST',
  path: '/api/admin/parcels/labels',
  access: having('dispatch.update'),
  tag,
  summary: 'Address labels of parcels as PDF: one on a page of A6, or four on a page of A4',
  body: z.object({
    redemptionIds: several,
    layout: z.enum(LABEL_LAYOUTS, { error: 'Labels are printed on a6 or a4.' }),
  }),
  response: file('application/pdf'),
})
