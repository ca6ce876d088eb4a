import { sql } from 'kysely'
import type { DocumentField } from '../../../../contract/people/kyc-states.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { PageSize } from './sealed-pages.service.ts'

export type DocumentPages = { documentId: string; sizes: PageSize[] }

type NewDocument = {
  documentId: string
  memberId: number
  field: DocumentField
  sizes: PageSize[]
  bytes: number
  sealedKey: Buffer
  digest: Buffer
  uploadedAt: Date
}

export async function insertDocument(tx: Tx, document: NewDocument): Promise<void> {
  await tx
    .insertInto('kyc_document')
    .values({
      document_id: document.documentId,
      member_id: document.memberId,
      field: document.field,
      pages: document.sizes.length,
      sizes: JSON.stringify(document.sizes),
      bytes: document.bytes,
      sealed_key: document.sealedKey,
      digest: document.digest,
      uploaded_at: document.uploadedAt,
      attached_at: null,
    })
    .execute()
}

/** Marks an upload as named in a submission; false when it is another's, another field's, or is named already. */
export async function takeLoose(
  tx: Tx,
  {
    memberId,
    field,
    documentId,
    at,
  }: { memberId: number; field: string; documentId: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('kyc_document')
    .set({ attached_at: at })
    .where('document_id', '=', documentId)
    .where('member_id', '=', memberId)
    .where('field', '=', field)
    .where('attached_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function sizesOf(db: Db, documentIds: readonly string[]): Promise<DocumentPages[]> {
  if (documentIds.length === 0) return []
  return db
    .selectFrom('kyc_document')
    .select(['document_id as documentId', sql<PageSize[]>`sizes`.as('sizes')])
    .where(sql<boolean>`document_id = any(${documentIds}::uuid[])`)
    .execute()
}

export async function sealedKeyOf(
  db: Db,
  documentId: string,
): Promise<{ sealedKey: Buffer; pages: number } | undefined> {
  return db
    .selectFrom('kyc_document')
    .select(['sealed_key as sealedKey', 'pages'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()
}

/** Deletes a member's documents and says which they were. */
export async function deleteOfMember(tx: Tx, memberId: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('kyc_document')
    .where('member_id', '=', memberId)
    .returning('document_id')
    .execute()
  return rows.map((row) => row.document_id)
}

export async function deleteDocuments(tx: Tx, documentIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('kyc_document').where('document_id', 'in', documentIds).execute()
}

/** Deletes at most `limit` uploads that were named in no submission, and says which they were. */
export async function deleteLoose(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('kyc_document')
    .where('document_id', 'in', (query) =>
      query
        .selectFrom('kyc_document')
        .select('document_id')
        .where('attached_at', 'is', null)
        .where('uploaded_at', '<', before)
        .orderBy('uploaded_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('document_id')
    .execute()
  return rows.map((row) => row.document_id)
}

/** Those of the ids that are documents. */
export async function existing(db: Db, documentIds: readonly string[]): Promise<Set<string>> {
  if (documentIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('kyc_document')
    .select('document_id')
    .where(sql<boolean>`document_id = any(${documentIds}::uuid[])`)
    .execute()
  return new Set(rows.map((row) => row.document_id))
}
