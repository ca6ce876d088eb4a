import { randomInt } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Origin } from '../../http/caller.ts'
import type { Message } from '../messages/message.ts'
import { sendMessage, type Recipient } from '../messages/send.service.ts'
import { takeFromWindow } from '../throttle/throttle.service.ts'

/** Tries that a one-time password bears. */
export const OTP_TRIES = 5

/** Six digits that nobody can foresee. */
export function newOtp(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Refuses with 429 when an address or a mobile has been sent, or asks for, too many of them. */
export async function throttleOtp(
  { db, config }: Pick<Context, 'db' | 'config'>,
  mobile: string,
  origin: Origin,
): Promise<void> {
  await takeFromWindow(db, `otp:${origin.address}`, {
    limit: config.OTP_PER_ADDRESS,
    windowSeconds: 3600,
  })
  await takeFromWindow(db, otpThrottleKey(mobile), {
    limit: config.OTP_PER_MOBILE,
    windowSeconds: 900,
  })
}

/** What the throttle counts a mobile's messages under. */
export const otpThrottleKey = (mobile: string) => `otp:${mobile}`

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
