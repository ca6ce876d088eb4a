import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../test/harness.ts'
import { openDatabase, type Db } from './database.ts'
import { joinedPage, lookedUpPage, type Order } from './keyset.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = openDatabase(database.connection, { size: 2, onError: () => {} }).db
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

type Place = Parameters<typeof lookedUpPage>[3]

/** Thirteen plants in two states; many share a city, by which they are ordered. */
const PLANTS = Array.from({ length: 13 }, (_, index) => ({
  code: `P${index}`,
  name: `Plant ${index}`,
  state: index % 3 === 0 ? 2 : 1,
  city: 'ABCD'.charAt((index * 7) % 4),
}))
beforeEach(async () => {
  await db.deleteFrom('plant').execute()
  await db.insertInto('plant').values(PLANTS).execute()
})

const plants = (of = db) => of.selectFrom('plant as p').selectAll('p')
const rows = (of = db) =>
  of.selectFrom('plant as p').select(['p.plant_id as id', 'p.city', 'p.name'])
type Row = { id: number; city: string; name: string }

const key: Order<Row>['key'] = [
  { column: 'p.city', type: 'text', of: ({ city }) => city },
  { column: 'p.plant_id', type: 'int', of: ({ id }) => id },
]
const order = (direction: Order<Row>['direction']): Order<Row> => ({
  name: direction,
  direction,
  key,
})
const source = (query = plants()) => ({ query, rows: rows(), plan: 'plants of a page' })

const WAYS: Record<string, (order: Order<Row>, place: Place) => ReturnType<typeof joinedPage>> = {
  'cut before it is joined': async (by, place) =>
    joinedPage(
      db,
      plants(),
      (page) => db.selectFrom(page.as('p')).select(['p.plant_id as id', 'p.city', 'p.name']),
      by,
      place,
    ),
  'looked up': async (by, place) => lookedUpPage(db, [source()], by, place),
  'looked up from two sources': async (by, place) =>
    lookedUpPage(
      db,
      [2, 1].map((state) => source(plants().where('p.state', '=', state))),
      by,
      place,
    ),
}

describe.each(Object.entries(WAYS))('a list %s', (_, pageOf) => {
  test.each(['asc', 'desc'] as const)(
    'has each row once in its order, there and back: %s',
    async (direction) => {
      const ids = await plants()
        .orderBy('p.city', direction)
        .orderBy('p.plant_id', direction)
        .execute()
      const names = ids.map(({ name }) => name)
      const place = { limit: 4 }
      const pages = [await pageOf(order(direction), place)]
      for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
        pages.push(await pageOf(order(direction), { ...place, after: next }))
      }
      expect(pages.map(({ items }) => items.length)).toEqual([4, 4, 4, 1])
      expect(namesOf(pages)).toEqual(names)

      const back = [pages.at(-1) ?? fail()]
      for (let before = back[0]?.previous; before; before = back[0]?.previous) {
        back.unshift(await pageOf(order(direction), { ...place, before }))
      }
      expect(namesOf(back)).toEqual(names)
      expect(back[0]?.previous).toBeNull()
    },
  )

  test('counts where it is asked to, and only then', async () => {
    expect(await pageOf(order('asc'), { limit: 4 })).toMatchObject({ count: null })
    expect(await pageOf(order('asc'), { limit: 4, count: 'yes' })).toMatchObject({ count: 13 })
    const empty = { count: 0, items: [], next: null, previous: null }
    await db.deleteFrom('plant').execute()
    expect(await pageOf(order('asc'), { limit: 4, count: 'yes' })).toEqual(empty)
  })
})

test('a row that left the list between its cut and its look-up is left out, and the page goes on', async () => {
  const [first] = await plants().orderBy('p.city').orderBy('p.plant_id').execute()
  const others = { ...source(), rows: rows().where('p.plant_id', '<>', first?.plant_id ?? 0) }
  const page = await lookedUpPage(db, [{ ...others, plan: 'other plants' }], order('asc'), {
    limit: 4,
  })
  expect(page.items.map(({ name }) => name)).not.toContain(first?.name)
  expect(page.items).toHaveLength(3)
  const next = await lookedUpPage(db, [source()], order('asc'), {
    limit: 20,
    after: page.next ?? fail(),
  })
  expect(next.items).toHaveLength(9)
})

describe('a cursor whose moment is', () => {
  const at: Order<Row>['key'][number] = {
    column: sql`timestamptz '2026-01-01 00:00:00+00'`,
    type: 'timestamptz',
    of: () => new Date(),
  }
  const byTime: Order<Row> = { name: 'time', direction: 'asc', key: [at, ...key.slice(1)] }
  const asked = (moment: string) => {
    const after = Buffer.from(JSON.stringify(['time', moment, '1'])).toString('base64url')
    return lookedUpPage(db, [source()], byTime, { limit: 4, after })
  }

  test.each([
    '0000-01-01T00:00:00.000Z',
    '-000001-01-01T00:00:00.000Z',
    '+020000-01-01T00:00:00.000Z',
    '2026-02-30T00:00:00.000Z',
    '2026-01-01T24:00:00.000Z',
    '2026-01-01T00:00Z',
    '2026-01-01T00:00:00.0000000000001Z',
    '',
  ])('%j is refused at its field, and never reaches the database', async (moment) => {
    await expect(asked(moment)).rejects.toMatchObject({
      code: 'invalid',
      fields: { after: 'This place in the list is not known. Start at its beginning.' },
    })
  })

  test('one of ours is taken, back to the year 1', async () => {
    expect((await asked('0001-01-01T00:00:00.000Z')).items).toHaveLength(4)
  })
})

test('rows are looked up by a plan that the connection keeps', async () => {
  const own = openDatabase(database.connection, { size: 1, onError: () => {} }).db
  const all = { ...source(plants(own)), rows: rows(own) }
  const some = { ...all, query: all.query.where('p.state', '=', 2) }
  await lookedUpPage(own, [all], order('asc'), { limit: 2 })
  await lookedUpPage(own, [some], order('desc'), { limit: 2 })
  const { rows: prepared } = await sql`select name from pg_prepared_statements`.execute(own)
  await own.destroy()
  expect(prepared).toEqual([{ name: 'plants of a page' }])
})

function namesOf(pages: readonly { items: unknown[] }[]): unknown[] {
  return pages.flatMap(({ items }) => items).map((row) => Reflect.get(Object(row), 'name'))
}

function fail(): never {
  throw new Error('There is a page there.')
}
