import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { renameSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canSee } from '../../contract/menu.ts'
import { ROLES } from '../../contract/roles.ts'
import { scanCoupon, type ScanAnswer } from '../../contract/programme/scans.ts'
import { login } from '../../contract/platform/session.ts'
import { addDays, dayOf } from '../../contract/time.ts'
import { demoBatchKey } from '../demo/batch-plan.ts'
import { codesOf } from '../features/programme/batches/codes.ts'
import { everyFigure } from '../features/insight/dashboard/test-support.ts'
import { freePort } from './launch.ts'
import { callsTo } from './server.ts'

// The product as a process: its start, its ends and its starts again, on one data folder with the demo.

const root = path.join(import.meta.dirname, '../..')
let dataDir = ''
let port = 0
const running = new Set<ChildProcess>()
let survivor: Run | null = null

type Run = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

function run(file: string, args: string[] = [], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [path.join(root, file), ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      DATA_DIR: dataDir,
      HEADS_DIR: `${dataDir}/heads`,
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let text = ''
  child.stdout.on('data', (piece: Buffer) => (text += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (text += piece.toString()))
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  return { child, output: () => text, ended }
}

async function untilReady({ output, ended }: Run): Promise<void> {
  let over = false
  void ended.then(() => (over = true))
  while (!output().includes('is ready at')) {
    if (over) throw new Error(`It ended before it was ready:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const url = (where: string) => `http://localhost:${port}${where}`

async function memberToken(mobile: string): Promise<string> {
  const json = { 'content-type': 'application/json' }
  const post = (where: string, body: object) =>
    fetch(url(where), { method: 'POST', headers: json, body: JSON.stringify(body) })
  const { requestId } = await (await post('/api/member/otp', { mobile })).json()
  const outbox = await (await fetch(url(`/api/demo/outbox?to=${mobile}`))).json()
  const otp = /^\d{6}/.exec(outbox.items[0].text)?.[0]
  return (await (await post('/api/member/session', { mobile, otp, requestId })).json()).token
}

async function scan(token: string, code: string): Promise<ScanAnswer> {
  const answer = await fetch(url(scanCoupon.path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify({ code }),
  })
  return answer.json()
}

/** Signs a demo account in. */
async function staffToken(user: string): Promise<string> {
  const body = { email: `${user}@hil.example`, password: 'hil-demo-2026' }
  return (await callsTo(url('')).call(login, { body })).body.token
}

/** A member who may scan, from the demo's own scan list. */
async function someMobile(): Promise<string> {
  const scans = await fetch(url('/api/admin/scans?result=credited&limit=1'), {
    headers: { authorization: await staffToken('admin') },
  })
  return (await scans.json()).items[0].mobile
}

async function verify(): Promise<void> {
  const check = run('server/cli/verify.ts')
  const code = await check.ended
  expect(`${code} ${check.output()}`).toBe('0 ')
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'hil-process-'))
  port = await freePort()
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

test('a first start loads the demo and names the address and the accounts; a second start says who owns the folder', async () => {
  // Without a worker the demo stays as it was loaded, so that figures can be held against their rows.
  const first = run('server/main.ts', [], { ROLE: 'web' })
  await untilReady(first)
  // What is said comes in pieces: the accounts after the address.
  await expect.poll(first.output).toContain('Stop with Ctrl-C.')
  expect(first.output()).toContain(`http://localhost:${port}`)
  for (const user of ['admin', 'subadmin', 'worker']) {
    expect(first.output()).toContain(`${user}@hil.example`)
  }
  const second = run('server/main.ts', [], { PORT: '0' })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(String(first.child.pid))
  await verify()
  await expectFiguresToOpenTheirRows()
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  keepDemo()
}, 300_000)

/** For the browser tests, which else load the same once more. */
function keepDemo(): void {
  const { DEMO_FOLDER } = process.env
  if (!DEMO_FOLDER) return
  const { status } = spawnSync('cp', ['-a', dataDir, `${DEMO_FOLDER}.part`])
  if (status === 0) renameSync(`${DEMO_FOLDER}.part`, DEMO_FOLDER)
}

/** Each role's dashboard: a number opens exactly the rows that it counted. */
async function expectFiguresToOpenTheirRows(): Promise<void> {
  const server = callsTo(url(''))
  const query = { from: addDays(dayOf(new Date()), -9), to: dayOf(new Date()), compare: 'year' }
  for (const role of ROLES.filter((one) => canSee(one, '/dashboard'))) {
    const token = await staffToken(role === 'almond team' ? 'almond' : role.replace(' ', ''))
    const figures = await everyFigure({ server, token }, role, query)
    const wrong = figures.filter(({ shown, behind }) => shown !== behind)
    expect(wrong, role).toEqual([])
    const many = role === 'courier' ? 0 : 5
    expect(figures.filter(({ shown }) => shown > 0).length, role).toBeGreaterThan(many)
  }
}

test('kill -9 in the middle of scans loses nothing that was acknowledged', async () => {
  const before = run('server/main.ts')
  await untilReady(before)
  const token = await memberToken(await someMobile())
  const codes = codesOf(demoBatchKey(30), 30, 1, 2000)
  const acknowledged: string[] = []
  let next = 0
  const scanning = Array.from({ length: 12 }, async () => {
    for (;;) {
      const code = codes[next++]
      if (code === undefined) return
      const { result } = await scan(token, code)
      if (result === 'credited') acknowledged.push(code)
    }
  })
  while (acknowledged.length < 60) await new Promise((resolve) => setTimeout(resolve, 5))
  before.child.kill('SIGKILL')
  await Promise.allSettled(scanning)
  await before.ended
  const after = run('server/main.ts')
  await untilReady(after)
  const again = await memberToken(await someMobile())
  expect(again).not.toBe(token)
  for (const code of acknowledged) {
    expect((await scan(token, code)).result).toBe('already_yours')
  }
  // It goes on into the next test, which looks at all rows again.
  survivor = after
}, 300_000)

test('a killed PostgreSQL is started again under the running server', async () => {
  const server = survivor ?? run('server/main.ts')
  await untilReady(server)
  const pid = Number(
    (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
  )
  process.kill(pid, 'SIGKILL')
  const end = Date.now() + 20_000
  let healed = false
  while (!healed && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    const now = Number(
      (
        await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '0')
      ).split('\n')[0],
    )
    const answer = await fetch(url('/readyz'))
    healed = answer.status === 200 && now !== pid && now !== 0
    if (answer.status !== 200) expect(answer.status).toBe(503)
  }
  expect(healed).toBe(true)
  const token = await memberToken(await someMobile())
  const [code = ''] = codesOf(demoBatchKey(30), 30, 4000, 1)
  expect((await scan(token, code)).result).toBe('credited')
  await verify()
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
}, 60_000)

test('a wrong setting stops the start with a sentence', async () => {
  const wrong = run('server/main.ts', [], { PORT: 'eighty' })
  expect(await wrong.ended).toBe(2)
  expect(wrong.output()).toBe(
    'The configuration is not right: PORT must be a number from 0 to 65535.\n',
  )
})

test('another master key than the one the database was made with stops the start', async () => {
  const wrong = run('server/main.ts', [], { MASTER_KEY: 'ab'.repeat(32) })
  expect(await wrong.ended).toBe(1)
  expect(wrong.output()).toContain('The master key is not the one this database was made with')
})
