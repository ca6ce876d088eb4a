import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Upload } from '../../contract/people/onboarding.ts'
import { transaction } from '../../server/db/database.ts'
import { verifyAudit } from '../../server/features/platform/audit/audit.service.ts'
import { runApplying } from '../../server/features/people/onboarding/apply.service.ts'
import * as support from '../../server/features/people/onboarding/test-support.ts'
import { checkInvariants } from '../../server/features/operations/verify/invariants.ts'
import { freePort, launch, type Launched } from '../../server/test/launch.ts'
import { patiently } from '../../server/test/patiently.ts'
import { anyPlant, testServer, type TestServer } from '../../server/test/server.ts'
import { FULL } from '../../server/test/trust.ts'

// A file of many workers, some of them wrong, while the process that applies it is killed half way:
// each row has its effect once, and what was wrong comes back corrected through the error file.

const ROWS = FULL ? 100_000 : 3000
const WRONG_EVERY = 200
const WRONG = ROWS / WRONG_EVERY
const LIMIT_MS = FULL ? 900_000 : 120_000

let server: TestServer
let admin: support.Person
let port = 0
/** The process that does the jobs. */
let worker: Launched | null = null

beforeAll(async () => {
  port = await freePort()
  server = await testServer({ ROLE: 'web' })
  admin = await server.staff('admin')
  await anyPlant(server.db)
})
afterAll(async () => {
  await worker?.kill()
  await server?.stop()
})

/** The most memory that the process with the jobs has had, in megabytes. */
function mostMemory(): number {
  const status = readFileSync(`/proc/${worker?.pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

/** The longest that its event loop was held since it was last asked, in milliseconds. */
async function longestHeld(): Promise<number> {
  const text = await (await fetch(`${worker?.url}/metrics`)).text()
  return Math.round(Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? 0) * 1000)
}

const say = (line: string) => void (FULL && process.stdout.write(`${line}\n`))

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  await longestHeld()
  const result = await work()
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  say(`${what}: ${seconds} s, at most ${mostMemory()} MB, held ${await longestHeld()} ms at most`)
  return result
}

async function untilUpload(
  uploadId: string,
  isThere: (upload: Upload) => boolean,
): Promise<Upload> {
  for (const end = Date.now() + LIMIT_MS; ;) {
    const upload = await support.uploadNow(server, admin, uploadId)
    if (isThere(upload)) return upload
    if (Date.now() > end) throw new Error(`The upload stays ${JSON.stringify(upload)}.`)
    await pause(FULL ? 200 : 20)
  }
}
const untilState = (uploadId: string, state: Upload['state']) =>
  untilUpload(uploadId, (upload) => upload.state === state)

async function sent(bytes: Buffer): Promise<Upload> {
  const { status, body } = await patiently(() => support.send(server, admin, 'workers', bytes))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

async function sendRows(rows: readonly (readonly string[])[], header?: readonly string[]) {
  const bytes = await support.workbook([header ?? support.headersOf('workers'), ...rows])
  const body = await sent(bytes)
  say(`${rows.length} rows sent, ${(bytes.length / 1024 / 1024).toFixed(1)} MB`)
  return body.uploadId
}

/** Goes on after a kill: in the long form the queue sees to it, which takes it a minute or two. */
async function resumed(uploadId: string): Promise<void> {
  if (!FULL) await runApplying(server.context, uploadId, new AbortController().signal)
  await untilState(uploadId, 'applied')
}

const workers = async () => {
  const { rows } = await sql<{ workers: number; codes: number; mobiles: number }>`
    select count(*)::int as workers, count(distinct employee_code)::int as codes,
      count(distinct mobile)::int as mobiles from worker`.execute(server.db)
  return rows[0]
}

/** Workers made, as the audit trail has it: a row that was applied twice would be told twice. */
async function madeByAudit(): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    select coalesce(sum((after->>'created')::int), 0)::int as made from audit
    where action = 'workers.onboarded'`.execute(server.db)
  return rows[0]?.made ?? 0
}

test(
  `${ROWS} workers, ${WRONG} of them wrong, a kill half way: each row once, the wrong ones corrected`,
  { timeout: 2 * LIMIT_MS, retry: 0 },
  async () => {
    const rows = Array.from({ length: ROWS }, (_, index) =>
      support.workerCells(index % WRONG_EVERY === 7 ? { mobile: '12' } : {}),
    )
    worker = await launch(server, port)
    const uploadId = await sendRows(rows)
    const ready = await timed('read', () => untilState(uploadId, 'ready'))
    expect(ready).toMatchObject({ rows: ROWS, creates: ROWS - WRONG, refused: WRONG })

    await timed('half applied', async () => {
      await support.apply(server, admin, uploadId)
      await untilUpload(uploadId, ({ applied }) => applied > ROWS / 2)
    })
    await worker.kill()
    const half = await support.uploadNow(server, admin, uploadId)
    expect(half.state).toBe('applying')
    expect(half.applied).toBeLessThan(ROWS - WRONG)
    expect((await workers())?.workers).toBe(half.applied)
    worker = await launch(server, port)
    await timed(`the rest, from ${half.applied}`, () => resumed(uploadId))
    const done = await support.uploadNow(server, admin, uploadId)
    expect(done).toMatchObject({ applied: ROWS - WRONG, refused: WRONG, open: WRONG })
    const right = ROWS - WRONG
    expect(await workers()).toEqual({ workers: right, codes: right, mobiles: right })
    expect(await madeByAudit()).toBe(right)

    const { header, rows: errors } = await support.errorFile(server, admin, 'workers')
    expect(errors).toHaveLength(WRONG)
    const corrected = errors.map(({ cells }, index) =>
      cells.with(3, `97${String(index).padStart(8, '0')}`),
    )
    const second = await sendRows(corrected, header)
    await untilState(second, 'ready')
    await support.apply(server, admin, second)
    await untilState(second, 'applied')
    const after = await support.uploadNow(server, admin, uploadId)
    expect(after).toMatchObject({ applied: ROWS - WRONG, refused: WRONG, open: 0 })
    expect(await workers()).toEqual({ workers: ROWS, codes: ROWS, mobiles: ROWS })
    expect(await madeByAudit()).toBe(ROWS)
    await expectSound()
  },
)

async function expectSound(): Promise<void> {
  const broken = await checkInvariants(async (text) => {
    const { rows } = await server.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
    return rows
  })
  expect(broken).toEqual([])
  const verdict = await transaction(server.db, (tx) => verifyAudit(tx, server.context.keys))
  expect(verdict.broken).toBeNull()
}
