import type { Role } from '../../../../contract/roles.ts'
import {
  WAITING_HOURS,
  type StaffChange,
  type StaffChangeDone,
  type StaffChangeKind,
} from '../../../../contract/people/staff-changes.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import { approverOf, whyNoSecond, type Approver } from '../../platform/permissions/index.ts'
import { lockAccounts } from './accounts.queries.ts'
import type { Settled } from './staff-change-effects.ts'
import { mailLink, sendMails, tellProposed, type Mails } from './staff-change-mails.ts'
import { auditChange, changeNamed, settle, type Act } from './staff-change-steps.ts'
import { sentenceOf } from './staff-change-words.ts'
import * as queries from './staff-changes.queries.ts'
import type { FoundChange } from './staff-changes.queries.ts'

type Wanted = {
  kind: StaffChangeKind
  /** Null for a new account, whose name it gives. */
  staffId: number | null
  name?: string
  email?: string
  role?: Role
  reason: string | null
}
type Proposed = { change: FoundChange; effect: Settled | null; mails: Mails }

/**
 * Proposes a change of an account, whose row the caller has locked. Before the first transfer there is
 * nothing to steal: then it is effective at once. Else it waits for a second person; where there is
 * none, for a day, and everybody is told.
 */
export async function proposeIn(tx: Tx, act: Act, wanted: Wanted): Promise<Proposed> {
  const { context, caller } = act
  const at = context.now()
  const changeId = makeStaffChangeId(at.getTime())
  const founding = await queries.ledgerIsEmpty(tx)
  const { kind, staffId, name = null, email = null, role = null, reason } = wanted
  const row = { changeId, kind, staffId, name, email, role, reason, by: caller.staffId, at }
  const dueAt = founding ? null : await dueOf(tx, act, wanted, at)
  if (!(await queries.insertChange(tx, { ...row, dueAt }))) throw await waitsAlready(tx, wanted)
  const change = await changeNamed(tx, changeId)
  if (founding) {
    const effect = await settle(tx, act, change, { basis: 'founding', at })
    return { change: await changeNamed(tx, changeId), effect, mails: [] }
  }
  const mails = await tellProposed(tx, change, caller, at)
  await auditChange(tx, act, change, { did: 'proposed', reason, at })
  if (dueAt) {
    const afterSeconds = WAITING_HOURS * 3600
    await context.jobs.send(tx, 'staff-changes', {}, { afterSeconds })
  }
  return { change, effect: null, mails }
}

/** When a change that nobody else can approve is effective; null where somebody can. */
async function dueOf(tx: Tx, { caller }: Act, wanted: Wanted, at: Date): Promise<Date | null> {
  const { staffId, role } = wanted
  const { account } = await lockAccounts(tx, staffId ?? 0)
  const onlyAdmins = role === 'admin' || account?.role === 'admin'
  const asked = { by: caller.staffId, staffId, onlyAdmins, at }
  if (await queries.anybodyCanApprove(tx, asked)) return null
  return new Date(at.getTime() + WAITING_HOURS * 3_600_000)
}

async function waitsAlready(tx: Tx, { staffId, email }: Wanted): Promise<AppError> {
  const open = staffId === null ? undefined : await queries.waitingChangeOf(tx, staffId)
  const what = open ? sentenceOf(open) : `A new account for ${email}.`
  const message = `This waits for a decision already: ${what} It must be approved, rejected or withdrawn first.`
  return new AppError('conflict', message)
}

/** Does what is left once a proposal is committed. */
export async function afterProposal(
  { context, caller }: Act,
  { change, effect, mails }: Proposed,
): Promise<StaffChangeDone> {
  sendMails(context, mails)
  const link = effect && mailLink(context, effect)
  return { change: await shown(context, caller, change), link }
}

/** What waits for a second person. */
export async function listChanges(
  context: Pick<Context, 'db' | 'now'>,
  caller: StaffCaller,
): Promise<{ items: StaffChange[] }> {
  const approver = await approverOf(context.db, caller, context.now())
  const found = await queries.waitingChanges(context.db)
  return { items: found.map((change) => toChange(change, caller, approver)) }
}

/** What waits about one account; null where nothing does. */
export async function waitingOf(
  context: { db: Db | Tx; now: Context['now'] },
  caller: StaffCaller,
  staffId: number,
): Promise<StaffChange | null> {
  const found = await queries.waitingChangeOf(context.db, staffId)
  return found ? shown(context, caller, found) : null
}

/** A change as the contract has it, for one person. */
export async function shown(
  { db, now }: { db: Db | Tx; now: Context['now'] },
  caller: StaffCaller,
  change: FoundChange,
): Promise<StaffChange> {
  return toChange(change, caller, await approverOf(db, caller, now()))
}

function toChange(found: FoundChange, caller: StaffCaller, approver: Approver): StaffChange {
  const { changeId, kind, staffId, name, reason, state, proposedAt, dueAt } = found
  return {
    changeId,
    kind,
    staffId,
    name,
    email: found.email ?? found.nowEmail ?? '',
    words: sentenceOf(found),
    reason,
    state,
    proposedBy: { staffId: found.proposedById, name: found.proposedByName },
    proposedAt: proposedAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    whyNot: whyNotApprove(found, caller, approver),
  }
}

/** Why somebody may not approve a change; null when they may. The almond team grants nothing of admins. */
export function whyNotApprove(
  { staffId, role, nowRole, proposedById }: FoundChange,
  caller: StaffCaller,
  approver: Approver,
): string | null {
  if (proposedById === caller.staffId) return 'You proposed this: a second person must approve it.'
  if (staffId === caller.staffId) return 'This is your own account: somebody else must approve it.'
  if (caller.role !== 'admin' && (role === 'admin' || nowRole === 'admin')) {
    return 'Only an admin approves what is about an admin.'
  }
  return whyNoSecond(approver, [proposedById])
}
