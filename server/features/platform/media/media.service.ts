import type {
  MediaDetail,
  MediaItem,
  MediaKind,
  MediaListQuery,
  USE_KINDS,
} from '../../../../contract/platform/media.ts'
import type { Page } from '../../../../contract/paging.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../audit/index.ts'
import { mediaPage } from './media-list.queries.ts'
import * as queries from './media.queries.ts'
import type { MediaFiles, MediaRow, PictureFile, Use } from './media.queries.ts'

export type Acting = { context: Context; caller: StaffCaller; origin: Origin }
type Reading = { db: Db | Tx; now: Context['now'] }

const MOST_TAGS = 200
/** So long the files of what was deleted or replaced stay: pages that are open still show them. */
const FILES_STAY_SECONDS = 600
const NAMED_USES = 3

const addressOf = (name: string) => `/api/media/${name}`
const shown = (sizes: readonly PictureFile[]) =>
  sizes.map(({ name, width, height }) => ({ url: addressOf(name), width, height }))

function itemOf({ files, addedAt, replacedAt, ...row }: MediaRow): MediaItem {
  return {
    ...row,
    pages: row.kind === 'document' ? files.pages.length : 1,
    pictures: shown(files.pages[0] ?? []),
    addedAt: addedAt.toISOString(),
    replacedAt: replacedAt?.toISOString() ?? null,
  }
}

/** Items by their ids, as lists show them; one that is not there is left out. */
export async function mediaItems(
  db: Db | Tx,
  mediaIds: readonly number[],
): Promise<Map<number, MediaItem>> {
  const rows = await queries.mediaByIds(db, [...new Set(mediaIds)])
  return new Map(rows.map((row) => [row.mediaId, itemOf(row)]))
}

export type ShownMedia = Pick<MediaDetail, 'kind' | 'pagePictures' | 'videoUrl'>

/** What the app shows of items: each page in its sizes (a video: its poster) and where a video is. */
export async function shownMedia(
  db: Db | Tx,
  mediaIds: readonly number[],
): Promise<Map<number, ShownMedia>> {
  const rows = await queries.mediaByIds(db, [...new Set(mediaIds)])
  return new Map(
    rows.map(({ mediaId, kind, files }) => [
      mediaId,
      { kind, pagePictures: files.pages.map(shown), videoUrl: videoOf(files).videoUrl },
    ]),
  )
}

function videoOf({ video }: MediaFiles) {
  return { videoUrl: video ? addressOf(video.name) : null, videoType: video?.type ?? null }
}

const KIND_WORDS: Record<MediaKind, string> = {
  image: 'an image',
  video: 'a video',
  document: 'a document',
}
export const orOf = (kinds: readonly MediaKind[]) =>
  kinds.map((kind) => KIND_WORDS[kind]).join(' or ')

/**
 * Refuses at the field `mediaId` an item that is not there or is of none of these kinds. Until the
 * transaction ends it is neither deleted nor replaced by another kind.
 */
export async function lockUsable(
  tx: Tx,
  mediaId: number,
  kinds: readonly MediaKind[],
): Promise<MediaKind> {
  const kind = await queries.sharedKind(tx, mediaId)
  if (!kind) throw invalidField('mediaId', 'This is not in the gallery any more. Choose another.')
  if (!kinds.includes(kind)) {
    throw invalidField('mediaId', `Choose ${orOf(kinds)} here: this is ${KIND_WORDS[kind]}.`)
  }
  return kind
}

export async function listMedia(
  { db }: Pick<Context, 'db'>,
  filters: MediaListQuery,
): Promise<Page<MediaItem>> {
  const page = await mediaPage(db, filters)
  return { ...page, items: page.items.map(itemOf) }
}

export async function mediaTags({ db }: Pick<Context, 'db'>) {
  return { tags: await queries.tagsInUse(db, MOST_TAGS) }
}

