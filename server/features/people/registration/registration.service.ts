import type { z } from 'zod'
import {
  NOTICES,
  type Language,
  type MemberKind,
  type registerMember,
} from '../../../../contract/people/members.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { setBelongings, targetOf, type Target } from '../belonging/index.ts'
import { message, needChannel } from '../../platform/messages/index.ts'
import { markDevice } from '../../platform/session/index.ts'
import { usualLanguage } from '../../platform/identity/index.ts'
import {
  checkOtp,
  insertConsents,
  keepOtp,
  openMemberSession,
  phoneOf,
  sendQuietly,
  throttleOtp,
  useOtp,
} from '../members/index.ts'
import * as queries from '../members/index.ts'

type Registration = z.output<NonNullable<typeof registerMember.body>>

/** Longer than for signing in: there is a form to fill and a notice to read. */
const OTP_MINUTES = 10
const ALREADY = 'This mobile is registered already. Sign in with it instead.'

/**
 * Sends a one-time password to a number that is nobody's yet. Who has the number already is told so
 * by SMS, and only there: the answer is the same.
 */
export async function requestRegistrationOtp(context: Context, mobile: string, origin: Origin) {
  const { db, channels } = context
  needChannel(channels.sms, 'One-time passwords cannot be sent yet:')
  await throttleOtp(context, { mobile }, origin)
  const member = await queries.memberByMobile(db, mobile)
  const language = member?.language ?? (await usualLanguage(db))
  const asked = { purpose: 'registration-otp', mobile, minutes: OTP_MINUTES } as const
  const { requestId, otp } = await keepOtp(context, asked)
  const told = member
    ? message('known_number', {})
    : message('join_otp', { code: otp, minutes: OTP_MINUTES })
  await sendQuietly(context, { to: mobile, language }, told)
  return {
    message: 'A message is on its way to this mobile.',
    expiresInSeconds: OTP_MINUTES * 60,
    requestId,
  }
}

/**
 * Makes a member: with account, consent to the programme's notice and a session, or not at all. A
 * mobile joins once, however many at once hold its one-time password.
 */
export async function register(
  context: Context,
  { otp, requestId, consent: _given, distributorCode, retailerCode, ...person }: Registration,
  origin: Origin,
) {
  const { db, keys, now } = context
  const { mobile } = person
  const at = now()
  const given = { purpose: 'registration-otp', mobile, otp, requestId } as const
  await checkOtp(context, given, origin)
  return transaction(db, async (tx) => {
    await useOtp(tx, { mobile, requestId })
    const target = await targetOf(tx, { distributorCode, retailerCode }, person.kind)
    const language = person.language ?? (await usualLanguage(tx))
    const [member] = await joinProgramme(tx, [{ ...person, language, target, at }])
    // Only who holds the number's one-time password is told.
    if (!member) throw new AppError('conflict', ALREADY, { fields: { mobile: ALREADY } })
    const { memberId, code, name } = member
    const token = await openMemberSession(context, tx, { memberId, at, origin })
    return {
      token,
      device: markDevice(keys, undefined, phoneOf(memberId, mobile), at),
      member: { memberId, code, name },
    }
  })
}

type Joining = {
  mobile: string
  name: string
  kind: MemberKind
  state: number
  city: string
  language: Language
  target: Target
  at: Date
}

/**
 * Makes members who join on one day, in the order of time, with account, belonging and consent to the
 * programme's notice; none for a mobile that is somebody's already.
 */
export async function joinProgramme(tx: Tx, people: readonly Joining[]) {
  const made = await queries.insertMembers(
    tx,
    people.map(({ target: _target, ...person }) => person),
  )
  const joining = new Map(people.map((person) => [person.mobile, person]))
  const joined = made.flatMap(({ memberId, mobile }) => {
    const person = joining.get(mobile)
    return person ? [{ ...person, memberId }] : []
  })
  const settings = joined.flatMap(({ memberId, target, at }) =>
    target ? [{ memberId, fromDay: dayOf(at), target }] : [],
  )
  const at = joined.at(-1)?.at
  if (at) await setBelongings(tx, settings, { staffId: null, at })
  await insertConsents(tx, joined, { purpose: 'programme', version: NOTICES.programme.version })
  return made
}
