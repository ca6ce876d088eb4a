import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Access, Endpoint, FileResponse } from '../../contract/endpoint.ts'
import type { MemberKind } from '../../contract/people/members.ts'
import type { Role } from '../../contract/roles.ts'
import type { DestinationStream } from 'pino'
import type { z } from 'zod'
import { readConfig } from '../config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { newToken, sha256 } from '../lib/crypto.ts'
import { makeLog } from '../log.ts'
import { startServer } from '../server.ts'
import { testDatabase, type TestDatabase } from './harness.ts'
import { writeReached } from './reached.ts'
import { haveGroups } from './product-groups.ts'

type Sent = {
  token?: string | undefined
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}
export type Answer<T> = { status: number; body: T; headers: Headers }

export type TestServer = {
  url: string
  context: Context
  db: Db
  /** Calls an endpoint over HTTP; the body of a failure is the error body, typed as unknown. */
  call<
    P extends z.ZodType,
    Q extends z.ZodType,
    B extends z.ZodType,
    R extends z.ZodType,
    A extends Access,
  >(
    endpoint: Endpoint<P, Q, B, R, A>,
    sent?: Sent,
  ): Promise<Answer<z.output<R>>>
  raw(
    endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType | FileResponse>,
    sent?: Sent,
  ): Promise<Response>
  staff(role: Role, plantId?: number): Promise<{ token: string; staffId: number }>
  member(
    kind?: MemberKind,
    state?: number,
  ): Promise<{ token: string; memberId: number; mobile: string }>
  stop(notice?: Promise<void>): Promise<void>
}

/**
 * The whole server on a free port and a database of its own, unless it is given one. `settings` are
 * environment variables.
 */
export async function testServer(
  settings: Record<string, string> = {},
  { logTo, database: given }: { logTo?: DestinationStream; database?: TestDatabase } = {},
): Promise<TestServer> {
  const database = given ?? (await testDatabase())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hil-keys-'))
  // The test shares this process, and others the machine: a delay is no overload of the server.
  const usual = { PORT: '0', LOG_LEVEL: 'silent', MAX_EVENT_LOOP_DELAY_MS: '0' }
  const folders = { DATA_DIR: dataDir, HEADS_DIR: path.join(dataDir, 'heads') }
  const config = {
    ...readConfig({ ...usual, ...folders, ...settings }),
    demo: settings.DATABASE_URL === undefined && settings.DEMO !== 'no',
  }
  const server = await startServer(config, database.connection, {
    log: makeLog(config, logTo),
    // A test does what the clock would do, when it wants it done.
    schedules: false,
  })
  const { db } = database
  return {
    ...callsTo(server.url),
    context: server.context,
    db,
    staff: (role, plantId) => makeStaff(db, role, plantId),
    member: (kind, state) => makeMember(db, kind, state),
    async stop(notice) {
      await server.stop(notice)
      writeReached()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Calls to a server that listens at this address. */
export function callsTo(url: string): Pick<TestServer, 'url' | 'raw' | 'call'> {
  const raw: TestServer['raw'] = (endpoint, sent = {}) => send(url, endpoint, sent)
  return {
    url,
    raw,
    async call(endpoint, sent) {
      const answer = await raw(endpoint, sent)
      const text = await answer.text()
      // What a test expects of the body it says itself; the contract's type is only its help.
      return {
        status: answer.status,
        headers: answer.headers,
        body: text ? JSON.parse(text) : null,
      }
    },
  }
}

/** A test server whose calls go to another process over the same database. */
export const through = (server: TestServer, url: string): TestServer => ({
  ...server,
  ...callsTo(url),
})

async function send(
  url: string,
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  { token, params = {}, query = {}, body, headers = {} }: Sent,
): Promise<Response> {
  const filled = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) search.append(name, String(one))
    }
  }
  return fetch(`${url}${filled}${search.size > 0 ? `?${search}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

async function openSession(db: Db, who: { staff_id: number | null; member_id: number | null }) {
  const token = newToken()
  const now = new Date()
  await db
    .insertInto('session')
    .values({
      token_hash: sha256(token),
      cookie_hash: null,
      ...who,
      created_at: now,
      seen_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
      address: null,
      user_agent: null,
      // Fresh for as long as a test may take: whoever tests the asking for proof takes it away.
      proved_at: new Date(now.getTime() + 3_600_000),
    })
    .execute()
  return token
}

/** Long before any row that a test makes. */
const LONG_AGO = new Date('2020-01-01')

/**
 * An account that may be anybody's second person: old, and made by nobody. Whoever tests the rule of two
 * people makes accounts over HTTP.
 */
async function makeStaff(db: Db, role: Role, plantId?: number) {
  const { staffId } = await db
    .insertInto('staff')
    .values({
      email: `${role.replace(' ', '')}.${randomBytes(4).toString('hex')}@test.example`,
      name: `Test ${role}`,
      role,
      plant_id: plantId ?? (role === 'worker' ? await anyPlant(db) : null),
      password_hash: null,
      disabled_at: null,
      last_sign_in_at: null,
      created_at: LONG_AGO,
      origin: role === 'worker' ? role : 'founding',
      language: role === 'worker' ? 'hi' : 'en',
    })
    .returning('staff_id as staffId')
    .executeTakeFirstOrThrow()
  if (role === 'worker') {
    const employee = { staff_id: staffId, employee_code: `T${staffId}` }
    await db.insertInto('worker').values(employee).execute()
  }
  return { staffId, token: await openSession(db, { staff_id: staffId, member_id: null }) }
}

/** The first plant, made when there is none. */
export async function anyPlant(db: Db): Promise<number> {
  const found = await db
    .selectFrom('plant')
    .select('plant_id')
    .orderBy('plant_id')
    .executeTakeFirst()
  if (found) return found.plant_id
  const made = await db
    .insertInto('plant')
    .values({ code: 'PT', name: 'Test plant', state: 27, city: 'Pune' })
    .returning('plant_id')
    .executeTakeFirstOrThrow()
  return made.plant_id
}

/** The first product, made when there is none: 40 points. */
export async function anyProduct(db: Db): Promise<number> {
  const found = await db
    .selectFrom('product')
    .select('product_id')
    .orderBy('product_id')
    .executeTakeFirst()
  if (found) return found.product_id
  await haveGroups(db, 'Putty')
  const made = await db
    .insertInto('product')
    .values({ code: 'TP', name: 'Test product', product_group: 'Putty', points: 40 })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  return made.product_id
}

async function makeMember(db: Db, kind: MemberKind = 'mason', state = 27) {
  const mobile = `9${String(randomBytes(6).readUIntBE(0, 6) % 1_000_000_000).padStart(9, '0')}`
  const { memberId } = await db
    .insertInto('member')
    .values({
      code: `M${mobile}`,
      mobile,
      name: 'Ramesh Kumar',
      kind,
      state,
      city: 'Pune',
      distributor_id: null,
      joined_at: new Date(),
    })
    .returning('member_id as memberId')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('member_account')
    .values({ member_id: memberId, last_scan_at: null, last_lat: null, last_lng: null })
    .execute()
  return { memberId, mobile, token: await openSession(db, { staff_id: null, member_id: memberId }) }
}