/** One item with its pages and where it is used, or 404. */
export async function getMedia({ db, now }: Reading, mediaId: number): Promise<MediaDetail> {
  const [row] = await queries.mediaByIds(db, [mediaId])
  if (!row) throw notFound('This item of the gallery')
  const { files, kind } = row
  return {
    ...itemOf(row),
    pagePictures: kind === 'document' ? files.pages.map(shown) : [],
    ...videoOf(files),
    usedIn: await queries.usesOfItem(db, mediaId, now()),
  }
}

type About = { title: string; tags: readonly string[] }

/** Title and tags: each tag once, in the order given. */
export const tidied = ({ title, tags }: About) => ({ title, tags: [...new Set(tags)] })

export async function changeMedia(
  { context, caller, origin }: Acting,
  mediaId: number,
  asked: About,
): Promise<MediaDetail> {
  const after = tidied(asked)
  return transaction(context.db, async (tx) => {
    const found = await queries.lockMedia(tx, mediaId)
    if (!found) throw notFound('This item of the gallery')
    const before = { title: found.title, tags: found.tags }
    await queries.updateAbout(tx, mediaId, after)
    const detail = await getMedia({ db: tx, now: context.now }, mediaId)
    await writeAudit(tx, context.keys, {
      by: caller,
      action: 'media.change',
      subject: 'media',
      subjectId: mediaId,
      before,
      after,
      requestId: origin.requestId,
      at: context.now(),
    })
    return detail
  })
}

/** Deletes an item that nothing shows; its files go some minutes later. */
export async function deleteMedia(
  { context, caller, origin }: Acting,
  mediaId: number,
): Promise<{ message: string }> {
  const { db, keys, now } = context
  try {
    return await transaction(db, async (tx) => {
      const found = await queries.lockMedia(tx, mediaId)
      if (!found) throw notFound('This item of the gallery')
      await refuseUsed(tx, mediaId, now())
      await queries.deleteMedia(tx, mediaId)
      await removeLater(context, tx, namesOf(found.files))
      await writeAudit(tx, keys, {
        by: caller,
        action: 'media.delete',
        subject: 'media',
        subjectId: mediaId,
        before: { kind: found.kind, title: found.title, tags: found.tags },
        requestId: origin.requestId,
        at: now(),
      })
      return { message: `“${found.title}” is deleted.` }
    })
  } catch (error) {
    // Whatever shows it and is not asked above: the database keeps what is named.
    if (sqlState(error) !== FOREIGN_KEY) throw error
    throw new AppError('conflict', 'Something shows this item. Take it out there first.', {
      cause: error,
    })
  }
}

const FOREIGN_KEY = '23503'

async function refuseUsed(tx: Tx, mediaId: number, at: Date): Promise<void> {
  const uses = await queries.usesOfItem(tx, mediaId, at)
  if (uses.length === 0) return
  throw new AppError('conflict', `It is used by ${usesInWords(uses)}. Take it out there first.`)
}

/** “the banner “Diwali” and the gift “Trowel””; of more than three how many more. */
export function usesInWords(uses: readonly Use[]): string {
  const named = uses.slice(0, NAMED_USES).map(({ what, title }) => `the ${what} “${title}”`)
  const more = uses.length - named.length
  const parts = more > 0 ? [...named, `${more} more`] : named
  const last = parts.pop() ?? ''
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
}

/** All that an item keeps in the store. */
export function namesOf({ pages, video }: MediaFiles): string[] {
  return [...pages.flat().map(({ name }) => name), ...(video ? [video.name] : [])]
}

/** Removes files some minutes after the transaction, by a job of it. */
export async function removeLater(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  await jobs.send(tx, 'media-files', { names: [...names] }, { afterSeconds: FILES_STAY_SECONDS })
}

/** The kinds that each place can show. */
export const SHOWN_BY: Record<(typeof USE_KINDS)[number], readonly MediaKind[]> = {
  banner: ['image', 'video'],
  offer: ['image', 'document'],
  gift: ['image'],
  product: ['image'],
  notification: ['image'],
}
