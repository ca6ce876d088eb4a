import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from './file-store.ts'

/**
 * The master key: as given, else from `<dataDir>/master.key`, made there once with mode 0600.
 * Two starts at the same moment agree: the file appears whole under its name, or not at all.
 */
export async function masterKey(given: string | undefined, dataDir: string): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'hex')
  const file = path.join(dataDir, 'master.key')
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  const text = (await readFile(file, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new Error(`${file} does not hold a master key of 64 hexadecimal digits.`)
  }
  if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) {
    throw new Error(`${file} can be read by others. Run: chmod 600 ${file}`)
  }
  return Buffer.from(text, 'hex')
}

/** Puts another key in the place of the file's: the old one or the new one is there, whole, at any moment. */
export async function replaceMasterKeyFile(dataDir: string, key: string): Promise<string> {
  const file = path.join(dataDir, 'master.key')
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${key}\n`, { mode: 0o600, flush: true })
  await rename(draft, file)
  await syncFolder(dataDir)
  return file
}
