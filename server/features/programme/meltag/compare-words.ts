import type { CouponStatus } from '../../../../contract/programme/coupons.ts'
import type { MeltagStatus } from '../../../../contract/programme/meltag.ts'
import { TIME_ZONE } from '../../../../contract/time.ts'

type Words = { label: string; phrase: string }

export const OUR_STATUS: Record<CouponStatus, Words> = {
  printed: { label: 'Not activated', phrase: 'it was never activated' },
  active: { label: 'Active', phrase: 'it is active and not scanned' },
  deactivated: { label: 'Deactivated', phrase: 'it is deactivated' },
  scanned: { label: 'Scanned', phrase: 'it was scanned and its points are given' },
  blocked: { label: 'Blocked', phrase: 'it is blocked' },
}

export const VENDOR_STATUS: Record<MeltagStatus, Words> = {
  issued: { label: 'Issued', phrase: 'it was issued and never activated' },
  activated: { label: 'Activated', phrase: 'it is activated and not used' },
  consumed: { label: 'Consumed', phrase: 'it was used' },
  void: { label: 'Void', phrase: 'it is void' },
}

/** What a pair of states may mean, for those that mean something. */
const MEANINGS: Partial<Record<`${CouponStatus}/${MeltagStatus}`, string>> = {
  'printed/activated': 'The pack may have left the plant without being activated with us.',
  'printed/consumed': 'Somebody used a tag that never left the plant with us.',
  'active/issued': 'The vendor was not told of the activation.',
  'active/consumed': 'Somebody used it elsewhere, and nobody has its points with us.',
  'active/void': 'The vendor took it back, and with us it can still be scanned.',
  'deactivated/activated': 'The vendor still lets it pass.',
  'deactivated/consumed': 'Somebody used it though it is taken back.',
  'blocked/activated': 'The vendor still lets it pass.',
  'blocked/consumed': 'Somebody used it though it is blocked.',
  'scanned/issued': 'Points were given for a tag that never left the plant with the vendor.',
  'scanned/activated': 'The vendor was not told that it is used.',
  'scanned/void': 'Points were given for a tag that the vendor took back.',
}

export const consequenceOf = (ours: CouponStatus, theirs: MeltagStatus): string =>
  MEANINGS[`${ours}/${theirs}`] ?? ''

const HOUR_MS = 3_600_000
const many = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** "less than an hour ago", "5 hours ago". */
export function hoursSince(at: Date | null, now: Date): string {
  const hours = Math.floor((now.getTime() - (at ?? now).getTime()) / HOUR_MS)
  return hours < 1 ? 'less than an hour ago' : `${many(hours, 'hour')} ago`
}

/** A length of time in whole days. */
export const daysApart = (ms: number): string => many(Math.round(ms / (24 * HOUR_MS)), 'day')

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** "20 Nov 2026, 14:05", as pages write it. */
export const formatMoment = (at: Date): string => MOMENT.format(at).replace('Sept', 'Sep')
