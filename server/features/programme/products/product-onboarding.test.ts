import { afterAll, beforeAll, expect, test } from 'vitest'
import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import * as onboarding from '../../../../contract/people/onboarding.ts'
import { CSV_TYPE } from '../../../../contract/sheets.ts'
import { transaction } from '../../../db/database.ts'
import { haveGroups } from '../../../test/product-groups.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import type { GivenRow } from '../../people/onboarding/onboarding-kind.ts'
import { productOnboarding as rules } from './product-onboarding.service.ts'
import { getProduct } from './products.service.ts'

let server: TestServer
let by: Parameters<typeof rules.apply>[1]['by']
let number = 0

beforeAll(async () => {
  server = await testServer()
  const { staffId } = await server.staff('admin')
  const caller = { email: 'a@test.example', name: 'A', role: 'admin', plantId: null } as const
  by = { kind: 'staff', staffId, sessionHash: Buffer.alloc(0), ...caller }
  await haveGroups(server.db, 'Putty', 'Grout')
})
afterAll(() => server.stop())

const EMPTY = Object.fromEntries(ONBOARDING_COLUMNS.products.map(({ key }) => [key, '']))
/** A row that is right and names a new product, with what differs. */
function given(cells: Record<string, string> = {}): GivenRow {
  number++
  const right = { sku: `n${number}`, name: 'Wall Putty', group: 'putty', points: '40' }
  return { rowNo: number, cells: { ...EMPTY, ...right, ...cells } }
}
const judge = (rows: GivenRow[]) => rules.judge(server.context, server.db, rows)
async function problemsOf(cells: Record<string, string>) {
  const [judged] = await judge([given(cells)])
  expect(judged?.verdict).toBe('refused')
  return judged?.problems.map(({ column, reason }) => `${column}: ${reason}`)
}
const apply = (rows: GivenRow[]) =>
  transaction(server.db, async (tx) =>
    rules.apply(
      tx,
      { context: server.context, by, requestId: 'request-1', uploadId: '88' },
      rows,
      await rules.judge(server.context, tx, rows),
    ),
  )

test('a file makes products with all that is known of them; the same file again changes nothing', async () => {
  const full = given({
    nameHi: 'वॉल पुट्टी',
    brand: 'Aerosmooth',
    packSize: '2.5',
    packUnit: 'kg',
    gtin: '8906100001010',
    mrp: '₹1,249.5',
    points: '1,040',
  })
  const rows = [full, given()]
  expect((await judge(rows)).map(({ verdict }) => verdict)).toEqual(['create', 'create'])
  const id = Number((await apply(rows)).get(full.rowNo))
  expect(await getProduct(server.context, server.db, id)).toMatchObject({
    code: full.cells.sku?.toUpperCase(),
    nameHi: 'वॉल पुट्टी',
    group: 'Putty',
    packSize: 2.5,
    packUnit: 'kg',
    gtin: '08906100001010',
    mrpPaise: 124_950,
    points: 1_040,
    events: [{ words: 'Added by file' }],
  })
  expect((await judge(rows)).map(({ verdict }) => verdict)).toEqual(['same', 'same'])
  const changed = given({
    sku: full.cells.sku ?? '',
    name: 'Wall Putty Fine',
    group: 'GROUT',
    points: '',
  })
  expect(await judge([changed])).toMatchObject([
    {
      verdict: 'change',
      subjectId: id,
      changes: [
        { column: 'Name', before: 'Wall Putty', after: 'Wall Putty Fine' },
        { column: 'Group', before: 'Putty', after: 'Grout' },
      ],
    },
  ])
  await apply([changed])
  expect(await getProduct(server.context, server.db, id)).toMatchObject({
    name: 'Wall Putty Fine',
    group: 'Grout',
    nameHi: 'वॉल पुट्टी',
    points: 1_040,
    events: [{ words: 'Changed by file' }, { words: 'Added by file' }],
  })
})

test('what is wrong with a row is said by column', async () => {
  const known = given({ gtin: '8906100001027' })
  await apply([known])
  const sku = known.cells.sku ?? ''
  expect(await problemsOf({ group: 'Cement' })).toEqual([
    'Group: There is no group Cement. Add it under Programme, Product groups first.',
  ])
  expect(await problemsOf({ gtin: '8906100001028' })).toEqual([
    'GTIN: The last digit of this GTIN should be 7: check the others.',
  ])
  expect(await problemsOf({ gtin: '8906100001027' })).toEqual([
    `GTIN: GTIN 8906100001027 belongs to Wall Putty (${sku.toUpperCase()}) already.`,
  ])
  expect(await problemsOf({ points: '' })).toEqual(['Points: A new product needs its points.'])
  for (const points of ['0', '-4', '2.5', 'many']) {
    expect(await problemsOf({ points })).toEqual([expect.stringMatching(/^Points: /)])
  }
  expect(await problemsOf({ sku, points: '41' })).toEqual([
    `Points: ${sku.toUpperCase()} has 40 points today. Change them on its page, from a day on.`,
  ])
  expect(await problemsOf({ packSize: '20' })).toEqual(['Unit: Choose the unit of the size.'])
  expect(await problemsOf({ mrp: '12.345' })).toEqual([
    'MRP: The MRP is in rupees, such as 1249 or 1249.50.',
  ])
})

test('two rows of a file claim a code or a GTIN once', async () => {
  const [one] = await judge([given({ sku: 'ab1', gtin: '8906100001034' })])
  expect(one?.claims).toEqual([
    { column: 'SKU code', value: 'AB1' },
    { column: 'GTIN', value: '08906100001034' },
  ])
})

test('only who changes the programme sends a file of products', async () => {
  const name = 'products.csv'
  const send = async (role: 'sub admin' | 'almond team') => {
    const { token } = await server.staff(role)
    const answer = await fetch(`${server.url}/api/admin/onboarding/products/uploads?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': CSV_TYPE },
      body: 'SKU code,Name,Group,Points\r\nZ1,Putty,Putty,40\r\n',
    })
    return { status: answer.status, body: await answer.json() }
  }
  expect(await send('sub admin')).toMatchObject({
    status: 403,
    body: { message: 'Your role does not change products.' },
  })
  const sent = onboarding.sendOnboarding.response.parse((await send('almond team')).body)
  const { token } = await server.staff('sub admin')
  const params = { uploadId: sent.uploadId }
  expect((await server.call(onboarding.applyUpload, { token, params })).status).toBe(403)
  expect((await server.call(onboarding.discardUpload, { token, params })).status).toBe(403)
})
