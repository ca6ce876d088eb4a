import type { z } from 'zod'
import type { listMemberChanges, MemberChange } from '../../../../contract/desk/member-changes.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { refuseKind } from '../../people/belonging/index.ts'
import { refuseNoSecond } from '../../platform/permissions/index.ts'
import { keepOutOfRecord, lockedMember, notErased } from '../../people/members/index.ts'
import { tellOther } from '../../platform/notices/index.ts'
import * as queries from './member-changes.queries.ts'

type Decision = { changeId: string; note?: string | undefined }

/** New names and types that were proposed, by their state and who may decide. */
export async function listChanges(
  { db }: Pick<Context, 'db'>,
  filters: z.output<NonNullable<typeof listMemberChanges.query>>,
) {
  return queries.changePage(db, filters)
}

/** Gives a member the name and type that another person proposed. */
export async function approveChange(
  context: Context,
  by: StaffCaller,
  decision: Decision,
  origin: Origin,
): Promise<MemberChange> {
  return decide(context, by, { ...decision, state: 'approved' }, origin, async (tx, change) => {
    const { memberId, now, wanted } = change
    if (wanted.kind !== now.kind) await refuseKind(tx, memberId, wanted.kind)
    const record = await queries.recordOf(tx, memberId)
    await queries.setRecord(tx, memberId, { ...record, ...wanted })
  })
}

export async function rejectChange(
  context: Context,
  by: StaffCaller,
  decision: Decision,
  origin: Origin,
): Promise<MemberChange> {
  return decide(context, by, { ...decision, state: 'rejected' }, origin, async () => {})
}

/** Settles who decides what: the first, and never who proposed it. */
async function decide(
  context: Context,
  by: StaffCaller,
  { changeId, note, state }: Decision & { state: 'approved' | 'rejected' },
  { requestId }: Origin,
  work: (tx: Tx, change: MemberChange) => Promise<void>,
): Promise<MemberChange> {
  return transaction(context.db, async (tx) => {
    const at = context.now()
    const locked = isId(changeId) ? await queries.lockChange(tx, changeId) : undefined
    if (!locked) throw notFound('This change')
    const { memberId, proposedBy } = locked
    const member = await lockedMember(tx, memberId)
    notErased(member)
    keepOutOfRecord(member, note, 'note')
    const change = await changeNamed(tx, changeId)
    keepOutOfRecord({ ...member, name: change.wanted.name }, note, 'note')
    if (locked.state !== 'proposed') {
      throw new AppError(
        'conflict',
        `${change.decidedBy} has ${locked.state} this change already. Nothing was changed.`,
      )
    }
    if (proposedBy === by.staffId) {
      throw new AppError('conflict', 'You proposed this change: somebody else must decide it.')
    }
    if (state === 'approved') await refuseNoSecond(tx, by, [proposedBy], at)
    await work(tx, change)
    await queries.settleChange(tx, changeId, { state, staffId: by.staffId, at, note })
    await writeAudit(tx, context.keys, {
      by,
      action: `member.change.${state}`,
      subject: 'member',
      subjectId: memberId,
      before: { kind: change.now.kind },
      after: { changeId, kind: state === 'approved' ? change.wanted.kind : change.now.kind },
      reason: note,
      requestId,
      at,
    })
    const words = `The new name or type of member ${change.memberCode} that you proposed was ${state}.`
    const link = `/dashboard/users?open=${memberId}`
    await tellOther(tx, by, { staffId: proposedBy, words, link, at })
    return changeNamed(tx, changeId)
  })
}

async function changeNamed(tx: Tx, changeId: string): Promise<MemberChange> {
  const change = await queries.changeById(tx, changeId)
  if (!change) throw notFound('This change')
  return change
}
