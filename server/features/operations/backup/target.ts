import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { Config } from '../../../config.ts'
import { OWN_PROGRAMME } from '../../../db/embedded/folder-kind.ts'
import { refuseHalfRestored, UNFINISHED_RESTORE } from '../../../db/embedded/half-restored.ts'
import { runningPostmaster, stopPostmaster } from '../../../db/embedded/postmaster.ts'
import { clusterOf } from '../../../db/embedded/site.ts'
import { syncFolder } from '../../../lib/file-store.ts'
import { BackupError } from './backup-error.ts'
import { whatIsThere } from './catalogue.queries.ts'
import { storesOf, unlessMissing } from './stores.ts'

/** The mark while it is written: half of it would be taken for that of another restore. */
const DRAFT = `${UNFINISHED_RESTORE}.draft`

/** What a data folder may hold before a restore: the key, and what says who works in it. */
const MAY_BE_THERE = new Set([
  'master.key',
  'owner.lock',
  'owner.json',
  'postgres.lock',
  UNFINISHED_RESTORE,
  DRAFT,
  OWN_PROGRAMME,
])

/** The folders that a restore fills. */
export function foldersOf(config: Config): string[] {
  const stores = storesOf(config).map(({ folder }) => folder)
  return config.DATABASE_URL === undefined
    ? [
        ...stores,
        path.join(config.DATA_DIR, 'postgres'),
        path.join(config.DATA_DIR, 'postgres.log'),
        path.join(config.DATA_DIR, OWN_PROGRAMME),
      ]
    : stores
}

/** Refuses folders in which something is. What a restore that was cut off left there is removed first. */
export async function checkFolders(config: Config): Promise<void> {
  await undoEarlier(config.DATA_DIR, foldersOf(config))
  for (const { folder } of storesOf(config)) await refuseUnlessEmpty(folder, () => false)
  if (config.DATABASE_URL !== undefined) return
  await refuseUnlessEmpty(config.DATA_DIR, (name) => {
    const isStore = storesOf(config).some(
      ({ folder }) => folder === path.join(config.DATA_DIR, name),
    )
    // An empty one was looked at above.
    return isStore || MAY_BE_THERE.has(name)
  })
}

async function refuseUnlessEmpty(folder: string, mayBe: (name: string) => boolean): Promise<void> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? []
  const found = names.filter((name) => !mayBe(name))
  if (found.length === 0) return
  throw new BackupError(
    `${folder} is not empty (${found.slice(0, 3).join(', ')}). A restore never overwrites: move that away, or name another folder.`,
  )
}

export async function checkEmptyDatabase(client: pg.Client): Promise<void> {
  const found = await whatIsThere(client)
  if (found.length === 0) return
  throw new BackupError(
    `The database is not empty (${found.join(', ')}). A restore never overwrites: make a new database and name it in DATABASE_URL.`,
  )
}

/** From now until `finished` the folders are half restored: starts refuse, and the next restore clears them. */
export async function markUnfinished(dataDir: string, folders: readonly string[]): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const mark = path.join(dataDir, UNFINISHED_RESTORE)
  const draft = path.join(dataDir, DRAFT)
  await writeFile(draft, JSON.stringify(folders), { mode: 0o600, flush: true })
  await rename(draft, mark)
  await syncFolder(dataDir)
}

export async function markFinished(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, UNFINISHED_RESTORE), { force: true })
  await syncFolder(dataDir)
}

/** Takes away all that this restore, or one that was cut off, has put into the folders. */
export async function undo(dataDir: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  await markFinished(dataDir)
}

/** Takes away what a restore that was cut off has left, where this one would fill the same folders. */
export async function undoEarlier(dataDir: string, folders: readonly string[]): Promise<void> {
  const mark = path.join(dataDir, UNFINISHED_RESTORE)
  const text = await readFile(mark, 'utf8').catch(unlessMissing)
  if (text === null) return
  // Only what that restore filled, and only where this one would.
  if (text !== JSON.stringify(folders)) return refuseHalfRestored(dataDir)
  const left = await runningPostmaster(clusterOf(dataDir))
  if (left !== null) await stopPostmaster(left.pid)
  await undo(dataDir, folders)
}
