import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { Config } from '../../../config.ts'
import { checkMasterKey } from '../../../db/checks.ts'
import { transaction, type Db } from '../../../db/database.ts'
import type { Keys } from '../../../lib/crypto.ts'
import { syncFolder } from '../../../lib/file-store.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { noteBackup } from '../../platform/metrics/index.ts'
import { BackupError, inWords } from './backup-error.ts'
import { dumpDatabase, inSnapshot, openPatient, type Dump } from './dump.ts'
import { KEY_FILE, keyMarkOf, PRODUCT, writeSealed, type Manifest } from './manifest.ts'
import { namedFiles } from './named-files.service.ts'
import { deleteOlder, UNFINISHED } from './retention.ts'
import { copyStores, storesOf, unlessMissing } from './stores.ts'
import { openSums } from './sums.ts'

type Needs = { config: Config; connection: pg.ClientConfig; db: Db; keys: Keys }
type Wanted = {
  /** The folder that the backup becomes. */
  dir: string
  /** How many backups may be left beside each other; null keeps all. */
  keep: number | null
  /** The master key in hexadecimal, to be put in; null leaves it out. */
  key: string | null
}
export type Backup = {
  manifest: Manifest
  /** Files that rows name now and that are not in the store: lost before the backup. */
  lost: string[]
  deleted: string[]
}

/**
 * Makes a backup beside running servers: one snapshot of the database, and the files that it names.
 * The folder appears whole under its name, or not at all. Throws BackupError in words.
 */
export async function backUp(needs: Needs, wanted: Wanted): Promise<Backup> {
  const dir = path.resolve(wanted.dir)
  const draft = `${dir}${UNFINISHED}`
  await checkTarget(needs.config, dir, draft)
  await checkMasterKey(needs.db, needs.keys)
  // Before the snapshot: a backup tells of itself.
  await transaction(needs.db, (tx) =>
    writeAudit(tx, needs.keys, {
      by: null,
      action: 'database.backed_up',
      subject: 'database',
      subjectId: PRODUCT,
      after: { to: dir, withKey: wanted.key !== null },
    }),
  )
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 })
    const { manifest, lost } = await fill(needs, draft)
    if (wanted.key !== null) {
      await writeFile(path.join(draft, KEY_FILE), `${wanted.key}\n`, { mode: 0o600, flush: true })
    }
    await syncFolder(draft)
    await rename(draft, dir)
    await syncFolder(path.dirname(dir))
    await noteBackup(needs.db, new Date(manifest.at))
    // An older backup may be the only one that still has a file that is lost.
    const prune = wanted.keep !== null && lost.length === 0
    const deleted = prune ? await deleteOlder(dir, manifest, wanted.keep ?? 1) : []
    return { manifest, lost, deleted }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw inWords(error, 'backup', dir)
  }
}

async function checkTarget(config: Config, dir: string, draft: string): Promise<void> {
  const inside = storesOf(config).find(({ folder }) => `${dir}/`.startsWith(`${folder}/`))
  if (inside) {
    throw new BackupError(
      `${dir} lies in ${inside.folder}, which is backed up. Name another folder.`,
    )
  }
  const there = await readdir(dir).catch(unlessMissing)
  if (there && there.length > 0) {
    throw new BackupError(
      `${dir} is not empty. Name a folder that is not there yet: each backup has its own.`,
    )
  }
  if ((await stat(draft).catch(unlessMissing)) !== null) {
    throw new BackupError(
      `${draft} is there: a backup into it is being made, or was cut off. Wait for it, or delete it, or name another folder.`,
    )
  }
}

async function fill(
  { config, connection, keys }: Needs,
  draft: string,
): Promise<Pick<Backup, 'manifest' | 'lost'>> {
  const sums = await openSums(draft)
  const client = await openPatient(connection)
  try {
    const at = new Date()
    const made = await inSnapshot(client, async (tables) => {
      // The files meanwhile, not later: the sooner, the fewer of them are gone.
      const [database, files] = await Promise.all([
        dumpDatabase(client, tables, sums),
        copyStores(storesOf(config), sums),
      ])
      const missing = config.files === null ? await missingFiles(client, draft) : []
      return { database, files: { ...files, missing } }
    })
    const manifest = await writeManifest(draft, keys, {
      at: at.toISOString(),
      version: await versionOfProgram(),
      ...made.database,
      files: { where: config.files === null ? 'folder' : 'bucket', ...made.files },
      sums: await sums.finish(),
    })
    return { manifest, lost: await stillNamed(client, made.files.missing) }
  } finally {
    await client.end().catch(() => {})
  }
}

async function missingFiles(client: pg.Client, draft: string): Promise<string[]> {
  const missing: string[] = []
  for await (const name of namedFiles(client)) {
    if ((await stat(path.join(draft, 'files', name)).catch(unlessMissing)) === null) {
      missing.push(name)
    }
  }
  return missing
}

/** Of the files that were missing those that rows name even now: they were not just being deleted. */
async function stillNamed(client: pg.Client, missing: readonly string[]): Promise<string[]> {
  if (missing.length === 0) return []
  const gone = new Set(missing)
  const lost: string[] = []
  await inSnapshot(client, async () => {
    for await (const name of namedFiles(client)) if (gone.has(name)) lost.push(name)
  })
  return lost
}

type Rest = Dump & Pick<Manifest, 'at' | 'version' | 'files' | 'sums'>

async function writeManifest(draft: string, keys: Keys, rest: Rest): Promise<Manifest> {
  const manifest: Manifest = { product: PRODUCT, format: 1, keyMark: keyMarkOf(keys), ...rest }
  await writeSealed(draft, keys, manifest)
  return manifest
}

export async function versionOfProgram(): Promise<string> {
  const file = path.join(import.meta.dirname, '../../../../package.json')
  const { version }: { version: string } = JSON.parse(await readFile(file, 'utf8'))
  return version
}
