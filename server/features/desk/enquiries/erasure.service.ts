import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { deleteAttachmentsOf } from './attachments.service.ts'
import { eraseOf } from './enquiries.queries.ts'

/**
 * Takes what a member wrote, was written and sent out of their enquiries, in the transaction of the
 * erasure, under the member's lock. That there were enquiries, what about and how soon answered,
 * stays.
 */
export async function eraseEnquiries(context: Context, tx: Tx, memberId: number): Promise<void> {
  await eraseOf(tx, memberId, context.now())
  await deleteAttachmentsOf(context, tx, memberId)
}
