import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { readConfig, type Config } from '../../../config.ts'
import { databaseUrl } from '../../../test/harness.ts'
import type { TestServer } from '../../../test/server.ts'
import { backUp } from './backup.service.ts'

/** A folder that goes with the test. */
export function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'hil-backup-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

export const backUpTo = (
  { context }: Pick<TestServer, 'context'>,
  dir: string,
  wanted: { keep?: number; key?: string } = {},
) => backUp(context, { dir, keep: null, key: null, ...wanted })

export const keyOf = async ({ context }: Pick<TestServer, 'context'>) =>
  (await readFile(path.join(context.config.DATA_DIR, 'master.key'), 'utf8')).trim()

async function administer(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export type Target = { config: Config; connection: pg.ClientConfig; env: Record<string, string> }

/** An empty database beside a test's own, and an empty data folder. */
export async function emptyTarget(server: TestServer, key?: string): Promise<Target> {
  const { host, port, user } = server.context.connection
  const name = `restored_${randomBytes(6).toString('hex')}`
  await administer({ host, port, user, ssl: false }, `create database ${name}`)
  onTestFinished(() =>
    administer({ host, port, user, ssl: false }, `drop database ${name} with (force)`),
  )
  const connection = { host, port, user, ssl: false, database: name }
  const env = {
    DATABASE_URL: databaseUrl(connection),
    DATA_DIR: path.join(folder(), 'data'),
    MASTER_KEY: key ?? (await keyOf(server)),
    PORT: '0',
    LOG_LEVEL: 'silent',
    ROLE: 'web',
  }
  return { config: readConfig(env), connection, env }
}

export async function rowsOf(connection: pg.ClientConfig, text: string) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export const tablesIn = (connection: pg.ClientConfig) =>
  rowsOf(connection, `select tablename from pg_tables where schemaname in ('public', 'pgboss')`)
