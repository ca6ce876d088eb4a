import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { transaction, type Db } from '../../../db/database.ts'

const LIMIT_MS = 2000

type Counted = { members: number; en: number; hi: number; all: number }

/** Counts within the time that a person waits; fails with 57014 beyond it. */
export async function countedInTime(db: Db, isOf: RawBuilder<SqlBool>): Promise<Counted> {
  return transaction(db, async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(LIMIT_MS)}`.execute(tx)
    const { rows } = await sql<Counted>`
      select coalesce(sum(members), 0)::int as members,
        coalesce(sum(members) filter (where language = 'en'), 0)::int as en,
        coalesce(sum(members) filter (where language = 'hi'), 0)::int as hi,
        (select count(*)::int from member where status = 0) as "all"
      from (select m.language, count(*) as members from member m where ${isOf}
        group by m.language) counted`.execute(tx)
    return rows[0] ?? { members: 0, en: 0, hi: 0, all: 0 }
  })
}
