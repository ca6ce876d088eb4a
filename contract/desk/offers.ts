import { BANNER_NAMES, BANNER_STATES, ENDS_AFTER, shownFields } from './banners.ts'
import { choiceFilter, defineQuery } from '../lists/query.ts'
import { z } from 'zod'
import { audience } from '../people/audience.ts'
import { defineEndpoint, having, member, seeing } from '../endpoint.ts'
import { idempotencyKey } from '../idempotency.ts'
import { nameText, plainText } from '../india.ts'
import { mediaItem } from '../platform/media.ts'
import { page, wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'

const PAGE = '/dashboard/media/ecatalogue'
const tag = 'Offers'

// ── offers: a picture or a catalogue with its time ──
const inBoth = (label: string, longest: number, shortest: number) => ({
  en: nameText(`${label} in English`, longest, shortest),
  hi: nameText(`${label} in Hindi`, longest, shortest),
})
const offerFields = {
  title: z.object(inBoth('The title', 80, 2)),
  text: z.object(inBoth('The text', 1_000, 0)),
  /** An image, or a document whose pages are shown one by one. */
  mediaId: wholeNumber('Picture or catalogue'),
  audience,
  on: z.boolean().default(true),
  ...shownFields,
}

export const offer = z.object({
  offerId: z.number().int(),
  ...offerFields,
  state: z.enum(BANNER_STATES),
  media: mediaItem,
  changedBy: z.string(),
  changedAt: instant,
})
export type Offer = z.infer<typeof offer>

export const offerQuery = defineQuery({
  search: { label: 'Title', max: 60 },
  filters: [choiceFilter('status', 'Status', BANNER_NAMES, { primary: true })],
  orders: { newest: 'Newest first', ending: 'Ending first' },
})
/** `ending`: what ends next first, what has no end last. */
export const offerListQuery = offerQuery.schema
export type OfferListQuery = z.infer<typeof offerListQuery>

export const listOffers = defineEndpoint({
  method: 'GET',
  path: '/api/admin/offers',
  access: seeing(PAGE, '/dashboard/media/banner', '/dashboard/notifications'),
  tag,
  summary: 'Offers with their time',
  query: offerListQuery,
  response: page(offer),
})

const params = z.object({ offerId: wholeNumber('Offer') })
export const getOffer = defineEndpoint({
  method: 'GET',
  path: '/api/admin/offers/:offerId',
  access: seeing(PAGE),
  tag,
  summary: 'One offer',
  params,
  response: offer,
})

export const saveOffer = defineEndpoint({
  method: 'POST',
  path: '/api/admin/offers',
  access: having('media.edit'),
  tag,
  summary: 'Add one, or change the one that offerId names',
  body: z
    .object({ ...offerFields, offerId: wholeNumber('Offer').optional() })
    .refine(ENDS_AFTER.check, ENDS_AFTER),
  response: offer,
})

export const deleteOffer = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/offers/:offerId',
  access: having('media.edit'),
  tag,
  summary: 'Delete it; refused while a banner or a planned notification leads to it',
  params,
  response: z.object({ message: z.string() }),
})

// ── gifts: what points can be redeemed for ──
const giftFields = {
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9-]{2,19}$/, 'A code has 3 to 20 letters, digits and hyphens.'),
  name: nameText('The name', 80, 2),
  text: plainText('The description', 500, 0).default(''),
  points: wholeNumber('Points', 10_000_000).min(1, 'A gift costs at least one point.'),
  /** What it costs the programme, without GST: the benefit that is taxed. */
  valuePaise: wholeNumber('The cost', 1_000_000_000).min(1, 'Say what it costs.'),
  mediaId: wholeNumber('Photo').nullable().default(null),
  active: z.boolean().default(true),
}

export const giftItem = z.object({
  giftId: z.number().int(),
  ...giftFields,
  media: mediaItem.nullable(),
  /** In stock and not promised to anybody. */
  stock: z.number().int(),
  /** Asked for and not handed over yet, and handed over ever: pieces. */
  promised: z.number().int(),
  given: z.number().int(),
})
export type GiftItem = z.infer<typeof giftItem>

export const giftDetail = giftItem.extend({
  /** The last hundred, newest first. */
  stockChanges: z.array(
    z.object({
      at: instant,
      by: z.string(),
      change: z.number().int(),
      stockAfter: z.number().int(),
      reason: z.string(),
    }),
  ),
})
export type GiftDetail = z.infer<typeof giftDetail>

/** All of them: a programme has tens of gifts. */
export const listGiftItems = defineEndpoint({
  method: 'GET',
  path: '/api/admin/gifts',
  access: seeing(PAGE),
  tag,
  summary: 'Gifts with price, stock and what is promised, by name',
  response: z.object({ gifts: z.array(giftItem) }),
})

const giftParams = z.object({ giftId: wholeNumber('Gift') })
export const getGiftItem = defineEndpoint({
  method: 'GET',
  path: '/api/admin/gifts/:giftId',
  access: seeing(PAGE),
  tag,
  summary: 'One gift with the changes of its stock by hand',
  params: giftParams,
  response: giftDetail,
})

export const saveGiftItem = defineEndpoint({
  method: 'POST',
  path: '/api/admin/gifts',
  access: having('gift.edit'),
  tag,
  summary:
    'Add one without stock, or change the one that giftId names; what was asked for keeps its price',
  body: z.object({ ...giftFields, giftId: wholeNumber('Gift').optional() }),
  response: giftDetail,
})

export const changeGiftStock = defineEndpoint({
  method: 'POST',
  path: '/api/admin/gifts/:giftId/stock',
  access: having('gift.edit'),
  tag,
  summary: 'Put pieces into the stock or take some out, with the reason; never below none',
  params: giftParams,
  body: z.object({
    idempotencyKey,
    change: z
      .number({ error: 'Say how many pieces.' })
      .int('Pieces are whole.')
      .min(-1_000_000, 'At most a million.')
      .max(1_000_000, 'At most a million.')
      .refine((change) => change !== 0, 'Say how many pieces.'),
    reason: plainText('The reason', 300, 3),
  }),
  response: giftDetail,
})

const pictures = z.array(
  z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }),
)
export const memberOffers = defineEndpoint({
  method: 'GET',
  path: '/api/member/offers',
  access: member,
  tag: 'Member',
  summary:
    'The offers for me in my language, those that end first first; an ETag tells when nothing changed',
  tagged: true,
  response: z.object({
    offers: z.array(
      z.object({
        offerId: z.number().int(),
        title: z.string(),
        text: z.string(),
        /** One picture, or the pages of a catalogue, each in its sizes. */
        pages: z.array(pictures),
        to: instant.nullable(),
      }),
    ),
  }),
})
