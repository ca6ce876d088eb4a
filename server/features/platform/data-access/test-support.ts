import { sql } from 'kysely'
import { myNotices } from '../../../../contract/platform/notices.ts'
import type { Db } from '../../../db/database.ts'
import type { TestServer } from '../../../test/server.ts'
import { ACCESS_INVARIANTS } from '../../operations/verify/access-invariants.ts'
import { checkInvariants } from '../../operations/verify/invariants.ts'

/** Members by name, a thousand in each of these states. */
export async function thousandsIn(server: TestServer, states: readonly number[]): Promise<void> {
  for (const state of states) {
    await sql`insert into member (code, mobile, name, kind, state, city, joined_at)
      select 'M' || ${state}::int || 'x' || n, (9100000000 + ${state}::int * 10000 + n)::text,
        'Person ' || n, 'mason', ${state}::int, 'Pune', now()
      from generate_series(1, 1000) n`.execute(server.db)
  }
}

export async function noticeTexts(server: TestServer, { token }: { token: string }) {
  const { body } = await server.call(myNotices, { token })
  return body.items.map(({ words }) => words)
}

/** Where counters and the rows that they count differ. */
export function miscounted(db: Db) {
  return checkInvariants(
    async (text) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows,
    ACCESS_INVARIANTS,
  )
}
