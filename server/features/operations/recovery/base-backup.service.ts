import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '../../../config.ts'
import { checkMasterKey } from '../../../db/checks.ts'
import type { Db } from '../../../db/database.ts'
import { giveTo, identityFor } from '../../../db/embedded/identity.ts'
import { clusterOf } from '../../../db/embedded/site.ts'
import { basesOf, systemIdOf, walOf } from '../../../db/embedded/wal-archive.ts'
import type { Keys } from '../../../lib/crypto.ts'
import { syncFolder } from '../../../lib/file-store.ts'
import {
  BackupError,
  inWords,
  keyMarkOf,
  openPatient,
  openSums,
  PRODUCT,
  UNFINISHED,
  unlessMissing,
  versionOfProgram,
  writeSealed,
} from '../backup/index.ts'
import { noteBaseBackup } from '../../platform/metrics/index.ts'
import { listBases, type Base, type BaseManifest } from './base-manifest.ts'
import { copyCluster } from './copy-cluster.ts'
import { listWal, parseSegment, segmentName, segmentOf, walFile } from './segments.ts'

type Needs = { config: Config; connection: pg.ClientConfig; db: Db; keys: Keys }
export type BaseBackup = Base & { deleted: string[]; deletedPieces: number }

/** How long the last piece of the log that a base backup needs may take to reach the archive. */
const ARCHIVED_MS = 120_000
const LEFT_OVER_MS = 86_400_000

/**
 * Copies the files of the running embedded database into its archive, then deletes the oldest copies
 * beyond the number that is kept, and the log that only they needed. Throws BackupError in words.
 */
export async function takeBaseBackup(needs: Needs): Promise<BaseBackup> {
  const { config, db, keys } = needs
  const { archive } = config
  if (archive === null) {
    throw new BackupError(
      config.DATABASE_URL === undefined
        ? 'The log of this database is not archived. Set WAL_ARCHIVE_DIR for the server and for this command, and restart the server.'
        : 'A PostgreSQL of your own is backed up by pgBackRest: see deploy/pgbackrest.conf.',
    )
  }
  await checkMasterKey(db, keys)
  const draftName = `${new Date().toISOString().replaceAll(':', '-')}${UNFINISHED}`
  const draft = path.join(basesOf(archive.dir), draftName)
  const dir = draft.slice(0, -UNFINISHED.length)
  try {
    await removeLeftOvers(archive.dir)
    await mkdir(draft, { mode: 0o700 })
    const manifest = await fill(needs, draft)
    const identity = await identityFor(clusterOf(config.DATA_DIR))
    if (identity) await giveTo(identity, draft)
    await syncFolder(draft)
    await rename(draft, dir)
    await syncFolder(basesOf(archive.dir))
    await waitForLog(archive.dir, manifest)
    await noteBaseBackup(db, new Date(manifest.until))
    return { dir, manifest, ...(await prune(archive.dir, config.BASE_BACKUPS)) }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw inWords(error, 'base backup', archive.dir)
  }
}

type Begun = { at: Date; lsn: string; timeline: number; version: number; demo: boolean }
type Ended = { until: Date; lsn: string; label: string; tablespaces: string }

async function fill(needs: Needs, draft: string): Promise<BaseManifest> {
  const { config, connection, keys } = needs
  const cluster = clusterOf(config.DATA_DIR)
  const sums = await openSums(draft)
  const client = await openPatient(connection)
  try {
    const begun = await begin(client)
    const { folders, bytes } = await copyCluster(cluster, sums)
    const ended = await end(client)
    const manifest: BaseManifest = {
      product: PRODUCT,
      kind: 'base',
      format: 1,
      at: begun.at.toISOString(),
      until: ended.until.toISOString(),
      version: await versionOfProgram(),
      major: Math.floor(begun.version / 10_000),
      systemId: await systemIdOf(cluster),
      timeline: begun.timeline,
      first: segmentOf(begun.lsn),
      last: segmentOf(ended.lsn),
      keyMark: keyMarkOf(keys),
      demo: begun.demo,
      folders,
      label: ended.label,
      tablespaces: ended.tablespaces,
      bytes,
      sums: await sums.finish(),
    }
    await writeSealed(draft, keys, manifest)
    return manifest
  } finally {
    // Ends the backup mode too, where it was not ended.
    await client.end().catch(() => {})
  }
}

