import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { loadModule, parsePlPgSQLSync } from 'libpg-query'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { makeStaffChangeId } from '../../lib/ids.ts'
import { postTransfer } from '../../features/points/points.service.ts'
import { attempt } from '../../features/scans/engine.fixture.ts'
import { addScheme, engineSuite } from '../../features/scans/engine.suite.ts'
import { statementFaults, type Known } from './statement-rules.ts'

const suite = engineSuite(3)
const VOLATILE = new Set(['random', 'gen_random_uuid', 'clock_timestamp', 'nextval'])
const HOT: Known = { volatile: VOLATILE, hot: true }
const FUNCTIONS = `select p.proname as name, pg_get_functiondef(p.oid) as definition
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
  where n.nspname = current_schema() and l.lanname = 'plpgsql'`
const ROW_TYPES = `select c.relname as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind = 'c'`

beforeAll(loadModule)

/** The texts of the statements that `work` sends, however it sends them. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return [
      ...new Set(
        spy.mock.calls.flatMap(([query]: unknown[]) => {
          const text = typeof query === 'object' && query && 'text' in query ? query.text : query
          return typeof text === 'string' ? [text] : []
        }),
      ),
    ]
  } finally {
    spy.mockRestore()
  }
}

/** The statements of the functions in PL/pgSQL that any of `statements` calls; expressions are left out. */
async function insideOf(statements: readonly string[]): Promise<string[]> {
  const functions = await sql.raw<{ name: string; definition: string }>(FUNCTIONS).execute(suite.db)
  const types = await sql.raw<{ name: string }>(ROW_TYPES).execute(suite.db)
  // The parser knows no types but PostgreSQL's own, and judges no statement by them.
  const ours = new RegExp(String.raw`\b(${types.rows.map(({ name }) => name).join('|')})\b`, 'g')
  return functions.rows
    .filter(({ name }) => statements.some((text) => text.includes(`${name}(`)))
    .flatMap(({ definition }) => queriesIn(parsePlPgSQLSync(definition.replaceAll(ours, 'int'))))
}

function queriesIn(tree: unknown): string[] {
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) => {
    if (key !== 'PLpgSQL_expr') return queriesIn(value)
    const { query, parseMode } = value as { query: string; parseMode: number }
    return parseMode === 0 ? [query] : []
  })
}

async function volatileFunctions(): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct proname as name from pg_proc where provolatile = 'v'`.execute(suite.db)
  return new Set(rows.map(({ name }) => name))
}

/** Takes a point from a member, and the taking back with it: there is no adjustment behind it. */
async function spend(memberId: number): Promise<void> {
  const undone = new Error('undone')
  const move = {
    kind: 'adjustment' as const,
    debit: 'available' as const,
    credit: 'adjustment' as const,
    points: 1,
    ref: makeStaffChangeId(Date.now()),
  }
  const spending = suite.change(async (tx) => {
    await postTransfer(tx, { memberId, at: new Date(), moves: [move] })
    throw undone
  })
  await expect(spending).rejects.toBe(undone)
}

const tell = (statements: readonly string[], known: Known) =>
  statements.flatMap((text) => statementFaults(text, known).map((fault) => `${fault} ${text}`))

test('every statement of a scan and of a posted transfer keeps to what Citus asks', async () => {
  await addScheme(suite.db, { cap_per_member: 500 })
  const lot = await suite.lot(3)
  const sent = await sentBy(async () => {
    const engine = await suite.engine()
    const [first, again] = [
      await engine.scan(attempt(lot, 0, 1)),
      await engine.scan(attempt(lot, 0, 2)),
    ]
    expect([first.result, again.result]).toEqual(['credited', 'already_scanned'])
    await spend(1)
    await suite.stopAll()
  })
  const inside = await insideOf(sent)
  // Both ways in were seen: what the engine sends, and what its function does with it.
  expect(sent.some((text) => text.includes('from coupon where'))).toBe(true)
  expect(inside.some((text) => text.includes('insert into transfer'))).toBe(true)
  const known = { volatile: await volatileFunctions(), hot: true }
  expect(tell([...sent, ...inside], known)).toEqual([])
})

test('no migration says what a cluster would refuse', async () => {
  const folder = path.join(import.meta.dirname, '../migrations')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))
  expect(texts.length).toBeGreaterThan(8)
  expect(tell(texts, { volatile: await volatileFunctions(), hot: false })).toEqual([])
})

describe('what breaks a rule is told', () => {
  const BROKEN: [statement: string, fault: string][] = [
    [
      'select from scan s join coupon c using (code_key) where s.member_id = $1',
      'It touches scan and coupon at once.',
    ],
    [
      'update scan set flags = array[random()::text] where member_id = $1',
      'It writes scan with random(), which is volatile.',
    ],
    [
      'insert into transfer (member_id, id) select 1, nextval($1)',
      'It writes transfer with nextval(), which is volatile.',
    ],
    [
      'update member_account set member_id = 2 where member_id = $1',
      'It changes member_account.member_id, by which the table is cut.',
    ],
    [
      'insert into scheme_member values (1, 2) on conflict (member_id, scheme_id) do update set member_id = 3',
      'It changes scheme_member.member_id, by which the table is cut.',
    ],
    ['select from scan where id = $1', 'It asks every node, as it does not name scan.member_id.'],
    [
      'select from scan s join product p on s.member_id = p.product_id',
      'It asks every node, as it does not name scan.member_id.',
    ],
    [
      'with mine as (select member_id from member) delete from transfer t using mine where t.member_id = mine.member_id',
      'It asks every node, as it does not name transfer.member_id.',
    ],
  ]
  test.each(BROKEN)('%s', (statement, fault) => {
    expect(statementFaults(statement, HOT)).toEqual([fault])
  })

  test('rows locked without their column', () => {
    const known = { ...HOT, hot: false }
    expect(statementFaults('select from coupon where batch_id = $1 for update', known)).toEqual([
      'It locks rows of coupon without naming code_key.',
    ])
    expect(statementFaults('select from coupon where batch_id = $1', known)).toEqual([])
    expect(
      statementFaults('select from coupon where code_key = any($1::uuid[]) for update', known),
    ).toEqual([])
  })

  test('a name of a with-query is no table', () => {
    const statement = 'with scan as (select 1) select from scan, coupon where code_key in ($1, $2)'
    expect(statementFaults(statement, HOT)).toEqual([])
  })
})
