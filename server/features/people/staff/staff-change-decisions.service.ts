import type { StaffChangeDone } from '../../../../contract/people/staff-changes.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { approverOf } from '../../platform/permissions/index.ts'
import { tellOther } from '../../platform/notices/index.ts'
import { ACCOUNTS_LINK, mailLink } from './staff-change-mails.ts'
import { auditChange, changeNamed, settle, type Act } from './staff-change-steps.ts'
import { sentenceOf } from './staff-change-words.ts'
import * as queries from './staff-changes.queries.ts'
import type { FoundChange } from './staff-changes.queries.ts'
import { shown, whyNotApprove } from './staff-changes.service.ts'

type Deciding = { changeId: string; note?: string | undefined }

/** Approves what somebody else proposed about the account of a third person: it is effective now. */
export async function approveChange(
  act: Act,
  { changeId, note = '' }: Deciding,
): Promise<StaffChangeDone> {
  const { context, caller } = act
  const at = context.now()
  const done = await transaction(context.db, async (tx) => {
    const open = await lockedOpen(tx, changeId)
    const why = whyNotApprove(open, caller, await approverOf(tx, caller, at))
    if (why !== null) throw new AppError('conflict', why)
    const effect = await settle(tx, act, open, { basis: 'second person', at, note: note || null })
    await tellMaker(tx, caller, open, 'approved', at)
    return { effect, change: await changeNamed(tx, changeId) }
  })
  const link = mailLink(context, done.effect)
  return { change: await shown(context, caller, done.change), link }
}

/** Rejects what somebody else proposed; the account that it is about may do that too. */
export async function rejectChange(act: Act, { changeId, note = '' }: Deciding) {
  return refuse(act, changeId, 'rejected', note, ({ proposedById }) => {
    if (proposedById !== act.caller.staffId) return
    throw new AppError('conflict', 'You proposed this: withdraw it instead.')
  })
}

export async function withdrawChange(act: Act, changeId: string) {
  return refuse(act, changeId, 'withdrawn', null, ({ proposedById, proposedByName }) => {
    if (proposedById === act.caller.staffId) return
    throw new AppError('conflict', `Only ${proposedByName} can withdraw this. Reject it.`)
  })
}

async function refuse(
  act: Act,
  changeId: string,
  state: 'rejected' | 'withdrawn',
  note: string | null,
  check: (open: FoundChange) => void,
): Promise<StaffChangeDone> {
  const { context, caller } = act
  const change = await transaction(context.db, async (tx) => {
    const open = await lockedOpen(tx, changeId)
    check(open)
    const at = context.now()
    const decision = { state, basis: null, staffId: caller.staffId, at, note }
    await queries.decideChange(tx, changeId, decision, null)
    await tellMaker(tx, caller, open, state, at)
    await auditChange(tx, act, open, { did: state, reason: note, at })
    return changeNamed(tx, changeId)
  })
  return { change: await shown(context, caller, change), link: null }
}

/** Makes effective what waited its day and nobody rejected. One that is no longer possible waits on. */
export async function settleDueChanges(context: Context): Promise<void> {
  const at = context.now()
  for (const changeId of await queries.dueChanges(context.db, at)) {
    try {
      const effect = await transaction(context.db, async (tx) => {
        const open = await lockedOpen(tx, changeId)
        const act = { context, caller: null, origin: null }
        const done = await settle(tx, act, open, { basis: 'waiting period', at })
        await tellMaker(tx, null, open, 'approved, as nobody rejected it', at)
        return done
      })
      mailLink(context, effect)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      context.log.warn({ err: error, changeId }, 'a change of an account could not take effect')
    }
  }
}

async function lockedOpen(tx: Tx, changeId: string): Promise<FoundChange> {
  const isThere = isId(changeId) && (await queries.lockChange(tx, changeId))
  const found = isThere ? await queries.changeById(tx, changeId) : undefined
  if (!found) throw notFound('This change')
  if (found.state === 'proposed') return found
  const done = found.state === 'effective' ? 'approved' : found.state
  const who = found.decidedByName ?? 'The end of the waiting period'
  throw new AppError('conflict', `${who} has ${done} this already. Nothing was changed.`)
}

async function tellMaker(
  tx: Tx,
  by: StaffCaller | null,
  { proposedById, ...change }: FoundChange,
  did: string,
  at: Date,
): Promise<void> {
  const words = `Your proposal was ${did}: ${sentenceOf({ ...change })}`
  await tellOther(tx, by, { staffId: proposedById, words, link: ACCOUNTS_LINK, at })
}
