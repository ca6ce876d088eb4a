import { MAX_BATCH, parseCode } from '../../../../contract/programme/code.ts'
import {
  COUPON_MACHINE,
  COUPON_STATUSES,
  type CouponStory,
} from '../../../../contract/programme/coupons.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { batchEvents, codeKey, isWithoutCoupons, lockedBatch } from '../batches/index.ts'
import { takeFromWindow } from '../../platform/throttle/index.ts'
import { addToCounts, insertChange, moveCoupons, type StatusCounts } from './activation.queries.ts'
import { attemptsOn } from './attempts.ts'
import { keyOfNamed, readCouponName } from './coupon-search.service.ts'
import { storyOf } from './coupon-story.ts'
import * as queries from './coupons.queries.ts'

const CHECKS = { limit: 120, windowSeconds: 60 }
const MALFORMED =
  'This is neither a code (17 letters and digits) nor a batch and a serial such as 1042/17. Look at it again.'

/** Finds a coupon by its code, the address of its QR or its batch and serial, with its whole story. */
export async function findCoupon(context: Context, text: string): Promise<CouponStory> {
  const named = readCouponName(text)
  if (!named) throw invalidField('q', MALFORMED)
  return story(context, await keyOfNamed(context, named))
}

async function story({ db }: Pick<Context, 'db'>, couponKey: string): Promise<CouponStory> {
  const coupon = await queries.couponByKey(db, couponKey)
  if (!coupon) throw new AppError('not_found', 'No coupon of ours has this code.')
  if (isWithoutCoupons(coupon.batchStatus)) {
    const sentence = `Batch ${coupon.batchId} has no coupons yet: it is not generated.`
    throw new AppError('not_found', sentence)
  }
  const [events, changes, attempts] = await Promise.all([
    batchEvents(db, coupon.batchId),
    queries.changesOver(db, coupon.batchId, coupon.serial),
    attemptsOn(db, coupon),
  ])
  return storyOf({ coupon, events, changes, attempts }, new Date())
}

type Act = { couponKey: string; reason: string }

/** Blocks an unscanned coupon. A scanned one is final: only a dispute reverses it. */
export async function blockCoupon(context: Context, caller: StaffCaller, act: Act, origin: Origin) {
  return change(context, caller, { ...act, action: 'block' }, origin)
}

/** Unblocks a coupon; it is deactivated until a worker activates it. */
export async function unblockCoupon(
  context: Context,
  caller: StaffCaller,
  act: Act,
  origin: Origin,
) {
  return change(context, caller, { ...act, action: 'unblock' }, origin)
}

async function change(
  context: Context,
  caller: StaffCaller,
  { couponKey, reason, action }: Act & { action: 'block' | 'unblock' },
  origin: Origin,
): Promise<CouponStory> {
  const { db, keys } = context
  const before = await story(context, couponKey)
  const { batchId, serial } = before
  await transaction(db, async (tx) => {
    const { plantId } = await lockedBatch(tx, batchId)
    const at = new Date()
    const { from, to } = COUPON_MACHINE[action]
    const moved: Partial<StatusCounts> = {}
    for (const status of from) {
      moved[status] = await moveCoupons(tx, [before.couponKey], { from: status, to, at })
    }
    const changed = Object.values(moved).reduce((sum, count) => sum + count, 0)
    if (changed === 0) throw await refusal(tx, before.couponKey, action)
    await addToCounts(tx, batchId, moved, to)
    const by = { plantId, staffId: caller.staffId, device: undefined, at }
    const run = { batchId, from: serial, to: serial, action, changed, reason }
    const changeId = await insertChange(tx, { ...run, ...by })
    await writeAudit(tx, keys, {
      by: caller,
      action: `coupon.${action}ed`,
      subject: 'coupon',
      subjectId: `${batchId}/${serial}`,
      before: { status: from.find((status) => moved[status] === 1) },
      after: { status: to, changeId },
      reason,
      requestId: origin.requestId,
    })
  })
  return story(context, before.couponKey)
}

/** Why the machine has no such step from where the coupon stands now. */
async function refusal(tx: Tx, couponKey: string, action: 'block' | 'unblock'): Promise<AppError> {
  const coupon = await queries.couponByKey(tx, couponKey)
  const scanned = coupon?.status === COUPON_STATUSES.scanned
  if (scanned) {
    const sentence = `This coupon was scanned and its points are given: it cannot be ${action}ed.`
    return new AppError('conflict', sentence)
  }
  const sentence =
    action === 'block' ? 'This coupon is blocked already.' : 'This coupon is not blocked.'
  return new AppError('conflict', sentence)
}

type Check = { genuine: boolean; state: CheckState; productName: string | null }
type CheckState = 'usable' | 'used' | 'not_usable' | 'unknown'
const UNKNOWN: Check = { genuine: false, state: 'unknown', productName: null }

/** What anybody may know of a code: no more than scanning it would tell. Rate-limited by address. */
export async function checkCode({ db }: Context, code: string, origin: Origin): Promise<Check> {
  await takeFromWindow(db, `code:${origin.address}`, CHECKS)
  const parsed = parseCode(code)
  if (!parsed || parsed.batchId === MAX_BATCH) return UNKNOWN
  const coupon = await queries.couponByKey(db, codeKey(parsed.batchId, parsed.code))
  if (!coupon || isWithoutCoupons(coupon.batchStatus)) return UNKNOWN
  return { genuine: true, state: stateFor(coupon), productName: coupon.productName }
}

function stateFor({ status, batchStatus, expiresAt }: queries.CouponFound): CheckState {
  if (status === COUPON_STATUSES.scanned) return 'used'
  const isOpen = status === COUPON_STATUSES.active && batchStatus !== 'blocked'
  return isOpen && expiresAt > new Date() ? 'usable' : 'not_usable'
}
