import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import type { Db } from '../../../db/database.ts'
import { creditOf } from '../scans/index.ts'
import * as queries from './coupons.queries.ts'

/** So many refused attempts are shown from the beginning of a coupon's story, and from its end. */
const SHOWN = 150

export type Attempts = {
  /** In the order they were made: the credited ones always, of many refused ones both ends. */
  shown: queries.AttemptFound[]
  credited: queries.AttemptFound[]
  /** What the credited ones moved, one after the other. */
  transfers: queries.TransferFound[]
  /** The refused ones between the ends, after this moment. */
  leftOut: { after: Date; count: number; orMore: boolean } | null
}

export async function attemptsOn(db: Db, coupon: queries.CouponFound): Promise<Attempts> {
  const { couponKey, memberId, scannedAt } = coupon
  const credit = await creditOf(db, { codeKey: couponKey, memberId, scannedAt })
  const [reversed, refused, currentCredit, itsTransfers] = await Promise.all([
    queries.reversedOn(db, couponKey),
    queries.refusedOn(db, couponKey, { end: 'first', limit: 2 * SHOWN + 1 }),
    credit ? queries.creditOfScan(db, credit) : [],
    credit ? queries.transfersOf(db, credit) : [],
  ])
  const credited = [...reversed, ...currentCredit]
  const undone = await Promise.all(reversed.map((scan) => queries.transfersOf(db, scan)))
  const transfers = [...undone.flat(), ...itsTransfers]
  if (refused.length <= 2 * SHOWN) {
    return { shown: inOrder([...credited, ...refused]), credited, transfers, leftOut: null }
  }
  const [last, count] = await Promise.all([
    queries.refusedOn(db, couponKey, { end: 'last', limit: SHOWN }),
    queries.countRefused(db, couponKey),
  ])
  const first = refused.slice(0, SHOWN)
  return {
    shown: inOrder([...credited, ...first, ...last]),
    credited,
    transfers,
    leftOut: {
      after: first.at(-1)?.at ?? new Date(0),
      count: count - 2 * SHOWN,
      orMore: count > COUNT_LIMIT,
    },
  }
}

function inOrder(attempts: queries.AttemptFound[]): queries.AttemptFound[] {
  return attempts.toSorted((a, b) => (BigInt(a.scanId) < BigInt(b.scanId) ? -1 : 1))
}
