import { ACCOUNTS, TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import type { ScanFlag } from '../../../../contract/programme/scan-flags.ts'
import { SCAN_RESULTS, type ScanResult } from '../../../../contract/programme/scans.ts'
import { chargeOf } from './charges.ts'
import type { Place } from './flags.ts'
import type {
  AccountChange,
  ChargeCount,
  ChargeDraft,
  CouponWin,
  DayCount,
  Plan,
  ScanRow,
  TransferRow,
} from './plan.ts'
import { SchemeTakings } from './schemes.ts'
import { Signals } from './signals.ts'
import {
  secondsAhead,
  type BatchSeen,
  type CouponSeen,
  type ScanItem,
  type ScanOutcome,
  type World,
} from './world.ts'

export type Winner = { memberId: number; points: number; at: Date }

/** A plan while it grows: the same rows, with the running totals that the next item must see. */
export function newDraft(world: World) {
  return {
    world,
    outcomes: [] as ScanOutcome[],
    credits: [] as Plan['credits'],
    coupons: [] as CouponWin[],
    scans: [] as ScanRow[],
    transfers: [] as TransferRow[],
    accounts: new Map<number, AccountChange>(),
    winners: new Map<string, Winner>(),
    days: new Map<string, DayCount>(),
    batches: new Map<number, number>(),
    takings: new SchemeTakings(world),
    charges: [] as ChargeDraft[],
    chargeCounts: new Map<number, ChargeCount>(),
    signals: new Signals(world.signals),
  }
}
export type Draft = ReturnType<typeof newDraft>

export function accountIn(draft: Draft, memberId: number): AccountChange {
  const account = draft.accounts.get(memberId) ?? {
    member_id: memberId,
    available: 0,
    held: 0,
    transfers: 0,
    credited: 0,
    wrong: 0,
    wrong_before_credit: 0,
  }
  draft.accounts.set(memberId, account)
  return account
}

export type Attempt = {
  item: ScanItem
  id: string
  /** Undefined when it is the moment of recording. */
  occurredAt: Date | undefined
  result: ScanResult
  points: number
  flags: ScanFlag[]
  coupon: CouponSeen | undefined
  batch: BatchSeen | undefined
  countedIn: number[]
}

/** The row that every attempt leaves, and its count in the day. */
export function recordAttempt(draft: Draft, attempt: Attempt): void {
  const { item, id, occurredAt, points, flags, coupon, batch, countedIn } = attempt
  const result = SCAN_RESULTS[attempt.result]
  const product = coupon && batch
  draft.scans.push({
    member_id: item.memberId,
    id,
    code_key: item.codeKey,
    result,
    points,
    state: item.state,
    occurred_at: occurredAt,
    batch_id: batch?.batchId,
    serial: coupon?.serial,
    plant_id: product?.plantId,
    product_id: product?.productId,
    retailer_id: item.retailerId,
    review: flags.length > 0 ? 0 : undefined,
    flags: flags.length > 0 ? flags : undefined,
    lat: item.lat,
    lng: item.lng,
    device: item.device,
    counted_in: countedIn.length > 0 ? countedIn : undefined,
    clock_ahead_s: item.at && secondsAhead(item.at, draft.world.at),
  })
  const [plant, made] = [product?.plantId ?? 0, product?.productId ?? 0]
  const key = `${result}/${item.state}/${plant}/${made}`
  const day = draft.days.get(key)
  if (day) {
    day.attempts++
    day.points += points
  } else {
    const count = { attempts: 1, points }
    draft.days.set(key, { result, state: item.state, plant_id: plant, product_id: made, ...count })
  }
}

/** Points from the programme to the member: one ledger row, for now with the running totals. */
export function post(
  draft: Draft,
  { item, id, occurredAt, flags }: Attempt,
  points: number,
  schemeId?: number,
): void {
  const held = flags.length > 0
  const account = accountIn(draft, item.memberId)
  account.transfers++
  if (held) account.held += points
  else account.available += points
  const own = held ? TRANSFER_KINDS.scan_held : TRANSFER_KINDS.scan
  draft.transfers.push({
    member_id: item.memberId,
    id: draft.world.makeId(),
    ref: id,
    kind: schemeId === undefined ? own : TRANSFER_KINDS.scheme_bonus,
    credit: held ? ACCOUNTS.held : ACCOUNTS.available,
    points,
    scheme_id: schemeId,
    occurred_at: occurredAt,
    seq_behind: account.transfers,
    available_behind: account.available,
    held_behind: account.held,
  })
}

/** What the retailer whom a credited scan names earns by it: due, or held as the scan is. */
export function charge(draft: Draft, { item, id, flags }: Attempt, batch: BatchSeen): void {
  const { retailerId, memberId } = item
  if (retailerId === undefined) return
  const { retailers, chargeRules, pointValuePaise, day } = draft.world
  const { productId, productGroup, points } = batch
  const scan = { memberId, productGroup, points, day }
  const earned = chargeOf(scan, retailers.get(retailerId), chargeRules, pointValuePaise)
  if (!earned) return
  const { ruleId, paise } = earned
  const held = flags.length > 0
  draft.charges.push({
    retailer_id: retailerId,
    scan_id: id,
    member_id: memberId,
    rule_id: ruleId,
    product_id: productId,
    points,
    paise,
    held,
  })
  if (held) return
  const count = draft.chargeCounts.get(ruleId) ?? { rule_id: ruleId, charges: 0, paise: 0 }
  count.charges++
  count.paise += paise
  draft.chargeCounts.set(ruleId, count)
}

/** Keeps the newest place of the member: what the next scan is measured from. */
export function keepPlace(account: AccountChange, place: Place): void {
  if (account.place_at && account.place_at > place.at) return
  account.place_at = place.at
  account.lat = place.lat
  account.lng = place.lng
}

/**
 * The finished plan. Rows that several batches may want are in one order everywhere, so that two
 * batches wait for each other instead of deadlocking: coupons by key, accounts by member.
 */
export function finishPlan(draft: Draft): Plan {
  for (const transfer of draft.transfers) {
    const account = accountIn(draft, transfer.member_id)
    transfer.seq_behind = account.transfers - transfer.seq_behind
    transfer.available_behind = account.available - transfer.available_behind
    transfer.held_behind = account.held - transfer.held_behind
  }
  for (const credit of draft.credits) {
    const account = accountIn(draft, credit.memberId)
    credit.availableBehind = account.available - credit.availableBehind
  }
  return {
    outcomes: draft.outcomes,
    credits: draft.credits,
    coupons: draft.coupons.toSorted((a, b) => (a.code_key < b.code_key ? -1 : 1)),
    scans: draft.scans,
    accounts: [...draft.accounts.values()].toSorted((a, b) => a.member_id - b.member_id),
    transfers: draft.transfers,
    days: [...draft.days.values()],
    batches: [...draft.batches].map(([batch_id, scanned]) => ({ batch_id, scanned })),
    spends: draft.takings.spends(),
    signals: draft.signals.changes(),
    progress: draft.takings.progress(),
    charges: draft.charges,
    chargeCounts: [...draft.chargeCounts.values()],
    missing: draft.takings.missing,
  }
}
