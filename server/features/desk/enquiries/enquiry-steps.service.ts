import {
  ENQUIRY_CATEGORIES,
  type EnquiryCategory,
} from '../../../../contract/desk/enquiry-states.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { tellOther } from '../../platform/notices/index.ts'
import { recordDispute, refuseUndecided } from '../dispute-records/index.ts'
import { refuseNumbers } from '../../people/kyc/index.ts'
import { keepOutOfRecord, notErased } from '../../people/members/index.ts'
import * as queries from './enquiries.queries.ts'
import type { LockedEnquiry } from './enquiries.queries.ts'
import {
  digestsOf,
  isWritten,
  lockedEnquiry,
  lockedWithMember,
  type Digests,
} from './enquiry-act.service.ts'
import { recategorised, stepped } from './enquiry-clock.ts'
import { hasStep, isOpen, statusLine } from './enquiry-machine.ts'
import { tellMember } from './tell-member.ts'

/** Who does it, to which enquiry, by which request. */
export type By = { caller: StaffCaller; enquiryId: string; origin: Origin }
type Said = Pick<queries.NewMessage, 'kind' | 'body' | 'digests'>
type Done = { action: string; after: LockedEnquiry; says: Said[]; reason?: string }

const event = (body: string): Said => ({ kind: 'event', body })

/**
 * What a member of staff does, in one transaction: the enquiry locked, changed by `work`, its messages
 * written, then the audit row. `work` gives null where there is nothing to do; so does this then.
 */
async function act(
  context: Context,
  { caller, enquiryId, origin }: By,
  work: (tx: Tx, before: LockedEnquiry, at: Date) => Promise<Done | null>,
  lock: (tx: Tx, enquiryId: string) => Promise<LockedEnquiry> = lockedEnquiry,
): Promise<boolean> {
  const { db, keys, now } = context
  return transaction(db, async (tx) => {
    const before = await lock(tx, enquiryId)
    const member = await queries.memberOf(tx, before.memberId)
    notErased(member)
    const at = now()
    const done = await work(tx, before, at)
    if (!done) return false
    const { action, after, says, reason } = done
    keepOutOfRecord(member, reason)
    await queries.saveEnquiry(tx, after)
    const { staffId, role } = caller
    for (const said of says) {
      await queries.insertMessage(tx, { enquiryId, at, staffId, ...said })
    }
    await writeAudit(tx, keys, {
      by: { staffId, role },
      action: `enquiry.${action}`,
      subject: 'enquiry',
      subjectId: enquiryId,
      before: factsOf(before),
      after: factsOf(after),
      reason,
      requestId: origin.requestId,
      at,
    })
    return true
  })
}

/** What the audit trail keeps of an enquiry: none of its words, which an erasure must reach. */
const factsOf = ({ number, state, ownerId, category }: LockedEnquiry) => ({
  number,
  state,
  ownerId,
  category,
})

/** Answers; it is then waited for the member, or resolved. Who answers what nobody has takes it. */
export async function answer(
  context: Context,
  by: By,
  { idempotencyKey, body, resolve }: { idempotencyKey: string; body: string; resolve: boolean },
): Promise<void> {
  const { staffId, name } = by.caller
  const digests = await digestsOf(context, idempotencyKey, { staffId, answer: body, resolve })
  const done = await act(context, by, async (tx, before, at) => {
    if (await isWritten(tx, before.enquiryId, digests)) return null
    const after = stepped(before, resolve ? 'resolve' : 'answer', { at, rules: context.rules })
    if (resolve) await refuseUndecided(tx, before)
    const takes = before.ownerId === null
    return {
      action: 'answered',
      after: {
        ...after,
        ownerId: before.ownerId ?? staffId,
        lastMessageAt: at,
        memberWroteLast: false,
      },
      says: [
        { kind: 'answer', body, digests },
        ...(takes ? [event(`${name} took it.`)] : []),
        ...(resolve ? [event('Resolved with this answer.')] : []),
      ],
    }
  })
  if (done) tellMember(context, by.enquiryId, resolve ? 'resolved' : 'answered')
}

