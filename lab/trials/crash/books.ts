import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { ACCOUNTS } from '../../../contract/ledger/points.ts'
import { sqlState, type Db } from '../../../server/db/database.ts'

const { available, held } = ACCOUNTS
const MEMBERS = sql.raw(`(${available}, ${held})`)

type Books = { off: number; held: string; moved: string; transfers: number }

/**
 * The whole ledger in one statement, which is one snapshot: members whose balances or numbers differ
 * from their transfers, all that stands to their accounts, and all that ever moved in and out.
 */
async function readBooks(db: Db): Promise<Books> {
  const { rows } = await sql<Books>`
    with moved as (
      select member_id, count(*) as transfers, max(seq) as last,
        sum(case when credit = ${available} then points when debit = ${available} then -points
          else 0 end) as available,
        sum(case when credit = ${held} then points when debit = ${held} then -points
          else 0 end) as held,
        sum(case when credit in ${MEMBERS} then points else 0 end
          - case when debit in ${MEMBERS} then points else 0 end) as net
      from transfer group by member_id)
    select count(*) filter (where a.available is distinct from coalesce(m.available, 0)
        or a.held is distinct from coalesce(m.held, 0)
        or a.seq is distinct from coalesce(m.last, 0)
        or a.seq is distinct from coalesce(m.transfers, 0))::int as off,
      coalesce(sum(a.available + a.held), 0)::text as held,
      coalesce(sum(m.net), 0)::text as moved,
      coalesce(sum(m.transfers), 0)::int as transfers
    from member_account a full join moved m using (member_id)`.execute(db)
  const [books] = rows
  if (!books) throw new Error('The ledger has no answer.')
  return books
}

/** The database was killed, or is not up again; a statement that it does not understand is thrown on. */
function orNothing(error: unknown): null {
  if (sqlState(error)?.startsWith('42')) throw error
  return null
}

export type Readings = { exact: number; transfers: number; wrong: string[] }

/**
 * Reads the books again and again until `isOver`, and counts those that balance. A read that the
 * database could not answer, because it was killed, is not counted.
 */
export async function readBooksUntil(
  db: Db,
  isOver: (soFar: Readings) => boolean,
  restMs: number,
): Promise<Readings> {
  const readings: Readings = { exact: 0, transfers: 0, wrong: [] }
  while (!isOver(readings)) {
    const books = await readBooks(db).catch(orNothing)
    if (books) {
      const balances = books.off === 0 && books.held === books.moved
      // The ledger only grows: one that is shorter than it was has lost something.
      if (balances && books.transfers >= readings.transfers) readings.exact++
      else readings.wrong.push(`After ${readings.transfers}: ${JSON.stringify(books)}`)
      readings.transfers = books.transfers
    }
    await pause(restMs)
  }
  return readings
}
