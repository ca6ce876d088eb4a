import type { z } from 'zod'
import type {
  addStaff as adding,
  changeStaff as changing,
} from '../../../../contract/people/staff.ts'
import type { StaffDetail } from '../../../../contract/people/staff.ts'
import type { StaffChangeDone } from '../../../../contract/people/staff-changes.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { differing } from '../../../lib/change-words.ts'
import {
  eventsOf,
  mustBeVersion,
  versionOf,
  withVersion,
  writeAudit,
} from '../../platform/audit/index.ts'
import { endLinksOf, endSessionsOf } from '../../platform/session/index.ts'
import { hasTwoFactor } from '../../platform/two-factor/index.ts'
import * as rules from './account-rules.ts'
import { FIELD_WORDS, wordsOf } from './account-words.ts'
import * as queries from './accounts.queries.ts'
import { personById } from './staff-list.queries.ts'
import type { Act } from './staff-change-steps.ts'
import { afterProposal, proposeIn, waitingOf } from './staff-changes.service.ts'

type Body<E extends { body?: z.ZodType }> = z.output<NonNullable<E['body']>>

/** One account with its sessions and history, or 404. */
export async function getStaff(
  { db, now }: { db: Db | Tx; now: Context['now'] },
  caller: StaffCaller,
  staffId: number,
): Promise<StaffDetail> {
  // Before the rest: a change that comes between makes this one old.
  const version = await versionOf(db, 'staff', staffId)
  const person = await personById(db, staffId)
  if (!person) throw notFound('This account')
  const sessions = await queries.sessionsOf(db, staffId, now())
  return {
    ...person,
    version,
    sessions: sessions.map((session) => ({
      ...session,
      createdAt: session.createdAt.toISOString(),
      seenAt: session.seenAt.toISOString(),
    })),
    events: await eventsOf(db, { subject: 'staff', id: staffId }, wordsOf),
    waiting: await waitingOf({ db, now }, caller, staffId),
  }
}

/** Proposes an account of the dashboard. Its link goes to its mailbox, never to whoever made it. */
export async function addStaff(
  act: Act,
  { name, email, role }: Body<typeof adding>,
): Promise<StaffChangeDone> {
  rules.checkMayGive(act.caller, role, null)
  const proposed = await transaction(act.context.db, async (tx) => {
    await refuseTaken(tx, email, null)
    const wanted = { kind: 'create', staffId: null, name, email, role, reason: null } as const
    return proposeIn(tx, act, wanted)
  })
  return afterProposal(act, proposed)
}

async function refuseTaken(tx: Tx, email: string, staffId: number | null): Promise<void> {
  const holder = await queries.holderOf(tx, email)
  if (holder === undefined || holder === staffId) return
  throw invalidField('email', `There is an account for ${email} already.`)
}

/** Changes the name at once; another e-mail or role is only proposed. */
export async function changeStaff(
  act: Act,
  staffId: number,
  { name, email, role, reason, version }: Body<typeof changing>,
): Promise<StaffDetail> {
  const { context, caller } = act
  const proposed = await onAccount(act, staffId, async (tx, account, admins) => {
    await mustBeVersion(tx, 'staff', { id: staffId, seen: version, words: FIELD_WORDS })
    rules.checkMayGive(caller, role, account)
    if (role !== 'admin') rules.checkAdminStays(admins, account)
    await refuseTaken(tx, email, staffId)
    const renamed = differing({ name: account.name }, { name })
    if (renamed) await queries.updateAccount(tx, staffId, { name })
    const same = email === account.email && role === account.role
    const wanted = { kind: 'change', staffId, email, role, reason } as const
    return {
      result: same ? null : await proposeIn(tx, act, wanted),
      audited: renamed && {
        action: 'staff.changed',
        before: renamed.before,
        after: await withVersion(tx, 'staff', staffId, renamed.after),
        reason,
      },
    }
  })
  if (proposed) await afterProposal(act, proposed)
  return getStaff(context, caller, staffId)
}

/** Disables an account; nobody locks themselves out, and one admin stays. */
export async function disableStaff(act: Act, staffId: number, reason: string) {
  await onAccount(act, staffId, async (tx, account, admins) => {
    rules.checkNotSelf(act.caller, account, 'Nobody disables their own account.')
    rules.checkAdminStays(admins, account)
    if (account.disabledAt) throw new AppError('conflict', 'This account is disabled already.')
    await queries.updateAccount(tx, staffId, { disabled_at: act.context.now() })
    await endSessionsOf(tx, [staffId])
    await endLinksOf(tx, staffId)
    return { result: null, audited: { action: 'staff.disabled', reason } }
  })
  return getStaff(act.context, act.caller, staffId)
}

export async function enableStaff(act: Act, staffId: number, reason: string) {
  return proposeOn(act, staffId, { kind: 'enable', reason }, (account) => {
    if (!account.disabledAt) throw new AppError('conflict', 'This account is not disabled.')
  })
}

export async function endStaffSessions(act: Act, staffId: number, reason: string) {
  await onAccount(act, staffId, async (tx) => {
    await endSessionsOf(tx, [staffId])
    return { result: null, audited: { action: 'staff.signed_out', reason } }
  })
  return getStaff(act.context, act.caller, staffId)
}

/** Proposes a new one-time link. What opens the account now, then opens it no more. */
export async function relinkStaff(act: Act, staffId: number, reason: string) {
  return proposeOn(act, staffId, { kind: 'link', reason }, (account) => {
    rules.checkNotSelf(act.caller, account, 'Change your own password with Update Password.')
    if (account.disabledAt) throw new AppError('conflict', 'This account is disabled: enable it.')
  })
}

/** For somebody who lost the phone: signing in asks for the password only, until it is set up again. */
export async function resetTwoFactor(act: Act, staffId: number, reason: string) {
  const hasOne = await hasTwoFactor(act.context.db, staffId)
  return proposeOn(act, staffId, { kind: 'two_factor', reason }, (account) => {
    rules.checkNotSelf(act.caller, account, 'Turn your own two-factor sign-in off yourself.')
    if (!hasOne) throw new AppError('conflict', 'This account has no two-factor sign-in.')
  })
}

type Proposal = { kind: 'enable' | 'link' | 'two_factor'; reason: string }

async function proposeOn(
  act: Act,
  staffId: number,
  proposal: Proposal,
  check: (account: rules.Account) => void,
): Promise<StaffChangeDone> {
  const proposed = await onAccount(act, staffId, async (tx, account) => {
    check(account)
    return { result: await proposeIn(tx, act, { staffId, ...proposal }), audited: null }
  })
  return afterProposal(act, proposed)
}

type Audited = { action: string; before?: unknown; after?: unknown; reason: string }

/** One act about an account under its lock, with its audit row where there is one. */
async function onAccount<R>(
  { context: { db, keys, now }, caller, origin }: Act,
  staffId: number,
  change: (
    tx: Tx,
    account: rules.Account,
    admins: readonly number[],
  ) => Promise<{ result: R; audited: Audited | null }>,
): Promise<R> {
  return transaction(db, async (tx) => {
    const { account, admins } = await queries.lockAccounts(tx, staffId)
    if (!account) throw notFound('This account')
    rules.checkMayChange(caller, account)
    const { result, audited } = await change(tx, account, admins)
    if (!audited) return result
    const subject = { subject: 'staff', subjectId: staffId, requestId: origin.requestId, at: now() }
    await writeAudit(tx, keys, { by: caller, ...subject, ...audited })
    return result
  })
}
