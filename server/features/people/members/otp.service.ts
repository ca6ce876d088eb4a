import { randomInt } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin } from '../../../http/caller.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { equalBytes, newToken, sha256 } from '../../../lib/crypto.ts'
import { type Message, type Recipient, sendMessage } from '../../platform/messages/index.ts'
import { type MarkedAccount, takeSignInTry } from '../../platform/session/index.ts'
import { takeFromWindow } from '../../platform/throttle/index.ts'
import * as queries from './otp.queries.ts'

/** Tries that a one-time password bears. */
export const OTP_TRIES = 5
/** Requests for one mobile over all addresses, as a multiple of those of one address. */
const ALL_ADDRESSES = 3
const WINDOW_SECONDS = 900
const WRONG_OTP = 'This one-time password is wrong or has ended. Ask for a new one.'

/** What a one-time password is for: one to join does not sign in. */
type Purpose = 'otp' | 'registration-otp'
type Asked = { purpose: Purpose; mobile: string; minutes: number }
type Given = { purpose: Purpose; mobile: string; otp: string; requestId: string }

export const wrongOtp = () => invalidField('otp', WRONG_OTP)

/** Six digits that nobody can foresee. */
export function newOtp(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/**
 * Refuses with 429 when a mobile has been sent, or an address asks for, too many of them. A phone that
 * is known for the mobile has a number of its own, which no stranger can use up; and no stranger from
 * one address uses up what the mobile has from others.
 */
export async function throttleOtp(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { mobile, device = null }: { mobile: string; device?: string | null },
  origin: Origin,
): Promise<void> {
  const window = { limit: config.OTP_PER_MOBILE, windowSeconds: WINDOW_SECONDS }
  if (device !== null) {
    await takeFromWindow(db, `otp:device:${device}`, window)
    return
  }
  await takeFromWindow(db, `otp:${origin.address}`, {
    limit: config.OTP_PER_ADDRESS,
    windowSeconds: 3600,
  })
  const both = sha256(`${mobile}|${origin.address}`).toString('hex')
  await takeFromWindow(db, `otp:${both}`, window)
  await takeFromWindow(db, otpThrottleKey(mobile), {
    ...window,
    limit: config.OTP_PER_MOBILE * ALL_ADDRESSES,
  })
}

/** What the throttle counts a mobile's messages under. */
export const otpThrottleKey = (mobile: string) => `otp:${mobile}`

/**
 * Keeps a new one-time password for a request, and gives the secret by which only the asker can use it.
 * A mobile that gets none costs the same: call it all the same, and send nothing.
 */
export async function keepOtp(
  { db, keys, now }: Pick<Context, 'db' | 'keys' | 'now'>,
  { purpose, mobile, minutes }: Asked,
): Promise<{ requestId: string; otp: string }> {
  const [requestId, otp] = [newToken(), newOtp()]
  await queries.insertOtp(db, {
    requestHash: sha256(requestId),
    mobile,
    codeHash: keys.digest(purpose, `${mobile}:${otp}`),
    expiresAt: new Date(now().getTime() + minutes * 60_000),
  })
  return { requestId, otp }
}

/**
 * Checks the one-time password of a request. Guesses are rate-limited as those of passwords are: a phone that
 * is known by itself, all others by address and by mobile.
 */
export async function checkOtp(
  { db, keys, now }: Pick<Context, 'db' | 'keys' | 'now'>,
  { purpose, mobile, otp, requestId }: Given,
  { address, device = null }: { address: string; device?: string | null },
): Promise<void> {
  const succeeded = await takeSignInTry(db, { account: `mobile:${mobile}`, address, device })
  const request = { requestHash: sha256(requestId), mobile, at: now(), limit: OTP_TRIES }
  const expected = await transaction(db, (tx) => queries.takeOtpTry(tx, request))
  const given = keys.digest(purpose, `${mobile}:${otp}`)
  if (!expected || !equalBytes(expected, given)) throw wrongOtp()
  await succeeded()
}

/** Uses a checked one-time password up, with all others of the mobile; of two uses at once one is refused. */
export async function useOtp(
  tx: Tx,
  { mobile, requestId }: { mobile: string; requestId: string },
): Promise<void> {
  if (!(await queries.deleteOtp(tx, sha256(requestId)))) throw wrongOtp()
  await queries.deleteOtpsOf(tx, [mobile])
}

/** Ends every one-time password of these mobiles. */
export const endOtpsOf = (tx: Tx, mobiles: readonly string[]): Promise<void> =>
  queries.deleteOtpsOf(tx, mobiles)

/** As which account a phone is known once its member has signed in there; a new mobile ends it. */
export const phoneOf = (memberId: number, mobile: string): MarkedAccount => ({
  owner: `member ${memberId}`,
  secret: mobile,
})

/** Sends a message without telling by the time it takes whether one was sent. */
export async function sendQuietly(
  { db, channels, config, log }: Pick<Context, 'db' | 'channels' | 'config' | 'log'>,
  recipient: Recipient,
  told: Message,
): Promise<void> {
  const sent = sendMessage({ db, channels }, recipient, told)
  // The demo shows the message at once; elsewhere waiting would tell that the mobile is known.
  if (config.demo) await sent
  else sent.catch((error) => log.error({ err: error }, 'message to a member not sent'))
}
