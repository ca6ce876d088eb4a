import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import type { PageSize, Sealed } from '../../people/kyc-documents/index.ts'

export async function insertAttachment(
  tx: Tx,
  { documentId, sizes, bytes, sealedKey, memberId, at }: Sealed & { memberId: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('enquiry_attachment')
    .values({
      attachment_id: documentId,
      member_id: memberId,
      message_id: null,
      pages: sizes.length,
      sizes: JSON.stringify(sizes),
      bytes,
      sealed_key: sealedKey,
      uploaded_at: at,
    })
    .execute()
}

/** Ties a member's loose uploads to a message; gives how many were theirs, loose and recent. */
export async function attach(
  tx: Tx,
  named: { messageId: string; memberId: number; attachmentIds: readonly string[]; since: Date },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('enquiry_attachment')
    .set({ message_id: named.messageId })
    .where('attachment_id', '=', anyOf(named.attachmentIds))
    .where('member_id', '=', named.memberId)
    .where('message_id', 'is', null)
    .where('uploaded_at', '>=', named.since)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The attachments of some messages, in the order of their upload. */
export async function attachmentsOf(db: Db, messageIds: readonly string[]) {
  if (messageIds.length === 0) return []
  return db
    .selectFrom('enquiry_attachment')
    .select([
      'attachment_id as documentId',
      sql<string>`message_id`.as('messageId'),
      sql<PageSize[]>`sizes`.as('sizes'),
    ])
    .where('message_id', '=', sql<string>`any(${messageIds}::bigint[])`)
    .orderBy('uploaded_at')
    .orderBy('attachment_id')
    .execute()
}

/** What opens an attachment that a message names; a loose one is shown to nobody. */
export async function sealedKeyOf(db: Db, attachmentId: string) {
  return db
    .selectFrom('enquiry_attachment')
    .select(['sealed_key as sealedKey', 'pages'])
    .where('attachment_id', '=', attachmentId)
    .where('message_id', 'is not', null)
    .executeTakeFirst()
}

/** Deletes a member's attachments and says which they were. */
export async function deleteOfMember(tx: Tx, memberId: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('enquiry_attachment')
    .where('member_id', '=', memberId)
    .returning('attachment_id')
    .execute()
  return rows.map((row) => row.attachment_id)
}

/** Deletes at most `limit` uploads that no message named, and says which they were. */
export async function deleteLoose(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('enquiry_attachment')
    .where('attachment_id', 'in', (query) =>
      query
        .selectFrom('enquiry_attachment')
        .select('attachment_id')
        .where('message_id', 'is', null)
        .where('uploaded_at', '<', before)
        .orderBy('uploaded_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('attachment_id')
    .execute()
  return rows.map((row) => row.attachment_id)
}

/** Those of the ids that are attachments. */
export async function existing(db: Db, attachmentIds: readonly string[]): Promise<Set<string>> {
  if (attachmentIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('enquiry_attachment')
    .select('attachment_id')
    .where('attachment_id', '=', anyOf(attachmentIds))
    .execute()
  return new Set(rows.map((row) => row.attachment_id))
}

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`
