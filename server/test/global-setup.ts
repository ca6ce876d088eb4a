import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../db/database.ts'
import { startEmbedded } from '../db/embedded/cluster.ts'
import { migrate } from '../db/migrate.ts'
import { openJobs } from '../jobs/jobs.ts'
import { makeLog } from '../log.ts'
import { startDebianPostgres } from './debian-postgres.ts'

const TEMPLATE = 'hil_template'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string }
  }
}

/**
 * One real PostgreSQL for the run, with a migrated template that each test file's database copies: the
 * job queue's tables are in it, as after a first start, since making them takes longer than all else.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hil-test-'))
  const settings = { max_connections: '120' }
  // The machine's own PostgreSQL instead, by the folder of its programs: npm run test:server.
  const bin = process.env.TEST_POSTGRES_BIN
  const cluster = bin
    ? startDebianPostgres(bin, settings)
    : await startEmbedded({ dataDir, settings })
  const { host, port, user } = cluster.connection
  await cluster.createDatabaseIfMissing(TEMPLATE)
  const template = { host, port, user, database: TEMPLATE, ssl: false }
  const { db } = openDatabase(template, { size: 2, onError: () => {} })
  await migrate(db)
  await db.destroy()
  const jobs = await openJobs(template, { log: makeLog({ LOG_LEVEL: 'silent' }), works: false })
  await jobs.stop()
  project.provide('postgres', { host, port, user })
  return async () => {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
