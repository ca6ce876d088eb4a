import { mobile as mobileSchema } from '../../../../contract/india.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { MemberCaller, Origin } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { newToken, sha256 } from '../../../lib/crypto.ts'
import {
  endSession as endAnySession,
  knownDevice,
  markDevice,
  openSession,
} from '../../platform/session/index.ts'
import { message, needChannel } from '../../platform/messages/index.ts'
import type { MemberWords } from './member-words.ts'
import { confirmEnrolment } from './consents.service.ts'
import * as queries from './members.queries.ts'
import {
  checkOtp,
  keepOtp,
  phoneOf,
  sendQuietly,
  throttleOtp,
  useOtp,
  wrongOtp,
} from './otp.service.ts'

const OTP_MINUTES = 5

type Phone = { device?: string | undefined }

/** Sends a one-time password where the mobile is a member's; says nothing of whether it is. */
export async function requestOtp(
  context: Context,
  { mobile, device: given }: { mobile: string } & Phone,
  origin: Origin,
) {
  const { db, keys, now, channels } = context
  needChannel(channels.sms, 'One-time passwords cannot be sent yet:')
  const member = await queries.memberByMobile(db, mobile)
  const device = knownDevice(keys, given, member && phoneOf(member.memberId, mobile), now())
  await throttleOtp(context, { mobile, device }, origin)
  const { requestId, otp } = await keepOtp(context, {
    purpose: 'otp',
    mobile,
    minutes: OTP_MINUTES,
  })
  if (member) {
    const told = message('sign_in_otp', { code: otp, minutes: OTP_MINUTES })
    await sendQuietly(context, { to: mobile, language: member.language }, told)
  }
  return {
    message: 'If this mobile is registered, a one-time password is on its way to it.',
    expiresInSeconds: OTP_MINUTES * 60,
    requestId,
  }
}

type SigningIn = {
  mobile: string
  otp: string
  requestId: string
  consent?: true | undefined
} & Phone

/** Signs a member in; a one-time password works once, for whoever asked for it, and bears five tries. */
export async function signIn(
  context: Context,
  { mobile, otp, requestId, device: given, consent }: SigningIn,
  origin: Origin,
) {
  const { db, keys, now } = context
  const at = now()
  const known = await queries.memberByMobile(db, mobile)
  const device = knownDevice(keys, given, known && phoneOf(known.memberId, mobile), at)
  const limitedBy = { address: origin.address, device }
  await checkOtp(context, { purpose: 'otp', mobile, otp, requestId }, limitedBy)
  return transaction(db, async (tx) => {
    const member = await queries.keepMemberByMobile(tx, mobile)
    if (!member) throw wrongOtp()
    await useOtp(tx, { mobile, requestId })
    const { memberId } = member
    await confirmEnrolment(tx, { memberId, consent, at })
    const token = await openMemberSession(context, tx, { memberId, at, origin })
    return { token, device: markDevice(keys, given, phoneOf(memberId, mobile), at), member }
  })
}

/** Opens a session for a member and gives its token. */
export async function openMemberSession(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  { memberId, at, origin }: { memberId: number; at: Date; origin: Origin },
): Promise<string> {
  const token = newToken()
  await openSession(tx, {
    tokenHash: sha256(token),
    cookieHash: null,
    staffId: null,
    memberId,
    at,
    expiresAt: new Date(at.getTime() + config.MEMBER_SESSION_DAYS * 86_400_000),
    address: origin.address,
    userAgent: origin.userAgent,
  })
  return token
}

export async function signOut({ db }: Context, token: string | undefined): Promise<void> {
  await endAnySession({ db }, { token, cookie: undefined })
}

/** The member's points. A member without a first scan has none. */
export async function balance(
  { db }: Pick<Context, 'db'>,
  { memberId }: Pick<MemberCaller, 'memberId'>,
) {
  return (await queries.balanceOf(db, memberId)) ?? { available: 0, held: 0 }
}

/** Messages to a mobile (as people write it) or to an e-mail. */
export async function outbox({ db }: Context, to: string) {
  if (to.includes('@')) return outboxItems(db, to.toLowerCase())
  const mobile = mobileSchema.safeParse(to)
  if (!mobile.success) {
    throw new AppError('invalid', 'Say to whom: a mobile number or an e-mail.', {
      fields: { to: 'Say to whom: a mobile number or an e-mail.' },
    })
  }
  return outboxItems(db, mobile.data)
}

async function outboxItems(db: Context['db'], to: string) {
  const rows = await queries.outboxTo(db, to)
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
}

/** The member whom a search names; null when there is none. */
export async function memberNamed(
  { db }: Pick<Context, 'db'>,
  words: MemberWords,
): Promise<number | null> {
  return queries.memberIdOf(db, words)
}
