import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { peekManifest, type Manifest } from './manifest.ts'

/** What a backup is called until it is whole. */
export const UNFINISHED = '.unfinished'
const DAY_MS = 86_400_000

/**
 * Deletes the oldest backups beside a new one until `keep` are left with it, and what backups that were
 * cut off more than a day ago have left. Only whole backups of the same master key count: nothing else
 * in the folder is touched. Gives the names of what was deleted.
 */
export async function deleteOlder(
  dir: string,
  { keyMark }: Pick<Manifest, 'keyMark'>,
  keep: number,
): Promise<string[]> {
  const parent = path.dirname(dir)
  const found: { name: string; at: string }[] = []
  const deleted: string[] = []
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const beside = path.join(parent, entry.name)
    if (entry.name.endsWith(UNFINISHED)) {
      if (await isLeftOver(beside)) deleted.push(entry.name)
      continue
    }
    const manifest = await peekManifest(beside)
    if (manifest?.keyMark === keyMark) found.push({ name: entry.name, at: manifest.at })
  }
  const own = path.basename(dir)
  const others = found.filter(({ name }) => name !== own).toSorted((a, b) => (a.at < b.at ? 1 : -1))
  deleted.push(...others.slice(keep - 1).map(({ name }) => name))
  for (const name of deleted) await rm(path.join(parent, name), { recursive: true })
  return deleted
}

/** A folder of ours, by what stands in it, on which nobody has worked for a day. */
async function isLeftOver(folder: string): Promise<boolean> {
  const list = await stat(path.join(folder, 'SHA256SUMS')).catch(() => null)
  return list !== null && list.mtimeMs < Date.now() - DAY_MS
}
