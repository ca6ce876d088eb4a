import path from 'node:path'
import type { Context } from '../../../context.ts'
import { openWith, sealWith } from '../../../lib/crypto.ts'
import type { FileStore } from '../../../lib/file-store.ts'
import { fileStoreOf } from '../../../lib/file-store-of.ts'

/** So much of a file is held at once while it is sealed or opened. */
const PIECE_BYTES = 2 ** 20

/** The file of one attempt at a report: the names of its pieces and what they are bound to. */
export type PreparedFile = { jobId: string; attempt: number; key: Buffer }

const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d+)-\d+\.sealed/
const nameOf = ({ jobId, attempt }: PreparedFile, piece: number) =>
  `${jobId}-${attempt}-${piece}.sealed`
const boundTo = ({ jobId, attempt }: PreparedFile, piece: number) =>
  `report_job:${jobId}:${attempt}:piece:${piece}`

/** Reports that were prepared, beside the documents: they hold as much of people. */
export const preparedStore = ({ config }: Pick<Context, 'config'>): FileStore =>
  fileStoreOf(config, {
    folder: path.join(config.DOCUMENTS_DIR, 'reports'),
    prefix: 'documents/reports/',
  })

/** The report and the attempt that a file in the store belongs to; null for none of ours. */
export function ownerOf(name: string): { jobId: string; attempt: number } | null {
  const [, jobId, attempt] = NAME.exec(name) ?? []
  return jobId === undefined ? null : { jobId, attempt: Number(attempt) }
}

/**
 * Seals a stream piece by piece, each bound to its place, into files of the store. `kept` hears how
 * many there are and how many bytes are in them.
 */
export async function keepSealed(
  store: FileStore,
  file: PreparedFile,
  bytes: AsyncIterable<Buffer>,
  kept: (so: { pieces: number; bytes: number }) => void,
): Promise<void> {
  const so = { pieces: 0, bytes: 0 }
  for await (const piece of inPieces(bytes)) {
    so.pieces += 1
    so.bytes += piece.length
    await store.write(nameOf(file, so.pieces), sealWith(file.key, piece, boundTo(file, so.pieces)))
    kept(so)
  }
}

/** Pieces of one and the same memory: each is done with before the next is asked for. */
async function* inPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  let length = 0
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.copy(piece, length, from)
      from += taken
      length += taken
      if (length < PIECE_BYTES) continue
      yield piece
      length = 0
    }
  }
  if (length > 0) yield piece.subarray(0, length)
}

/** The bytes of a file of so many pieces; throws where one is missing or is not what was kept. */
export async function* openSealed(
  store: FileStore,
  file: PreparedFile,
  pieces: number,
): AsyncGenerator<Buffer> {
  for (let piece = 1; piece <= pieces; piece += 1) {
    const sealed = await store.read(nameOf(file, piece))
    if (!sealed) throw new Error(`Piece ${piece} of prepared report ${file.jobId} is missing.`)
    yield openWith(file.key, sealed, boundTo(file, piece))
  }
}

/** Removes files of one report: those of the attempts that `isOver` names, drafts of them included. */
export async function removePieces(
  store: FileStore,
  jobId: string,
  isOver: (attempt: number) => boolean = () => true,
): Promise<void> {
  const names: string[] = []
  for await (const name of store.olderThan(EVER)) {
    const owner = ownerOf(name)
    if (owner?.jobId === jobId && isOver(owner.attempt)) names.push(name)
  }
  await store.remove(names)
}

/** Later than any file, whatever clock the store has. */
const EVER = new Date('9999-12-31T00:00:00Z')
