import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/api.ts'
import { changeProduct, createProduct, getProduct } from '../../contract/programme/products.ts'
import { eventsOf } from './lost-updates/events.ts'
import { LAST_WINS, makersOf, type Maker } from './lost-updates/makers.ts'
import { haveGroups } from './product-groups.ts'
import { testServer, type TestServer } from './server.ts'

let server: TestServer
let makers: Record<string, Maker> = {}

beforeAll(async () => {
  server = await testServer()
  await haveGroups(server.db, 'Putty')
  makers = await makersOf(server)
})
afterAll(() => server.stop())

const PRODUCT = {
  code: 'WP40',
  name: 'White Putty',
  nameHi: null,
  group: 'Putty',
  brand: null,
  packSize: null,
  packUnit: null,
  gtin: null,
  mediaId: null,
}

/**
 * Succeeded on 25 November 2026: two admins opened a product, one corrected its price, the other saved
 * the older form with a brand, and the corrected price was gone without a word.
 */
test('an older form does not write over a price that was corrected meanwhile', async () => {
  const [one, other] = [await server.staff('admin'), await server.staff('admin')]
  const made = await server.call(createProduct, {
    token: one.token,
    body: { ...PRODUCT, mrpPaise: 90_000, points: 40 },
  })
  const { productId, version } = made.body
  const params = { productId }
  const save = (who: { token: string }, changed: object, seen = version) =>
    server.call(changeProduct, {
      token: who.token,
      params,
      body: { ...PRODUCT, mrpPaise: 90_000, version: seen, ...changed },
    })
  expect((await save(one, { mrpPaise: 95_000 })).status).toBe(200)
  const stale = await save(other, { brand: 'Aerosmooth' })
  expect([stale.status, stale.body]).toMatchObject([
    409,
    {
      code: 'conflict',
      message:
        'Test admin changed this meanwhile: MRP. Nothing was saved: look at the changes, then save again.',
      stale: {
        version: version + 1,
        changes: [
          {
            field: 'mrpPaise',
            label: 'MRP',
            was: '₹900.00',
            now: '₹950.00',
            by: 'Test admin',
            at: expect.any(String),
          },
        ],
      },
    },
  ])
  const stored = async () => (await server.call(getProduct, { token: one.token, params })).body
  expect(await stored()).toMatchObject({ mrpPaise: 95_000, brand: null })
  const both = { mrpPaise: 95_000, brand: 'Aerosmooth' }
  expect((await save(other, both, version + 1)).status).toBe(200)
  expect(await stored()).toMatchObject(both)
})

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const named = ENDPOINTS.filter(({ method }) => method === 'PATCH' || method === 'PUT').map(nameOf)

test('every PATCH and PUT is walked below, or says why the last save may win', () => {
  expect([...Object.keys(makers), ...Object.keys(LAST_WINS)].toSorted()).toEqual(named.toSorted())
})

test.each(named.filter((name) => !(name in LAST_WINS)))(
  '%s: the second save of a version is refused and changes nothing',
  async (name) => {
    const maker = makers[name]
    if (!maker) throw new Error(`Nothing makes a row for ${name}.`)
    const { save, read } = await maker()
    const first = await save('first')
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const [kept, events] = [await read(), await eventsOf(server)]
    const second = await save('second')
    expect([second.status, second.body]).toMatchObject([409, { code: 'conflict' }])
    expect(await read()).toEqual(kept)
    expect(await eventsOf(server)).toBe(events)
  },
)
