import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type {
  DisputeListQuery,
  DisputeRow,
  openDispute as openEndpoint,
} from '../../../../contract/desk/disputes.ts'
import type { EnquiryDetail } from '../../../../contract/desk/enquiries.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { getEnquiry, place } from '../enquiries/index.ts'
import { memberNamed, readMemberWords } from '../../people/members/index.ts'
import * as queries from '../dispute-records/index.ts'
import { claimedBy, couponOf } from '../dispute-records/index.ts'

const NOTHING = { items: [], next: null, previous: null, count: 0 }
const NUMBER = /^(?:EQ-?)?(\d{6,9})$/i

/** The dispute desk. */
export async function listDisputes({ db }: Pick<Context, 'db'>, filters: DisputeListQuery) {
  const sought = filters.q ? await seek(db, filters.q) : {}
  if (!sought) return NOTHING
  const page = await queries.disputePage(db, filters, sought)
  return { ...page, items: page.items.map(toRow) }
}

/** What a search narrows the list to; null when it names a member who does not exist. */
async function seek(db: Db, text: string): Promise<queries.Sought | null> {
  const digits = NUMBER.exec(text)?.[1]
  if (digits !== undefined) return { number: `EQ${digits}` }
  const words = readMemberWords(text)
  if (!words) throw invalidField('q', 'Search by enquiry number, mobile number or member code.')
  const memberId = await memberNamed({ db }, words)
  return memberId === null ? null : { memberId }
}

function toRow(found: queries.Found): DisputeRow {
  return {
    enquiryId: found.enquiryId,
    number: found.number,
    state: found.state,
    openedAt: found.openedAt.toISOString(),
    batchId: found.batchId,
    serial: found.serial,
    points: found.points,
    firstId: found.firstMemberId,
    firstName: found.firstName,
    claimantId: found.claimantId,
    claimantName: found.claimantName,
    proposedBy: found.proposer,
    proposedAt: found.proposedAt?.toISOString() ?? null,
    outcome: found.outcome,
  }
}

/** Opens a dispute for a member from their scan; asked again it gives the one that is open. */
export async function openDispute(
  context: Context,
  caller: StaffCaller,
  { memberId, scanId, body }: z.output<NonNullable<typeof openEndpoint.body>>,
  { requestId }: Origin,
): Promise<EnquiryDetail> {
  const { db } = context
  const codeKey = isId(scanId) ? await claimedBy(db, { memberId, scanId }) : null
  const coupon = codeKey !== null && (await couponOf(db, codeKey))
  if (!coupon) {
    throw invalidField('scanId', 'This is no scan of the member that somebody else was first with.')
  }
  const open = () => queries.undecidedOf(db, { claimantId: memberId, codeKey: coupon.codeKey })
  const earlier = await open()
  if (earlier) return getEnquiry(context, caller, earlier.enquiryId)
  const asked = {
    memberId,
    scanId,
    body,
    by: caller,
    category: 'dispute' as const,
    subject: `Claims the coupon of batch ${coupon.batchId}, no. ${coupon.serial}`,
    attachmentIds: [],
    idempotencyKey: randomUUID(),
    requestId,
  }
  try {
    return await getEnquiry(context, caller, await place(context, asked))
  } catch (error) {
    // Somebody else opened it at the same moment.
    const meanwhile = error instanceof AppError && error.code === 'conflict' && (await open())
    if (!meanwhile) throw error
    return getEnquiry(context, caller, meanwhile.enquiryId)
  }
}
