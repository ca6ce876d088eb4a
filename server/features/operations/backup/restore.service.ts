import { createReadStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { embeddedBy, type Config } from '../../../config.ts'
import { checkServer } from '../../../db/checks.ts'
import { openDatabase } from '../../../db/database.ts'
import { startEmbedded } from '../../../db/embedded/cluster.ts'
import { claimFolder } from '../../../db/embedded/folder-kind.ts'
import { acquireDataDir } from '../../../db/embedded/owner-lock.ts'
import { checkMigrations } from '../../../db/migrate.ts'
import { makeKeys, type Keys } from '../../../lib/crypto.ts'
import { syncFolder } from '../../../lib/file-store.ts'
import { declareRestored } from '../../platform/chain/index.ts'
import { BackupError, inWords } from './backup-error.ts'
import { openPatient } from './dump.ts'
import { loadDatabase, type Findings } from './load.ts'
import { damaged, KEY_FILE, readManifest, type Manifest } from './manifest.ts'
import { storesOf, unlessMissing } from './stores.ts'
import { checkSums, readSums, together, writeSummed, type Listed } from './sums.ts'
import * as target from './target.ts'

export type Restored = { manifest: Manifest; findings: Findings }
type Source = { dir: string; manifest: Manifest; keys: Keys; listed: Listed[] }

/**
 * Restores a backup into an empty data folder, or into an empty database and empty folders for files.
 * Looks at every byte before it begins; what fails later leaves nothing. Throws BackupError in words.
 */
export async function restore(config: Config, from: string): Promise<Restored> {
  const dir = path.resolve(from)
  const key = await keyFor(config, dir)
  const source = await openBackup(dir, makeKeys(Buffer.from(key, 'hex')))
  await checkMigrations(source.manifest.migrations)
  checkKind(config, source.manifest)
  const owner =
    config.DATABASE_URL === undefined
      ? await acquireDataDir(config.DATA_DIR, { purpose: 'restore of the HIL Dashboard' })
      : null
  try {
    if (config.DATABASE_URL !== undefined) {
      await withPatient({ connectionString: config.DATABASE_URL }, target.checkEmptyDatabase)
    }
    await target.checkFolders(config)
    return await fill(config, source, key)
  } finally {
    owner?.release()
  }
}

/** The key as it is set, else that of the data folder, else the one that was put into the backup. */
export async function keyFor(config: Config, dir: string): Promise<string> {
  if (config.MASTER_KEY !== undefined) return config.MASTER_KEY
  for (const place of [config.DATA_DIR, dir]) {
    const text = await readFile(path.join(place, KEY_FILE), 'utf8').catch(unlessMissing)
    if (text === null) continue
    if (/^[0-9a-f]{64}$/i.test(text.trim())) return text.trim()
    throw new BackupError(
      `${path.join(place, KEY_FILE)} does not hold a master key of 64 hexadecimal digits.`,
    )
  }
  throw new BackupError(
    `The master key is needed and is not in the backup. Set MASTER_KEY, or put the file master.key into ${config.DATA_DIR}.`,
  )
}

async function openBackup(dir: string, keys: Keys): Promise<Source> {
  const manifest = await readManifest(dir, keys)
  const listed = await readSums(dir, manifest.sums)
  const names = new Set(listed.map(({ name }) => name))
  const needed = [...manifest.tables, ...(manifest.queue ? [manifest.queue] : [])]
  for (const { file } of needed) if (!names.has(file)) throw damaged(dir, file)
  await checkSums(dir, listed)
  return { dir, manifest, keys, listed }
}

/** A demo's data folder holds a demo and nothing else: a start would load one. */
export function checkDemo(
  config: Pick<Config, 'DATABASE_URL' | 'demo'>,
  { demo }: Pick<Manifest, 'demo'>,
): void {
  if (config.DATABASE_URL === undefined && demo !== config.demo) {
    throw new BackupError(
      demo
        ? 'This backup is of the demo. Restore it without DEMO=no.'
        : 'This backup is not of the demo. Set DEMO=no to restore it into an embedded database, or DATABASE_URL to an empty database of your own.',
    )
  }
}

function checkKind(config: Config, { files, ...manifest }: Manifest): void {
  checkDemo(config, manifest)
  if (files.where === 'folder' && files.count > 0 && config.files !== null) {
    throw new BackupError(
      'This backup has its files in folders. Restore without FILES_S3_*, then copy DOCUMENTS_DIR and MEDIA_DIR into the bucket as docs/operations.md says.',
    )
  }
}

async function fill(config: Config, source: Source, key: string): Promise<Restored> {
  let stop = async () => {}
  let isWhole = false
  const folders = target.foldersOf(config)
  await target.markUnfinished(config.DATA_DIR, folders)
  try {
    const opened = await openTarget(config)
    stop = opened.stop
    await checkServerOf(opened.connection)
    await restoreFiles(config, source)
    if (config.MASTER_KEY === undefined) await keepKey(config, key)
    const findings = await withPatient(opened.connection, async (client) => {
      await target.checkEmptyDatabase(client)
      const found = await loadDatabase(client, source)
      isWhole = true
      await target.markFinished(config.DATA_DIR)
      return found
    })
    await declare(config, opened.connection, source.keys)
    return { manifest: source.manifest, findings }
  } catch (error) {
    await stop()
    stop = async () => {}
    if (!isWhole) await target.undo(config.DATA_DIR, folders)
    throw inWords(error, 'restore', config.DATA_DIR)
  } finally {
    await stop()
  }
}

async function openTarget(config: Config) {
  if (config.DATABASE_URL !== undefined) {
    return { connection: { connectionString: config.DATABASE_URL }, stop: async () => {} }
  }
  await claimFolder(config)
  return await startEmbedded(embeddedBy(config))
}

async function withPatient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openPatient(connection)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Outside, the time that is lost is told as given up: nobody is to take it for a change of history. */
async function declare(config: Config, connection: pg.ClientConfig, keys: Keys): Promise<void> {
  const { db } = openDatabase(connection, { size: 1, onError: () => {} })
  try {
    await declareRestored({ db, keys, config })
  } finally {
    await db.destroy()
  }
}

async function checkServerOf(connection: pg.ClientConfig): Promise<void> {
  const { db } = openDatabase(connection, { size: 1, onError: () => {} })
  try {
    await checkServer(db)
  } finally {
    await db.destroy()
  }
}

async function restoreFiles(config: Config, { dir, listed }: Source): Promise<void> {
  const folders = new Map(storesOf(config).map(({ name, folder }) => [name, folder]))
  const filled = new Set<string>()
  const files = listed.filter(({ name }) => name.startsWith('files/'))
  await together(files.values(), async ({ name, sum }) => {
    const [, store = '', ...rest] = name.split('/')
    const folder = folders.get(store as 'documents' | 'media')
    if (folder === undefined || rest.length === 0) throw damaged(dir, name)
    const place = path.join(folder, ...rest)
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
    filled.add(path.dirname(place))
    const written = await writeSummed(place, createReadStream(path.join(dir, name)))
    if (written.sum !== sum) throw damaged(dir, name)
  })
  for (const folder of filled) await syncFolder(folder)
}

/** A start takes the key from the data folder when it is not set. */
export async function keepKey({ DATA_DIR }: Config, key: string): Promise<void> {
  const place = path.join(DATA_DIR, KEY_FILE)
  await writeFile(place, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    },
  )
}
