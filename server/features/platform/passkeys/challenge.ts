import { equalBytes, newToken, type Keys } from '../../../lib/crypto.ts'

/** How long a person may take with the browser's dialog. */
const MINUTES = 5

/** To make a passkey for this account, or to use any. */
export type Purpose = { make: number } | 'use'

const textOf = (purpose: Purpose): string => (purpose === 'use' ? 'use' : `make ${purpose.make}`)

/** A challenge that names its purpose and its end, with an HMAC: nothing is kept until it is answered. */
export function makeChallenge(keys: Keys, purpose: Purpose, at: Date): string {
  const ends = Math.floor(at.getTime() / 1000) + MINUTES * 60
  const text = `${ends.toString(36)}.${newToken().slice(0, 22)}`
  return `${text}.${macOf(keys, purpose, text)}`
}

/**
 * Whether a browser answered one of ours, for this purpose and in time. `answered` is in base64url, as
 * WebAuthn gives it. That it is used once is the caller's.
 */
export function isOurChallenge(
  keys: Keys,
  answered: string,
  { purpose, at }: { purpose: Purpose; at: Date },
): boolean {
  const [ends = '', random = '', mac = ''] = Buffer.from(answered, 'base64url')
    .toString('latin1')
    .split('.')
  const text = `${ends}.${random}`
  if (!equalBytes(Buffer.from(mac), Buffer.from(macOf(keys, purpose, text)))) return false
  return Number.parseInt(ends, 36) * 1000 > at.getTime()
}

const macOf = (keys: Keys, purpose: Purpose, text: string): string =>
  keys.digest('passkey-challenge', `${textOf(purpose)}|${text}`).toString('base64url')
