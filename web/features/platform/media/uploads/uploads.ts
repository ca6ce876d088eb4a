import { useSyncExternalStore } from 'react'
import {
  changeMedia,
  dropMediaUpload,
  type MediaDetail,
  type MediaItem,
  type MediaKind,
} from '../../../../../contract/platform/media.ts'
import { ApiError, sentenceOf } from '../../../../lib/api-error.ts'
import { call } from '../../../../lib/api.ts'
import { queries } from '../../../../lib/queries.ts'
import { readSession, staffIdOf } from '../../../../lib/session.ts'
import { addMedia, keepMedia } from '../media-queries.ts'
import { titleOf } from '../media-words.ts'
import { readFile } from './file-kinds.ts'
import { fingerprintOf } from './fingerprint.ts'
import { forgetUpload, keepUpload, takeUp } from './kept-uploads.ts'
import { posterOf } from './poster.ts'
import { sendFile, type Stage } from './send-file.ts'
import { uploadServer } from './upload-server.ts'
import { waitForNetwork } from './wait.ts'

export type Upload = {
  id: number
  /** Names it on this computer, beyond this page. */
  key: string
  /** Files that came at once have one number and tags in common. */
  drop: number
  file: File
  type: string
  kind: MediaKind | null
  title: string
  tags: string[]
  /** The item whose file this becomes. */
  replaces: Pick<MediaItem, 'mediaId' | 'title' | 'tags'> | null
  /** Address of a small picture of it, on this computer. */
  preview: string | null
  stage:
    | { stage: 'queued' }
    | Stage
    | { stage: 'done'; media: MediaDetail }
    | { stage: 'failed'; words: string; retry: boolean }
  /** Why title or tags could not be kept. */
  problem: string | null
}

/** Files sent at a time; more would only share the line. */
const AT_ONCE = 2
/** The answer to a file that could not be opened; the same file never can. */
const NOT_WHAT_IT_SAYS = 415
const RUNNING: ReadonlySet<string> = new Set(['sending', 'cut', 'opening'])

let uploads: readonly Upload[] = []
let owner: number | null = null
let lastId = 0
const listeners = new Set<() => void>()
const stops = new Map<number, AbortController>()
/** The number on the server of those that have one. */
const begun = new Map<number, string>()

export const isOpen = ({ stage: { stage } }: Upload): boolean =>
  stage === 'queued' || RUNNING.has(stage)

function put(next: readonly Upload[]): void {
  uploads = next
  for (const listener of listeners) listener()
}

const find = (id: number): Upload | undefined => uploads.find((upload) => upload.id === id)

function change(id: number, changes: Partial<Upload>): void {
  put(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
}

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => uploads,
  )
}

/** What somebody else began on this computer is given up. */
export function ownedBy(person: number | null): void {
  if (person === owner) return
  for (const { id } of uploads) void remove(id)
  owner = person
}

const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

function newUpload(file: File, drop: number, kinds?: readonly MediaKind[]): Upload {
  const read = readFile(file, kinds)
  const twice = uploads.some((upload) => isOpen(upload) && isSame(upload.file, file))
  const words = twice ? `${file.name} is being uploaded already.` : read
  const may = typeof words !== 'string'
  return {
    id: ++lastId,
    key: crypto.randomUUID(),
    drop,
    file,
    type: may ? words.type : '',
    kind: may ? words.kind : null,
    title: titleOf(file.name, may ? words.kind : 'document'),
    tags: [],
    replaces: null,
    preview: may && words.kind === 'image' ? URL.createObjectURL(file) : null,
    stage: may ? { stage: 'queued' } : { stage: 'failed', words, retry: false },
    problem: null,
  }
}

/**
 * Uploads files, those that came together as one drop, and returns its number. `replaces` is the item
 * whose file the one given becomes.
 */
export function addFiles(
  files: readonly File[],
  { kinds, replaces = null }: { kinds?: readonly MediaKind[]; replaces?: Upload['replaces'] } = {},
): number {
  const session = readSession()
  ownedBy(session && staffIdOf(session))
  const drop = ++lastId
  for (const file of files) {
    const upload = newUpload(file, drop, kinds)
    const added = replaces ? { ...upload, replaces, title: replaces.title } : upload
    put([...uploads, added])
    keep(added)
  }
  startNext()
  return drop
}

/** Keeps what is not over, as it is now, so that it goes on when the page was loaded again. */
function keep({ key, file, type, kind, title, tags, replaces, stage }: Upload): void {
  if (stage.stage !== 'queued' && !RUNNING.has(stage.stage)) return
  if (kind) void keepUpload({ key, owner, file, type, kind, title, tags, replaces })
}

