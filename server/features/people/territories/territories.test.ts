import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as distributors from '../../../../contract/people/distributors.ts'
import * as contract from '../../../../contract/people/territories.ts'
import { distributorOnboarding } from '../distributors/distributor-onboarding.service.ts'
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

const territoryOf = (changed: object = {}) => ({
  code: `T${number}`,
  name: `North ${number}`,
  states: [8],
  pinPrefixes: ['30', '3020'],
  ...changed,
})
const add = (changed: object = {}) =>
  server.call(contract.createTerritory, { token, body: territoryOf(changed) })
const change = async (territoryId: number, changed: object) =>
  server.call(contract.changeTerritory, {
    token,
    params: { territoryId },
    body: {
      ...territoryOf(changed),
      version: await versionOf(server.db, 'territory', territoryId),
    },
  })
const firm = (territory: string | null, code = `D${number}`) => ({
  code,
  name: 'Sharma Traders',
  state: 8,
  city: 'Jaipur',
  territory,
})
const onboard = (territory: string, code?: string) =>
  server.call(distributors.createDistributor, { token, body: firm(territory, code) })
const judge = (territory: string) =>
  distributorOnboarding.judge(server.context, server.db, [
    { rowNo: 1, cells: { ...firm(territory, `F${number}`), state: 'Rajasthan', territory } },
  ])

test('a territory is added, corrected and found; a new name stands at its distributors', async () => {
  const { territoryId } = (await add()).body
  const { distributorId } = (await onboard(`north ${number}`)).body
  const changed = await change(territoryId, { name: `Upper ${number}`, states: [8, 6] })
  expect(changed.body).toMatchObject({ distributors: 1, states: [8, 6] })
  expect(changed.body.events[0]?.words).toBe(
    `Name: North ${number} → Upper ${number}; States: Rajasthan → Rajasthan, Haryana`,
  )
  const params = { distributorId }
  const seen = await server.call(distributors.getDistributor, { token, params })
  expect(seen.body.territory).toBe(`Upper ${number}`)
  const { items } = (
    await server.call(contract.listTerritories, { token, query: { region: 6, q: 'upper' } })
  ).body
  expect(items).toMatchObject([{ territoryId }])
})

test('code and name are one territory’s, also of two at once', async () => {
  await add()
  expect(await add({ name: `NORTH ${number}`, code: `X${number}` })).toMatchObject({
    status: 409,
    body: { fields: { name: `There is a territory North ${number} already.` } },
  })
  expect(await add({ name: 'Elsewhere' })).toMatchObject({
    status: 409,
    body: { fields: { code: `Territory code T${number} belongs to North ${number} already.` } },
  })
  const racing = await Promise.all([1, 2, 3].map((n) => add({ code: `RACE${n}`, name: 'Race' })))
  expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const bad = await add({ pinPrefixes: ['012', '3020177'] })
  expect(bad.body).toMatchObject({ fields: { 'pinPrefixes.0': expect.any(String) } })
})

test('a distributor names a territory of the list, by form and by file', async () => {
  const { territoryId } = (await add()).body
  const sentence = 'There is no territory Nowhere. Add it under Programme, Territories first.'
  expect(await onboard('Nowhere')).toMatchObject({
    status: 400,
    body: { fields: { territory: sentence } },
  })
  expect(await judge('Nowhere')).toMatchObject([
    { verdict: 'refused', problems: [{ column: 'Territory', reason: sentence }] },
  ])
  expect(await judge(`NORTH ${number}`)).toMatchObject([{ verdict: 'create' }])
  const { distributorId } = (await onboard(`North ${number}`)).body
  const body = { reason: 'Divided again' }
  const params = { territoryId }
  await server.call(contract.deactivateTerritory, { token, params, body })
  expect(await onboard(`North ${number}`, `E${number}`)).toMatchObject({
    status: 400,
    body: { fields: { territory: `The territory North ${number} is deactivated.` } },
  })
  expect(await judge(`North ${number}`)).toMatchObject([{ verdict: 'refused' }])
  const kept = await server.call(distributors.changeDistributor, {
    token,
    params: { distributorId },
    body: {
      ...firm(`North ${number}`),
      city: 'Ajmer',
      version: await versionOf(server.db, 'distributor', distributorId),
    },
  })
  expect([kept.status, kept.body.city]).toEqual([200, 'Ajmer'])
})

test('a deactivated territory is taken back, each with a reason', async () => {
  const { territoryId } = (await add()).body
  const params = { territoryId }
  const body = { reason: 'Merged with another' }
  await server.call(contract.deactivateTerritory, { token, params, body })
  const left = await server.call(contract.getTerritory, { token, params })
  expect(left.body).toMatchObject({ status: 'deactivated', leftReason: body.reason })
  const back = await server.call(contract.reactivateTerritory, { token, params, body })
  expect(back.body).toMatchObject({ status: 'active', leftReason: null })
})

test('a territory is deleted while no distributor names it', async () => {
  const { territoryId } = (await add()).body
  const remove = () => server.call(contract.deleteTerritory, { token, params: { territoryId } })
  await onboard(`North ${number}`)
  expect((await remove()).status).toBe(409)
  const params = {
    territoryId: (await add({ code: `Y${number}`, name: `Free ${number}` })).body.territoryId,
  }
  expect((await server.call(contract.deleteTerritory, { token, params })).status).toBe(200)
})
