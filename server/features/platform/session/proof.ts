import { TIME_ZONE } from '../../../../contract/time.ts'

/** So long a password proves nothing that was set without the one before it. */
const ALONE_MS = 3_600_000

const MOMENT = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: TIME_ZONE })

/** Whether a password that fits shows who somebody is. */
export const isProof = ({ aloneAt }: { aloneAt: Date | null }, at: Date): boolean =>
  aloneAt === null || at.getTime() - aloneAt.getTime() >= ALONE_MS

/** Why a password that fits proves nothing yet. */
export const notYetWords = (aloneAt: Date): string =>
  `This password was set without the old one, so it confirms nothing before ${MOMENT.format(aloneAt.getTime() + ALONE_MS)} IST. Use a code of your second factor, or sign out and set a new password with “Forgot password?”.`
