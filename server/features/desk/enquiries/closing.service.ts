import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import * as queries from './enquiries.queries.ts'
import { stepped } from './enquiry-clock.ts'
import { sweepAttachments } from './attachments.service.ts'

const WEEK_MS = 7 * 86_400_000
const PIECE = 200

type Needs = Pick<Context, 'db' | 'keys' | 'config' | 'now' | 'rules'>

/** Closes what the clock closes, and deletes attachments that no message named within a day. */
export async function tidyEnquiries(context: Needs): Promise<void> {
  await closeResolved(context)
  await sweepAttachments(context)
}

/** Closes what was resolved a week ago and not written to since. */
export async function closeResolved(
  context: Pick<Context, 'db' | 'keys' | 'now' | 'rules'>,
): Promise<void> {
  const at = context.now()
  const before = new Date(at.getTime() - WEEK_MS)
  for (;;) {
    const due = await queries.resolvedBefore(context.db, before, PIECE)
    for (const enquiryId of due) await close(context, enquiryId, { at, before })
    if (due.length < PIECE) break
  }
}

async function close(
  { db, keys, rules }: Pick<Context, 'db' | 'keys' | 'rules'>,
  enquiryId: string,
  { at, before }: { at: Date; before: Date },
): Promise<void> {
  await transaction(db, async (tx) => {
    const enquiry = await queries.lockEnquiry(tx, enquiryId)
    // Somebody may have opened it again since it was found.
    if (enquiry?.state !== 'resolved' || !enquiry.resolvedAt || enquiry.resolvedAt >= before) return
    const after = stepped(enquiry, 'close', { at, rules })
    await queries.saveEnquiry(tx, after)
    const body = 'Closed: a week passed after it was resolved.'
    await queries.insertMessage(tx, { enquiryId, at, kind: 'event', staffId: null, body })
    await writeAudit(tx, keys, {
      by: null,
      action: 'enquiry.closed',
      subject: 'enquiry',
      subjectId: enquiryId,
      before: { number: enquiry.number, state: enquiry.state },
      after: { state: after.state },
      at,
    })
  })
}
