import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { catalogue } from '../../../../contract/people/catalogue.ts'
import { makeChargeRule } from '../../../../contract/programme/charges.ts'
import * as contract from '../../../../contract/programme/product-groups.ts'
import { createProduct } from '../../../../contract/programme/products.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { versionOf } from '../../platform/audit/versions.service.ts'

let server: TestServer
let token: string
let number = 0

beforeAll(async () => {
  server = await testServer()
  token = (await server.staff('admin')).token
})
afterAll(() => server.stop())
beforeEach(() => {
  number++
})

const reason = 'It is not made any more'
const add = (name: string) => server.call(contract.createGroup, { token, body: { name } })
const rename = async (groupId: number, name: string) =>
  server.call(contract.changeGroup, {
    token,
    params: { groupId },
    body: { name, version: await versionOf(server.db, 'product_group', groupId) },
  })
const get = async (groupId: number) =>
  (await server.call(contract.getGroup, { token, params: { groupId } })).body
const remove = (groupId: number) =>
  server.call(contract.deleteGroup, { token, params: { groupId } })
const product = (group: string) =>
  server.call(createProduct, {
    token,
    body: { code: `G${number}`, name: `Product ${number}`, group, points: 10 },
  })
const rule = (name: string) =>
  server.call(makeChargeRule, {
    token,
    body: {
      productGroups: [name],
      tiers: [],
      kind: 'coupon',
      paise: 100,
      basisPoints: null,
      fromDay: addDays(dayOf(new Date()), 5),
      toDay: null,
      note: null,
    },
  })

test('a renamed group takes its products with it; one that a charge rule names keeps its name', async () => {
  const { groupId } = (await add(`Putty ${number}`)).body
  expect((await product(`Putty ${number}`)).body).toMatchObject({ group: `Putty ${number}` })
  const renamed = await rename(groupId, `Wall putty ${number}`)
  expect(renamed.body).toMatchObject({
    name: `Wall putty ${number}`,
    products: 1,
    rules: 0,
    events: [
      { words: `Name: Putty ${number} → Wall putty ${number}` },
      { words: 'Product group added' },
    ],
  })
  expect((await rule(`Wall putty ${number}`)).status).toBe(200)
  const refused = await rename(groupId, `Putty ${number}`)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { fields: { name: expect.stringContaining('A charge rule names') } },
  ])
  expect(await get(groupId)).toMatchObject({ name: `Wall putty ${number}`, rules: 1 })
})

test('a rule that is made while its group is renamed does not name what is gone', async () => {
  const { groupId } = (await add(`Racing ${number}`)).body
  const [renamed, made] = await Promise.all([
    rename(groupId, `Raced ${number}`),
    rule(`Racing ${number}`),
  ])
  const { name } = await get(groupId)
  const { rows } = await server.context.pool.query<{ names: string[] }>(
    'select product_groups as names from charge_rule where $1 = any(product_groups)',
    [`Racing ${number}`],
  )
  expect([renamed.status, made.status].toSorted()[0]).toBe(200)
  if (rows.length > 0) expect([name, renamed.status]).toEqual([`Racing ${number}`, 409])
  else expect([name, made.status]).toEqual([`Raced ${number}`, 400])
})

test('a name is one group’s, however it is written, also of two at once', async () => {
  await add(`Grout ${number}`)
  expect(await add(`GROUT ${number}`)).toMatchObject({
    status: 409,
    body: { fields: { name: `There is a group Grout ${number} already.` } },
  })
  const racing = await Promise.all(['Race', 'race', 'RACE'].map(add))
  expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
})

test('a deactivated group gets no product and no rule; its products go on', async () => {
  const name = `Roofing ${number}`
  const { groupId } = (await add(name)).body
  const made = (await product(name)).body
  await server.call(contract.deactivateGroup, { token, params: { groupId }, body: { reason } })
  const { groups } = (await server.call(catalogue, { token })).body
  expect(groups.find((one) => one.name === name)).toEqual({ name, active: false })
  number++
  expect(await product(name)).toMatchObject({
    status: 400,
    body: { fields: { group: `The group ${name} is deactivated.` } },
  })
  expect(await rule(name)).toMatchObject({
    status: 400,
    body: { fields: { productGroups: `The group ${name} is deactivated.` } },
  })
  expect(made.group).toBe(name)
  await server.call(contract.reactivateGroup, { token, params: { groupId }, body: { reason } })
  expect((await product(name)).status).toBe(200)
})

test('a group is deleted while nothing names it', async () => {
  const [free, ofProduct, ofRule] = [`Free ${number}`, `Bought ${number}`, `Paid ${number}`]
  const ids = [
    (await add(free)).body.groupId,
    (await add(ofProduct)).body.groupId,
    (await add(ofRule)).body.groupId,
  ]
  await product(ofProduct)
  await rule(ofRule)
  const answers = await Promise.all(ids.map(remove))
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 409])
})
