import {
  MEDIA_TYPES,
  type MediaDetail,
  type MediaKind,
} from '../../../../contract/platform/media.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { UploadedFile } from '../../../http/upload.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../audit/index.ts'
import { piecesOf } from './file-names.ts'
import { removeMediaFiles } from './media-files.service.ts'
import * as media from './media.queries.ts'
import type { Made } from './media.queries.ts'
import {
  getMedia,
  namesOf,
  orOf,
  removeLater,
  SHOWN_BY,
  tidied,
  usesInWords,
  type Acting,
} from './media.service.ts'
import { openFile, openUpload } from './opening.service.ts'
import * as queries from './uploads.queries.ts'
import type { UploadRow } from './uploads.queries.ts'
import { dropUpload, noUpload, pieceCount } from './uploads.service.ts'

type Asked = {
  uploadId: string
  title: string
  tags: readonly string[]
  replaces?: number | undefined
}

/**
 * Opens an upload and puts it into the gallery, or in place of another item. Asked again, it answers
 * the item that it became. Two that ask at once both open it; one of them keeps what it made.
 */
export async function finishUpload(acting: Acting, asked: Asked): Promise<MediaDetail> {
  const { context, caller } = acting
  const found = await queries.uploadOf(context.db, asked.uploadId, caller.staffId)
  if (!found) throw noUpload()
  if (found.finishedAt !== null) return became(context, found)
  const missing = pieceCount(found.bytes) - found.pieces
  if (missing > 0) {
    const words = missing === 1 ? 'one piece is' : `${missing} pieces are`
    throw new AppError('conflict', `This upload is not whole: ${words} not here yet.`)
  }
  const kind = MEDIA_TYPES[found.type]?.kind ?? 'image'
  // Before the work; asked once more when nobody can change the answer.
  if (asked.replaces !== undefined) await refuseReplacing(context, asked.replaces, kind)
  const made = await openUpload(context, found).catch(async (error: unknown) => {
    // Its pieces go when another request has finished it.
    const now = await queries.uploadOf(context.db, asked.uploadId, caller.staffId)
    if (now?.finishedAt) return null
    if (isOfFile(error)) await dropUpload(context, caller, asked.uploadId).catch(() => {})
    throw error
  })
  if (made === null) return finishUpload(acting, asked)
  const mediaId = await add(acting, asked, made)
  await removeQuietly(context, piecesOf(found))
  return became(context, { mediaId })
}

/** No second try makes this file another: its upload is given up, so that it does not count as waiting. */
const isOfFile = (error: unknown) =>
  error instanceof AppError && (error.code === 'invalid' || error.code === 'unsupported')

async function became(
  context: Context,
  { mediaId }: Pick<UploadRow, 'mediaId'>,
): Promise<MediaDetail> {
  if (mediaId === null) throw new AppError('not_found', 'What was uploaded is deleted already.')
  return getMedia(context, mediaId)
}

/** Gives the item; files that were made in vain are removed. After a crash the sweep removes them. */
async function add({ context, caller, origin }: Acting, asked: Asked, made: Made): Promise<number> {
  const { db, keys, now } = context
  const refused = (error: unknown) => {
    // Of another error nobody knows whether it came before the commit or after it.
    if (error instanceof AppError) return removeQuietly(context, namesOf(made.files))
  }
  const { mediaId, isMine } = await transaction(db, async (tx) => {
    const upload = await queries.lockUpload(tx, asked.uploadId, caller.staffId)
    if (!upload) throw noUpload()
    if (upload.finishedAt !== null) return { mediaId: upload.mediaId, isMine: false }
    const at = now()
    const about = { ...tidied(asked), kind: made.kind }
    const { mediaId, before } =
      asked.replaces === undefined
        ? {
            mediaId: await media.insertMedia(
              tx,
              { ...made, ...about },
              { staffId: caller.staffId, at },
            ),
            before: undefined,
          }
        : await replace(context, tx, { mediaId: asked.replaces, made: { ...made, ...about }, at })
    await queries.markFinished(tx, asked.uploadId, { mediaId, at })
    await writeAudit(tx, keys, {
      by: caller,
      action: before ? 'media.replace' : 'media.upload',
      subject: 'media',
      subjectId: mediaId,
      before,
      after: { ...about, file: upload.name },
      requestId: origin.requestId,
      at,
    })
    return { mediaId, isMine: true }
  }).catch(async (error: unknown) => {
    await refused(error)
    throw error
  })
  if (!isMine) await removeQuietly(context, namesOf(made.files))
  if (mediaId === null) throw new AppError('not_found', 'What was uploaded is deleted already.')
  return mediaId
}

