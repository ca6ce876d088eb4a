import type { Context } from '../../context.ts'
import { fileStore } from '../../lib/file-store.ts'
import * as queries from './kyc-documents.queries.ts'
import { documentOf, filesOf } from './page-files.ts'

const DAY_MS = 86_400_000
const PIECE = 500

type Needs = Pick<Context, 'db' | 'config' | 'now'>

/** Takes away the files of documents that are deleted. Safe to do again. */
export async function removeDocumentFiles(
  { config }: Pick<Context, 'config'>,
  documentIds: readonly string[],
): Promise<void> {
  await fileStore(config.DOCUMENTS_DIR).remove(documentIds.flatMap(filesOf))
}

/** Deletes uploads that were named in no submission within a day, and files that no row knows. */
export async function sweepDocuments(context: Needs): Promise<void> {
  const dayAgo = new Date(context.now().getTime() - DAY_MS)
  for (;;) {
    const deleted = await queries.deleteLoose(context.db, dayAgo, PIECE)
    await removeDocumentFiles(context, deleted)
    if (deleted.length < PIECE) break
  }
  await sweepStrays(context, dayAgo)
}

/** A crash between file and row, or between row and file, leaves files that nothing can open. */
async function sweepStrays({ db, config }: Needs, dayAgo: Date): Promise<void> {
  const files = fileStore(config.DOCUMENTS_DIR)
  let piece: string[] = []
  const flush = async () => {
    const known = await queries.existing(
      db,
      piece.flatMap((file) => documentOf(file) ?? []),
    )
    await files.remove(
      piece.filter((file) => file.endsWith('.draft') || !known.has(documentOf(file) ?? '')),
    )
    piece = []
  }
  for await (const file of files.olderThan(dayAgo)) {
    if (documentOf(file) === null) continue
    piece.push(file)
    if (piece.length === PIECE) await flush()
  }
  await flush()
}
