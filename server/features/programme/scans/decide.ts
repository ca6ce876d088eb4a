import { WITHOUT_COUPONS } from '../../../../contract/programme/batches.ts'
import { COUPON_STATUSES } from '../../../../contract/programme/coupons.ts'
import type { ScanFlag } from '../../../../contract/programme/scan-flags.ts'
import type { ScanResult } from '../../../../contract/programme/scans.ts'
import { flagsOf, placeOf, type Place } from './flags.ts'
import {
  accountIn,
  charge,
  finishPlan,
  keepPlace,
  newDraft,
  post,
  recordAttempt,
  type Attempt,
  type Draft,
  type Winner,
} from './draft.ts'
import type { Plan } from './plan.ts'
import { takeBonuses } from './schemes.ts'
import {
  believedTime,
  type AccountSeen,
  type BatchSeen,
  type CouponSeen,
  type ScanItem,
  type ScanOutcome,
  type World,
} from './world.ts'

type Found = { coupon: CouponSeen | undefined; batch: BatchSeen | undefined }
type Verdict =
  | { result: 'credited'; coupon: CouponSeen; batch: BatchSeen; account: AccountSeen }
  | { result: Exclude<ScanResult, 'credited'>; winner?: Winner }

/**
 * What a batch of scans means, given what the lookup saw: pure, with no database and no clock. Items
 * are decided in their order, each seeing those before it. Where a scan has several reasons to be
 * refused the first of this order is told: the member is blocked or locked out after wrong codes, the
 * code is unknown, the coupon is taken, blocked, not active or expired, the day's limit is reached.
 */
export function decide(items: readonly ScanItem[], world: World): Plan {
  const draft = newDraft(world)
  for (const item of items) {
    const found = find(item, world)
    const verdict = judge(item, found, draft)
    if (verdict.result === 'credited') credit(item, verdict, draft)
    else refuse(item, found, verdict, draft)
  }
  return finishPlan(draft)
}

function find(item: ScanItem, world: World): Found {
  const batch = world.batches.get(item.batchId)
  if (!batch || WITHOUT_COUPONS.has(batch.status)) return { coupon: undefined, batch: undefined }
  return { coupon: world.coupons.get(item.codeKey), batch }
}

function judge(item: ScanItem, { coupon, batch }: Found, draft: Draft): Verdict {
  const { accounts, at, limits } = draft.world
  const account = accounts.get(item.memberId)
  const earlier = draft.accounts.get(item.memberId)
  if (!account || account.blocked) return { result: 'not_eligible' }
  if (account.wrongToday + (earlier?.wrong ?? 0) >= limits.wrongCodesPerDay) {
    return { result: 'limit_reached' }
  }
  if (!coupon || !batch) return { result: 'unknown' }
  const winner = draft.winners.get(item.codeKey) ?? winnerOf(coupon)
  if (winner) {
    const own = winner.memberId === item.memberId
    return { result: own ? 'already_yours' : 'already_scanned', winner }
  }
  if (batch.status === 'blocked' || coupon.status === COUPON_STATUSES.blocked) {
    return { result: 'blocked' }
  }
  if (coupon.status !== COUPON_STATUSES.active) return { result: 'not_active' }
  if (batch.expiresAt <= at) return { result: 'expired' }
  if (account.scansToday + (earlier?.credited ?? 0) >= limits.scansPerDay) {
    return { result: 'limit_reached' }
  }
  return { result: 'credited', coupon, batch, account }
}

/** A scanned coupon keeps who won it and for how much, so that a retry needs no search. */
function winnerOf({ status, scannedBy, scannedAt, scannedPoints }: CouponSeen): Winner | null {
  if (status !== COUPON_STATUSES.scanned || scannedBy === null || scannedAt === null) return null
  return { memberId: scannedBy, points: scannedPoints ?? 0, at: scannedAt }
}

function refuse(
  item: ScanItem,
  { coupon, batch }: Found,
  { result, winner }: Exclude<Verdict, { result: 'credited' }>,
  draft: Draft,
): void {
  const { at, makeId } = draft.world
  const id = makeId()
  if (result === 'unknown') accountIn(draft, item.memberId).wrong++
  const occurredAt = item.at && believedTime(item.at, at)
  recordAttempt(draft, {
    item,
    id,
    occurredAt,
    result,
    points: 0,
    flags: [],
    coupon,
    batch,
    countedIn: [],
  })
  const outcome = emptyOutcome(result, id)
  if (winner) {
    outcome.at = winner.at
    if (result === 'already_yours') outcome.points = winner.points
    else outcome.scannedBy = winner.memberId
  }
  draft.outcomes.push(outcome)
}

function credit(
  item: ScanItem,
  { coupon, batch, account: seen }: Extract<Verdict, { result: 'credited' }>,
  draft: Draft,
): void {
  const { world } = draft
  const id = world.makeId()
  const occurredAt = item.at && believedTime(item.at, world.at)
  const account = accountIn(draft, item.memberId)
  const flags = flag(item, batch, placeOf(item, occurredAt ?? world.at), seen, draft)
  const { bonuses, countedIn } = takeBonuses(world, item, batch, draft.takings)
  const points = bonuses.reduce((sum, bonus) => sum + bonus.points, batch.points)
  const result = 'credited'
  const attempt: Attempt = {
    item,
    id,
    occurredAt,
    result,
    points,
    flags,
    coupon,
    batch,
    countedIn,
  }
  recordAttempt(draft, attempt)
  post(draft, attempt, batch.points)
  for (const bonus of bonuses) post(draft, attempt, bonus.points, bonus.schemeId)
  charge(draft, attempt, batch)
  account.credited++
  account.wrong_before_credit = account.wrong
  draft.coupons.push({ code_key: item.codeKey, member_id: item.memberId, points })
  draft.winners.set(item.codeKey, { memberId: item.memberId, points, at: world.at })
  draft.batches.set(batch.batchId, (draft.batches.get(batch.batchId) ?? 0) + 1)
  const held = flags.length > 0
  const outcome = { ...emptyOutcome(result, id), points, held, at: world.at }
  draft.outcomes.push(outcome)
  draft.credits.push({ outcome, memberId: item.memberId, availableBehind: account.available })
}

/** Flags the scan against the member's newest place, and lets its own place become that. */
function flag(
  item: ScanItem,
  batch: BatchSeen,
  place: Place | null,
  seen: AccountSeen,
  draft: Draft,
): ScanFlag[] {
  const account = accountIn(draft, item.memberId)
  const stored = lastPlaceOf(seen.lastScanAt, seen.lastLat, seen.lastLng)
  const earlier = lastPlaceOf(account.place_at, account.lat, account.lng)
  const last = stored && earlier && stored.at > earlier.at ? stored : (earlier ?? stored)
  const owner = { seen, change: account }
  const flags = flagsOf(item, owner, batch, place, last, draft.world, draft.signals)
  if (place) keepPlace(account, place)
  return flags
}

function lastPlaceOf(
  at: Date | null | undefined,
  lat: number | null | undefined,
  lng: number | null | undefined,
): Place | null {
  return at && typeof lat === 'number' && typeof lng === 'number' ? { at, lat, lng } : null
}

function emptyOutcome(result: ScanResult, scanId: string): ScanOutcome {
  return { result, points: 0, held: false, at: null, balance: null, scannedBy: null, scanId }
}
