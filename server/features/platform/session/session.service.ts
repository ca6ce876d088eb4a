import { ROLE_NAMES } from '../../../../contract/roles.ts'
import type { Session } from '../../../../contract/platform/session.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { newToken, sha256 } from '../../../lib/crypto.ts'
import { hashPassword, verifyPassword } from '../../../lib/password.ts'
import { writeAudit } from '../audit/index.ts'
import { message, needChannel, type Recipient, sendMessage } from '../messages/index.ts'
import { forgetPasskeys } from '../passkeys/index.ts'
import { forgetPin, holdOf } from '../pin/index.ts'
import { tellSecurity } from '../security-news/index.ts'
import { takeTry } from '../throttle/index.ts'
import { hasTwoFactor, mustSetUp, takeCode } from '../two-factor/index.ts'
import { knownDevice, markDevice, staffAccount } from './known-device.ts'
import { tellChanged, tellRefused } from './password-news.ts'
import { checkNewPassword } from './password-rules.ts'
import { isProof } from './proof.ts'
import * as queries from './session.queries.ts'
import { takeSignInTry } from './sign-in-limits.ts'

const LINK_HOURS = 24

/** `known` is the new value of the cookie by which the browser is known. */
export type SignedIn = { session: Session; cookie: string; known: string }
/** The origin of a request, and the cookie of a browser that signed in before. */
export type Browser = Origin & { known: string | undefined }
type Person = Pick<StaffCaller, 'staffId' | 'name' | 'role' | 'plantId' | 'email'> & {
  limited?: boolean
}

/** What the client keeps of a person, but for the token. */
export function describe(person: Person): Omit<Session, 'token'> {
  const { staffId, name, role, plantId, email, limited } = person
  const data = { staffId, name, plantId, ...(limited && { mustSetTwoFactor: true }) }
  return { userRole: role, roleName: ROLE_NAMES[role], email, data }
}

/**
 * Signs a member of staff in. Tries are rate-limited so that a stranger cannot lock the owner out of a browser
 * they have signed in with; a known and an unknown e-mail cost the same time and get the same
 * words. The session that the browser had, `held` by its cookie, is replaced.
 */
export async function signIn(
  context: Context,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
  origin: Browser & { held?: string | undefined },
): Promise<SignedIn> {
  const { db, keys } = context
  const person = await queries.staffByEmail(db, email)
  const device = knownDevice(keys, origin.known, person && staffAccount(person), new Date())
  const succeeded = await takeSignInTry(db, {
    account: email,
    address: origin.address,
    device,
  })
  const fits = await verifyPassword(password, person?.passwordHash ?? null)
  if (!person || !fits || person.disabledAt) throw wrongCredentials()
  const isByCode = await checkSecondFactor(context, person.staffId, code)
  await succeeded()
  const limited = await mustSetUp(context, person)
  const { signedIn, sendMail } = await transaction(db, async (tx) => {
    const { staffId, passwordHash } = person
    const at = new Date()
    if (!(await queries.recordSignIn(tx, { staffId, passwordHash, at }))) throw wrongCredentials()
    const proved = isByCode || isProof(person, at)
    const { userAgent, address, held } = origin
    if (held) await queries.deleteSession(tx, { cookieHash: sha256(held) })
    const news = { kind: 'new_browser', userAgent, address } as const
    return {
      signedIn: await beginSession(context, tx, { ...person, limited, proved }, origin),
      sendMail: device === null ? await tellSecurity(context, tx, staffId, news) : null,
    }
  })
  sendMail?.()
  return signedIn
}

/** Opens a session of somebody who has shown who it is, in the transaction that saw it. */
export async function beginSession(
  context: Pick<Context, 'keys' | 'config' | 'rules'>,
  tx: Tx,
  person: Person & { passwordHash: string | null; proved: boolean },
  origin: Browser,
): Promise<SignedIn> {
  const { keys, config } = context
  const [token, cookie, at] = [newToken(), newToken(), new Date()]
  const { pinLocks, until } = await holdOf(context, tx, person, at)
  await openSession(tx, {
    tokenHash: sha256(token),
    cookieHash: sha256(cookie),
    staffId: person.staffId,
    memberId: null,
    at,
    expiresAt: until ?? new Date(at.getTime() + config.SESSION_HOURS * 3_600_000),
    address: origin.address,
    userAgent: origin.userAgent,
    limited: person.limited ?? false,
    provedAt: person.proved ? at : null,
    pinLocks,
    forShift: until !== null,
  })
  const known = markDevice(keys, origin.known, staffAccount(person), at)
  return { session: { token, ...describe(person) }, cookie, known }
}

