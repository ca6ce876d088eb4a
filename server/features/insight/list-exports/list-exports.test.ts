import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rolesOf } from '../../../../contract/endpoint.ts'
import { EXPORT_MAX } from '../../../../contract/insight/list-exports.ts'
import { LISTS } from '../../../../contract/list-endpoints.ts'
import { LIST_TITLES, type ListName } from '../../../../contract/lists.ts'
import { ROLES } from '../../../../contract/roles.ts'
import { listActivity } from '../../../../contract/people/staff.ts'
import { SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { FORMULA_PAYLOADS } from '../../../lib/xlsx/formula-payloads.ts'
import { playProgramme } from '../../../test/played-programme.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { examples } from '../../../test/trust.ts'
import { changeRule } from '../../platform/rules/test-support.ts'
import {
  bookOf,
  columnsOfList,
  everyRow,
  expectedCell,
  exporting,
  idOfList,
  plainCell,
  type Asked,
} from './test-support.ts'

const NAMES = Object.keys(LIST_TITLES) as ListName[]

let server: TestServer
let token: string
let take: (body: Asked) => Promise<Response>

beforeAll(async () => {
  server = await testServer()
  const { plants } = await playProgramme(server)
  // Whom the list of accounts leaves out.
  await server.staff('worker', plants[0])
  token = (await server.staff('admin')).token
  take = exporting(server, token)
  for (const [index, name] of FORMULA_PAYLOADS.entries()) {
    const { memberId } = await server.member('mason')
    // A name of the database is any text but an empty one.
    await server.db
      .updateTable('member')
      .set({ name: name.trim() || `name ${index}` })
      .where('member_id', '=', memberId)
      .execute()
  }
})
afterAll(() => server.stop())

/** A file and the pages of its list, each as header, cells and number of rows, to be the same. */
async function fileAndPages(list: ListName, query: object, keys: readonly string[]) {
  const known = new Map(columnsOfList(list).map((column) => [column.key, column]))
  const columns = keys.flatMap((key) => known.get(key) ?? [])
  const rows = await everyRow(server, { token, list, query })
  const book = await bookOf(await take({ list, query: query as never, columns: [...keys] }))
  return {
    file: {
      header: book.header,
      cells: book.rows.map((row) =>
        columns.map((column, at) => plainCell(column, row[at] ?? null)),
      ),
      count: book.about.get('Rows'),
    },
    pages: {
      header: columns.map(({ header }) => header),
      cells: rows.map((row) => columns.map((column) => expectedCell(column, row))),
      count: rows.length,
    },
  }
}

describe('a file holds exactly what the pages of its list hold', () => {
  const some = <T>(...values: T[]) =>
    fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined })
  const QUERIES = {
    scans: fc.record({
      result: some(...Object.keys(SCAN_RESULTS)),
      review: some('waiting', 'released'),
      sort: fc.constantFrom('newest', 'oldest'),
    }),
    transfers: fc.record({
      kind: some('scan', 'scan_held', 'scheme_bonus'),
      sort: fc.constantFrom('newest', 'oldest'),
    }),
    users: fc.record({
      kind: some('mason', 'painter', 'retailer'),
      sort: fc.constantFrom('newest', 'oldest', 'name'),
    }),
    batches: fc.record({ sort: fc.constantFrom('newest', 'largest') }),
    staff: fc.record({ role: some(...ROLES), sort: fc.constantFrom('name', 'oldest') }),
    accounts: fc.record({ sort: fc.constantFrom('name', 'newest') }),
  } satisfies Partial<Record<ListName, fc.Arbitrary<object>>>

  test.each(Object.keys(QUERIES) as (keyof typeof QUERIES)[])(
    '%s, for any filters, order and columns',
    async (list) => {
      const keys = fc.shuffledSubarray(
        columnsOfList(list).map(({ key }) => key),
        { minLength: 1 },
      )
      await fc.assert(
        fc.asyncProperty(QUERIES[list] as fc.Arbitrary<object>, keys, async (query, columns) => {
          const { file, pages } = await fileAndPages(list, query, columns)
          expect(file).toEqual(pages)
        }),
        examples(12, 60),
      )
    },
  )

  test('what a column says is what the row says', async () => {
    const query = { result: ['credited'] }
    const rows = await everyRow(server, { token, list: 'scans', query })
    expect(rows.length).toBeGreaterThan(10)
    const [row] = rows as { recordedAt: string; points: number; memberName: string }[]
    const book = await bookOf(await take({ list: 'scans', query }))
    const [when, result, points, member] = book.rows[0] ?? []
    const wall = new Date(Date.parse(row?.recordedAt ?? '') + 330 * 60_000)
    expect(when).toBeInstanceOf(Date)
    expect(Math.abs((when as Date).getTime() - wall.getTime())).toBeLessThan(1000)
    expect([result, points, member]).toEqual(['Credited', row?.points, row?.memberName])
    expect(book.about.get('Rows of')).toBe('result: credited')
    expect(book.about.get('List')).toBe('Scans')
    expect(book.about.get('Made by')).toContain('@')
  })

  test('the selected rows only, in the order of the list', async () => {
    const idOf = idOfList('scans')
    const ids = (await everyRow(server, { token, list: 'scans', query: { sort: 'oldest' } })).map(
      idOf,
    )
    const selected = [ids[40], ids[3], ids[17]].filter((id) => id !== undefined)
    const book = await bookOf(await take({ list: 'scans', query: { sort: 'oldest' }, selected }))
    const all = await bookOf(await take({ list: 'scans', query: { sort: 'oldest' } }))
    expect(book.rows).toEqual([all.rows[3], all.rows[17], all.rows[40]])
    const outside = await take({ list: 'scans', query: { result: ['expired'] }, selected })
    expect(outside.status).toBe(409)
    expect(await outside.text()).toContain('3 selected rows are not in this list')
  })
})

