import type { FastifyInstance } from 'fastify'
import { newToken, sha256 } from '../../../server/lib/crypto.ts'
import type { Db } from '../../../server/db/database.ts'
import type { Query } from './list-cases.ts'
import type { Clocked, QueryClock } from './query-clock.ts'

export type Asked = Omit<Clocked<unknown>, 'value'> & { status: number; body: unknown }
export type Request = {
  method?: 'GET' | 'POST'
  path: string
  params?: Record<string, string | number>
  query?: Query
  body?: object
  asMember?: boolean
}
export type Ask = (request: Request) => Promise<Asked>

/** Asks the product as its web does, by its routes: checked, authorized, and every word of the answer. */
export function asker(
  app: FastifyInstance,
  clock: QueryClock,
  tokens: { staff: string; member: string },
): Ask {
  return async ({ method = 'GET', path, params = {}, query = {}, body, asMember = false }) => {
    const filled = path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(params[name] ?? '')),
    )
    const { value, ...times } = await clock.clocked(() =>
      app.inject({
        method,
        url: filled,
        query: Object.fromEntries(Object.entries(query).map(([name, one]) => [name, String(one)])),
        headers: { authorization: asMember ? tokens.member : tokens.staff },
        ...(body && { payload: body }),
      }),
    )
    return { ...times, status: value.statusCode, body: parsed(value.payload) }
  }
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}

/** A session of the first admin and one of a member who has much to show. */
export async function openSessions(db: Db): Promise<{ staff: string; member: string }> {
  const { staffId } = await db
    .selectFrom('staff')
    .select('staff_id as staffId')
    .where('role', '=', 'admin')
    .orderBy('staff_id')
    .executeTakeFirstOrThrow()
  const { memberId } = await db
    .selectFrom('member_account')
    .select('member_id as memberId')
    .where('blocked', '=', false)
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  const open = async (who: { staff_id: number | null; member_id: number | null }) => {
    const token = newToken()
    const now = new Date()
    const expires = new Date(now.getTime() + 24 * 3_600_000)
    const times = { created_at: now, seen_at: now, expires_at: expires }
    const from = { address: null, user_agent: null, cookie_hash: null }
    await db
      .insertInto('session')
      .values({ token_hash: sha256(token), ...who, ...times, ...from })
      .execute()
    return token
  }
  return {
    staff: await open({ staff_id: staffId, member_id: null }),
    member: await open({ staff_id: null, member_id: memberId }),
  }
}