async function begin(client: pg.Client): Promise<Begun> {
  const { rows: modes } = await client.query<{ mode: string }>(
    `select current_setting('archive_mode') as mode`,
  )
  if (modes[0]?.mode !== 'on') {
    throw new BackupError(
      'The running database was started without WAL_ARCHIVE_DIR. Stop the server and start it with that setting.',
    )
  }
  const { rows: starts } = await client.query<{ lsn: string }>(
    `select pg_backup_start('hil', fast => true)::text as lsn`,
  )
  // Afterwards: the checkpoint of the start is the one that knows the timeline.
  const { rows } = await client.query<Omit<Begun, 'lsn'>>(
    `select clock_timestamp() as at, timeline_id as timeline,
       current_setting('server_version_num')::int as version,
       exists (select from setting where name = 'demo') as demo
     from pg_control_checkpoint()`,
  )
  const [begun] = rows
  const [start] = starts
  if (!begun || !start) throw new Error('The database says nothing about itself.')
  return { ...begun, ...start }
}

async function end(client: pg.Client): Promise<Ended> {
  const { rows } = await client.query<Ended>(
    `select lsn::text, labelfile as label, spcmapfile as tablespaces, clock_timestamp() as until
     from pg_backup_stop(wait_for_archive => false)`,
  )
  const [ended] = rows
  if (!ended) throw new Error('The database says nothing about the end of its backup.')
  return ended
}

/** It is of use once all of the log that it needs is in the archive. */
async function waitForLog(dir: string, { timeline, last }: BaseManifest): Promise<void> {
  const piece = walFile(dir, segmentName({ timeline, number: last }))
  for (const limit = Date.now() + ARCHIVED_MS; ; await pause(100)) {
    if ((await stat(piece).catch(unlessMissing)) !== null) return
    if (Date.now() < limit) continue
    throw new BackupError(
      `The base backup is made, but PostgreSQL does not archive its log to ${walOf(dir)}, so it is of no use yet, and nothing older was deleted. The log of the server says why.`,
    )
  }
}

/** Deletes the oldest base backups until `keep` are left, and what nothing can be restored with any more. */
export async function prune(
  dir: string,
  keep: number,
): Promise<Pick<BaseBackup, 'deleted' | 'deletedPieces'>> {
  const bases = await listBases(dir)
  const deleted = bases.slice(0, Math.max(0, bases.length - keep))
  for (const base of deleted) await rm(base.dir, { recursive: true })
  const kept = bases.slice(deleted.length)
  const first = Math.min(...kept.map(({ manifest }) => manifest.first))
  let deletedPieces = 0
  for (const name of (await listWal(dir)).names) {
    // Names of labels and of cut-off pieces begin with that of their piece; histories have none.
    const piece = parseSegment(name.slice(0, 24))
    if (piece === null || piece.number >= first) continue
    await rm(walFile(dir, name), { force: true })
    deletedPieces++
  }
  return { deleted: deleted.map((base) => path.basename(base.dir)), deletedPieces }
}

/** What copies and archiving that were cut off more than a day ago have left. */
async function removeLeftOvers(dir: string): Promise<void> {
  const drafts = [
    ...(await readdir(basesOf(dir)))
      .filter((name) => name.endsWith(UNFINISHED))
      .map((name) => path.join(basesOf(dir), name)),
    ...(await readdir(walOf(dir)))
      .filter((name) => name.startsWith('.'))
      .map((name) => path.join(walOf(dir), name)),
  ]
  for (const draft of drafts) {
    const found = await stat(draft).catch(unlessMissing)
    if (found && found.mtimeMs < Date.now() - LEFT_OVER_MS)
      await rm(draft, { recursive: true, force: true })
  }
}
