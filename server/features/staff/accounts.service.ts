import type { z } from 'zod'
import type { addStaff as adding, changeStaff as changing } from '../../../contract/staff.ts'
import type { StaffDetail } from '../../../contract/staff.ts'
import type { Context } from '../../context.ts'
import { sqlState, transaction, type Db, type Tx } from '../../db/database.ts'
import type { Origin, StaffCaller } from '../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../lib/app-error.ts'
import { differing } from '../../lib/change-words.ts'
import { writeAudit } from '../audit/audit.service.ts'
import { eventsOf } from '../audit/subject-events.service.ts'
import {
  endLinksOf,
  endSessionsOf,
  forgetPassword,
  issueLink,
  linkAddress,
  mailInvitation,
} from '../session/session.service.ts'
import { forgetTwoFactor } from '../two-factor/two-factor.service.ts'
import * as rules from './account-rules.ts'
import { wordsOf } from './account-words.ts'
import * as queries from './accounts.queries.ts'
import { personById } from './staff-list.queries.ts'
import { createStaff } from './staff.service.ts'

type Body<E extends { body?: z.ZodType }> = z.output<NonNullable<E['body']>>
type Act = { context: Context; caller: StaffCaller; origin: Origin }
type Linked = { person: StaffDetail; link: string }

/** One account with its sessions and history, or 404. */
export async function getStaff(
  { db, now }: { db: Db | Tx; now: Context['now'] },
  staffId: number,
): Promise<StaffDetail> {
  const person = await personById(db, staffId)
  if (!person) throw notFound('This account')
  const sessions = await queries.sessionsOf(db, staffId, now())
  return {
    ...person,
    sessions: sessions.map((session) => ({
      ...session,
      createdAt: session.createdAt.toISOString(),
      seenAt: session.seenAt.toISOString(),
    })),
    events: await eventsOf(db, { subject: 'staff', id: staffId }, wordsOf),
  }
}

/** Makes an account of the dashboard. The link is given back here and never again. */
export async function addStaff(
  { context, caller }: Act,
  { name, email, role }: Body<typeof adding>,
): Promise<Linked> {
  rules.checkMayGive(caller, role, null)
  const person = { name, email, role, plantCode: undefined }
  const { staffId, token } = await createStaff(context, person, caller)
  mailInvitation(context, staffId, token)
  return { person: await getStaff(context, staffId), link: linkAddress(context, token) }
}

/** Changes name, e-mail or role. Whoever signs in otherwise from now on is signed out. */
export async function changeStaff(
  act: Act,
  staffId: number,
  { name, email, role, reason }: Body<typeof changing>,
): Promise<StaffDetail> {
  const { context, caller } = act
  return onAccount(act, staffId, async (tx, account, admins) => {
    rules.checkMayGive(caller, role, account)
    if (role !== 'admin') rules.checkAdminStays(admins, account)
    const wanted = { name, email, role }
    const was = { name: account.name, email: account.email, role: account.role }
    const changed = differing(was, wanted)
    if (!changed) return null
    await queries.updateAccount(tx, staffId, wanted).catch((error: unknown) => {
      if (sqlState(error) !== '23505') throw error
      throw invalidField('email', `There is an account for ${email} already.`)
    })
    if (email !== account.email) await endLinksOf(tx, staffId)
    if (email !== account.email || role !== account.role) await endSessionsOf(tx, [staffId])
    return { action: 'staff.changed', ...changed, reason }
  }).then(() => getStaff(context, staffId))
}

/** Disables an account; nobody locks himself out, and one admin stays. */
export async function disableStaff(act: Act, staffId: number, reason: string) {
  await onAccount(act, staffId, async (tx, account, admins) => {
    rules.checkNotSelf(act.caller, account, 'Nobody disables his own account.')
    rules.checkAdminStays(admins, account)
    if (account.disabledAt) throw new AppError('conflict', 'This account is disabled already.')
    await queries.updateAccount(tx, staffId, { disabled_at: act.context.now() })
    await endSessionsOf(tx, [staffId])
    await endLinksOf(tx, staffId)
    return { action: 'staff.disabled', reason }
  })
  return getStaff(act.context, staffId)
}

export async function enableStaff(act: Act, staffId: number, reason: string) {
  await onAccount(act, staffId, async (tx, account) => {
    if (!account.disabledAt) throw new AppError('conflict', 'This account is not disabled.')
    await queries.updateAccount(tx, staffId, { disabled_at: null })
    return { action: 'staff.enabled', reason }
  })
  return getStaff(act.context, staffId)
}

export async function endStaffSessions(act: Act, staffId: number, reason: string) {
  await onAccount(act, staffId, async (tx) => {
    await endSessionsOf(tx, [staffId])
    return { action: 'staff.signed_out', reason }
  })
  return getStaff(act.context, staffId)
}

/** A new one-time link. What opened the account before, opens it no more. */
export async function relinkStaff(act: Act, staffId: number, reason: string): Promise<Linked> {
  let token = ''
  await onAccount(act, staffId, async (tx, account) => {
    rules.checkNotSelf(act.caller, account, 'Change your own password with Update Password.')
    if (account.disabledAt) throw new AppError('conflict', 'This account is disabled: enable it.')
    await endSessionsOf(tx, [staffId])
    await endLinksOf(tx, staffId)
    await forgetPassword(tx, staffId)
    token = await issueLink(tx, staffId)
    return { action: 'staff.relinked', reason }
  })
  mailInvitation(act.context, staffId, token)
  return { person: await getStaff(act.context, staffId), link: linkAddress(act.context, token) }
}

/** For somebody who lost the phone: signing in asks for the password only, until it is set up anew. */
export async function resetTwoFactor(act: Act, staffId: number, reason: string) {
  await onAccount(act, staffId, async (tx, account) => {
    rules.checkNotSelf(act.caller, account, 'Turn your own two-factor sign-in off yourself.')
    if (!(await forgetTwoFactor(tx, staffId))) {
      throw new AppError('conflict', 'This account has no two-factor sign-in.')
    }
    await endSessionsOf(tx, [staffId])
    return { action: 'staff.two_factor_reset', reason }
  })
  return getStaff(act.context, staffId)
}

type Done = { action: string; before?: unknown; after?: unknown; reason: string }

/** One change of an account under its lock, with its audit row; null where there was nothing to do. */
async function onAccount(
  { context: { db, keys, now }, caller, origin }: Act,
  staffId: number,
  change: (tx: Tx, account: rules.Account, admins: readonly number[]) => Promise<Done | null>,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { account, admins } = await queries.lockAccounts(tx, staffId)
    if (!account) throw notFound('This account')
    rules.checkMayChange(caller, account)
    const done = await change(tx, account, admins)
    if (!done) return
    const subject = { subject: 'staff', subjectId: staffId, requestId: origin.requestId, at: now() }
    await writeAudit(tx, keys, { by: caller, ...subject, ...done })
  })
}
