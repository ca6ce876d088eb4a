import { lchown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedDatabaseError, codeOf, messageOf } from './errors.ts'
import { canReach, followOwner } from './identity.ts'
import type { Site } from './site.ts'

/** The folder to which PostgreSQL copies its log, and after how many seconds at the latest. */
export type WalArchive = { dir: string; seconds: number }

/** Stands in the data folder once its log is archived: nothing is then started without the archive. */
export const ARCHIVED_TO = 'wal-archive.json'
/** Stands in the archive: whose log it is. */
const OWNER = 'database.json'

export type ArchiveOwner = { systemId: string; dataDir: string }

/** Pieces of the log, gzipped, each under PostgreSQL's own name. */
export const walOf = (dir: string) => path.join(dir, 'wal')
/** Base backups, a folder each. */
export const basesOf = (dir: string) => path.join(dir, 'base')

/**
 * Makes the archive at the first start with it. Refuses one that another database fills, and a start
 * without the archive of before: both would leave a hole of which nobody knows. An archive that is
 * away for now is no reason not to start: the log waits in the data folder, and that is told.
 */
export async function prepareArchive(site: Site, archive: WalArchive | null): Promise<void> {
  const note = path.join(site.dataDir, ARCHIVED_TO)
  const known = await readJson<{ dir: string }>(note)
  if (archive === null) {
    if (known === null) return
    throw new EmbeddedDatabaseError(
      `The log of the database in ${site.dataDir} is archived to ${known.dir}. Set WAL_ARCHIVE_DIR=${known.dir}; or, to archive it no more, delete ${note}.`,
    )
  }
  const owner = await readJson<ArchiveOwner>(path.join(archive.dir, OWNER))
  if (owner !== null) await refuseOther(site, archive.dir, owner)
  else if (known?.dir !== archive.dir) await makeArchive(site, archive.dir)
  if (known?.dir === archive.dir) return
  await writeWhole(note, { dir: archive.dir })
  await followOwner(note)
}

async function refuseOther(site: Site, dir: string, owner: ArchiveOwner): Promise<void> {
  if (owner.systemId !== (await systemIdOf(site.cluster))) {
    throw new EmbeddedDatabaseError(
      `${dir} has the log of another database (of ${owner.dataDir}). Name another folder in WAL_ARCHIVE_DIR; or, if that database is not needed any more, move this folder away.`,
    )
  }
  if (owner.dataDir !== site.dataDir) {
    throw new EmbeddedDatabaseError(
      `${dir} has the log of the database in ${owner.dataDir}, of which ${site.dataDir} is a copy. Name another folder in WAL_ARCHIVE_DIR; or, if this copy takes its place for good, change "dataDir" in ${path.join(dir, OWNER)}.`,
    )
  }
}

async function makeArchive(site: Site, dir: string): Promise<void> {
  try {
    for (const folder of [dir, walOf(dir), basesOf(dir)]) {
      const made = await mkdir(folder, { recursive: true, mode: 0o700 })
      const isNew = made !== undefined
      if (isNew && site.identity) await lchown(folder, site.identity.uid, site.identity.gid)
    }
    if (!(await canReach(site.identity, walOf(dir)))) {
      throw new EmbeddedDatabaseError(
        `The account ${site.identity?.name} of PostgreSQL cannot get into ${walOf(dir)}. Give it that way, or name another folder in WAL_ARCHIVE_DIR.`,
      )
    }
    await ownArchive(dir, { systemId: await systemIdOf(site.cluster), dataDir: site.dataDir })
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error
    throw new EmbeddedDatabaseError(
      `The archive in ${dir} cannot be made: ${messageOf(error)}. Mend that, or name another folder in WAL_ARCHIVE_DIR.`,
      { cause: error },
    )
  }
}

/** From now on the archive has the log of this database only. */
export async function ownArchive(dir: string, owner: ArchiveOwner): Promise<void> {
  const file = path.join(dir, OWNER)
  await writeWhole(file, owner)
  await followOwner(file)
}

/** Whose log the archive has; null where the folder is no archive. */
export const ownerOfArchive = (dir: string) => readJson<ArchiveOwner>(path.join(dir, OWNER))

/** PostgreSQL's own number of a cluster: the first eight bytes of its control file. */
export async function systemIdOf(cluster: string): Promise<string> {
  const file = await open(path.join(cluster, 'global', 'pg_control'), 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.readBigUInt64LE().toString()
  } finally {
    await file.close()
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Also inside a command of PostgreSQL, where a per cent sign begins a name. */
const inCommand = (text: string) => quoted(text).replaceAll('%', '%%')

/**
 * How PostgreSQL archives. A piece is there whole and on the disk under its name, or not at all; one
 * that is there already is never overwritten, and is right only with the same content.
 */
export function archiveSettings({ dir, seconds }: WalArchive): Record<string, string> {
  const steps = [
    `d=${inCommand(walOf(dir))}; t="$d/%f.gz"; n="$d/.%f.$$"`,
    `if [ -e "$t" ]; then gzip -dc "$t" | cmp -s - "%p"; exit $?; fi`,
    `trap 'rm -f "$n"' EXIT`,
    `gzip -nc -4 < "%p" > "$n" && sync "$n" && mv "$n" "$t" && sync "$d" || exit 1`,
  ]
  return {
    archive_mode: 'on',
    archive_command: steps.join('; '),
    archive_timeout: String(seconds),
  }
}

/** How PostgreSQL fetches a piece back. */
export const fetchCommand = (dir: string) =>
  `f=${inCommand(walOf(dir))}/%f.gz; [ -e "$f" ] && gzip -dc "$f" > "%p"`

async function readJson<T>(file: string): Promise<T | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EIO', 'ESTALE'].includes(codeOf(error) ?? '')) return null
    throw error
  })
  if (text === null) return null
  try {
    return JSON.parse(text) as T
  } catch {
    throw new EmbeddedDatabaseError(`${file} is damaged: it is not the JSON that was written.`)
  }
}

async function writeWhole(file: string, value: object): Promise<void> {
  const draft = `${file}.new`
  try {
    await writeFile(draft, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true })
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}
