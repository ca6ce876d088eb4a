import {
  COUPON_MACHINE,
  type CouponAction,
  type CouponStatus,
  type CouponStory,
} from '../../../../contract/programme/coupons.ts'
import { stateName } from '../../../../contract/india.ts'
import { TRANSFER_KINDS, type TransferKind } from '../../../../contract/ledger/points.ts'
import { FLAGS } from '../../../../contract/programme/flag-words.ts'
import type { ScanFlag } from '../../../../contract/programme/scan-flags.ts'
import { SCAN_RESULTS, type ScanResult } from '../../../../contract/programme/scans.ts'
import type { AttemptFound, ChangeFound, TransferFound } from './coupons.queries.ts'

type Entry = CouponStory['timeline'][number]
type Tone = Entry['tone']
/** One line of a coupon's story, before it is put in its place in time. */
export type Moment = Omit<Entry, 'at'> & { at: Date }
export type BatchEvent = { at: string; by: string; action: string; note: string | null }

/** `••••••3210`. */
export function maskMobile(mobile: string | null): string {
  return `••••••${(mobile ?? '').slice(-4)}`
}

export function nameOf<Name extends string>(numbers: Record<Name, number>, value: number): Name {
  const names = Object.keys(numbers) as Name[]
  const found = names.find((name) => numbers[name] === value)
  if (!found) throw new RangeError(`Nothing is stored as ${value}.`)
  return found
}

const BATCH_TITLES: Record<string, { title: string; tone: Tone }> = {
  request: { title: 'Batch requested', tone: 'neutral' },
  approve: { title: 'Batch approved', tone: 'neutral' },
  reject: { title: 'Batch rejected', tone: 'bad' },
  generate: { title: 'Coupons of the batch made', tone: 'neutral' },
  retry: { title: 'Making of the coupons started again', tone: 'neutral' },
  print: { title: 'Print file given out', tone: 'neutral' },
  close: { title: 'Batch closed', tone: 'neutral' },
  block: { title: 'Whole batch blocked', tone: 'bad' },
  unblock: { title: 'Whole batch unblocked', tone: 'good' },
}

export function batchMoment({ at, by, action, note }: BatchEvent): Moment {
  const { title, tone } = BATCH_TITLES[action] ?? { title: action, tone: 'neutral' }
  return { at: new Date(at), kind: 'batch', title, detail: note, by, tone }
}

const CHANGE_TITLES: Record<CouponAction, { title: string; stayed: string; tone: Tone }> = {
  activate: { title: 'Activated', stayed: 'An activation', tone: 'good' },
  deactivate: { title: 'Deactivated', stayed: 'A deactivation', tone: 'warn' },
  block: { title: 'Blocked', stayed: 'A blocking', tone: 'bad' },
  unblock: { title: 'Unblocked', stayed: 'An unblocking', tone: 'neutral' },
}

/**
 * A change is one row for a run of serials, of which some stayed as they were. Playing the coupon's own
 * states again, scans and reversals between them, tells whether this one moved.
 */
