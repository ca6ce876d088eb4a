import { z } from 'zod'
import { audience, keptTarget, target } from '../people/audience.ts'
import { defineEndpoint, having, member, seeing } from '../endpoint.ts'
import { nameText } from '../india.ts'
import { mediaItem } from '../platform/media.ts'
import { wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'

const PAGE = '/dashboard/media/banner'
const tag = 'Banners'

/** `off` by hand; the others by the clock. */
export const BANNER_STATES = ['live', 'planned', 'ended', 'off'] as const
export type BannerState = (typeof BANNER_STATES)[number]
export const BANNER_NAMES: Record<BannerState, string> = {
  live: 'Live',
  planned: 'Planned',
  ended: 'Ended',
  off: 'Off',
}

const [FIRST, LAST] = [Date.UTC(2000, 0), Date.UTC(2100, 0)]
const moment = instant.refine((text) => {
  const at = Date.parse(text)
  return at >= FIRST && at < LAST
}, 'Choose a day from 2000 to 2099.')

/** From and to as moments; `to` is where it ends. */
export const shownFields = {
  from: moment,
  to: moment.nullable().default(null),
}
const endsAfter = ({ from, to }: { from: string; to: string | null }) =>
  to === null || Date.parse(to) > Date.parse(from)
export const ENDS_AFTER = { check: endsAfter, path: ['to'], error: 'It must end after it begins.' }

const bannerFields = {
  title: nameText('The title', 80, 2),
  mediaId: wholeNumber('Picture'),
  /** What a screen reader says for the picture. */
  words: nameText('What the picture says', 200, 2),
  target,
  audience,
  on: z.boolean().default(true),
  ...shownFields,
}

export const banner = z.object({
  bannerId: z.number().int(),
  ...bannerFields,
  target: keptTarget,
  state: z.enum(BANNER_STATES),
  /** In the order of the app, from 1; those that are shown to the same member come in it. */
  position: z.number().int(),
  media: mediaItem,
  /** What its target is called; null where it leads nowhere. */
  targetWords: z.string().nullable(),
  changedBy: z.string(),
  changedAt: instant,
})
export type Banner = z.infer<typeof banner>

/** The whole list: a programme has tens of banners. `order` names the order as it was read. */
const bannerList = z.object({ banners: z.array(banner), order: z.string() })

export const listBanners = defineEndpoint({
  method: 'GET',
  path: '/api/admin/banners',
  access: seeing(PAGE),
  tag,
  summary: 'All banners in their order',
  response: bannerList,
})

export const saveBanner = defineEndpoint({
  method: 'POST',
  path: '/api/admin/banners',
  access: having('media.edit'),
  tag,
  summary: 'Add one at the end, or change the one that bannerId names',
  body: z
    .object({ ...bannerFields, bannerId: wholeNumber('Banner').optional() })
    .refine(ENDS_AFTER.check, ENDS_AFTER),
  response: bannerList.extend({ bannerId: z.number().int() }),
})

export const orderBanners = defineEndpoint({
  method: 'POST',
  path: '/api/admin/banner-order',
  access: having('media.edit'),
  tag,
  summary: 'Put all banners in this order; refused where somebody changed it meanwhile',
  body: z.object({
    order: z.string().max(100),
    bannerIds: z.array(wholeNumber('Banner')).max(500),
  }),
  response: bannerList,
})

export const deleteBanner = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/banners/:bannerId',
  access: having('media.edit'),
  tag,
  summary: 'Delete it',
  params: z.object({ bannerId: wholeNumber('Banner') }),
  response: bannerList,
})

const memberPicture = z.array(
  z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }),
)
export const memberBanners = defineEndpoint({
  method: 'GET',
  path: '/api/member/banners',
  access: member,
  tag: 'Member',
  summary: 'The banners for me, in order; an ETag tells when nothing changed',
  tagged: true,
  response: z.object({
    banners: z.array(
      z.object({
        bannerId: z.number().int(),
        words: z.string(),
        pictures: memberPicture,
        videoUrl: z.string().nullable(),
        target: keptTarget,
        /** When it ends; the app hides it then by itself. */
        to: instant.nullable(),
      }),
    ),
  }),
})
