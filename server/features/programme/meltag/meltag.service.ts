import { batchLetters } from '../../../../contract/programme/code.ts'
import type {
  MeltagAnswer,
  MeltagCoupon,
  MeltagMatch,
  MeltagVendor,
} from '../../../../contract/programme/meltag.ts'
import type { Context } from '../../../context.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import {
  couponFacts,
  type CouponFacts,
  type CouponNamed,
  couponsOfDigests,
  digestOfKey,
  keyOfNamed,
  readCouponName,
} from '../coupons/index.ts'
import { compare } from './compare.ts'
import type { VendorSearch } from './meltag.queries.ts'
import type { VendorAnswer } from './vendor.ts'
import { tellTag, type VendorTag } from './vendor-rows.ts'

const TAG = /^[a-z0-9][a-z0-9._:-]{2,39}$/i
const MALFORMED =
  'This is neither a tag such as MT-0000100042, nor a code (17 letters and digits), nor a batch and a serial such as 1042/17. Look at it again.'
const NO_COUPON = 'No coupon of ours has this code.'

/** Finds a tag, a code, the address of its QR or batch and serial in both databases and compares. */
export async function findMeltag(context: Context, text: string): Promise<MeltagAnswer> {
  const named = readCouponName(text)
  if (named) return named.by === 'code' ? byCode(context, named) : bySerial(context, named)
  if (!TAG.test(text)) throw invalidField('q', MALFORMED)
  const told = await context.meltag.find({ by: 'tag', tags: [text, text.toUpperCase()] })
  return answer(context, told, { ours: null, missing: null })
}

/** What the vendor says of a coupon of ours. */
export async function couponMeltag(context: Context, couponKey: string): Promise<MeltagAnswer> {
  const [ours] = await couponFacts(context, [couponKey.toLowerCase()])
  if (!ours) throw new AppError('not_found', 'No coupon of ours has this key.')
  const told = await context.meltag.find(digestSearch(ours.couponKey))
  return answer(context, told, { ours, missing: null })
}

const digestSearch = (couponKey: string): VendorSearch => ({
  by: 'digest',
  digests: [digestOfKey(couponKey)],
})

async function byCode(
  context: Context,
  { couponKey }: CouponNamed & { by: 'code' },
): Promise<MeltagAnswer> {
  const [[ours = null], told] = await Promise.all([
    couponFacts(context, [couponKey]),
    context.meltag.find(digestSearch(couponKey)),
  ])
  return answer(context, told, { ours, missing: NO_COUPON })
}

async function bySerial(
  context: Context,
  named: CouponNamed & { by: 'serial' },
): Promise<MeltagAnswer> {
  const { ours, missing } = await ourSerial(context, named)
  const told = await context.meltag.find({
    by: 'serial',
    batches: ours ? [ours.batchId] : named.batches,
    serial: named.serial,
    digests: ours ? [digestOfKey(ours.couponKey)] : [],
  })
  return answer(context, told, { ours, missing })
}

type OurSide = {
  ours: CouponFacts | null
  /** Why it is not ours; null where only the vendor could know. */
  missing: string | null
}

async function ourSerial(context: Context, named: CouponNamed): Promise<OurSide> {
  try {
    const [ours = null] = await couponFacts(context, [await keyOfNamed(context, named)])
    return { ours, missing: 'The batch has no coupons yet: it is not generated.' }
  } catch (error) {
    // The vendor may know of such a serial all the same, and then that is what there is to say.
    if (error instanceof AppError && error.code === 'not_found') {
      return { ours: null, missing: error.message }
    }
    throw error
  }
}

async function answer(
  context: Context,
  { vendor, tags }: VendorAnswer,
  { ours, missing }: OurSide,
): Promise<MeltagAnswer> {
  if (!ours && tags.length === 0) refuse(vendor, missing)
  if (vendor.state !== 'answered') {
    return { vendor, matches: ours ? [{ ours: tell(ours), theirs: null, findings: [] }] : [] }
  }
  const coupons = await couponsOf(context, ours, tags)
  return { vendor, matches: matchesOf({ ours, tags, coupons }, context.now()) }
}

/** Nothing was found: an error where that is certain, and not where the vendor may yet know. */
function refuse({ state }: MeltagVendor, missing: string | null): void {
  if (state === 'not_connected' && missing !== null) throw new AppError('not_found', missing)
  if (state !== 'answered') return
  const sentence =
    missing === null
      ? 'Neither database knows this tag. If it is a code, one of its letters is wrong.'
      : `${missing} The vendor has no such tag either.`
  throw new AppError('not_found', sentence)
}

/** Our coupons behind the vendor's tags, by digest: under the batch that the vendor names, or any. */
async function couponsOf(
  context: Context,
  ours: CouponFacts | null,
  tags: readonly VendorTag[],
): Promise<Map<string, CouponFacts>> {
  const known = new Map(ours ? [[digestOfKey(ours.couponKey), ours]] : [])
  const digests = new Set(tags.flatMap(({ digest }) => digest ?? []))
  const unknown = [...digests].filter((digest) => !known.has(digest))
  for (const coupon of await couponsOfDigests(context, unknown)) {
    known.set(digestOfKey(coupon.couponKey), coupon)
  }
  return known
}

type Sides = {
  ours: CouponFacts | null
  tags: readonly VendorTag[]
  coupons: ReadonlyMap<string, CouponFacts>
}

/** What was asked for first: our coupon with its tags, then tags of other codes that say the same serial. */
function matchesOf({ ours, tags, coupons }: Sides, now: Date): MeltagMatch[] {
  const pairs = tags.map((theirs) => ({
    theirs,
    ours: (theirs.digest !== null && coupons.get(theirs.digest)) || null,
    twins: tags
      .filter(
        (other) => other !== theirs && theirs.digest !== null && other.digest === theirs.digest,
      )
      .map(({ tag }) => tag),
  }))
  const alone = ours && !pairs.some((pair) => pair.ours === ours) ? [{ ours, theirs: null }] : []
  const isAsked = (pair: { ours: CouponFacts | null }) => ours !== null && pair.ours === ours
  return [...alone, ...pairs.filter(isAsked), ...pairs.filter((pair) => !isAsked(pair))].map(
    (pair) => ({
      ours: pair.ours && tell(pair.ours),
      theirs: pair.theirs && tellTag(pair.theirs),
      findings: compare(pair, now),
    }),
  )
}

function tell(ours: CouponFacts): MeltagCoupon {
  return {
    couponKey: ours.couponKey,
    batchId: ours.batchId,
    letters: batchLetters(ours.batchId),
    serial: ours.serial,
    productName: ours.productName,
    productCode: ours.productCode,
    plantName: ours.plantName,
    plantCode: ours.plantCode,
    status: ours.status,
    expired: ours.expired,
    batchStatus: ours.batchStatus,
    activatedAt: ours.activatedAt?.toISOString() ?? null,
    scannedAt: ours.scannedAt?.toISOString() ?? null,
  }
}
