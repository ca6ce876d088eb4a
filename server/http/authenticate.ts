import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { MemberKind } from '../../contract/members.ts'
import type { Role } from '../../contract/roles.ts'
import type { Db } from '../db/database.ts'
import { sha256 } from '../lib/crypto.ts'
import { gather } from '../lib/gather.ts'
import type { Caller } from './caller.ts'

export const SESSION_COOKIE = 'hil_session'
export type Authenticator = (request: FastifyRequest) => Promise<Caller | null>

type Row = {
  tokenHash: Buffer
  cookieHash: Buffer | null
  staffId: number | null
  memberId: number | null
  seenAt: Date
  expiresAt: Date
  role: Role | null
  email: string | null
  name: string | null
  plantId: number | null
  disabledAt: Date | null
  state: number | null
  memberKind: MemberKind | null
}

const TOUCH_MS = 60_000

/**
 * Finds who sends a request, by the token in `Authorization` (with or without `Bearer`) or, for GET
 * only, by the cookie: another site cannot make a browser write. Every request is looked up, so an
 * ended session ends at once; requests that arrive together share one query.
 */
export function makeAuthenticator(
  { db, pool }: { db: Db; pool: pg.Pool },
  { idleMinutes, onError }: { idleMinutes: number; onError: (error: unknown) => void },
): Authenticator {
  const byToken = gather((hashes: string[]) => load(pool, 'token_hash', hashes))
  const byCookie = gather((hashes: string[]) => load(pool, 'cookie_hash', hashes))
  return async (request) => {
    const token = bearer(request)
    const cookie = request.method === 'GET' ? request.cookies[SESSION_COOKIE] : undefined
    const row = token ? await byToken(hex(token)) : cookie ? await byCookie(hex(cookie)) : undefined
    const now = Date.now()
    if (!row || row.expiresAt.getTime() <= now) return null
    const seenAgo = now - row.seenAt.getTime()
    if (row.staffId !== null && seenAgo > idleMinutes * 60_000) return null
    if (seenAgo > TOUCH_MS) touch(db, row.tokenHash, new Date(now)).catch(onError)
    return toCaller(row)
  }
}

/** The token as the client sends it: `Authorization: <token>` or `Authorization: Bearer <token>`. */
export function bearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization?.trim()
  return header?.replace(/^Bearer\s+/i, '') || undefined
}

const hex = (secret: string) => sha256(secret).toString('hex')

const LOOK_UP = `
  select s.token_hash as "tokenHash", s.cookie_hash as "cookieHash", s.staff_id as "staffId",
    s.member_id as "memberId", s.seen_at as "seenAt", s.expires_at as "expiresAt", st.role,
    st.email, st.name, st.plant_id as "plantId", st.disabled_at as "disabledAt", m.state,
    m.kind as "memberKind"
  from session s
  left join staff st on st.staff_id = s.staff_id
  left join member m on m.member_id = s.member_id
  where `

/** Prepared once on each connection: every request asks this. */
async function load(
  pool: pg.Pool,
  column: 'token_hash' | 'cookie_hash',
  hashes: string[],
): Promise<Map<string, Row>> {
  const { rows } = await pool.query<Row>({
    name: `session by ${column}`,
    text: `${LOOK_UP} s.${column} = any($1::bytea[])`,
    values: [hashes.map((hash) => Buffer.from(hash, 'hex'))],
  })
  return new Map(
    rows.map((row) => [
      (column === 'token_hash' ? row.tokenHash : row.cookieHash)?.toString('hex') ?? '',
      row,
    ]),
  )
}

async function touch(db: Db, tokenHash: Buffer, at: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ seen_at: at })
    .where('token_hash', '=', tokenHash)
    .where('seen_at', '<', at)
    .execute()
}

function toCaller(row: Row): Caller | null {
  const { staffId, memberId, role, email, name, state, memberKind } = row
  if (staffId !== null && role && email !== null && name !== null && row.disabledAt === null) {
    const { plantId, tokenHash } = row
    return { kind: 'staff', staffId, email, name, role, plantId, sessionHash: tokenHash }
  }
  if (memberId !== null && state !== null && memberKind !== null) {
    return { kind: 'member', memberId, state, memberKind, sessionHash: row.tokenHash }
  }
  return null
}
