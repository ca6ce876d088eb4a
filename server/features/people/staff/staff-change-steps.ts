import type { StaffChangeBasis } from '../../../../contract/people/staff-changes.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { canMail, takeEffect, type Effect, type Settled } from './staff-change-effects.ts'
import { tellSecurity } from '../../platform/security-news/index.ts'
import * as queries from './staff-changes.queries.ts'
import type { FoundChange } from './staff-changes.queries.ts'

export type Act = { context: Context; caller: StaffCaller; origin: Origin }

type Settling = { basis: StaffChangeBasis; at: Date; note?: string | null }
type Actor = { context: Context; caller: StaffCaller | null; origin: Origin | null }

/** Makes a change effective, with its row in the trail; it is locked by the caller, and not decided. */
export async function settle(
  tx: Tx,
  act: Actor,
  change: FoundChange,
  { basis, at, note = null }: Settling,
): Promise<Settled> {
  const { context, caller, origin } = act
  const { changeId, reason } = change
  const by = basis === 'founding' ? 'founding' : 'approved'
  const effect = await takeEffect(tx, change, { at, origin: by, mail: canMail(context) })
  const staffId = basis === 'second person' ? (caller?.staffId ?? null) : null
  const decision = { state: 'effective' as const, basis, staffId, at, note }
  await queries.decideChange(tx, changeId, decision, effect.staffId)
  await writeAudit(tx, context.keys, {
    by: caller,
    action: effect.action,
    subject: 'staff',
    subjectId: effect.staffId,
    before: effect.before,
    after: { ...effect.after, changeId, basis },
    reason: reason ?? undefined,
    requestId: origin?.requestId,
    at,
  })
  return { ...effect, sendNews: await tellHolder(tx, context, effect, change) }
}

/** Tells whose account it is what opens it from now on. */
async function tellHolder(
  tx: Tx,
  context: Context,
  { kind, staffId, email: from }: Effect,
  { email: to }: FoundChange,
): Promise<() => void> {
  if (kind === 'two_factor') return tellSecurity(context, tx, staffId, { kind: 'two_factor_reset' })
  if (kind !== 'change' || to === null || to === from) return () => undefined
  return tellSecurity(context, tx, staffId, { kind: 'email', from, to })
}

export async function changeNamed(tx: Tx, changeId: string): Promise<FoundChange> {
  const found = await queries.changeById(tx, changeId)
  if (!found) throw notFound('This change')
  return found
}

/** What became of a proposal, in the trail. */
export async function auditChange(
  tx: Tx,
  { context, caller, origin }: Act,
  { changeId, kind, staffId, name, email, role }: FoundChange,
  { did, reason, at }: { did: string; reason: string | null; at: Date },
): Promise<void> {
  await writeAudit(tx, context.keys, {
    by: caller,
    action: `staff.change.${did}`,
    ...(staffId === null
      ? { subject: 'staff_change', subjectId: changeId }
      : { subject: 'staff', subjectId: staffId }),
    after: { changeId, kind, name, ...(email !== null && { email, role }) },
    reason: reason ?? undefined,
    requestId: origin.requestId,
    at,
  })
}
