import { openDB, type DBSchema } from 'idb'
import type { MediaKind } from '../../../../../contract/platform/media.ts'
import { UPLOADS_KEPT } from '../../../../lib/uploads-kept.ts'

/** An upload that is not over, with its file: what is needed to go on after the page was loaded again. */
export type Kept = {
  key: string
  /** Whose it is: nobody else goes on with it. */
  owner: number | null
  file: File
  type: string
  kind: MediaKind
  title: string
  tags: string[]
  replaces: { mediaId: number; title: string; tags: string[] } | null
}
type Schema = DBSchema & { upload: { key: string; value: Kept } }

const open = () =>
  openDB<Schema>('hil-uploads', 1, {
    upgrade: (database) => void database.createObjectStore('upload', { keyPath: 'key' }),
  })

/** Lets go of an upload that this tab works on. */
const releases = new Map<string, () => void>()

/** Whether this tab may work on an upload: another tab that does holds it until it is closed. */
function claim(key: string): Promise<boolean> {
  return new Promise((answer) => {
    void navigator.locks.request(`hil-upload-${key}`, { ifAvailable: true }, (lock) => {
      answer(lock !== null)
      return lock && new Promise<void>((release) => releases.set(key, release))
    })
  })
}

let last: Promise<void> = Promise.resolve()

/**
 * One after another, as they were asked for: else the keeping of an upload could end after its
 * forgetting, and a later page would upload it again.
 */
function inTurn(act: () => Promise<void>): Promise<void> {
  // What fails was only kept for later: the upload itself goes on.
  last = last.then(act).catch(() => undefined)
  return last
}

/** Keeps an upload. Where the browser keeps nothing, or has no room, it lasts as long as the page. */
export function keepUpload(kept: Kept): Promise<void> {
  return inTurn(async () => {
    if (!releases.has(kept.key)) await claim(kept.key)
    const database = await open()
    await database.put('upload', kept)
    database.close()
    localStorage.setItem(UPLOADS_KEPT, 'yes')
  })
}

export function forgetUpload(key: string): Promise<void> {
  return inTurn(async () => {
    const database = await open()
    await database.delete('upload', key)
    if ((await database.count('upload')) === 0) localStorage.removeItem(UPLOADS_KEPT)
    database.close()
    releases.get(key)?.()
    releases.delete(key)
  })
}

/** What this person left behind and no other tab works on; what somebody else left is deleted. */
export async function takeUp(owner: number | null): Promise<Kept[]> {
  const database = await open()
  const all = await database.getAll('upload')
  database.close()
  for (const { key } of all.filter((kept) => kept.owner !== owner)) await forgetUpload(key)
  const mine: Kept[] = []
  for (const kept of all.filter((one) => one.owner === owner)) {
    if (!releases.has(kept.key) && (await claim(kept.key))) mine.push(kept)
  }
  return mine
}
