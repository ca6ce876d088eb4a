import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { sha256 } from '../../../lib/crypto.ts'
import { writeAudit } from '../audit/index.ts'
import { tellSecurity } from '../security-news/index.ts'
import { takeTry } from '../throttle/index.ts'
import type { Vault } from '../vault/index.ts'
import { addressOf, newRecoveryCodes, newSecret, recoveryCodeIn, stepOf } from './codes.ts'
import * as queries from './two-factor.queries.ts'

/** What the secret of a person is sealed for. */
const secretContext = (staffId: number) => `staff_totp:${staffId}:sealed`
const WRONG_CODE =
  'This code does not fit. Take the newest one of your app; each works once. A recovery code works too.'
/** Guesses of a code by somebody who holds a session. */
const RATE_LIMIT = { free: 8, longestSeconds: 60, windowSeconds: 900 }

type Act = { context: Context; caller: StaffCaller; origin: Origin }

const isRequired = ({ config }: Pick<Context, 'config'>, role: string) =>
  config.TOTP_REQUIRED_ROLES.some((name) => name === role)

/** Whether signing in asks this person for a code. */
export async function hasTwoFactor(db: Db, staffId: number): Promise<boolean> {
  return (await queries.totpOf(db, staffId))?.confirmedAt instanceof Date
}

/** Whether a session of this person is good for setting two-factor up only. */
export async function mustSetUp(
  context: Pick<Context, 'config' | 'db'>,
  { staffId, role }: { staffId: number; role: string },
): Promise<boolean> {
  return isRequired(context, role) && !(await hasTwoFactor(context.db, staffId))
}

/** Takes a code of the app or a recovery code, once; says whether it fitted. */
export async function takeCode(
  { vault, now }: Pick<Context, 'vault' | 'now'>,
  tx: Tx,
  staffId: number,
  code: string,
): Promise<boolean> {
  const totp = await queries.totpOf(tx, staffId, { lock: true })
  if (!totp?.confirmedAt) return false
  const at = now()
  const recovery = recoveryCodeIn(code)
  if (recovery) {
    // Codes that were given before 2026-11-22 are kept as their plain hash.
    const hashes = [await kept(vault, recovery), sha256(`recovery:${recovery}`)]
    return queries.useRecovery(tx, { staffId, hashes, at })
  }
  const secret = (await vault.open(totp.sealed, secretContext(staffId))).toString()
  const step = await stepOf(code, { secret, afterStep: totp.lastStep, at })
  if (step === null) return false
  await queries.useStep(tx, { staffId, step, confirmedAt: totp.confirmedAt })
  return true
}

/** How two-factor stands with a person, for their own eyes. */
export async function twoFactorStatus(
  context: Pick<Context, 'config' | 'db'>,
  { staffId, role }: { staffId: number; role: string },
) {
  const totp = await queries.totpOf(context.db, staffId)
  return {
    on: totp?.confirmedAt instanceof Date,
    since: totp?.confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: await queries.recoveryLeft(context.db, staffId),
    required: isRequired(context, role),
  }
}

/** A new secret. Until a code of it was entered nothing is asked for, and the one in use stays. */
export async function beginTwoFactor({ context, caller }: Act) {
  const { db } = context
  if (await hasTwoFactor(db, caller.staffId)) {
    throw new AppError('conflict', 'Two-factor sign-in is on already. Turn it off first.')
  }
  return transaction(db, (tx) => beginFor(context, tx, caller))
}

type Person = Pick<StaffCaller, 'staffId' | 'email'>

/** A new secret for a person, in the transaction of whoever prepares the account. */
export async function beginFor(
  { vault, now }: Pick<Context, 'vault' | 'now'>,
  tx: Tx,
  { staffId, email }: Person,
) {
  const { secret, address } = newSecret(email)
  const sealed = await vault.seal(Buffer.from(secret), secretContext(staffId))
  await queries.beginTotp(tx, { staffId, sealed, at: now() })
  return { secret, address }
}

/** The secret that waits for its first code; null where there is none. */
export async function unconfirmedOf(
  { vault }: Pick<Context, 'vault'>,
  db: Db | Tx,
  { staffId, email }: Person,
) {
  const totp = await queries.totpOf(db, staffId)
  if (!totp || totp.confirmedAt) return null
  const secret = (await vault.open(totp.sealed, secretContext(staffId))).toString()
  return { secret, address: addressOf(email, secret) }
}

