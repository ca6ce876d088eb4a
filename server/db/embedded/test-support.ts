import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { type EmbeddedCluster, startEmbedded } from './cluster.ts'
import { runningPostmaster } from './postmaster.ts'

// Only what is thrown away at the end of a test may do without durability.
export const quick = { fsync: 'off', shared_buffers: '16MB' }

/** A data folder of one test; whatever still runs in it is ended before it is removed. */
export function temporaryFolder(): string {
  const folder = newFolder()
  onTestFinished(async () => {
    const left = await runningPostmaster(path.join(folder, 'postgres'))
    if (left !== null) {
      await endProcess(left.pid)
      rmSync(left.socketDir, { recursive: true, force: true })
    }
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

let template: Promise<string> | undefined

afterAll(async () => {
  if (template) rmSync(await template, { recursive: true, force: true })
})

/** A data folder with a fresh, stopped cluster, for tests that are not about making one. */
export async function preparedFolder(): Promise<string> {
  template ??= makeTemplate()
  const folder = temporaryFolder()
  execFileSync('cp', ['-a', path.join(await template, 'postgres'), folder])
  return folder
}

async function makeTemplate(): Promise<string> {
  const folder = newFolder()
  await (await start(folder)).stop()
  return folder
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hil-embedded-'))
  chmodSync(folder, 0o711)
  return folder
}

export function start(dataDir: string, settings: Record<string, string> = quick) {
  return startEmbedded({ dataDir, settings })
}

export async function query(cluster: EmbeddedCluster, text: string) {
  const client = new Client({ ...cluster.connection, query_timeout: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export function postmasterPid(dataDir: string): number {
  return Number(
    readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
}

type Account = { uid?: number; gid?: number }
type Spawned = { child: ChildProcess; pid: number; firstLine: Promise<string> }

/** A Node process that runs the script in this folder's scope; it is ended with the test. */
export function runNode(script: string, account: Account = {}): Spawned {
  const cwd = path.dirname(fileURLToPath(import.meta.url))
  return watch(spawn(process.execPath, ['--input-type=module', '-e', script], { cwd, ...account }))
}

export function runShell(script: string, account: Account = {}): Spawned {
  return watch(spawn('/bin/sh', ['-c', script], { cwd: '/', ...account }))
}

export async function kill(spawned: Spawned): Promise<void> {
  const ended = once(spawned.child, 'exit')
  spawned.child.kill('SIGKILL')
  await ended
}

async function endProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGQUIT')
  for (let tries = 0; tries < 500 && isThere(pid); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function watch(child: ChildProcess): Spawned {
  const { pid, stdout, stderr } = child
  if (pid === undefined || stdout === null || stderr === null)
    throw new Error('nothing was spawned')
  stderr.pipe(process.stderr)
  const lines = createInterface(stdout)
  const firstLine = Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    once(child, 'exit').then(() => 'ended without a word'),
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, pid, firstLine }
}
