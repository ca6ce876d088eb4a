import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestBatch } from '../../../../contract/programme/batches.ts'
import { catalogue } from '../../../../contract/people/catalogue.ts'
import { gstinCheck } from '../../../../contract/india.ts'
import * as contract from '../../../../contract/people/plants.ts'
import { USUAL_SHIFTS } from '../../../../contract/people/shifts.ts'
import { createWorker } from '../../../../contract/people/workers.ts'
import { transaction } from '../../../db/database.ts'
import { anyProduct, testServer, type TestServer } from '../../../test/server.ts'
import { versionOf } from '../../platform/audit/versions.service.ts'

let server: TestServer
let admin: { token: string; staffId: number }
let number = 0

beforeAll(async () => {
  server = await testServer()
  admin = await server.staff('admin')
})
afterAll(() => server.stop())
beforeEach(() => {
  number++
})

const reason = 'The lease has ended'
const plantOf = (changed: object = {}) => ({
  code: `P${number}`,
  name: `Plant ${number}`,
  state: 6,
  city: 'Jhajjar',
  address: null,
  pincode: null,
  gstin: null,
  lines: ['Putty 1', 'Putty 2'],
  shifts: USUAL_SHIFTS,
  ...changed,
})
const add = (changed: object = {}, { token } = admin) =>
  server.call(contract.createPlant, { token, body: plantOf(changed) })
const change = async (plantId: number, changed: object) =>
  server.call(contract.changePlant, {
    token: admin.token,
    params: { plantId },
    body: { ...plantOf(changed), version: await versionOf(server.db, 'plant', plantId) },
  })
const step = (name: 'deactivatePlant' | 'reactivatePlant', plantId: number) =>
  server.call(contract[name], { token: admin.token, params: { plantId }, body: { reason } })
const get = async (plantId: number) =>
  (await server.call(contract.getPlant, { token: admin.token, params: { plantId } })).body
const list = async (query: object = {}) =>
  (await server.call(contract.listPlants, { token: admin.token, query: { ...query } })).body

async function ask(plantId: number) {
  const { token } = await server.staff('sub admin')
  const productId = await anyProduct(server.db)
  const body = { plantId, productId, quantity: 10, points: 40, expiresOn: '2090-01-01' }
  return server.call(requestBatch, { token, body })
}

const gstinOf = (state: string) => {
  const start = `${state}AAACH4821K1Z`
  return start + gstinCheck(start)
}

test('a plant is added, corrected and found, and its history tells of it', async () => {
  const gstin = gstinOf('06')
  const added = await add({ gstin, pincode: '124507' })
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  const { plantId } = added.body
  expect(added.body).toMatchObject({
    ...plantOf({ gstin, pincode: '124507' }),
    status: 'active',
    used: false,
    workers: 0,
    batches: 0,
    addedAt: expect.any(String),
  })
  const changed = await change(plantId, { gstin, lines: ['Putty 1', 'Grout'], city: 'Rewari' })
  expect(changed.body.events.map(({ words }) => words)).toEqual([
    'City: Jhajjar → Rewari; PIN code: 124507 → none; Lines: Putty 1, Putty 2 → Putty 1, Grout',
    'Plant added',
  ])
  expect((await list({ q: `plant ${number}` })).items).toMatchObject([{ plantId }])
  expect((await list({ q: gstin, region: 6 })).items).toMatchObject([{ plantId }])
  expect((await list({ q: gstin, region: 7 })).items).toEqual([])
})

test('its shifts are its own, past midnight too, and a change of them tells their times', async () => {
  const { plantId, shifts } = (await add()).body
  expect(shifts).toEqual(USUAL_SHIFTS)
  const own = {
    ...USUAL_SHIFTS,
    A: { from: '07:30', to: '19:30' },
    C: { from: '19:30', to: '07:30' },
  }
  const changed = await change(plantId, { shifts: own })
  expect(changed.body.shifts).toEqual(own)
  expect(changed.body.events[0]?.words).toBe(
    'Shifts: A 06:00–14:00, B 14:00–22:00, C 22:00–06:00, General 09:00–18:00 → A 07:30–19:30, B 14:00–22:00, C 19:30–07:30, General 09:00–18:00',
  )
  const refused = async (B: object) =>
    (await change(plantId, { shifts: { ...USUAL_SHIFTS, B } })).body
  expect(await refused({ from: '14:00', to: '14:30' })).toMatchObject({
    fields: { 'shifts.B.to': 'A shift lasts 1 to 16 hours.' },
  })
  expect(await refused({ from: '14:00', to: '14:00' })).toMatchObject({
    fields: { 'shifts.B.to': 'A shift lasts 1 to 16 hours.' },
  })
  expect(await refused({ from: '24:00', to: '8:00' })).toMatchObject({
    fields: {
      'shifts.B.from': 'A time is written like 06:00.',
      'shifts.B.to': 'A time is written like 06:00.',
    },
  })
})

