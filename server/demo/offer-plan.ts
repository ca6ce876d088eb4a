import type { Audience, Target } from '../../contract/people/audience.ts'
import type { DemoMedia } from './media.ts'

/** Days are counted from now: below none they have passed. */
type Times = { fromDays: number; toDays: number | null; on?: boolean }
type ForWhom = { for?: Partial<Audience> }

export type OfferCase = Times &
  ForWhom & {
    shows: DemoMedia & ('catalogue' | 'winter' | 'tools' | 'monsoon')
    title: { en: string; hi: string }
    text: { en: string; hi: string }
  }

/** One with the catalogue, one that ends soon, one that is planned, one that is over. */
export const OFFER_CASES: readonly OfferCase[] = [
  {
    shows: 'catalogue',
    fromDays: -60,
    toDays: null,
    title: { en: 'Product catalogue 2026–27', hi: 'उत्पाद सूची 2026–27' },
    text: {
      en: 'All products with their packs and the points of each coupon.',
      hi: 'सभी उत्पाद, उनके पैक और हर कूपन के अंक।',
    },
  },
  {
    shows: 'winter',
    fromDays: -9,
    toDays: 12,
    title: { en: 'Winter waterproofing weeks', hi: 'सर्दियों के वॉटरप्रूफ़िंग सप्ताह' },
    text: {
      en: 'Buy ten packs of waterproofing at once and the eleventh is free at your dealer.',
      hi: 'वॉटरप्रूफ़िंग के दस पैक एक साथ लें, ग्यारहवाँ आपके डीलर के यहाँ मुफ़्त।',
    },
  },
  {
    shows: 'tools',
    fromDays: 6,
    toDays: 36,
    for: { kinds: ['mason', 'painter'] },
    title: { en: 'Tool month for masons and painters', hi: 'मिस्त्री और पेंटर के लिए औज़ार माह' },
    text: {
      en: 'Every gift that is a tool is sent to your door without charges.',
      hi: 'हर औज़ार उपहार बिना शुल्क आपके घर भेजा जाता है।',
    },
  },
  {
    shows: 'monsoon',
    fromDays: -110,
    toDays: -45,
    title: { en: 'Monsoon service camp', hi: 'मानसून सेवा शिविर' },
    text: {
      en: 'Free advice on damp walls at the camps of our dealers.',
      hi: 'हमारे डीलरों के शिविरों में सीलन वाली दीवारों पर मुफ़्त सलाह।',
    },
  },
]

export type BannerCase = Times &
  ForWhom & {
    shows: DemoMedia
    title: string
    words: string
    leadsTo: Exclude<Target, { to: 'offer' }> | { to: 'offer'; offer: OfferCase['shows'] }
  }

/** In the order of the app; they are added in the order of their times. */
export const BANNER_CASES: readonly BannerCase[] = [
  {
    shows: 'video',
    fromDays: -40,
    toDays: null,
    title: 'How to scan a coupon',
    words: 'Open the pack, scan the coupon, choose your gift',
    leadsTo: { to: 'page', page: 'scan' },
  },
  {
    shows: 'winter',
    fromDays: -9,
    toDays: 12,
    title: 'Winter waterproofing weeks',
    words: 'Winter waterproofing weeks: the eleventh pack is free',
    leadsTo: { to: 'offer', offer: 'winter' },
  },
  {
    shows: 'retailers',
    fromDays: -30,
    toDays: null,
    for: { kinds: ['retailer'] },
    title: 'Handling charges for retailers',
    words: 'Retailers: see your handling charges grow with every scan',
    leadsTo: { to: 'page', page: 'points' },
  },
  {
    shows: 'newyear',
    fromDays: 20,
    toDays: 45,
    title: 'New year gifts',
    words: 'New gifts for your points from the new year on',
    leadsTo: { to: 'page', page: 'gifts' },
  },
  {
    shows: 'diwali',
    fromDays: -25,
    toDays: -12,
    title: 'Diwali greetings',
    words: 'A bright Diwali from all of us at HIL',
    leadsTo: { to: 'nothing' },
  },
  {
    shows: 'survey',
    fromDays: -15,
    toDays: null,
    on: false,
    title: 'Survey of painters',
    words: 'Tell us in two minutes how the app could serve you better',
    leadsTo: { to: 'page', page: 'help' },
  },
]

type Moment = { hoursAgo: number; change: number; reason: string }
export type GiftPlan = {
  code: string
  shows: DemoMedia
  name: string
  text: string
  points: number
  valuePaise: number
  /** The first is what there was when the gifts were set up. */
  stock: readonly [Moment, ...Moment[]]
}

/** After the gallery has their photos, before anybody asks for one. */
export const GIFT_SET_UP_HOURS_AGO = 2_800
const begin = (change: number): Moment => ({
  hoursAgo: GIFT_SET_UP_HOURS_AGO,
  change,
  reason: 'First delivery',
})

/** In the order of their numbers: redemptions.ts names them by these. */
export const GIFT_PLAN: readonly GiftPlan[] = [
  {
    code: 'G-TROWEL',
    shows: 'trowel',
    name: 'Trowel set, steel',
    text: 'Three trowels of stainless steel with wooden handles, for plaster and putty.',
    points: 400,
    valuePaise: 32_000,
    stock: [
      begin(40),
      { hoursAgo: 900, change: 25, reason: 'Delivery from the store in Pune, challan 4471' },
      { hoursAgo: 500, change: -5, reason: 'Handles broken on the way; sent back' },
    ],
  },
  {
    code: 'G-DRILL',
    shows: 'drill',
    name: 'Impact drill, 13 mm',
    text: 'Impact drill of 650 W with a case and a set of five bits. One year of guarantee.',
    points: 2_400,
    valuePaise: 215_000,
    stock: [begin(12)],
  },
  {
    code: 'G-HELMET',
    shows: 'helmet',
    name: 'Safety helmet and gloves',
    text: 'Helmet with a chin strap and a pair of gloves that resist cement.',
    points: 650,
    valuePaise: 54_000,
    stock: [begin(30), { hoursAgo: 700, change: 10, reason: 'Delivery from the store in Pune' }],
  },
  {
    code: 'G-COOKER',
    shows: 'cooker',
    name: 'Pressure cooker, 5 litres',
    text: 'Pressure cooker of aluminium with two spare gaskets.',
    points: 1_900,
    valuePaise: 168_000,
    stock: [begin(25)],
  },
  {
    code: 'G-PHONE',
    shows: 'smartphone',
    name: 'Smartphone, 128 GB',
    text: 'Smartphone with 6 GB of memory, in a sealed box with its bill.',
    points: 9_500,
    valuePaise: 899_900,
    stock: [
      begin(6),
      { hoursAgo: 1_200, change: -2, reason: 'Given as prizes at the dealers’ meet' },
    ],
  },
]
