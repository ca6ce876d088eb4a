import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { basesOf } from '../../../db/embedded/wal-archive.ts'
import { MANIFEST, PRODUCT, unlessMissing } from '../backup/index.ts'

/** What stands in the folder of a base backup beside its files. */
export const baseManifest = z.object({
  product: z.literal(PRODUCT),
  kind: z.literal('base'),
  format: z.literal(1),
  /** By the database's clock: nothing earlier than `until` can be restored from it. */
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  version: z.string(),
  /** Files of PostgreSQL's own: only the same major reads them. */
  major: z.number().int(),
  systemId: z.string(),
  timeline: z.number().int(),
  /** The first and the last piece of the log that it needs, by number. */
  first: z.number().int(),
  last: z.number().int(),
  keyMark: z.string(),
  demo: z.boolean(),
  /** Folders, the empty ones too. */
  folders: z.array(z.string()),
  label: z.string(),
  tablespaces: z.string(),
  bytes: z.number().int(),
  sums: z.string(),
})
export type BaseManifest = z.infer<typeof baseManifest>
export type Base = { dir: string; manifest: BaseManifest }

/** Every whole base backup of an archive, the oldest first; seals and files are not looked at. */
export async function listBases(archive: string): Promise<Base[]> {
  const names = (await readdir(basesOf(archive)).catch(unlessMissing)) ?? []
  const found: Base[] = []
  for (const name of names) {
    const dir = path.join(basesOf(archive), name)
    const manifest = await peek(dir)
    if (manifest) found.push({ dir, manifest })
  }
  return found.toSorted((a, b) => (a.manifest.at < b.manifest.at ? -1 : 1))
}

async function peek(dir: string): Promise<BaseManifest | null> {
  try {
    return baseManifest.parse(JSON.parse(await readFile(path.join(dir, MANIFEST), 'utf8')))
  } catch {
    return null
  }
}