/** Goes on with what this person left behind with an earlier page; says whether there was anything. */
export async function goOn(): Promise<boolean> {
  const session = readSession()
  const person = session && staffIdOf(session)
  const left = await takeUp(person)
  ownedBy(person)
  const drop = ++lastId
  for (const { owner: _whose, ...kept } of left) {
    const preview = kept.kind === 'image' ? URL.createObjectURL(kept.file) : null
    const stage = { stage: 'queued' } as const
    put([...uploads, { ...kept, id: ++lastId, drop, preview, stage, problem: null }])
  }
  startNext()
  return left.length > 0
}

function startNext(): void {
  for (const upload of uploads) {
    if (uploads.filter(({ stage }) => RUNNING.has(stage.stage)).length >= AT_ONCE) return
    if (upload.stage.stage === 'queued') void run(upload)
  }
}

function failureInWords(failure: unknown, { file }: Upload): string {
  const unreadable =
    failure instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(failure.name)
  return unreadable
    ? `${file.name} cannot be read any more: it was moved or changed. Choose it again.`
    : sentenceOf(failure)
}

function aboutOf(id: number, { replaces, title, tags }: Upload) {
  if (replaces) return { title: replaces.title, tags: replaces.tags, replaces: replaces.mediaId }
  const now = find(id)
  return { title: now?.title ?? title, tags: now?.tags ?? tags }
}

async function previewOf({ id, kind, file }: Upload): Promise<Blob | null> {
  if (kind !== 'video') return null
  const poster = await posterOf(file)
  if (poster && find(id)) change(id, { preview: URL.createObjectURL(poster) })
  return poster
}

async function run(upload: Upload): Promise<void> {
  const { id, file, type, replaces } = upload
  const stop = new AbortController()
  stops.set(id, stop)
  change(id, { stage: { stage: 'sending', sent: 0 } })
  try {
    const poster = previewOf(upload)
    const fingerprint = await fingerprintOf(file)
    const media = await sendFile({
      file,
      server: uploadServer(file, { type, owner, fingerprint, poster }),
      about: () => aboutOf(id, upload),
      wait: waitForNetwork,
      onStage: (stage) => !stop.signal.aborted && change(id, { stage }),
      onBegun: (uploadId) => begun.set(id, uploadId),
      signal: stop.signal,
    })
    if (replaces) keepMedia(queries, media)
    else addMedia(queries, media)
    begun.delete(id)
    void forgetUpload(upload.key)
    change(id, { stage: { stage: 'done', media } })
    // What was typed while it was being opened.
    await saveAbout(id)
  } catch (failure) {
    if (stop.signal.aborted) return
    const retry = !(failure instanceof ApiError && failure.status === NOT_WHAT_IT_SAYS)
    change(id, { stage: { stage: 'failed', words: failureInWords(failure, upload), retry } })
    void forgetUpload(upload.key)
    if (!retry) await giveUp(id)
  } finally {
    stops.delete(id)
    startNext()
  }
}

export function retry(id: number): void {
  change(id, { stage: { stage: 'queued' } })
  const upload = find(id)
  if (upload) keep(upload)
  startNext()
}

/** Tells the server that no more of it will come. It ends by itself within a day where this is lost. */
async function giveUp(id: number): Promise<void> {
  const uploadId = begun.get(id)
  begun.delete(id)
  if (!uploadId) return
  await call(dropMediaUpload, { params: { uploadId } }).catch(() => undefined)
}

/** Takes one from the list; what is under way is given up, on the server as well. */
export async function remove(id: number): Promise<void> {
  const upload = find(id)
  if (!upload) return
  stops.get(id)?.abort()
  if (upload.preview) URL.revokeObjectURL(upload.preview)
  put(uploads.filter((other) => other.id !== id))
  void forgetUpload(upload.key)
  startNext()
  await giveUp(id)
}

/** Takes all that is over from the list. */
export function clearDone(): void {
  for (const upload of uploads.filter((one) => !isOpen(one))) void remove(upload.id)
}

/** What is said of an upload, at once; `saveAbout` keeps it where the item is in the gallery already. */
export function describe(id: number, about: { title?: string; tags?: string[] }): void {
  change(id, { ...about, problem: null })
  const upload = find(id)
  if (upload) keep(upload)
}

export async function saveAbout(id: number): Promise<void> {
  const upload = find(id)
  if (upload?.stage.stage !== 'done' || upload.replaces) return
  const { title, tags, stage } = upload
  const { mediaId, ...kept } = stage.media
  if (title === kept.title && tags.join() === kept.tags.join()) return
  try {
    const media = await call(changeMedia, { params: { mediaId }, body: { title, tags } })
    keepMedia(queries, media)
    change(id, { stage: { stage: 'done', media } })
  } catch (failure) {
    change(id, { problem: sentenceOf(failure) })
  }
}

/** Gives all files of one drop the same tags. */
export function tagDrop(drop: number, tags: string[]): void {
  for (const { id } of uploads.filter((one) => one.drop === drop && !one.replaces)) {
    describe(id, { tags })
    void saveAbout(id)
  }
}
