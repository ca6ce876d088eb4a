import type { CouponStatus } from '../../../../contract/programme/coupons.ts'
import type { MeltagFinding, MeltagStatus } from '../../../../contract/programme/meltag.ts'
import type { CouponFacts } from '../coupons/index.ts'
import {
  consequenceOf,
  daysApart,
  hoursSince,
  formatMoment,
  OUR_STATUS,
  VENDOR_STATUS,
} from './compare-words.ts'
import type { VendorTag } from './vendor-rows.ts'

/** Which of our states is the same as what the vendor says; docs/decisions/0028-meltag.md says why. */
const SAME: Record<MeltagStatus, readonly CouponStatus[]> = {
  issued: ['printed'],
  activated: ['active'],
  consumed: ['scanned'],
  void: ['deactivated', 'blocked'],
}

const HOUR_MS = 3_600_000
/** The vendor follows our changes within a day; half a day more before it is called serious. */
const DELAY_MS = 36 * HOUR_MS
/** Clocks and nightly deliveries differ; a day is more than either. */
const APART_MS = 24 * HOUR_MS

export type Ours = Pick<
  CouponFacts,
  | 'batchId'
  | 'serial'
  | 'productCode'
  | 'plantCode'
  | 'status'
  | 'batchStatus'
  | 'activatedAt'
  | 'scannedAt'
  | 'changedAt'
  | 'madeAt'
>
export type Theirs = Omit<VendorTag, 'digest'>
/** The two sides of one code; `twins` are other tags that the vendor has for the same code. */
export type Pair = { ours: Ours | null; theirs: Theirs | null; twins?: readonly string[] }

/** In what two sides do not say the same, the grave ones first. What one does not say is no difference. */
export function compare({ ours, theirs, twins = [] }: Pair, now: Date): MeltagFinding[] {
  const doubled = theirs && twins.length > 0 ? [duplicateOf(theirs, twins)] : []
  if (!theirs) return ours ? [notWithThem(ours, now)] : []
  if (!ours) return [notWithUs(theirs), ...doubled]
  return [
    ...doubled,
    ...statusOf(ours, theirs, now),
    ...FIXED.flatMap((one) => fixedOf(one, ours, theirs)),
    ...TIMES.flatMap((one) => timeOf(one, ours, theirs)),
  ].toSorted((a, b) => Number(a.weight === 'late') - Number(b.weight === 'late'))
}

function notWithThem({ madeAt, batchId, serial }: Ours, now: Date): MeltagFinding {
  const late = isRecent(madeAt, now)
  return {
    field: 'presence',
    weight: late ? 'late' : 'serious',
    ours: `Batch ${batchId}, serial ${serial}`,
    theirs: 'No tag',
    words: late
      ? `The vendor has no tag for this coupon yet. Its batch was made ${hoursSince(madeAt, now)}, and the vendor follows within a day.`
      : 'The vendor has no tag for this coupon: the tag was never delivered, or the pack carries another one.',
  }
}

function notWithUs({ tag }: Theirs): MeltagFinding {
  return {
    field: 'presence',
    weight: 'serious',
    ours: 'No coupon',
    theirs: tag,
    words:
      'No coupon of ours has the code of this tag: it belongs to packs that are not ours, or it is counterfeit.',
  }
}

function duplicateOf({ tag }: Theirs, twins: readonly string[]): MeltagFinding {
  const others = twins.join(', ')
  return {
    field: 'duplicate',
    weight: 'serious',
    ours: 'One coupon',
    theirs: [tag, ...twins].join(', '),
    words: `The vendor has the same code on ${twins.length + 1} tags: also on ${others}. One of the packs may be a copy.`,
  }
}

