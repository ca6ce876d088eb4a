import { randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verify } from 'otplib'
import { ALPHABET } from '../../../../contract/programme/code.ts'

/** A code is good in its half minute and in those beside it: clocks of phones differ. */
const TOLERANCE_SECONDS = 30
const RECOVERY_CODES = 10
const RECOVERY_LENGTH = 10
export const ISSUER = 'HIL Dashboard'

/** A new secret of 160 bits, and what the app scans. */
export function newSecret(email: string): { secret: string; address: string } {
  const secret = generateSecret()
  return { secret, address: addressOf(email, secret) }
}

/** What the app scans of a secret. */
export const addressOf = (email: string, secret: string): string =>
  generateURI({ issuer: ISSUER, label: email, secret })

/** The half minute whose code this is, later than `afterStep`; null where it is none. */
export async function stepOf(
  code: string,
  { secret, afterStep, at }: { secret: string; afterStep: number; at: Date },
): Promise<number | null> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const epoch = Math.floor(at.getTime() / 1000)
  const options = { secret, token, epoch, epochTolerance: TOLERANCE_SECONDS }
  const result = await verify({ ...options, afterTimeStep: afterStep })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/** Ten recovery codes of 50 random bits each, shown in two halves. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(RECOVERY_LENGTH)].map((byte) => ALPHABET[byte & 31]).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })
}

/** A recovery code in one spelling, however it is typed; null where it can be none. */
export function recoveryCodeIn(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0')
  const plain = letters.replaceAll(/[IL]/g, '1')
  return plain.length === RECOVERY_LENGTH ? plain : null
}
