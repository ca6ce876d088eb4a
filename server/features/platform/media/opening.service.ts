import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MEDIA_TYPES, PICTURE_WIDTHS } from '../../../../contract/platform/media.ts'
import type { Context } from '../../../context.ts'
import type { UploadedFile } from '../../../http/upload.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { FileStore } from '../../../lib/file-store.ts'
import type { MadePicture, MadeVideo } from '../../../lib/media/frames.ts'
import { openMedia } from '../../../lib/media/open-media.ts'
import { newBeginning, pictureName, pieceName, videoName } from './file-names.ts'
import { mediaStore, WORK_FOLDER } from './media-files.service.ts'
import type { Made, PictureFile } from './media.queries.ts'
import { pieceCount } from './uploads.service.ts'
import type { UploadRow } from './uploads.queries.ts'

type Opening = Pick<Context, 'config' | 'log'>

/** Opens what was uploaded and keeps what became of it, under names that no row knows yet. */
export async function openUpload(context: Opening, upload: UploadRow): Promise<Made> {
  const store = mediaStore(context)
  return inWorkFolder(async (folder) => {
    await gather(store, upload, path.join(folder, 'in'))
    return openIn(context, folder, upload.type)
  })
}

/** The same for a file that came whole. */
export async function openFile(context: Opening, { bytes, type }: UploadedFile): Promise<Made> {
  return inWorkFolder(async (folder) => {
    await writeFile(path.join(folder, 'in'), bytes)
    return openIn(context, folder, type)
  })
}

/** What is opened lies in a folder of its own for as long: it may be larger than what one wants to hold. */
async function inWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), WORK_FOLDER))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function gather(store: FileStore, upload: UploadRow, place: string): Promise<void> {
  const file = await open(place, 'wx', 0o600)
  try {
    for (let piece = 0; piece < pieceCount(upload.bytes); piece++) {
      const bytes = await store.read(pieceName(upload.uploadId, piece))
      if (!bytes) {
        throw new AppError(
          'conflict',
          'A part of this upload is lost. Give it up and upload it again.',
        )
      }
      // From where the last one ended.
      await file.writeFile(bytes)
    }
  } finally {
    await file.close()
  }
}

async function openIn(context: Opening, folder: string, type: string): Promise<Made> {
  const asked = { folder, type, widths: PICTURE_WIDTHS }
  const opened = await openMedia(asked, (detail) =>
    context.log.warn({ detail }, 'the process that opens media failed'),
  )
  const store = mediaStore(context)
  const beginning = newBeginning()
  if ('video' in opened) {
    const { width, height, durationMs } = opened.video
    const video = await keepVideo(store, folder, opened.video, beginning)
    return { kind: 'video', width, height, durationMs, files: { pages: [], video } }
  }
  const pages: PictureFile[][] = []
  for (const [index, sizes] of opened.pages.entries()) {
    pages.push(await keepPictures(store, folder, sizes, { beginning, page: index + 1 }))
  }
  const largest = pages[0]?.at(-1)
  if (!largest) throw new Error('Something was opened and no picture was made.')
  const { width, height } = largest
  const kind = MEDIA_TYPES[type]?.kind ?? 'image'
  return { kind, width, height, durationMs: null, files: { pages, video: null } }
}

async function keepPictures(
  store: FileStore,
  folder: string,
  sizes: readonly MadePicture[],
  { beginning, page }: { beginning: string; page: number },
): Promise<PictureFile[]> {
  return Promise.all(
    sizes.map(async ({ file, width, height, bytes }) => {
      const name = pictureName(beginning, page, width)
      await store.write(name, await readFile(path.join(folder, file)))
      return { name, width, height, bytes }
    }),
  )
}

async function keepVideo(
  store: FileStore,
  folder: string,
  { file, type, bytes }: MadeVideo,
  beginning: string,
) {
  const name = videoName(beginning, path.extname(file).slice(1))
  const place = path.join(folder, file)
  const hash = createHash('sha256')
  await pipeline(createReadStream(place), hash)
  const sha256 = hash.digest('hex')
  await store.copyIn(name, { bytes, sha256, open: () => createReadStream(place) })
  return { name, type, bytes }
}
