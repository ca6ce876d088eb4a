import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { deleteAttachmentsOf } from './attachments.service.ts'
import { eraseOf } from './enquiries.queries.ts'

/**
 * Takes what a member wrote, was written and sent out of his enquiries, in the transaction of his
 * erasure, under his lock. That there were enquiries, what about and how soon answered, stays.
 */
export async function eraseEnquiries(context: Context, tx: Tx, memberId: number): Promise<void> {
  await eraseOf(tx, memberId, context.now())
  await deleteAttachmentsOf(context, tx, memberId)
}
