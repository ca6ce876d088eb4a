import { createHash } from 'node:crypto'
import type { OnboardingKind, Upload } from '../../../../contract/people/onboarding.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import type { UploadedFile } from '../../../http/upload.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import { sheetKind } from '../../../lib/sheet.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { refuseKind } from './may-onboard.ts'
import { fileContext } from './sealed-row.ts'
import * as queries from './uploads.queries.ts'

/** What is hashed or sealed without a pause for others. */
const PIECE_BYTES = 1024 * 1024
const MOST_NAME = 200

/**
 * Takes a file and has it read; nothing is applied. The very same file again, of an upload that came
 * to something, is that upload. Refuses what is plainly no spreadsheet before anything is kept.
 */
export async function sendOnboarding(
  context: Context,
  caller: StaffCaller,
  { kind, name, file }: { kind: OnboardingKind; name: string; file: UploadedFile },
  { requestId }: Origin,
): Promise<Upload> {
  const { db, keys, jobs } = context
  refuseKind(caller.role, kind)
  sheetKind(file.bytes, file.type)
  const digest = await digestOf(file.bytes)
  const at = context.now()
  const upload = {
    kind,
    name: name.slice(0, MOST_NAME).toWellFormed().replaceAll('\0', ''),
    digest,
    bytes: file.bytes.length,
    state: 'reading' as const,
    came_by: caller.staffId,
    came_at: at,
  }
  const { uploadId, isNew } = await transaction(db, async (tx) => {
    const { uploadId, isNew } = await insertOnce(tx, upload)
    if (!isNew) return { uploadId, isNew }
    await storeFile(tx, context, uploadId, file.bytes)
    await jobs.send(tx, 'onboarding-read', { uploadId })
    await writeAudit(tx, keys, {
      by: { staffId: caller.staffId, role: caller.role },
      action: 'onboarding.send',
      subject: 'onboarding',
      subjectId: uploadId,
      after: { kind, name: upload.name, bytes: upload.bytes, sha256: digest.toString('hex') },
      requestId,
      at,
    })
    return { uploadId, isNew }
  })
  const found = await queries.uploadById(db, uploadId)
  if (!found) throw new Error('An upload was not stored.')
  return queries.toUpload(found, !isNew)
}

/** Writes an upload, or gives the one that the very same file is already. */
async function insertOnce(tx: Tx, upload: Omit<queries.NewUpload, 'upload_id'>) {
  for (;;) {
    const uploadId = makeStaffChangeId(new Date(upload.came_at).getTime())
    if (await queries.insertUpload(tx, { ...upload, upload_id: uploadId })) {
      return { uploadId, isNew: true }
    }
    const same = await queries.uploadOfFile(tx, upload.kind, upload.digest)
    if (same) return { uploadId: same.uploadId, isNew: false }
  }
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES)
  }
}

const pause = () => new Promise((resolve) => setImmediate(resolve))

async function digestOf(bytes: Buffer): Promise<Buffer> {
  const hash = createHash('sha256')
  for (const piece of piecesOf(bytes)) {
    hash.update(piece)
    await pause()
  }
  return hash.digest()
}

async function storeFile(tx: Tx, { vault }: Context, uploadId: string, bytes: Buffer) {
  let piece = 0
  for (const plain of piecesOf(bytes)) {
    const sealed = await vault.seal(plain, fileContext(uploadId, piece))
    await queries.insertFilePiece(tx, uploadId, piece, sealed)
    piece += 1
  }
}