/**
 * A code that is missing or wrong counts as a try: whoever knows the password may not guess on. Gives
 * whether there was one to check.
 */
async function checkSecondFactor(
  context: Context,
  staffId: number,
  code: string | undefined,
): Promise<boolean> {
  if (!(await hasTwoFactor(context.db, staffId))) return false
  if (code && (await transaction(context.db, (tx) => takeCode(context, tx, staffId, code))))
    return true
  const words = code
    ? 'This code does not fit. Take the newest one of your app; each works once.'
    : 'Enter the six digits that your authenticator app shows.'
  throw new AppError('unauthenticated', words, { fields: { code: words } })
}

function wrongCredentials(): AppError {
  return new AppError('unauthenticated', 'E-mail or password is not right.')
}

/**
 * Changes my password, ends my other sessions and forgets my other browsers. Gives the new `known`. What
 * became of it is told by a notice and a mail, because the dialog that asks shows no outcome. It does not
 * ask for the old one, so whoever has set it has not shown who it is: not to this session either.
 */
export async function changePassword(
  context: Context,
  caller: StaffCaller,
  password: string,
  origin: Browser,
): Promise<string> {
  const { config, keys } = context
  try {
    await checkNewPassword(password, caller, config.PASSWORD_MIN)
  } catch (error) {
    throw await tellRefused(context, caller, error)
  }
  const hash = await hashPassword(password)
  const sendMail = await transaction(context.db, async (tx) => {
    const { staffId } = caller
    await queries.setPassword(tx, staffId, { hash, aloneAt: new Date() })
    await queries.deleteOtherSessions(tx, staffId, caller.sessionHash)
    await queries.setProved(tx, caller.sessionHash, null)
    await queries.endLinks(tx, staffId, new Date())
    await writeAudit(tx, keys, {
      by: caller,
      action: 'password.changed',
      subject: 'staff',
      subjectId: staffId,
      requestId: origin.requestId,
    })
    return tellChanged(context, tx, caller)
  })
  sendMail()
  const account = staffAccount({ staffId: caller.staffId, passwordHash: hash })
  return markDevice(keys, origin.known, account, new Date())
}

/** Opens a session for a member or a member of staff. */
export async function openSession(tx: Tx, session: queries.NewSession): Promise<void> {
  await queries.insertSession(tx, session)
}

/** Ends the session that a token or a cookie belongs to; nothing happens when there is none. */
export async function endSession(
  { db }: Pick<Context, 'db'>,
  held: { token: string | undefined; cookie: string | undefined },
): Promise<void> {
  if (held.token) await queries.deleteSession(db, { tokenHash: sha256(held.token) })
  if (held.cookie) await queries.deleteSession(db, { cookieHash: sha256(held.cookie) })
}

/** Ends every session of these members of staff. */
export async function endSessionsOf(tx: Tx, staffIds: readonly number[]): Promise<void> {
  if (staffIds.length > 0) await queries.deleteSessionsOf(tx, staffIds)
}

/** Ends the one-time links of a person that nobody used yet. */
export async function endLinksOf(tx: Tx, staffId: number): Promise<void> {
  await queries.endLinks(tx, staffId, new Date())
}

/** Takes a person's password, passkeys and PIN away: only a one-time link opens the account again. */
export async function forgetOwnKeys(tx: Tx, staffId: number): Promise<void> {
  await queries.setPassword(tx, staffId, { hash: null, aloneAt: null })
  await forgetPasskeys(tx, staffId)
  await forgetPin(tx, staffId)
}

/** The address under which a one-time link is used. */
export function linkAddress({ publicUrl }: Pick<Context, 'publicUrl'>, token: string): string {
  return `${publicUrl}/reset/${token}`
}

