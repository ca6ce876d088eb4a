import type { Language } from '../../../../contract/people/members.ts'
import type { StaffChangeKind } from '../../../../contract/people/staff-changes.ts'
import type { Context } from '../../../context.ts'
import { sqlState, type Tx } from '../../../db/database.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { differing } from '../../../lib/change-words.ts'
import { forgetPasskeys } from '../../platform/passkeys/index.ts'
import {
  endLinksOf,
  endSessionsOf,
  forgetOwnKeys,
  issueLink,
} from '../../platform/session/index.ts'
import { forgetTwoFactor } from '../../platform/two-factor/index.ts'
import { checkAdminStays, type Account } from './account-rules.ts'
import * as accounts from './accounts.queries.ts'
import type { FoundChange } from './staff-changes.queries.ts'
import { insertStaff } from './staff.queries.ts'

/** What was done: `token` opens the account's mailbox link, null where no mail can be sent. */
export type Effect = {
  kind: StaffChangeKind
  staffId: number
  email: string
  language: Language
  token: string | null
  /** As the trail keeps it. */
  action: string
  before?: unknown
  after?: object
}
/** With the news of it, to be sent once it is committed. */
export type Settled = Effect & { sendNews: () => void }
type Effecting = { at: Date; origin: 'founding' | 'approved'; mail: boolean }
type Locked = { account: Account; admins: readonly number[] }

/** Does what a change proposes. Its row, and the account's where there is one, are locked by the caller. */
export async function takeEffect(
  tx: Tx,
  change: FoundChange,
  effecting: Effecting,
): Promise<Effect> {
  if (change.kind === 'create') return makeAccount(tx, change, effecting)
  const staffId = change.staffId ?? 0
  const { account, admins } = await accounts.lockAccounts(tx, staffId)
  if (!account) throw notFound('This account')
  const { email } = account
  const about = { kind: change.kind, staffId, email, language: account.language, token: null }
  return { ...about, ...(await DOES[change.kind](tx, { account, admins }, { change, effecting })) }
}

async function makeAccount(
  tx: Tx,
  { kind, name, email, role }: FoundChange,
  { at, origin, mail }: Effecting,
): Promise<Effect> {
  if (email === null || role === null) throw new Error('A new account without e-mail or role.')
  const person = { email, name, role, plantId: null, at, origin }
  const staffId = await insertStaff(tx, person)
  if (staffId === undefined) throw emailTaken(email)
  const token = mail ? await issueLink(tx, staffId) : null
  const after = { email, name, role }
  return { kind, staffId, email, language: 'en', token, action: 'staff.created', after }
}

export const emailTaken = (email: string): AppError =>
  new AppError('conflict', `There is an account for ${email} already.`)

type Doing = { change: FoundChange; effecting: Effecting }
type Done = Pick<Effect, 'action'> & Partial<Effect>
const DOES: Record<
  Exclude<StaffChangeKind, 'create'>,
  (tx: Tx, locked: Locked, doing: Doing) => Promise<Done>
> = {
  change: changeAccount,
  link: relink,
  async two_factor(tx, { account: { staffId } }) {
    // Of a lost phone both.
    const hadCodes = await forgetTwoFactor(tx, staffId)
    const hadPasskeys = await forgetPasskeys(tx, staffId)
    if (!hadCodes && !hadPasskeys) {
      throw new AppError('conflict', 'This account has no two-factor sign-in and no passkey.')
    }
    await endSessionsOf(tx, [staffId])
    return { action: 'staff.two_factor_reset' }
  },
  async enable(tx, { account: { staffId, disabledAt } }) {
    if (!disabledAt) throw new AppError('conflict', 'This account is not disabled.')
    await accounts.updateAccount(tx, staffId, { disabled_at: null })
    return { action: 'staff.enabled' }
  },
}

/** Whoever signs in otherwise from now on is signed out. */
async function changeAccount(
  tx: Tx,
  { account, admins }: Locked,
  { change: { email, role } }: Doing,
): Promise<Done> {
  if (email === null || role === null) throw new Error('A change without e-mail or role.')
  if (role !== 'admin') checkAdminStays(admins, account)
  const { staffId } = account
  const changed = differing({ email: account.email, role: account.role }, { email, role })
  await accounts.updateAccount(tx, staffId, { email, role }).catch((error: unknown) => {
    throw sqlState(error) === '23505' ? emailTaken(email) : error
  })
  if (email !== account.email) await endLinksOf(tx, staffId)
  await endSessionsOf(tx, [staffId])
  return { action: 'staff.changed', ...changed }
}

/** What opened the account before, opens it no more. */
async function relink(
  tx: Tx,
  { account: { staffId, disabledAt } }: Locked,
  { effecting: { mail } }: Doing,
): Promise<Done> {
  if (disabledAt) throw new AppError('conflict', 'This account is disabled: enable it.')
  await endSessionsOf(tx, [staffId])
  await endLinksOf(tx, staffId)
  await forgetOwnKeys(tx, staffId)
  return { action: 'staff.relinked', token: mail ? await issueLink(tx, staffId) : null }
}

/** Whether mail can be sent at all. */
export const canMail = ({ channels }: Pick<Context, 'channels'>): boolean =>
  channels.email.missing === undefined
