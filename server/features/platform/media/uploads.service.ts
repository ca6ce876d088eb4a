import { randomUUID } from 'node:crypto'
import { MEDIA_TYPES, PIECE_BYTES, type MediaUpload } from '../../../../contract/platform/media.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { pieceName, piecesOf } from './file-names.ts'
import { mediaStore } from './media-files.service.ts'
import * as queries from './uploads.queries.ts'
import type { UploadRow } from './uploads.queries.ts'

const DAY_MS = 86_400_000
const MB = 1024 * 1024
const MOST_MINE = 20
/** Of everybody together, as the files were said to be: what the store must have room for. */
const MOST_BYTES = 10 * 1024 * MB

type Claimed = { name: string; type: string; bytes: number; fingerprint: string }
type Uploading = Pick<Context, 'db' | 'config' | 'now'>

/** Begins an upload, or goes on with the same one of less than a day ago. */
export async function beginUpload(
  { db, now }: Uploading,
  { staffId }: Pick<StaffCaller, 'staffId'>,
  asked: Claimed,
): Promise<MediaUpload> {
  checkClaim(asked)
  const claimed = { ...asked, staffId }
  return transaction(db, async (tx) => {
    await queries.lockBeginning(tx)
    const at = now()
    const same = await queries.sameUpload(tx, claimed, new Date(at.getTime() - DAY_MS))
    if (same) return toUpload(same)
    const { mine, bytes } = await queries.underWay(tx, staffId)
    if (mine >= MOST_MINE) {
      throw new AppError(
        'conflict',
        `${MOST_MINE} uploads of yours are not finished. Finish them or give some up first.`,
      )
    }
    if (bytes + asked.bytes > MOST_BYTES) {
      throw new AppError('unavailable', 'Too many files are on their way. Try again later.', {
        retryAfterSeconds: 600,
      })
    }
    const uploadId = randomUUID()
    await queries.insertUpload(tx, { ...claimed, uploadId, at })
    return toUpload({ ...asked, uploadId, pieces: 0 })
  })
}

function checkClaim({ type, bytes }: Claimed): void {
  const known = Object.hasOwn(MEDIA_TYPES, type) ? MEDIA_TYPES[type] : undefined
  if (!known) {
    throw invalidField(
      'type',
      'This kind of file is not taken. Upload a JPEG, PNG or WebP picture, an MP4, MOV or WebM video, or a PDF.',
    )
  }
  if (bytes > known.maxBytes) {
    const is = { image: 'A picture', video: 'A video', document: 'A PDF' }[known.kind]
    throw invalidField(
      'bytes',
      `${is} may have at most ${known.maxBytes / MB} MB; this file has ${Math.ceil(bytes / MB)} MB.`,
    )
  }
}

function toUpload({
  uploadId,
  name,
  bytes,
  pieces,
}: Omit<Claimed, 'fingerprint' | 'type'> & Pick<UploadRow, 'uploadId' | 'pieces'>): MediaUpload {
  const received = Math.min(bytes, pieces * PIECE_BYTES)
  return { uploadId, name, bytes, received, pieceBytes: PIECE_BYTES }
}

/** An upload of this person, or 404. */
export async function getUpload(
  { db }: Uploading,
  { staffId }: Pick<StaffCaller, 'staffId'>,
  uploadId: string,
): Promise<MediaUpload> {
  return toUpload(await uploadOrNone(db, uploadId, staffId))
}

async function uploadOrNone(
  db: Context['db'],
  uploadId: string,
  staffId: number,
): Promise<UploadRow> {
  const found = await queries.uploadOf(db, uploadId, staffId)
  if (!found) throw noUpload()
  return found
}

export const noUpload = () =>
  new AppError('not_found', 'This upload is not there any more. Begin it again.')
export const pieceCount = (bytes: number) => Math.ceil(bytes / PIECE_BYTES)

/**
 * Takes the next piece; one that is here already is answered as received. The piece is in the store
 * before it is counted, so what is counted is never lost.
 */
export async function takePiece(
  context: Uploading,
  { staffId }: Pick<StaffCaller, 'staffId'>,
  { uploadId, number, bytes }: { uploadId: string; number: number; bytes: Buffer },
): Promise<MediaUpload> {
  const found = await uploadOrNone(context.db, uploadId, staffId)
  const last = pieceCount(found.bytes) - 1
  if (number > last) {
    throw invalidField('number', `This file has ${last + 1} pieces, the last is number ${last}.`)
  }
  if (found.finishedAt !== null || number < found.pieces) return toUpload(found)
  if (number > found.pieces) {
    const { received } = toUpload(found)
    throw new AppError(
      'conflict',
      `Pieces come in order: ${found.pieces} is the next, ${received} of ${found.bytes} bytes are here.`,
    )
  }
  const length = number === last ? found.bytes - last * PIECE_BYTES : PIECE_BYTES
  if (bytes.length !== length) {
    throw new AppError(
      'invalid',
      `Piece ${number} has ${length} bytes, and ${bytes.length} came. Send it again.`,
    )
  }
  await mediaStore(context).write(pieceName(uploadId, number), bytes)
  await queries.countPiece(context.db, uploadId, number)
  return getUpload(context, { staffId }, uploadId)
}

/** Gives an upload up and removes its pieces; what a crash leaves of them is swept. */
export async function dropUpload(
  context: Uploading,
  { staffId }: Pick<StaffCaller, 'staffId'>,
  uploadId: string,
): Promise<{ message: string }> {
  const dropped = await transaction(context.db, async (tx) => {
    const found = await queries.lockUpload(tx, uploadId, staffId)
    if (!found) throw noUpload()
    if (found.finishedAt !== null) {
      throw new AppError('conflict', 'This upload is finished: it is in the gallery.')
    }
    await queries.deleteUpload(tx, uploadId)
    return found
  })
  await mediaStore(context).remove(piecesOf(dropped))
  return { message: `The upload of “${dropped.name}” is given up.` }
}
