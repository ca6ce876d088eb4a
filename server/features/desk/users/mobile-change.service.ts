import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { equalBytes } from '../../../lib/crypto.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import {
  endOtpsOf,
  endSessionsOf,
  keepOutOfRecord,
  lockedMember,
  maskMobile,
  newOtp,
  notErased,
  OTP_TRIES,
  throttleOtp,
} from '../../people/members/index.ts'
import { message, needChannel, sendMessage } from '../../platform/messages/index.ts'
import * as queries from './mobile-change.queries.ts'
import { userDetailOf } from './users.service.ts'

const OTP_MINUTES = 10
const UNIQUE_VIOLATION = '23505'
const TAKEN = 'Another member has this mobile number.'
const WRONG_OTP = 'This one-time password is wrong or has ended. Begin the change again.'

type Asked = { memberId: number; mobile: string; reason: string }

/** Begins a change of mobile: a one-time password goes to the new number, good for ten minutes. */
export async function changeMobile(
  context: Context,
  by: StaffCaller,
  { memberId, mobile, reason }: Asked,
  origin: Origin,
) {
  const { db, keys, channels, now } = context
  needChannel(channels.sms, 'The new number cannot be confirmed:')
  await throttleOtp(context, { mobile }, origin)
  const otp = newOtp()
  const at = now()
  const { detail, language } = await transaction(db, async (tx) => {
    const member = await lockedMember(tx, memberId)
    notErased(member)
    keepOutOfRecord(member, reason)
    keepOutOfRecord({ name: member.name, mobile }, reason)
    if (member.mobile === mobile) {
      throw invalidField('mobile', 'This is the number that the member has now.')
    }
    if (await queries.mobileIsTaken(tx, mobile)) throw invalidField('mobile', TAKEN)
    await queries.putChange(tx, {
      memberId,
      mobile,
      codeHash: keys.digest('mobile-change-otp', `${memberId}:${mobile}:${otp}`),
      reason,
      staffId: by.staffId,
      expiresAt: new Date(at.getTime() + OTP_MINUTES * 60_000),
    })
    await writeAudit(tx, keys, {
      by,
      action: 'member.mobile.asked',
      subject: 'member',
      subjectId: memberId,
      before: { mobile: maskMobile(member.mobile) },
      after: { mobile: maskMobile(mobile) },
      reason,
      requestId: origin.requestId,
      at,
    })
    return { detail: await userDetailOf(tx, memberId, at), language: member.language }
  })
  const told = message('mobile_otp', { code: otp, minutes: OTP_MINUTES })
  await sendMessage(context, { to: mobile, language }, told)
  return detail
}

/**
 * Finishes it with the password the member reads out. Their sessions end, and the old number is
 * told once the change is made. A password bears five tries, however many come at once.
 */
export async function confirmMobile(
  context: Context,
  by: StaffCaller,
  { memberId, otp }: { memberId: number; otp: string },
  origin: Origin,
) {
  const { db, keys, log, now } = context
  const change = await transaction(db, (tx) =>
    queries.takeChangeTry(tx, { memberId, at: now(), limit: OTP_TRIES }),
  )
  const given = keys.digest('mobile-change-otp', `${memberId}:${change?.mobile}:${otp}`)
  if (!change || !equalBytes(change.codeHash, given)) throw invalidField('otp', WRONG_OTP)
  const { mobile, reason } = change
  const { old, language, detail } = await transaction(db, async (tx) => {
    const member = await lockedMember(tx, memberId)
    notErased(member)
    if (!(await queries.finishChange(tx, memberId, given))) throw invalidField('otp', WRONG_OTP)
    await setFreeMobile(tx, memberId, mobile)
    await endOtpsOf(tx, [member.mobile, mobile])
    await endSessionsOf(tx, memberId)
    await writeAudit(tx, keys, {
      by,
      action: 'member.mobile.changed',
      subject: 'member',
      subjectId: memberId,
      before: { mobile: maskMobile(member.mobile) },
      after: { mobile: maskMobile(mobile) },
      reason,
      requestId: origin.requestId,
      at: now(),
    })
    const { mobile: old, language } = member
    return { old, language, detail: await userDetailOf(tx, memberId, now()) }
  })
  const told = message('mobile_changed', { ending: mobile.slice(-2) })
  // The change stands whether or not the old number can still be reached.
  await sendMessage(context, { to: old, language }, told).catch((error) => {
    log.error({ err: error }, 'the old number was not told of its change')
  })
  return detail
}

async function setFreeMobile(tx: Tx, memberId: number, mobile: string): Promise<void> {
  try {
    await queries.setMobile(tx, memberId, mobile)
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    throw new AppError('conflict', TAKEN, { fields: { otp: TAKEN }, cause: error })
  }
}