/** Turns it on by a first code. Other sessions end: they were opened without one. */
export async function confirmTwoFactor(act: Act, code: string) {
  const { context, caller } = act
  const { staffId, sessionHash } = caller
  await paceCodes(context.db, staffId)
  const { recoveryCodes, sendMail } = await transaction(context.db, async (tx) => {
    const codes = await confirmFor(context, tx, staffId, code)
    await queries.keepOnlySession(tx, staffId, sessionHash)
    await audit(tx, act, 'two-factor.on')
    const sent = await tellSecurity(context, tx, staffId, { kind: 'two_factor_on' })
    return { recoveryCodes: codes, sendMail: sent }
  })
  sendMail()
  return { recoveryCodes }
}

/** Takes the first code of a new secret and gives the recovery codes; the caller counts the tries. */
export async function confirmFor(
  { vault, now }: Pick<Context, 'vault' | 'now'>,
  tx: Tx,
  staffId: number,
  code: string,
): Promise<string[]> {
  const totp = await queries.totpOf(tx, staffId, { lock: true })
  if (!totp) throw new AppError('conflict', 'Start over: there is no secret to confirm.')
  if (totp.confirmedAt) throw new AppError('conflict', 'Two-factor sign-in is on already.')
  const at = now()
  const secret = (await vault.open(totp.sealed, secretContext(staffId))).toString()
  const step = await stepOf(code, { secret, afterStep: totp.lastStep, at })
  if (step === null) throw invalidField('code', WRONG_CODE)
  await queries.useStep(tx, { staffId, step, confirmedAt: at })
  return giveRecovery(vault, tx, staffId)
}

export async function endTwoFactor(act: Act, code: string) {
  const { context, caller } = act
  const { staffId, role } = caller
  if (isRequired(context, role)) {
    throw new AppError('conflict', 'Your role must sign in with two factors: it stays on.')
  }
  await paceCodes(context.db, staffId)
  const sendMail = await transaction(context.db, async (tx) => {
    await checkCode(context, tx, staffId, code)
    await queries.deleteTotp(tx, staffId)
    await audit(tx, act, 'two-factor.off')
    return tellSecurity(context, tx, staffId, { kind: 'two_factor_off' })
  })
  sendMail()
  return { message: 'Two-factor sign-in is off.' }
}

export async function renewRecovery(act: Act, code: string) {
  const { context, caller } = act
  await paceCodes(context.db, caller.staffId)
  const { recoveryCodes, sendMail } = await transaction(context.db, async (tx) => {
    await checkCode(context, tx, caller.staffId, code)
    const codes = await giveRecovery(context.vault, tx, caller.staffId)
    await audit(tx, act, 'two-factor.recovery_renewed')
    const sent = await tellSecurity(context, tx, caller.staffId, { kind: 'recovery_codes' })
    return { recoveryCodes: codes, sendMail: sent }
  })
  sendMail()
  return { recoveryCodes }
}

/** Takes a lost phone's two-factor away; in the transaction of whoever may. */
export async function forgetTwoFactor(tx: Tx, staffId: number): Promise<boolean> {
  return queries.deleteTotp(tx, staffId)
}

/** Fifty bits can be tried out, so what is kept of a code takes a key that the database does not hold. */
const kept = (vault: Vault, code: string): Promise<Buffer> =>
  vault.digest('staff_recovery_code', code)

async function giveRecovery(vault: Vault, tx: Tx, staffId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  const plain = codes.flatMap((code) => recoveryCodeIn(code) ?? [])
  const hashes = await Promise.all(plain.map((code) => kept(vault, code)))
  await queries.replaceRecovery(tx, staffId, hashes)
  return codes
}

const paceCodes = (db: Db, staffId: number): Promise<void> =>
  takeTry(db, `two-factor:${staffId}`, RATE_LIMIT)

export async function checkCode(
  context: Context,
  tx: Tx,
  staffId: number,
  code: string,
): Promise<void> {
  if (await takeCode(context, tx, staffId, code)) return
  throw invalidField('code', WRONG_CODE)
}

async function audit(tx: Tx, { context, caller, origin }: Act, action: string): Promise<void> {
  await writeAudit(tx, context.keys, {
    by: caller,
    action,
    subject: 'staff',
    subjectId: caller.staffId,
    requestId: origin.requestId,
    at: context.now(),
  })
}
