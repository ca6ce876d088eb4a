import { audience, type Target } from '../../contract/people/audience.ts'
import { addDays, dayOf, startOfDay } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { listBanners, orderBanners, saveBanner } from '../features/desk/banners/banners.service.ts'
import { changeStock } from '../features/money/gifts/gift-stock.service.ts'
import { saveGift } from '../features/money/gifts/gifts.service.ts'
import { saveOffer } from '../features/desk/offers/offers.service.ts'
import type { Act } from './kyc.ts'
import { demoMedia } from './media.ts'
import {
  BANNER_CASES,
  GIFT_PLAN,
  GIFT_SET_UP_HOURS_AGO,
  OFFER_CASES,
  type BannerCase,
  type GiftPlan,
  type OfferCase,
} from './offer-plan.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

const HOUR_MS = 3_600_000
/** A banner that leads to an offer is added after it. */
const BANNER_LATER_HOURS = 1
const ORDERED_HOURS_AGO = 26

/** Offers, banners in their order, and gifts with their stock. */
export function offerActs(staff: DemoStaff, now: Date): Act[] {
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS)
  const marketing = { caller: staff.marketing, origin: DEMO_ORIGIN }
  const offerIds = new Map<OfferCase['shows'], number>()
  return [
    ...OFFER_CASES.map((one): Act => ({
      at: at(addedHoursAgo(one)),
      run: async (context) => {
        const { offerId } = await saveOffer(context, marketing, await offerBody(context, one, now))
        offerIds.set(one.shows, offerId)
      },
    })),
    ...BANNER_CASES.map((one): Act => ({
      at: at(addedHoursAgo(one) - BANNER_LATER_HOURS),
      run: async (context) => {
        const target = targetOf(one, offerIds)
        await saveBanner(context, marketing, await bannerBody(context, { ...one, target }, now))
      },
    })),
    { at: at(ORDERED_HOURS_AGO), run: (context) => putInOrder(context, marketing) },
    ...stockActs(staff, at),
  ]
}

type By = Parameters<typeof saveOffer>[1]

/** A day before it begins; what is still to begin two days ago. */
const addedHoursAgo = ({ fromDays }: { fromDays: number }) => Math.max(2, 1 - fromDays) * 24

/** From the beginning of a day to the beginning of another. */
function timesOf({ fromDays, toDays }: OfferCase | BannerCase, now: Date) {
  const inDays = (days: number) => startOfDay(addDays(dayOf(now), days)).toISOString()
  return { from: inDays(fromDays), to: toDays === null ? null : inDays(toDays) }
}

async function offerBody(context: Context, one: OfferCase, now: Date) {
  return {
    title: one.title,
    text: one.text,
    mediaId: await demoMedia(context, one.shows),
    audience: audience.parse(one.for ?? {}),
    on: one.on ?? true,
    ...timesOf(one, now),
  }
}

async function bannerBody(context: Context, one: BannerCase & { target: Target }, now: Date) {
  return {
    title: one.title,
    words: one.words,
    target: one.target,
    mediaId: await demoMedia(context, one.shows),
    audience: audience.parse(one.for ?? {}),
    on: one.on ?? true,
    ...timesOf(one, now),
  }
}

function targetOf(
  { leadsTo }: BannerCase,
  offerIds: ReadonlyMap<OfferCase['shows'], number>,
): Target {
  if (leadsTo.to !== 'offer') return leadsTo
  const offerId = offerIds.get(leadsTo.offer)
  if (offerId === undefined) throw new Error(`The demo has no offer ${leadsTo.offer} yet.`)
  return { to: 'offer', offerId }
}

async function putInOrder(context: Context, by: By): Promise<void> {
  const { banners, order } = await listBanners(context, context.db)
  const places = new Map(BANNER_CASES.map(({ title }, index) => [title, index]))
  const bannerIds = banners
    .toSorted((a, b) => (places.get(a.title) ?? 0) - (places.get(b.title) ?? 0))
    .map(({ bannerId }) => bannerId)
  await orderBanners(context, by, { order, bannerIds })
}

/** The gifts in the order of their numbers, then what was put in and taken out, each in its time. */
function stockActs({ almond, subadmin }: DemoStaff, at: (hoursAgo: number) => Date): Act[] {
  const giftIds = new Map<string, number>()
  const by = { caller: subadmin, origin: DEMO_ORIGIN }
  const setUp: Act = {
    at: at(GIFT_SET_UP_HOURS_AGO),
    run: async (context) => {
      for (const gift of GIFT_PLAN) {
        giftIds.set(gift.code, await addGift(context, { ...by, caller: almond }, gift))
      }
    },
  }
  const changes = GIFT_PLAN.flatMap(({ code, stock }) =>
    stock.map(({ hoursAgo, change, reason }, index): Act => ({
      at: at(hoursAgo),
      run: async (context) => {
        const giftId = giftIds.get(code) ?? 0
        const idempotencyKey = `demo-stock-${code}-${index}`
        await changeStock(context, by, { giftId, idempotencyKey, change, reason })
      },
    })),
  )
  return [setUp, ...changes]
}

async function addGift(context: Context, by: By, gift: GiftPlan): Promise<number> {
  const { code, shows, name, text, points, valuePaise } = gift
  const mediaId = await demoMedia(context, shows)
  const body = { code, name, text, points, valuePaise, mediaId, active: true }
  return (await saveGift(context, by, body)).giftId
}
