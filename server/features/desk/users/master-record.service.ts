import type { z } from 'zod'
import type { editUser, enrolUser } from '../../../../contract/desk/member-records.ts'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { differing } from '../../../lib/change-words.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import { mustBeVersion, withVersion, writeAudit } from '../../platform/audit/index.ts'
import { refuseKind, setBelongings, targetOf } from '../../people/belonging/index.ts'
import { isKycAccepted } from '../../people/kyc/index.ts'
import { enrolMembers } from '../../ledger/member-files/index.ts'
import {
  keepOutOfRecord,
  lockedMember,
  type LockedMember,
  notErased,
  RECORD_WORDS,
} from '../../people/members/index.ts'
import * as queries from './member-changes.queries.ts'
import { userDetailOf } from './users.service.ts'

const TAKEN = '23505'
type Enrolment = z.output<NonNullable<typeof enrolUser.body>>
type Edit = z.output<NonNullable<typeof editUser.body>> & { memberId: number }

/** Enrols one member. No consent is recorded: the member agrees to the notice at the first sign-in. */
export async function enrolMember(
  context: Context,
  by: StaffCaller,
  { distributorCode, retailerCode, ...given }: Enrolment,
  { requestId }: Origin,
): Promise<UserDetail> {
  try {
    return await transaction(context.db, async (tx) => {
      const at = context.now()
      const target = await targetOf(tx, { distributorCode, retailerCode }, given.kind)
      const person = {
        ...given,
        latinName: given.latinName ?? null,
        pincode: given.pincode ?? null,
      }
      const ids = await enrolMembers(tx, [person], { staffId: by.staffId, uploadId: null, at })
      const memberId = Number(ids.get(given.mobile))
      if (target) {
        const setting = { memberId, fromDay: dayOf(at), target }
        await setBelongings(tx, [setting], { staffId: by.staffId, at })
      }
      await writeAudit(tx, context.keys, {
        by,
        action: 'member.enrolled',
        subject: 'member',
        subjectId: memberId,
        after: {
          kind: given.kind,
          state: given.state,
          language: given.language,
          belongsTo: distributorCode ?? retailerCode ?? null,
        },
        requestId,
        at,
      })
      return userDetailOf(tx, memberId, at)
    })
  } catch (error) {
    if (sqlState(error) !== TAKEN) throw error
    const words = 'This mobile belongs to a member already: search for it in the list.'
    throw new AppError('conflict', words, { fields: { mobile: words }, cause: error })
  }
}

/**
 * Changes what is known of a member. Once KYC was accepted, name and type are only proposed: the rest
 * changes at once, those wait for another person.
 */
export async function editMember(
  context: Context,
  by: StaffCaller,
  { memberId, reason, version, ...wanted }: Edit,
  { requestId }: Origin,
): Promise<UserDetail> {
  return transaction(context.db, async (tx) => {
    const at = context.now()
    const member = await lockedMember(tx, memberId)
    notErased(member)
    await mustBeVersion(tx, 'member', { id: memberId, seen: version, words: RECORD_WORDS })
    keepOutOfRecord(member, reason)
    keepOutOfRecord({ ...member, name: wanted.name }, reason)
    const before = await queries.recordOf(tx, memberId)
    const after = {
      ...wanted,
      latinName: wanted.latinName === undefined ? before.latinName : wanted.latinName,
      pincode: wanted.pincode === undefined ? before.pincode : wanted.pincode,
    }
    const hangs = namesChange(before, after) && (await isKycAccepted(tx, memberId))
    const atOnce = hangs
      ? { ...after, name: before.name, latinName: before.latinName, kind: before.kind }
      : after
    if (atOnce.kind !== before.kind) await refuseKind(tx, memberId, atOnce.kind)
    const changed = differing(before, atOnce)
    if (changed) {
      await queries.setRecord(tx, memberId, atOnce)
      const told = recorded(changed)
      await writeAudit(tx, context.keys, {
        by,
        action: 'member.changed',
        subject: 'member',
        subjectId: memberId,
        before: told.before,
        after: await withVersion(tx, 'member', memberId, told.after),
        reason,
        requestId,
        at,
      })
    }
    if (hangs) await propose(tx, context, { member, by, wanted: after, reason, requestId, at })
    return userDetailOf(tx, memberId, at)
  })
}

type Named = Pick<queries.MemberRecord, 'name' | 'latinName' | 'kind'>
const namesChange = (one: Named, other: Named) =>
  one.name !== other.name || one.kind !== other.kind || one.latinName !== other.latinName

/** Audit rows outlive an erasure: of what names a person only that it changed. */
const KEPT = new Set(['kind', 'state', 'language'])
function recorded(changed: { before: object; after: object }) {
  const of = (fields: object) => {
    const entries = Object.entries(fields)
    return Object.fromEntries(entries.filter(([name]) => KEPT.has(name)))
  }
  const fields = Object.keys(changed.after)
  return { before: of(changed.before), after: { ...of(changed.after), fields } }
}

type Proposing = {
  member: LockedMember
  by: StaffCaller
  wanted: Named
  reason: string | undefined
  requestId: string
  at: Date
}

async function propose(tx: Tx, { keys }: Context, proposing: Proposing): Promise<void> {
  const { member, by, wanted, reason, requestId, at } = proposing
  if (!reason) {
    throw invalidField('reason', 'KYC was accepted: say why, as another person decides on this.')
  }
  const { memberId } = member
  const { name, latinName, kind } = wanted
  const change = {
    changeId: makeStaffChangeId(at.getTime()),
    memberId,
    name,
    latinName,
    kind,
    reason,
    staffId: by.staffId,
    at,
  }
  if (!(await queries.insertChange(tx, change))) {
    throw new AppError(
      'conflict',
      'A new name or type of this member waits for its decision already.',
    )
  }
  await writeAudit(tx, keys, {
    by,
    action: 'member.change.proposed',
    subject: 'member',
    subjectId: memberId,
    after: { changeId: change.changeId, kind },
    reason,
    requestId,
    at,
  })
}
