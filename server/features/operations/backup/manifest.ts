import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { equalBytes, sha256, type Keys } from '../../../lib/crypto.ts'
import { BackupError } from './backup-error.ts'

/** What stands in the folder of a backup beside data/ and files/. docs/operations.md tells of each. */
export const MANIFEST = 'manifest.json'
export const SEAL = 'SEAL'
export const SUMS = 'SHA256SUMS'
export const KEY_FILE = 'master.key'
export const PRODUCT = 'hil-dashboard'

const columnSchema = z.object({ name: z.string(), type: z.string() })
const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(columnSchema),
})
const manifestSchema = z.object({
  product: z.literal(PRODUCT),
  format: z.literal(1),
  at: z.iso.datetime(),
  version: z.string(),
  postgres: z.string(),
  migrations: z.array(z.string()).min(1),
  /** Tells whether a master key is the one; nothing else can be told from it. */
  keyMark: z.string(),
  demo: z.boolean(),
  tables: z.array(tableSchema.extend({ file: z.string(), rows: z.number().int() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  /** The job queue's own schema: null where no server has ever made it. */
  queue: z.object({ file: z.string() }).nullable(),
  files: z.object({
    /** In a bucket the files are the operator's to keep. */
    where: z.enum(['folder', 'bucket']),
    count: z.number().int(),
    bytes: z.number().int(),
    /** Named by rows, but gone from the store before the backup came to them. */
    missing: z.array(z.string()),
  }),
  /** SHA-256 of the list of checksums. */
  sums: z.string(),
})

export type Table = z.infer<typeof tableSchema>
export type Manifest = z.infer<typeof manifestSchema>

export const keyMarkOf = (keys: Keys) => keys.digest('backup-key', PRODUCT).toString('hex')

/** Ties a manifest to the master key: who has not the key cannot change a backup and its sums. */
const sealOf = (keys: Keys, manifest: string) =>
  keys.digest('backup-seal', sha256(manifest).toString('hex')).toString('hex')

/** The manifest of a whole backup, without its seal being looked at; null for any other folder. */
export async function peekManifest(dir: string): Promise<Manifest | null> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(path.join(dir, MANIFEST), 'utf8')))
  } catch {
    return null
  }
}

/** The manifest, when it is whole and of this master key; refuses in words. */
export const readManifest = (dir: string, keys: Keys): Promise<Manifest> =>
  readSealed(dir, keys, manifestSchema)

/** What stands in the manifest of a folder that was sealed so. */
export async function readSealed<T extends { keyMark: string }>(
  dir: string,
  keys: Keys,
  schema: z.ZodType<T>,
): Promise<T> {
  const text = await readPart(dir, MANIFEST)
  const seal = await readPart(dir, SEAL)
  const manifest = parse(dir, text, schema)
  if (manifest.keyMark !== keyMarkOf(keys)) {
    throw new BackupError(
      `The backup in ${dir} was made under another master key. Set MASTER_KEY to that one, or put it into master.key of DATA_DIR.`,
    )
  }
  if (!equalBytes(Buffer.from(seal.trim(), 'hex'), Buffer.from(sealOf(keys, text), 'hex'))) {
    throw damaged(dir, `${MANIFEST} or ${SEAL}`)
  }
  return manifest
}

async function readPart(dir: string, name: string): Promise<string> {
  try {
    return await readFile(path.join(dir, name), 'utf8')
  } catch (cause) {
    throw new BackupError(
      `${dir} is not a whole backup: ${name} cannot be read. Take another backup.`,
      { cause },
    )
  }
}

/** Writes the manifest and its seal into a folder. */
export async function writeSealed(dir: string, keys: Keys, manifest: object): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const options = { mode: 0o600, flush: true }
  await writeFile(path.join(dir, SEAL), `${sealOf(keys, text)}\n`, options)
  await writeFile(path.join(dir, MANIFEST), text, options)
}

function parse<T>(dir: string, text: string, schema: z.ZodType<T>): T {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw damaged(dir, MANIFEST)
  }
  const parsed = schema.safeParse(found)
  if (parsed.success) return parsed.data
  throw new BackupError(
    `${path.join(dir, MANIFEST)} is not that of a backup of this product, or of a newer version of it. Restore it with the version that made it.`,
  )
}

export function damaged(dir: string, name: string): BackupError {
  return new BackupError(
    `${name} of the backup in ${dir} is damaged: it was cut off or changed after the backup. Take another backup; nothing was restored.`,
  )
}
