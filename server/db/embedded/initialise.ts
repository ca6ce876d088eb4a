import { chmod, mkdtemp, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedDatabaseError, codeOf, ownServerAdvice } from './errors.ts'
import { giveTo } from './identity.ts'
import { endOrphans } from './postmaster.ts'
import { type Site, wayInto } from './site.ts'
import { run } from './run.ts'

const limitMs = 120_000

/** Makes the cluster if there is none; refuses, untouched, a folder that is not one of ours. */
export async function ensureCluster(site: Site, onLaunch: () => void): Promise<void> {
  await removeDrafts(site)
  const entries = await readdir(site.cluster).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  if (entries.length === 0) return await initialise(site, onLaunch)
  await refuseOtherMajor(site)
  await makeFit(site)
}

async function refuseOtherMajor(site: Site): Promise<void> {
  const file = path.join(site.cluster, 'PG_VERSION')
  const found = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (found === String(site.binaries.major)) return
  if (found === '') {
    throw new EmbeddedDatabaseError(
      `The folder ${site.cluster} is not empty and is no PostgreSQL data folder (it has no PG_VERSION). Nothing was changed; move it away, or set DATA_DIR to another folder.`,
    )
  }
  throw new EmbeddedDatabaseError(
    `The database in ${site.cluster} was made by PostgreSQL ${found}, this version of the program brings ${site.binaries.version}. Nothing was changed; make a backup with the program's earlier version (npm run backup), restore it with this one into a new DATA_DIR (npm run restore), or ${ownServerAdvice}.`,
  )
}

// A backup copied back often has root's ownership or open modes, which PostgreSQL refuses.
async function makeFit(site: Site): Promise<void> {
  const { uid, mode } = await stat(site.cluster)
  if (site.identity && uid !== site.identity.uid) await giveTo(site.identity, site.cluster)
  if (mode & 0o027) await chmod(site.cluster, 0o700)
}

/** Built beside its place and renamed into it, so that a kill half-way leaves no half cluster. */
async function initialise(site: Site, onLaunch: () => void): Promise<void> {
  const draft = await mkdtemp(path.join(site.dataDir, draftPrefix))
  try {
    if (site.identity) await giveTo(site.identity, draft)
    const { cwd, dataArgument } = wayInto(site, draft)
    const making = run(site.binaries.initdb, initdbArguments(dataArgument), {
      identity: site.identity,
      cwd,
      limitMs,
    })
    onLaunch()
    const made = await making
    if (!made.ok) throw new EmbeddedDatabaseError(failure(site, made.output))
    await rename(draft, site.cluster)
    await syncFolder(site.dataDir)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

const draftPrefix = 'postgres.new-'

function initdbArguments(dataArgument: string): string[] {
  return [
    '-D',
    dataArgument,
    '--username=app',
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]
}

function failure(site: Site, output: string): string {
  const lastLines = output.split('\n').slice(-4).join('; ')
  if (/No space left/.test(output)) {
    return `The disk of ${site.dataDir} is full, so no database could be made there. Free some space, or set DATA_DIR to another disk.`
  }
  return `No database could be made in ${site.cluster}: ${lastLines}. Mend that, or ${ownServerAdvice}.`
}

async function removeDrafts(site: Site): Promise<void> {
  const drafts = (await readdir(site.dataDir)).filter((name) => name.startsWith(draftPrefix))
  for (const draft of drafts.map((name) => path.join(site.dataDir, name))) {
    await endOrphans(draft)
    await rm(draft, { recursive: true, force: true })
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
