import { randomBytes } from 'node:crypto'
import { equalBytes, type Keys } from '../../../lib/crypto.ts'

/** How long a browser stays known after its last sign-in. */
export const KNOWN_DAYS = 180
/** Accounts that one browser is known for at a time; the latest stay. */
const ACCOUNTS = 5
const LONGEST = 1_000
const MARK = /^([0-9a-z]{1,9})\.([\w-]{16})\.([\w-]{43})$/

/** A mark holds for an account with its present secret, as of a password: a new one makes old marks worthless. */
export type MarkedAccount = { owner: string; secret: string | null }

export const staffAccount = ({
  staffId,
  passwordHash,
}: {
  staffId: number
  passwordHash: string | null
}): MarkedAccount => ({ owner: String(staffId), secret: passwordHash })

type Mark = { text: string; issued: number; device: string; mac: string }

/** Stands in for an account that is not there, so that the same work is done for it. */
const NOBODY: MarkedAccount = { owner: '0', secret: randomBytes(32).toString('hex') }

/**
 * The device whose mark for this account the cookie holds; null when there is none, whatever else the
 * cookie says. A cookie holds marks side by side, each an HMAC that names nobody.
 */
export function knownDevice(
  keys: Keys,
  cookie: string | undefined,
  account: MarkedAccount | undefined,
  at: Date,
): string | null {
  const mine = marksOf(cookie, at).filter((mark) => holds(keys, mark, account ?? NOBODY))
  return account && mine[0] ? mine[0].device : null
}

/** The cookie for a browser in which somebody has shown who they are; others' marks stay. */
export function markDevice(
  keys: Keys,
  cookie: string | undefined,
  account: MarkedAccount,
  at: Date,
): string {
  const others = marksOf(cookie, at).filter((mark) => !holds(keys, mark, account))
  const issued = Math.floor(at.getTime() / 1000)
  const device = randomBytes(12).toString('base64url')
  const mark = `${issued.toString(36)}.${device}.${macOf(keys, account, issued, device)}`
  return [mark, ...others.map(({ text }) => text)].slice(0, ACCOUNTS).join('~')
}

function marksOf(cookie: string | undefined, at: Date): Mark[] {
  if (!cookie || cookie.length > LONGEST) return []
  const now = at.getTime() / 1000
  return cookie.split('~').flatMap((text) => {
    const [, time = '', device = '', mac = ''] = MARK.exec(text) ?? []
    const issued = Number.parseInt(time, 36)
    return issued > now - KNOWN_DAYS * 86_400 ? [{ text, issued, device, mac }] : []
  })
}

function holds(keys: Keys, { issued, device, mac }: Mark, account: MarkedAccount): boolean {
  return equalBytes(Buffer.from(mac), Buffer.from(macOf(keys, account, issued, device)))
}

function macOf(
  keys: Keys,
  { owner, secret }: MarkedAccount,
  issued: number,
  device: string,
): string {
  const text = [owner, secret, issued, device].join('|')
  return keys.digest('known-device', text).toString('base64url')
}