test('bad input is refused at its field, in words', async () => {
  const fieldsOf = async (changed: object) => (await add(changed)).body
  expect(await fieldsOf({ gstin: gstinOf('27') })).toMatchObject({
    fields: { gstin: 'The GSTIN is not of Haryana: it begins with 27.' },
  })
  expect(await fieldsOf({ pincode: '012345' })).toMatchObject({
    fields: { pincode: expect.stringContaining('six digits') },
  })
  expect(await fieldsOf({ lines: ['A', 'a'] })).toMatchObject({
    fields: { lines: 'Name each line once.' },
  })
  expect(await fieldsOf({ state: 99 })).toMatchObject({ fields: { state: expect.any(String) } })
})

test('a code is one plant’s, whoever is first, however it is written', async () => {
  const { plantId } = (await add()).body
  const again = await add({ code: `p${number}`, name: 'Other' })
  expect([again.status, again.body]).toMatchObject([
    409,
    { fields: { code: `Plant code P${number} belongs to Plant ${number} already.` } },
  ])
  expect((await change(plantId, { name: 'Renamed' })).status).toBe(200)
  const racing = await Promise.all(
    Array.from({ length: 6 }, () => add({ code: `RACE${number}`, name: 'Race' })),
  )
  const statuses = racing.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([200, 409, 409, 409, 409, 409])
  for (const { status, body } of racing) {
    if (status === 409) expect(body).toMatchObject({ fields: { code: expect.any(String) } })
  }
})

test('a deactivated plant gets no batch and no worker; what is there goes on; it comes back', async () => {
  const { plantId } = (await add()).body
  const batch = await ask(plantId)
  expect(batch.status).toBe(200)
  expect((await step('deactivatePlant', plantId)).body).toMatchObject({
    status: 'deactivated',
    leftReason: reason,
    used: true,
    batches: 1,
  })
  expect(await ask(plantId)).toMatchObject({
    status: 400,
    body: { fields: { plantId: `Plant ${number} is deactivated: it gets no new batches.` } },
  })
  const worker = {
    employeeCode: `W${number}`,
    name: 'Sunita Devi',
    email: `w${number}@hil.example`,
    plantId,
  }
  const body = { ...worker, plantId }
  const { token } = admin
  expect(await server.call(createWorker, { token, body })).toMatchObject({
    status: 400,
    body: { fields: { plantId: `Plant ${number} is deactivated: it gets no new workers.` } },
  })
  const { plants } = (await server.call(catalogue, { token })).body
  expect(plants.find((one) => one.plantId === plantId)).toMatchObject({ active: false })
  expect(await step('deactivatePlant', plantId)).toMatchObject({
    status: 409,
    body: { message: `Plant ${number} is deactivated already.` },
  })
  expect((await list({ status: 'deactivated', q: `P${number}` })).items).toMatchObject([
    { plantId },
  ])
  expect((await step('reactivatePlant', plantId)).body.leftReason).toBeNull()
  expect((await ask(plantId)).status).toBe(200)
  expect((await server.call(createWorker, { token, body })).status).toBe(200)
  expect((await get(plantId)).events.map(({ words, reason: why }) => [words, why])).toEqual([
    ['Plant reactivated', reason],
    ['Plant deactivated', reason],
    ['Plant added', null],
  ])
})

test('a request that runs beside the deactivation is before it or refused', async () => {
  const { plantId } = (await add()).body
  const asked = await transaction(server.db, async (tx) => {
    await tx
      .updateTable('plant')
      .set({ left_at: new Date(), left_reason: reason })
      .where('plant_id', '=', plantId)
      .execute()
    const running = ask(plantId)
    await waiting()
    return { running }
  })
  expect(await asked.running).toMatchObject({
    status: 400,
    body: { fields: { plantId: expect.any(String) } },
  })
  expect((await get(plantId)).batches).toBe(0)
})

/** Until a statement waits for a lock that another transaction holds. */
async function waiting(): Promise<void> {
  for (;;) {
    const { rows } = await server.context.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
  }
}

test('an unused plant is deleted, a used one is not', async () => {
  const { plantId } = (await add()).body
  const remove = () =>
    server.call(contract.deletePlant, { token: admin.token, params: { plantId } })
  expect((await remove()).body).toEqual({ message: `Plant ${number} is deleted.` })
  expect((await remove()).status).toBe(404)
  const used = (await add()).body.plantId
  await ask(used)
  const refused = await server.call(contract.deletePlant, {
    token: admin.token,
    params: { plantId: used },
  })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This plant is in use and cannot be deleted. Deactivate the plant instead.',
  ])
  expect((await get(used)).status).toBe('active')
})

test('who sees Manage Admin reads and changes; others do neither', async () => {
  const { token } = await server.staff('sub admin')
  expect((await add({}, { token, staffId: 0 })).status).toBe(403)
  expect((await server.call(contract.listPlants, { token })).status).toBe(403)
  const almond = await server.staff('almond team')
  expect((await add({}, almond)).status).toBe(200)
})