/** A note that only staff see; it moves nothing. */
export async function note(
  context: Context,
  by: By,
  { idempotencyKey, body }: { idempotencyKey: string; body: string },
): Promise<void> {
  const { staffId } = by.caller
  const digests: Digests = await digestsOf(context, idempotencyKey, { staffId, note: body })
  await act(context, by, async (tx, before) => {
    if (await isWritten(tx, before.enquiryId, digests)) return null
    return { action: 'noted', after: before, says: [{ kind: 'note', body, digests }] }
  })
}

/** Gives it to somebody who may answer, or to nobody; an open one that is given is in progress. */
export async function assign(context: Context, by: By, ownerId: number | null): Promise<void> {
  await act(context, by, async (tx, before, at) => {
    if (before.ownerId === ownerId) return null
    if (!isOpen(before)) throw settled(before)
    if (ownerId === null) {
      const after = { ...before, ownerId }
      return { action: 'assigned', after, says: [event('Given back: nobody has it.')] }
    }
    const name = await ownerNamed(tx, ownerId)
    const taken = hasStep(before, 'take')
      ? stepped(before, 'take', { at, rules: context.rules })
      : before
    await tellOther(tx, by.caller, {
      staffId: ownerId,
      words: `${by.caller.name} gave you the enquiry ${before.number}.`,
      link: `/dashboard/enquiry?open=${before.enquiryId}`,
      at,
    })
    const words = ownerId === by.caller.staffId ? `${name} took it.` : `Given to ${name}.`
    return { action: 'assigned', after: { ...taken, ownerId }, says: [event(words)] }
  })
}

/** The name of whom an enquiry is given to; refuses one who cannot answer. */
export async function ownerNamed(tx: Tx, ownerId: number): Promise<string> {
  const name = await queries.answererNamed(tx, ownerId)
  if (name !== undefined) return name
  throw invalidField('ownerId', 'Choose somebody whose account works and who may answer.')
}

const settled = (enquiry: LockedEnquiry) =>
  new AppError('conflict', `${statusLine(enquiry)}: there is nothing left to do in it.`)

/**
 * Settled without another answer, with the reason. The member is told. A dispute is resolved by its
 * decision only.
 */
export async function resolve(context: Context, by: By, reason: string): Promise<void> {
  refuseNumbers('reason', reason)
  await act(context, by, async (tx, before, at) => {
    const after = stepped(before, 'resolve', { at, rules: context.rules })
    await refuseUndecided(tx, before)
    return { action: 'resolved', after, says: [event(`Resolved: ${reason}`)], reason }
  })
  tellMember(context, by.enquiryId, 'resolved')
}

/** Opens a resolved one again. */
export async function reopen(context: Context, by: By, reason: string): Promise<void> {
  refuseNumbers('reason', reason)
  await act(context, by, async (_tx, before, at) => ({
    action: 'reopened',
    after: stepped(before, 'reopen', { at, rules: context.rules }),
    says: [event(`Opened again: ${reason}`)],
    reason,
  }))
}

/**
 * It is about something else: its deadlines follow, from when it was opened. What becomes a dispute
 * and names a scan that claims a coupon is one from now on; one that is not decided stays one.
 */
export async function recategorise(
  context: Context,
  by: By,
  category: EnquiryCategory,
): Promise<void> {
  const work = async (tx: Tx, before: LockedEnquiry, at: Date): Promise<Done | null> => {
    if (before.category === category) return null
    if (!isOpen(before)) throw settled(before)
    await refuseUndecided(tx, before)
    const { enquiryId, memberId, scanId } = before
    if (category === 'dispute' && scanId !== null) {
      await recordDispute(tx, { enquiryId, memberId, scanId, at }, 'staff')
    }
    const [from, to] = [ENQUIRY_CATEGORIES[before.category], ENQUIRY_CATEGORIES[category]]
    return {
      action: 'recategorised',
      after: recategorised(before, category, context.rules.at(before.openedAt)),
      says: [event(`About something else: from ${from.label} to ${to.label}.`)],
    }
  }
  await act(context, by, work, lockedWithMember)
}
