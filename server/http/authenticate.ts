import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { BACKGROUND_HEADER } from '../../contract/background.ts'
import type { MemberKind } from '../../contract/people/members.ts'
import type { Role } from '../../contract/roles.ts'
import type { Db } from '../db/database.ts'
import { gather } from '../lib/gather.ts'
import type { Caller } from './caller.ts'
import { cookieName } from './cookies.ts'

export type Authenticator = (request: FastifyRequest) => Promise<Caller | null>

type Row = {
  /** The hash it was looked up by, in hexadecimal digits. */
  soughtHash: string
  tokenHash: Buffer
  staffId: number | null
  memberId: number | null
  /** Milliseconds since 1970: cheaper to read than a date. */
  seenAt: number
  expiresAt: number
  role: Role | null
  email: string | null
  name: string | null
  plantId: number | null
  disabledAt: Date | null
  state: number | null
  memberKind: MemberKind | null
  distributorId: number | null
  limited: boolean
  /** Milliseconds since 1970. */
  provedAt: number | null
  pinLocks: boolean
  forShift: boolean
  isLocked: boolean
}

const TOUCH_MS = 60_000
/** Of a session that locks after a minute or more. */
const TOUCH_LOCKING_MS = 10_000

/**
 * Finds who sends a request, by the token in `Authorization` (with or without `Bearer`) or, for GET
 * only, by the cookie: another site cannot make a browser write. Every request is looked up, so an
 * ended session ends at once; requests that arrive together share one query. A session is kept alive
 * by acts of its person only, not by what their pages ask by themselves. One that a PIN locks is
 * locked without them, and no request keeps it alive until the PIN is entered.
 */
export function makeAuthenticator(
  { db, pool, publicUrl }: { db: Db; pool: pg.Pool; publicUrl: string },
  {
    idleMinutes,
    lockMinutes,
    onError,
  }: {
    idleMinutes: (role: Role, at: Date) => number
    lockMinutes: (at: Date) => number
    onError: (error: unknown) => void
  },
): Authenticator {
  const byToken = gather((hashes: string[]) => load(pool, BY_TOKEN, hashes))
  const byCookie = gather((hashes: string[]) => load(pool, BY_COOKIE, hashes))
  const sessionCookie = cookieName({ publicUrl }, 'hil_session')
  return async (request) => {
    const token = bearer(request)
    const cookie = request.method === 'GET' ? request.cookies[sessionCookie] : undefined
    const row = token ? await byToken(hex(token)) : cookie ? await byCookie(hex(cookie)) : undefined
    const now = Date.now()
    if (!row || row.expiresAt <= now) return null
    const seenAgo = now - row.seenAt
    const { role } = row
    const longer = (minutes: number) => seenAgo > minutes * 60_000
    if (role && !row.forShift && longer(idleMinutes(role, new Date(now)))) return null
    if (row.pinLocks && (row.isLocked || longer(lockMinutes(new Date(now))))) {
      return toCaller(row, true)
    }
    const isAct = request.headers[BACKGROUND_HEADER] === undefined
    if (isAct && seenAgo > (row.pinLocks ? TOUCH_LOCKING_MS : TOUCH_MS))
      touch(db, row.tokenHash, new Date(now)).catch(onError)
    return toCaller(row, false)
  }
}

/** The token as the client sends it: `Authorization: <token>` or `Authorization: Bearer <token>`. */
export function bearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization?.trim()
  return header?.replace(/^Bearer\s+/i, '') || undefined
}

const hex = (secret: string) => hash('sha256', secret, 'hex')

const lookUp = (column: 'token_hash' | 'cookie_hash') => ({
  name: `session by ${column}`,
  text: `
    select encode(s.${column}, 'hex') as "soughtHash", s.token_hash as "tokenHash",
      s.staff_id as "staffId", s.member_id as "memberId",
      date_part('epoch', s.seen_at) * 1000 as "seenAt",
      date_part('epoch', s.expires_at) * 1000 as "expiresAt", st.role, st.email, st.name,
      st.plant_id as "plantId", st.disabled_at as "disabledAt", m.state, m.kind as "memberKind",
      m.distributor_id as "distributorId", s.limited,
      date_part('epoch', s.proved_at) * 1000 as "provedAt",
      s.pin_locks as "pinLocks", s.for_shift as "forShift", s.locked_at is not null as "isLocked"
    from session s
    left join staff st on st.staff_id = s.staff_id
    left join member m on m.member_id = s.member_id
    where s.${column} = any($1::bytea[])`,
})
const BY_TOKEN = lookUp('token_hash')
const BY_COOKIE = lookUp('cookie_hash')

/** Prepared once on each connection: every request asks this. */
async function load(
  pool: pg.Pool,
  by: ReturnType<typeof lookUp>,
  hashes: string[],
): Promise<Map<string, Row>> {
  const values = [hashes.map((one) => Buffer.from(one, 'hex'))]
  const { rows } = await pool.query<Row>({ ...by, values })
  return new Map(rows.map((row) => [row.soughtHash, row]))
}

async function touch(db: Db, tokenHash: Buffer, at: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ seen_at: at })
    .where('token_hash', '=', tokenHash)
    .where('seen_at', '<', at)
    .execute()
}

function toCaller(row: Row, locked: boolean): Caller | null {
  const { staffId, memberId, role, email, name, state, memberKind } = row
  if (staffId !== null && role && email !== null && name !== null && row.disabledAt === null) {
    const { plantId, tokenHash, limited, provedAt } = row
    const caller = { staffId, email, name, role, plantId, sessionHash: tokenHash }
    return {
      kind: 'staff',
      ...caller,
      ...(limited && { limited }),
      ...(locked && { locked }),
      ...(provedAt !== null && { provedAt }),
    }
  }
  if (memberId !== null && state !== null && memberKind !== null) {
    const { distributorId, tokenHash } = row
    return { kind: 'member', memberId, state, memberKind, distributorId, sessionHash: tokenHash }
  }
  return null
}