function statusOf(ours: Ours, theirs: Theirs, now: Date): MeltagFinding[] {
  const { known, status } = theirs
  const told = { field: 'status' as const, ours: OUR_STATUS[ours.status].label }
  if (known === null) {
    const words = `The vendor writes the state “${status}”, which is none of the four that were agreed.`
    return [{ ...told, weight: 'serious', theirs: status, words }]
  }
  if (SAME[known].includes(ours.status)) return []
  // A whole lot that is blocked is void to the vendor, though each of its coupons keeps its own state.
  const isLotBlocked = ours.batchStatus === 'blocked' && ours.status !== 'scanned'
  if (isLotBlocked && known === 'void') return []
  const late = isLate(ours, theirs, now)
  const sides = `With us ${OUR_STATUS[ours.status].phrase}; with the vendor ${VENDOR_STATUS[known].phrase}.`
  const why = late
    ? `We changed it ${hoursSince(ours.changedAt, now)}, and the vendor follows within a day.`
    : consequenceOf(ours.status, known)
  return [
    {
      ...told,
      weight: late ? 'late' : 'serious',
      theirs: VENDOR_STATUS[known].label,
      words: `${sides} ${why}`.trim(),
    },
  ]
}

/** Ours changed lately, and the vendor's row is from before that. */
function isLate({ changedAt }: Ours, { updatedAt }: Theirs, now: Date): boolean {
  if (!changedAt || !isRecent(changedAt, now)) return false
  return updatedAt === null || updatedAt < changedAt
}

function isRecent(at: Date | null, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() <= DELAY_MS
}

type Fixed = {
  field: 'batch' | 'serial' | 'product' | 'plant'
  ours: (side: Ours) => string
  theirs: (side: Theirs) => string | null
  words: string
}

/** What never changes in the life of a coupon: no delay explains a difference. */
const FIXED: readonly Fixed[] = [
  {
    field: 'batch',
    ours: ({ batchId }) => String(batchId),
    theirs: ({ batchNumber }) => formatNumber(batchNumber),
    words: 'The vendor counts this code to another batch than ours.',
  },
  {
    field: 'serial',
    ours: ({ serial }) => String(serial),
    theirs: ({ serial }) => formatNumber(serial),
    words: 'The vendor has this code under another serial than ours.',
  },
  {
    field: 'product',
    ours: ({ productCode }) => productCode,
    theirs: ({ productCode }) => productCode,
    words: 'The vendor put this tag on another product: the points of the pack may be wrong.',
  },
  {
    field: 'plant',
    ours: ({ plantCode }) => plantCode,
    theirs: ({ plantCode }) => plantCode,
    words: 'The vendor delivered this tag to another plant than the one that asked for the batch.',
  },
]

const formatNumber = (value: number | null) => (value === null ? null : String(value))

function fixedOf(one: Fixed, ours: Ours, theirs: Theirs): MeltagFinding[] {
  const [mine, other] = [one.ours(ours), one.theirs(theirs)]
  if (other === null || other === mine) return []
  return [{ field: one.field, weight: 'serious', ours: mine, theirs: other, words: one.words }]
}

const TIMES = [
  {
    what: 'activated',
    ours: ({ activatedAt }: Ours) => activatedAt,
    theirs: ({ activatedAt }: Theirs) => activatedAt,
  },
  {
    what: 'used',
    ours: ({ scannedAt }: Ours) => scannedAt,
    theirs: ({ consumedAt }: Theirs) => consumedAt,
  },
] as const

function timeOf(one: (typeof TIMES)[number], ours: Ours, theirs: Theirs): MeltagFinding[] {
  const [mine, other] = [one.ours(ours), one.theirs(theirs)]
  if (!mine || !other) return []
  const apart = Math.abs(mine.getTime() - other.getTime())
  if (apart <= APART_MS) return []
  return [
    {
      field: one.what,
      weight: 'serious',
      ours: formatMoment(mine),
      theirs: formatMoment(other),
      words: `The vendor says that it was ${one.what} ${daysApart(apart)} ${other < mine ? 'earlier' : 'later'} than we do.`,
    },
  ]
}
