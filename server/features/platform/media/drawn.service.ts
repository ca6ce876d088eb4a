import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MediaKind } from '../../../../contract/platform/media.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import { writeAudit } from '../audit/index.ts'
import { newBeginning, pictureName, videoName } from './file-names.ts'
import { mediaStore } from './media-files.service.ts'
import * as media from './media.queries.ts'
import { tidied, type Acting } from './media.service.ts'

export type DrawnPicture = { webp: Buffer; width: number; height: number }
/** What was made by us and needs no opening: pages in their sizes, the smallest first. */
export type Drawn = {
  kind: MediaKind
  title: string
  tags: readonly string[]
  pages: readonly (readonly DrawnPicture[])[]
  video?: { bytes: Buffer; width: number; height: number; durationMs: number }
}

/** Adds an item whose files are ours already, as the demo draws them. */
export async function addDrawn({ context, caller, origin }: Acting, drawn: Drawn): Promise<number> {
  const files = await keepDrawn(context, drawn)
  const { kind } = drawn
  const about = tidied(drawn)
  const size = drawn.video ?? files.pages[0]?.at(-1)
  if (!size) throw new RangeError('What is drawn has a picture at least.')
  const { width, height } = size
  const made = { kind, width, height, durationMs: drawn.video?.durationMs ?? null, files }
  return transaction(context.db, async (tx) => {
    const at = context.now()
    const by = { staffId: caller.staffId, at }
    const mediaId = await media.insertMedia(tx, { ...made, ...about }, by)
    await writeAudit(tx, context.keys, {
      by: caller,
      action: 'media.upload',
      subject: 'media',
      subjectId: mediaId,
      after: { kind, ...about },
      requestId: origin.requestId,
      at,
    })
    return mediaId
  })
}

async function keepDrawn(
  context: Parameters<typeof mediaStore>[0],
  { pages, video }: Drawn,
): Promise<media.MediaFiles> {
  const store = mediaStore(context)
  const beginning = newBeginning()
  const keep = async ({ webp, width, height }: DrawnPicture, page: number) => {
    const name = pictureName(beginning, page, width)
    await store.write(name, webp)
    return { name, width, height, bytes: webp.length }
  }
  const kept = await Promise.all(
    pages.map((sizes, index) => Promise.all(sizes.map((size) => keep(size, index + 1)))),
  )
  if (!video) return { pages: kept, video: null }
  const name = videoName(beginning, 'mp4')
  const sha256 = createHash('sha256').update(video.bytes).digest('hex')
  const open = () => Readable.from([video.bytes])
  await store.copyIn(name, { bytes: video.bytes.length, sha256, open })
  return { pages: kept, video: { name, type: 'video/mp4', bytes: video.bytes.length } }
}

/** The item of the gallery with exactly this title, the newest of several. */
export const mediaTitled = ({ db }: Pick<Context, 'db'>, title: string): Promise<number> =>
  media.newestTitled(db, title)
