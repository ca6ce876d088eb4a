import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../db/database.ts'
import { startEmbedded } from '../db/embedded/cluster.ts'
import { migrate } from '../db/migrate.ts'

const TEMPLATE = 'hil_template'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string }
  }
}

/** One real PostgreSQL for the run, with a migrated template that each test file's database copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hil-test-'))
  const cluster = await startEmbedded({ dataDir, settings: { max_connections: '120' } })
  const { host, port, user } = cluster.connection
  await cluster.createDatabaseIfMissing(TEMPLATE)
  const { db } = openDatabase(
    { host, port, user, database: TEMPLATE, ssl: false },
    { size: 2, onError: () => {} },
  )
  await migrate(db)
  await db.destroy()
  project.provide('postgres', { host, port, user })
  return async () => {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
