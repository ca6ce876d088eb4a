import type { BatchStatus } from '../../../../contract/programme/batches.ts'
import type { MemberKind } from '../../../../contract/people/members.ts'
import type { Rules } from '../../../../contract/platform/rule-definitions.ts'
import type { ScanResult } from '../../../../contract/programme/scans.ts'
import type { ChargeRuleSeen, RetailerSeen } from './charges.ts'
import type { SchemeSeen } from './scheme-bonus.service.ts'

export type { SchemeSeen }

/** One attempt, as the request and the member's session tell it. */
export type ScanItem = {
  memberId: number
  /** State (India, as in contract/india.ts) and kind of the member. */
  state: number
  kind: MemberKind
  /** The member's distributor; null: none. */
  distributorId: number | null
  /** Key of the code as codes.ts makes it, and the batch that the code itself names. */
  codeKey: string
  batchId: number
  /** When the phone says it scanned; see believedTime. */
  at?: Date
  lat?: number
  lng?: number
  device?: string
  retailerId?: number
}

/** What the member is told. Nothing here says more about a coupon than its result does. */
export type ScanOutcome = {
  result: ScanResult
  /** Points of this member's scan with bonuses; 0 unless `credited` or `already_yours`. */
  points: number
  /** Whether the points of a credited scan wait for a review. */
  held: boolean
  /** When the coupon was scanned, by whoever won it; null when nobody has. */
  at: Date | null
  /** Points the member can use right after this scan; null unless `credited`. */
  balance: number | null
  /** Who scanned it first; null unless `already_scanned`. */
  scannedBy: number | null
  scanId: string
}

export type ScanLimits = Pick<
  Rules,
  | 'scansPerDay'
  | 'wrongCodesPerDay'
  | 'membersPerDevice'
  | 'serialsPerPlace'
  | 'fastestKmh'
  | 'fastestFromKm'
  | 'scansWithoutPlace'
  | 'scansWithoutDevice'
  | 'scansOnNewDevices'
  | 'clockAheadMinutes'
  | 'keptOfflineHours'
  | 'farFromDestinationKm'
>
/** The rules that a scan is settled by: charges in percent are reckoned of the point's value. */
export type ScanRules = ScanLimits & Pick<Rules, 'pointValuePaise'>

export type CouponSeen = {
  codeKey: string
  serial: number
  status: number
  scannedAt: Date | null
  scannedBy: number | null
  scannedPoints: number | null
}

export type BatchSeen = {
  batchId: number
  plantId: number
  productId: number
  productGroup: string
  points: number
  expiresAt: Date
  sentToState: number | null
  status: BatchStatus
}

export type AccountSeen = {
  memberId: number
  blocked: boolean
  scansToday: number
  wrongToday: number
  /** The last credited scan that told its place; the three are null together. */
  lastScanAt: Date | null
  lastLat: number | null
  lastLng: number | null
  /** Devices of today's credited scans: the member is counted once on each. */
  devices: readonly string[]
  /** Devices of credited scans of earlier days, the newest ten. */
  knownDevices: readonly string[]
}

/** What a member had of a scheme: scans that its slabs counted, bonus points less reversed ones. */
export type SchemeProgress = { scans: number; points: number }

export function progressKey(memberId: number, schemeId: number): string {
  return `${memberId}/${schemeId}`
}

/** Why a scheme's lease is all that there is: its budget is spent, or somebody holds its row. */
export type Dry = 'spent' | 'held'

/** All that a decision may know. */
export type World = {
  at: Date
  /** Of `at`, in Asia/Kolkata. */
  day: string
  limits: ScanLimits
  coupons: ReadonlyMap<string, CouponSeen>
  batches: ReadonlyMap<number, BatchSeen>
  accounts: ReadonlyMap<number, AccountSeen>
  /** Active schemes, first priority first. */
  schemes: readonly SchemeSeen[]
  /** Points that this writer slot may still spend of each scheme's budget. */
  leases: ReadonlyMap<number, number>
  /** Schemes of which nothing more can be leased for now. */
  dry: ReadonlyMap<number, Dry>
  /** By progressKey, in schemes with a cap or slabs; absent means nothing yet. */
  progress: ReadonlyMap<string, SchemeProgress>
  /** Those whom the items name as retailers, and the rules of their charges by id. */
  retailers: ReadonlyMap<number, RetailerSeen>
  chargeRules: readonly ChargeRuleSeen[]
  pointValuePaise: number
  /** Today's counters of the flagging rules by key; absent means 0, or not read (see readSignals). */
  signals: ReadonlyMap<string, number>
  makeId: () => string
}

const DAY_MS = 86_400_000
const OLDEST_BELIEVED_MS = 7 * DAY_MS

/**
 * When the scan happened, as far as a phone's clock is believed: not later than now and not earlier
 * than seven days ago, else the nearer of the two. No rule of points reads it: a phone cannot
 * scan its way back before an expiry. It is shown, and measures the way between two places.
 */
export function believedTime(claimed: Date, now: Date): Date {
  const moment = claimed.getTime()
  if (Number.isNaN(moment)) return now
  return new Date(Math.min(Math.max(moment, now.getTime() - OLDEST_BELIEVED_MS), now.getTime()))
}

const CLOCKS_DIFFER_S = 60
const MOST_AHEAD_S = 2_147_483_647

/** By how much a phone's clock is ahead; undefined where it is less than clocks differ. */
export function secondsAhead(claimed: Date, now: Date): number | undefined {
  const seconds = Math.floor((claimed.getTime() - now.getTime()) / 1_000)
  return seconds >= CLOCKS_DIFFER_S ? Math.min(seconds, MOST_AHEAD_S) : undefined
}
