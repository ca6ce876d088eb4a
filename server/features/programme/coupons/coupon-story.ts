import { batchLetters } from '../../../../contract/programme/code.ts'
import { COUPON_STATUSES, type CouponStory } from '../../../../contract/programme/coupons.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Attempts } from './attempts.ts'
import type { ChangeFound, CouponFound } from './coupons.queries.ts'
import {
  batchMoment,
  changeMoments,
  expiryMoment,
  maskMobile,
  leftOutMoment,
  nameOf,
  pointsMoment,
  reviewMoment,
  scanMoment,
  type BatchEvent,
} from './story-moments.ts'

export type StoryParts = {
  coupon: CouponFound
  events: readonly BatchEvent[]
  changes: readonly ChangeFound[]
  attempts: Attempts
}

/** Everything that is known of a coupon, as people read it. Mobiles are masked. */
export function storyOf(parts: StoryParts, now: Date): CouponStory {
  const { coupon } = parts
  const status = nameOf(COUPON_STATUSES, coupon.status)
  const { memberId, memberCode, memberName, memberMobile, memberState } = coupon
  return {
    couponKey: coupon.couponKey,
    status,
    expired: status !== 'scanned' && coupon.expiresAt <= now,
    batchId: coupon.batchId,
    letters: batchLetters(coupon.batchId),
    serial: coupon.serial,
    points: coupon.points,
    expiresOn: dayOf(new Date(coupon.expiresAt.getTime() - 1)),
    batchStatus: coupon.batchStatus,
    productName: coupon.productName,
    plantName: coupon.plantName,
    scannedBy:
      memberId === null
        ? null
        : {
            memberId,
            code: memberCode ?? '',
            name: memberName ?? '',
            mobile: maskMobile(memberMobile),
            state: memberState ?? 0,
          },
    scannedAt: coupon.scannedAt?.toISOString() ?? null,
    scannedPoints: coupon.scannedPoints,
    timeline: timelineOf(parts, now),
  }
}

function timelineOf({ coupon, events, changes, attempts }: StoryParts, now: Date) {
  const { shown, credited, transfers, leftOut } = attempts
  const moments = [
    ...events.map(batchMoment),
    ...changeMoments(changes, credited),
    // Before the scans: a dispute reverses one and credits another at the same moment.
    ...credited.flatMap(reviewMoment),
    ...shown.map(scanMoment),
    ...transfers.map(pointsMoment),
  ]
  if (leftOut) moments.push(leftOutMoment(leftOut.after, leftOut))
  if (coupon.expiresAt <= now) moments.push(expiryMoment(coupon.expiresAt))
  const sorted = moments.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return sorted.map((moment) => ({ ...moment, at: moment.at.toISOString() }))
}