/**
 * Mails somebody the one-time link to an account that was made for them. Call it after the commit;
 * whoever made it is not kept waiting for the mail server.
 */
export function mailInvitation(context: Context, staffId: number, token: string): void {
  if (context.channels.email.missing !== undefined) return
  const send = async () => {
    const { email, name, language } = await queries.addresseeOf(context.db, staffId)
    const link = linkAddress(context, token)
    const told = message('invitation', { name, link, hours: LINK_HOURS })
    await sendMessage(context, { to: email, language }, told)
  }
  void send().catch((error: unknown) =>
    context.log.error({ err: error, staffId }, 'invitation not sent'),
  )
}

/** Makes a one-time link for a person, good for a day. Gives the secret that only the link holds. */
export async function issueLink(tx: Tx, staffId: number): Promise<string> {
  const token = newToken()
  const at = new Date()
  await queries.insertLink(tx, {
    tokenHash: sha256(token),
    staffId,
    at,
    expiresAt: new Date(at.getTime() + LINK_HOURS * 3_600_000),
  })
  return token
}

/** Sends a link for a new password where the e-mail is known; says nothing of whether it is. */
export async function sendResetLink(
  context: Context,
  email: string,
  origin: Origin,
): Promise<void> {
  const { db, channels } = context
  needChannel(
    channels.email,
    'E-mail cannot be sent yet. Ask an administrator for a one-time link:',
  )
  await takeTry(db, `forgot:${origin.address}`, {
    free: 10,
    longestSeconds: 60,
    windowSeconds: 900,
  })
  await takeTry(db, `forgot:${sha256(email).toString('hex')}`, {
    free: 3,
    longestSeconds: 600,
    windowSeconds: 3600,
  })
  const person = await queries.staffByEmail(db, email)
  if (!person || person.disabledAt) return
  const token = await transaction(db, (tx) => issueLink(tx, person.staffId))
  mailResetLink(context, { to: email, language: person.language }, token)
}

/** Mails a link for a new password. Not awaited: how long it takes would tell that the e-mail is known. */
export function mailResetLink(context: Context, recipient: Recipient, token: string): void {
  const told = message('password_reset', { link: linkAddress(context, token), hours: LINK_HOURS })
  sendMessage(context, recipient, told).catch((error: unknown) =>
    context.log.error({ err: error }, 'reset link not sent'),
  )
}

function endedLink(): AppError {
  return invalidField('token', 'This link was used or has ended. Ask for a new one.')
}

/**
 * Sets a password with a one-time link and ends every session of the person. Gives the new `known`:
 * whoever has the link has shown who they are, so no attack on the account makes them wait.
 */
export async function resetPassword(
  context: Context,
  { token, password }: { token: string; password: string },
  origin: Browser,
): Promise<string> {
  const { db, keys, config } = context
  await takeTry(db, `reset:${origin.address}`, { free: 20, longestSeconds: 60, windowSeconds: 900 })
  const at = new Date()
  // Looked at first: a made-up token must not cost the machine a hash.
  const holder = await queries.holderOfLink(db, sha256(token), at)
  if (!holder) throw endedLink()
  await checkNewPassword(password, holder, config.PASSWORD_MIN)
  const hash = await hashPassword(password)
  const { staffId, sendMail } = await transaction(db, async (tx) => {
    const person = await queries.useLink(tx, sha256(token), at)
    if (!person) throw endedLink()
    await queries.setPassword(tx, person.staffId, { hash, aloneAt: null })
    await queries.endLinks(tx, person.staffId, at)
    await queries.deleteOtherSessions(tx, person.staffId, null)
    await writeAudit(tx, keys, {
      by: { staffId: person.staffId, role: person.role },
      action: 'password.reset',
      subject: 'staff',
      subjectId: person.staffId,
      requestId: origin.requestId,
    })
    const news = { kind: 'password_by_link' } as const
    const sent = await tellSecurity(context, tx, person.staffId, news)
    return { staffId: person.staffId, sendMail: sent }
  })
  sendMail()
  return markDevice(keys, origin.known, staffAccount({ staffId, passwordHash: hash }), at)
}