type Replacing = { mediaId: number; made: Parameters<typeof media.insertMedia>[1]; at: Date }

async function replace(context: Context, tx: Tx, { mediaId, made, at }: Replacing) {
  const found = await media.lockMedia(tx, mediaId)
  await refuseReplacing({ db: tx, now: context.now }, mediaId, made.kind)
  if (!found) throw notFound('This item of the gallery')
  await media.updateFile(tx, mediaId, { ...made, at })
  await removeLater(context, tx, namesOf(found.files))
  const { kind, title, tags } = found
  return { mediaId, before: { kind, title, tags } }
}

/** Refuses a kind that a place where the item is used cannot show. */
async function refuseReplacing(
  { db, now }: { db: Db | Tx; now: Context['now'] },
  mediaId: number,
  kind: MediaKind,
): Promise<void> {
  const [row] = await media.mediaByIds(db, [mediaId])
  if (!row) throw invalidField('replaces', 'What you replace is not in the gallery any more.')
  const uses = await media.usesOfItem(db, mediaId, now())
  const bound = uses.filter(({ what }) => !SHOWN_BY[what].includes(kind))
  const [first] = bound
  if (!first) return
  throw new AppError(
    'conflict',
    `It is used by ${usesInWords(bound)}: there ${orOf(SHOWN_BY[first.what])} is shown. Replace it by one, or take it out there first.`,
  )
}

/** Puts a picture before a video: what is shown of it until it plays. */
export async function setPoster(
  { context, caller, origin }: Acting,
  mediaId: number,
  file: UploadedFile,
): Promise<MediaDetail> {
  const { db, keys, now } = context
  const [row] = await media.mediaByIds(db, [mediaId])
  const video = videoIn(row)
  const { files } = await openFile(context, file)
  try {
    return await transaction(db, async (tx) => {
      const found = await media.lockMedia(tx, mediaId)
      if (videoIn(found).name !== video.name) {
        throw new AppError(
          'conflict',
          'The video was replaced meanwhile. Choose its picture again.',
        )
      }
      await media.updatePictures(tx, mediaId, { pages: files.pages, video })
      await removeLater(context, tx, namesOf({ pages: found?.files.pages ?? [], video: null }))
      const detail = await getMedia({ db: tx, now }, mediaId)
      await writeAudit(tx, keys, {
        by: caller,
        action: 'media.poster',
        subject: 'media',
        subjectId: mediaId,
        requestId: origin.requestId,
        at: now(),
      })
      return detail
    })
  } catch (error) {
    if (error instanceof AppError) await removeQuietly(context, namesOf(files))
    throw error
  }
}

function videoIn(found: { files: media.MediaFiles } | undefined) {
  if (!found) throw notFound('This item of the gallery')
  const { video } = found.files
  if (!video) throw new AppError('conflict', 'Only a video has a picture before it plays.')
  return video
}

/** What cannot be removed now is swept later. */
async function removeQuietly(context: Context, names: readonly string[]): Promise<void> {
  await removeMediaFiles(context, names).catch((error: unknown) =>
    context.log.warn({ err: error }, 'files of the gallery wait for the sweep'),
  )
}