export function changeMoments(changes: readonly ChangeFound[], attempts: readonly AttemptFound[]) {
  const steps = [
    ...attempts.flatMap(scanSteps),
    ...changes.map((change) => ({ at: change.at, change })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  let status: CouponStatus = 'printed'
  return steps.flatMap((step): Moment[] => {
    if ('to' in step) {
      status = step.to
      return []
    }
    const { from, to } = COUPON_MACHINE[step.change.action]
    const moved = from.includes(status)
    const before = status
    if (moved) status = to
    return [changeMoment(step.change, moved ? null : before)]
  })
}

function scanSteps(attempt: AttemptFound): { at: Date; to: CouponStatus }[] {
  if (attempt.result !== SCAN_RESULTS.credited) return []
  const scanned = { at: attempt.at, to: 'scanned' as const }
  if (attempt.review !== REVERSED || !attempt.reviewedAt) return [scanned]
  return [scanned, { at: attempt.reviewedAt, to: 'active' }]
}

function changeMoment(change: ChangeFound, stayedAs: CouponStatus | null): Moment {
  const { at, action, fromSerial, toSerial, reason, device, by } = change
  const { title, stayed, tone } = CHANGE_TITLES[action]
  const run =
    fromSerial === toSerial ? null : `Serials ${grouped(fromSerial)} to ${grouped(toSerial)}`
  const told = [run, reason, device && `Device ${device}`].filter(Boolean).join(' · ')
  return {
    at,
    kind: 'change',
    title: stayedAs === null ? title : `${stayed} left this coupon ${stayedAs}`,
    detail: told || null,
    by,
    tone: stayedAs === null ? tone : 'neutral',
  }
}

const SCAN_TITLES: Record<ScanResult, { title: string; tone: Tone }> = {
  credited: { title: 'Scanned: points credited', tone: 'good' },
  already_yours: { title: 'Scanned again by its owner', tone: 'neutral' },
  already_scanned: { title: 'Scanned by somebody else: taken already', tone: 'warn' },
  not_active: { title: 'Scan refused: not active', tone: 'warn' },
  blocked: { title: 'Scan refused: blocked', tone: 'bad' },
  expired: { title: 'Scan refused: expired', tone: 'warn' },
  unknown: { title: 'Scan refused: unknown code', tone: 'bad' },
  not_eligible: { title: 'Scan refused: the member may not earn', tone: 'warn' },
  limit_reached: { title: 'Scan refused: limit of the day reached', tone: 'warn' },
}

/** A scan that came in this much later than the phone made it was kept while offline. */
const LATE_MS = 300_000

export function scanMoment(attempt: AttemptFound): Moment {
  const { at, occurredAt, memberName, memberMobile, state, device, flags } = attempt
  const result = nameOf(SCAN_RESULTS, attempt.result)
  const { title, tone } = SCAN_TITLES[result]
  const late = at.getTime() - occurredAt.getTime() > LATE_MS
  if (attempt.wonIn !== null) return wonMoment(attempt, attempt.wonIn)
  const claims = result === 'already_scanned' || attempt.lostIn !== null
  const told = [
    maskMobile(memberMobile),
    stateName(state),
    device && `Device ${device}`,
    late && 'kept on the phone while offline',
    flags && flags.length > 0 && `Flagged: ${flags.map(flagWords).join(', ')}`,
  ]
  return {
    at,
    kind: 'scan',
    title,
    detail: told.filter(Boolean).join(' · '),
    by: memberName,
    tone: flags && flags.length > 0 ? 'warn' : tone,
    ...(claims && { claim: { memberId: attempt.memberId, scanId: attempt.scanId } }),
  }
}

/** The scan by which a decision gave the coupon to who had claimed it. */
function wonMoment({ at, memberName, memberMobile, wonBy }: AttemptFound, wonIn: string): Moment {
  return {
    at,
    kind: 'scan',
    title: `Dispute ${wonIn}: moved to ${memberName ?? 'the claimant'}`,
    detail: maskMobile(memberMobile),
    by: wonBy,
    tone: 'good',
  }
}

const flagWords = (flag: string) => (flag in FLAGS ? FLAGS[flag as ScanFlag].words : flag)

/** As `scan.review` is stored: 0 waiting, 1 released, 2 reversed. */
const REVERSED = 2

export function reviewMoment(attempt: AttemptFound): Moment[] {
  const { review, reviewedAt, reviewReason, reviewedBy, lostIn, lostTo } = attempt
  if (!review || !reviewedAt) return []
  const reversed = review === REVERSED
  return [
    {
      at: reviewedAt,
      kind: 'scan',
      title: reversed ? 'Scan reversed' : 'Held scan released',
      detail: lostIn === null ? reviewReason : `${reviewReason} · the coupon went to ${lostTo}`,
      by: reviewedBy,
      tone: reversed ? 'bad' : 'good',
    },
  ]
}

const POINTS_TITLES: Partial<Record<TransferKind, string>> = {
  scan: 'added',
  scheme_bonus: 'added by a scheme',
  scan_held: 'held for a review',
  scan_released: 'released to the member',
  reversal: 'taken back',
}

export function pointsMoment(transfer: TransferFound): Moment {
  const { at, points, availableAfter, heldAfter, schemeName, memberName } = transfer
  const kind = nameOf(TRANSFER_KINDS, transfer.kind)
  const after = `Then ${grouped(availableAfter)} available, ${grouped(heldAfter)} held`
  return {
    at,
    kind: 'points',
    title: `${grouped(points)} ${points === 1 ? 'point' : 'points'} ${POINTS_TITLES[kind] ?? 'moved'}`,
    detail: schemeName ? `${schemeName} · ${after}` : after,
    by: memberName,
    tone: kind === 'reversal' ? 'bad' : kind === 'scan_held' ? 'warn' : 'good',
  }
}

export function expiryMoment(at: Date): Moment {
  return { at, kind: 'batch', title: 'Expired', detail: null, by: null, tone: 'warn' }
}

/** Stands for the refused attempts that are not shown, at the time of the last one before them. */
export function leftOutMoment(
  at: Date,
  { count, orMore }: { count: number; orMore: boolean },
): Moment {
  const number = orMore ? `At least ${grouped(count)}` : grouped(count)
  const title = `${number} more refused attempts: see QR Scan Histories`
  return { at, kind: 'scan', title, detail: null, by: null, tone: 'warn' }
}

const grouped = (value: number) => value.toLocaleString('en-IN')
