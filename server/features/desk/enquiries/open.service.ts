import type { EnquiryCategory } from '../../../../contract/desk/enquiry-states.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { isId, makeStaffChangeId } from '../../../lib/ids.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { lockedMember, lockedSelf, notErased } from '../../people/members/index.ts'
import { recordDispute } from '../dispute-records/index.ts'
import * as about from './about.queries.ts'
import { attachTo } from './attachments.service.ts'
import * as queries from './enquiries.queries.ts'
import { digestsOf, refuseOtherBody, type Digests } from './enquiry-act.service.ts'
import { begun, dueAt } from './enquiry-clock.ts'

const MOST_OPEN = 20

export type Asked = {
  memberId: number
  /** Who writes it down for the member; null when the member asks. */
  by: StaffCaller | null
  category: EnquiryCategory
  subject: string
  body: string
  attachmentIds: readonly string[]
  scanId?: string | undefined
  redemptionId?: string | undefined
  idempotencyKey: string
  requestId: string
}

/**
 * Opens an enquiry in one transaction. The member's lock makes those of one member follow each other,
 * so a key has one effect and the limit of open ones holds.
 */
export async function place(context: Context, asked: Asked): Promise<string> {
  const { memberId, by } = asked
  const digests = await digestsOf(context, asked.idempotencyKey, wordsOf(asked))
  return transaction(context.db, async (tx) => {
    if (by) notErased(await lockedMember(tx, memberId))
    else await lockedSelf(tx, memberId)
    const earlier = await queries.openedUnder(tx, memberId, digests.keyDigest)
    if (earlier) {
      refuseOtherBody(earlier.bodyDigest, digests)
      return earlier.enquiryId
    }
    if (!by) await refuseTooMany(tx, memberId)
    await refuseOthers(tx, asked)
    return placeNew(tx, context, asked, digests)
  })
}

/** What must be the same when it is sent again. */
const wordsOf = ({ by, category, subject, body, attachmentIds, scanId, redemptionId }: Asked) => ({
  staffId: by?.staffId,
  category,
  subject,
  body,
  attachmentIds,
  scanId,
  redemptionId,
})

async function refuseTooMany(tx: Tx, memberId: number): Promise<void> {
  if ((await queries.countOpenOf(tx, memberId)) < MOST_OPEN) return
  throw new AppError(
    'conflict',
    `${MOST_OPEN} of your enquiries are open. Write in one of them, or wait until one is settled.`,
  )
}

/** What an enquiry names must be the member's own. */
async function refuseOthers(tx: Tx, { memberId, scanId, redemptionId }: Asked): Promise<void> {
  if (scanId && !(isId(scanId) && (await about.hasScan(tx, memberId, scanId)))) {
    throw invalidField('scanId', 'This scan is not there.')
  }
  if (
    redemptionId &&
    !(isId(redemptionId) && (await about.hasRedemption(tx, memberId, redemptionId)))
  ) {
    throw invalidField('redemptionId', 'This redemption is not there.')
  }
}

async function placeNew(tx: Tx, context: Context, asked: Asked, digests: Digests): Promise<string> {
  const { memberId, by, category, body, scanId, attachmentIds, requestId } = asked
  const at = context.now()
  const number = await queries.nextNumber(tx)
  const enquiryId = await insert(tx, context, asked, { number, at, digests })
  const message = { enquiryId, at, kind: 'member' as const, staffId: null, body }
  const messageId = await queries.insertMessage(tx, message)
  await attachTo(tx, { messageId, memberId, attachmentIds, at })
  if (category === 'dispute' && scanId !== undefined) {
    await recordDispute(tx, { enquiryId, memberId, scanId, at }, by ? 'staff' : 'member')
  }
  if (!by) return enquiryId
  const { staffId, role, name } = by
  const told = `${name} wrote this down for the member.`
  await queries.insertMessage(tx, { enquiryId, at, kind: 'event', staffId, body: told })
  await writeAudit(tx, context.keys, {
    by: { staffId, role },
    action: 'enquiry.opened',
    subject: 'enquiry',
    subjectId: enquiryId,
    after: { number, memberId, category },
    requestId,
    at,
  })
  return enquiryId
}

async function insert(
  tx: Tx,
  { rules }: Pick<Context, 'rules'>,
  { memberId, by, category, subject, scanId, redemptionId }: Asked,
  { number, at, digests }: { number: string; at: Date; digests: Digests },
): Promise<string> {
  const clock = begun(category, at, rules.at(at))
  for (;;) {
    const enquiryId = makeStaffChangeId(at.getTime())
    const inserted = await queries.insertEnquiry(tx, {
      enquiry_id: enquiryId,
      number,
      member_id: memberId,
      category,
      subject,
      state: clock.state,
      owner_id: null,
      opened_at: at,
      opened_by: by?.staffId ?? null,
      last_message_at: at,
      member_wrote_last: true,
      answer_by: clock.answerBy,
      answered_at: null,
      resolve_by: clock.resolveBy,
      waiting_since: null,
      resolved_at: null,
      closed_at: null,
      due_at: dueAt(clock),
      scan_id: scanId ?? null,
      redemption_id: redemptionId ?? null,
      key_digest: digests.keyDigest,
      body_digest: digests.bodyDigest,
    })
    if (inserted) return enquiryId
  }
}