test('texts that a spreadsheet would run come out as text', async () => {
  const book = await bookOf(await take({ list: 'users', columns: ['name', 'code'] }))
  const names = book.rows.map(([name]) => name)
  for (const payload of FORMULA_PAYLOADS) {
    if (payload.trim().length > 1) expect(names).toContain(payload.trim())
  }
  const formulas = [...(book.sheet.cells?.values() ?? [])].filter(
    (cell) => 'formula' in cell && cell.formula,
  )
  expect(formulas).toEqual([])
})

describe('who may have it', () => {
  test('each list for exactly the roles that see its pages', async () => {
    for (const role of ROLES) {
      const mine = exporting(server, (await server.staff(role)).token)
      for (const list of NAMES) {
        const query: Record<string, number> = list === 'notification-deliveries' ? { of: 1 } : {}
        // A row that no list has: whoever may see the list is told so, and no file is made.
        const answer = await mine({ list, query, selected: ['none'] })
        await answer.arrayBuffer()
        const may = rolesOf(LISTS[list].access).includes(role)
        expect([role, list, answer.status === 403]).toEqual([role, list, !may])
        if (may) expect([404, 409], list).toContain(answer.status)
      }
    }
  })

  test('nobody whose role must have two factors and has not set them up', async () => {
    const { token: limited, staffId } = await server.staff('admin')
    const mine = exporting(server, limited)
    expect((await mine({ list: 'staff' })).status).toBe(200)
    await sql`update session set limited = true where staff_id = ${staffId}`.execute(server.db)
    expect((await mine({ list: 'staff' })).status).toBe(403)
  })
})

test('a filter, a value or a column that the list lacks is refused in words', async () => {
  const refusalOf = async (body: Asked) => {
    const answer = await take(body)
    const { message } = (await answer.json()) as { message: string }
    return [answer.status, message]
  }
  expect(await refusalOf({ list: 'scans', query: { colour: 'red' } })).toEqual([
    400,
    'This list has no filter "colour".',
  ])
  expect(await refusalOf({ list: 'scans', columns: ['recordedAt', 'secret'] })).toEqual([
    400,
    'This list has no column "secret".',
  ])
  expect(await refusalOf({ list: 'scans', query: { sort: 'sideways' } })).toEqual([
    400,
    'This list has no such order.',
  ])
})

test('it is audited before it begins, without what was searched for', async () => {
  const mobile = '9876500001'
  await take({ list: 'users', query: { q: mobile, kind: ['mason'] }, columns: ['name'] })
  const { body } = await server.call(listActivity, {
    token,
    query: { action: 'list.exported', limit: 1 },
  })
  const [row] = body.items
  expect(row).toMatchObject({
    subject: 'list',
    subjectId: 'users',
    after: { filters: { kind: ['mason'], searched: true, sort: 'newest' }, columns: ['name'] },
  })
  expect(JSON.stringify(row)).not.toContain(mobile)
})

describe('a long list', () => {
  beforeAll(async () => {
    await sql`insert into distributor (code, name, state, city)
      select 'L' || n, 'Long ' || n, 27, 'Pune' from generate_series(1, ${EXPORT_MAX}) n`.execute(
      server.db,
    )
    const people = {
      maker: await server.staff('admin'),
      checker: await server.staff('almond team'),
    }
    await changeRule(server, people, { rule: 'exportAloneRows', value: EXPORT_MAX })
    // Counted by PostgreSQL during that insert, it would pass for empty and be searched row by row.
    await sql`analyze distributor`.execute(server.db)
  })

  test('is refused beyond the limit before a byte of it, with the report that holds it', async () => {
    await sql`insert into distributor (code, name, state, city)
      values ('LX', 'One too many', 27, 'Pune')`.execute(server.db)
    const answer = await take({ list: 'distributors' })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toMatch(/1,00,000 rows.*take the report \\"Distributors\\"/)
  })

  test('of more rows than one person exports alone is a prepared report', async () => {
    const people = {
      maker: await server.staff('admin'),
      checker: await server.staff('almond team'),
    }
    await sql`delete from distributor where code = 'LX'`.execute(server.db)
    await changeRule(server, people, { rule: 'exportAloneRows', value: 50_000 })
    const answer = await take({ list: 'distributors', query: { q: 'Long' } })
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringMatching(/More than 50,000 rows.*alone.*take the report \\"Distributors\\"/),
    ])
    await changeRule(server, people, { rule: 'exportAloneRows', value: EXPORT_MAX })
  })

  test('no more than two at once for one person, and one that is cut frees its place', async () => {
    const query = { q: 'Long' }
    await sql`delete from distributor where code = 'LX'`.execute(server.db)
    const cuts = [new AbortController(), new AbortController()]
    const begin = (signal?: AbortSignal) =>
      fetch(`${server.url}/api/admin/lists/export`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ list: 'distributors', query }),
        ...(signal && { signal }),
      })
    try {
      for (const { signal } of cuts) expect((await begin(signal)).status).toBe(200)
      const third = await begin()
      expect([third.status, await third.text()]).toEqual([
        429,
        expect.stringContaining('2 of your exports'),
      ])
    } finally {
      // Whatever was found: a second try of this test finds both places free.
      for (const cut of cuts) cut.abort()
    }
    await expect
      .poll(
        async () => {
          const answer = await take({ list: 'batches' })
          await answer.arrayBuffer()
          return answer.status
        },
        { timeout: 10_000 },
      )
      .toBe(200)
  }, 120_000)
})
