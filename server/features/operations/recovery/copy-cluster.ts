import { createReadStream } from 'node:fs'
import { opendir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type Sums, together, unlessMissing } from '../backup/index.ts'

/** Quick: a base backup is made often and read seldom. */
const LEVEL = 4
export const FILES = 'data/'
export const ENDING = '.gz'
const CONTROL = 'global/pg_control'

/** Of these only the folder is wanted: a start fills them, or the log does. */
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|recovery\.signal|standby\.signal|pg_internal\.init.*|pgsql_tmp.*)$/

type Found = { folders: string[]; files: string[] }

/**
 * Copies the files of a cluster that is in backup mode and at work. They change meanwhile, come and go:
 * the log puts that right.
 */
export async function copyCluster(
  cluster: string,
  sums: Sums,
): Promise<{ folders: string[]; bytes: number }> {
  const { folders, files } = await list(cluster, '')
  let bytes = 0
  await together(files.values(), async (file) => {
    const stream = await opened(path.join(cluster, file))
    if (stream === null) return
    stream.on('data', (piece: Buffer | string) => (bytes += piece.length))
    await write(sums, file, stream)
  })
  const control = await steady(path.join(cluster, CONTROL))
  await write(sums, CONTROL, Readable.from([control]))
  return { folders, bytes: bytes + control.length }
}

const write = (sums: Sums, file: string, stream: Readable) =>
  sums.write(
    `${FILES}${file}${ENDING}`,
    pipeline(stream, createGzip({ level: LEVEL }), () => {}),
  )

async function list(cluster: string, below: string): Promise<Found> {
  const found: Found = { folders: [], files: [] }
  const listing = await opendir(path.join(cluster, below)).catch(unlessMissing)
  if (listing === null) return found
  for await (const entry of listing) {
    if (LEFT_OUT.test(entry.name)) continue
    const name = path.posix.join(below, entry.name)
    if (entry.isFile() && name !== CONTROL) found.files.push(name)
    if (!entry.isDirectory()) continue
    found.folders.push(name)
    if (EMPTY.has(name)) continue
    const more = await list(cluster, name)
    found.folders.push(...more.folders)
    found.files.push(...more.files)
  }
  return found
}

function opened(file: string): Promise<Readable | null> {
  return new Promise((resolve, reject) => {
    const stream = createReadStream(file)
    stream.once('open', () => resolve(stream))
    stream.once('error', (error) => {
      if ('code' in error && error.code === 'ENOENT') resolve(null)
      else reject(error)
    })
  })
}

/** The control file is written in one step, but may be read in the middle of it: the same twice is whole. */
async function steady(file: string): Promise<Buffer> {
  for (;;) {
    const [first, second] = [await readFile(file), await readFile(file)]
    if (first.equals(second)) return second
  }
}
