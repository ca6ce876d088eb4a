import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getBatch } from '../../../../contract/programme/batches.ts'
import { activateCoupons } from '../../../../contract/programme/coupons.ts'
import * as contract from '../../../../contract/programme/plant.ts'
import { USUAL_SHIFTS } from '../../../../contract/people/shifts.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { team, type Team } from '../batches/test-support.ts'
import { elsewhere, makeLot, read, scanAs, send, undo } from './test-support.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
})
afterEach(() => {
  server.context.now = () => new Date()
})
afterAll(() => server.stop())

const shift = (token: string, query: Record<string, string> = {}) =>
  server.call(contract.myShift, { token, query })
/** A moment of 2027 by the clock of the plant. */
const at = (day: string, clock: string) => new Date(`2027-${day}T${clock}:00+05:30`)
const standAt = (day: string, clock: string) => {
  server.context.now = () => at(day, clock)
}
const none = { activated: 0, deactivated: 0 }

test('what was done is in the hours it was done in, also when the phone tells of it later', async () => {
  const { batchId, packs, cartons } = await makeLot(server, people, {
    quantity: 100,
    cartonSize: 10,
    expiresOn: '2029-01-01',
  })
  const second = await makeLot(server, people, { quantity: 10, expiresOn: '2029-01-01' })
  const [mine, theirs] = [await server.staff('worker'), await server.staff('worker')]
  standAt('03-10', '22:30')
  const carton = read(cartons[0], at('03-10', '14:59'))
  await send(server, mine.token, [
    read(packs[99], at('03-10', '13:59')), // of the shift before
    read(packs[98], at('03-10', '14:00')),
    carton,
    undo(carton, at('03-10', '21:59')),
    read(cartons[1], at('03-10', '22:00')), // of the shift after
  ])
  await send(server, theirs.token, [read(cartons[3], at('03-10', '18:20'))])
  await send(server, theirs.token, [read(second.packs[0], at('03-10', '15:10'))])
  const { body } = await shift(mine.token, { day: '2027-03-10', shift: 'B' })
  expect(body).toMatchObject({
    day: '2027-03-10',
    shift: 'B',
    from: at('03-10', '14:00').toISOString(),
    to: at('03-10', '22:00').toISOString(),
    running: false,
    plantName: 'Test plant',
    mine: { activated: 11, deactivated: 10 },
    plant: { activated: 22, deactivated: 10, workers: 2 },
  })
  expect(body.hours.map(({ from }) => from)).toEqual(
    [14, 15, 16, 17, 18, 19, 20, 21].map((hour) => at('03-10', `${hour}:00`).toISOString()),
  )
  const first = { activated: 11, deactivated: 0 }
  const one = { activated: 1, deactivated: 0 }
  const back = { activated: 0, deactivated: 10 }
  expect(body.hours.map((hour) => hour.mine)).toEqual([first, ...Array(6).fill(none), back])
  expect(body.hours.map((hour) => hour.plant)).toEqual([
    first,
    one,
    none,
    none,
    { activated: 10, deactivated: 0 },
    none,
    none,
    back,
  ])
  expect(body.lots).toMatchObject([
    { batchId, productName: 'Test product', quantity: 100, activated: 21, deactivated: 10 },
    { batchId: second.batchId, quantity: 10, activated: 1, deactivated: 0 },
  ])
  const { body: batch } = await server.call(getBatch, {
    token: people.checker.token,
    params: { batchId },
  })
  expect(body.lots[0]?.counts).toEqual(batch.counts)
  expect(body.acts).toEqual([
    {
      at: at('03-10', '21:59').toISOString(),
      action: 'deactivate',
      batchId,
      fromSerial: 1,
      toSerial: 10,
      changed: 10,
      reason: 'Undone at the line',
    },
    expect.objectContaining({ action: 'activate', fromSerial: 1, toSerial: 10, changed: 10 }),
    expect.objectContaining({ action: 'activate', fromSerial: 99, toSerial: 99, changed: 1 }),
  ])
  const night = await shift(mine.token)
  expect(night.body).toMatchObject({
    day: '2027-03-10',
    shift: 'C',
    running: true,
    mine: { activated: 10, deactivated: 0 },
    plant: { activated: 10, deactivated: 0, workers: 1 },
  })
})

test('the shift that runs, the night’s after midnight, a day or a shift alone', async () => {
  const { token, staffId } = await server.staff('worker')
  await server.db
    .updateTable('worker')
    .set({ shift: 'G' })
    .where('staff_id', '=', staffId)
    .execute()
  standAt('04-02', '03:15')
  expect((await shift(token)).body).toMatchObject({
    day: '2027-04-01',
    shift: 'C',
    running: true,
    from: at('04-01', '22:00').toISOString(),
    to: at('04-02', '06:00').toISOString(),
    mine: none,
    lots: [],
    acts: [],
  })
  expect((await shift(token, { shift: 'C' })).body).toMatchObject({ day: '2027-04-01' })
  expect((await shift(token, { shift: 'A' })).body).toMatchObject({
    day: '2027-04-02',
    running: false,
  })
  const own = await shift(token, { day: '2027-03-31' })
  expect(own.body).toMatchObject({ day: '2027-03-31', shift: 'G' })
  expect(own.body.hours).toHaveLength(9)
  const strange: Record<string, string>[] = [
    { day: '9999-12-31' },
    { day: '0001-01-01' },
    { shift: 'D' },
    { day: '2027-02-30' },
  ]
  for (const query of strange) {
    expect((await shift(token, query)).status).toBe(400)
  }
  expect((await shift(people.second.token)).status).toBe(403)
})

test('only what workers did, only of the own plant, and nothing of members', async () => {
  const { batchId, packs } = await makeLot(server, people, { quantity: 40 })
  const [mine, other] = [await server.staff('worker'), await elsewhere(server)]
  await server.call(activateCoupons, {
    token: mine.token,
    body: { batchId, from: 1, to: 40, action: 'activate' },
  })
  const member = await server.member()
  await scanAs(server, member.token, packs[0])
  const { body } = await shift(mine.token)
  expect(body.mine).toEqual({ activated: 40, deactivated: 0 })
  const [lot] = body.lots
  expect(lot).toMatchObject({ activated: 40, counts: { active: 39, scanned: 1 } })
  expect(JSON.stringify(body)).not.toMatch(/member|points|Ramesh/)
  const there = await shift(other.token)
  expect(there.body).toMatchObject({
    plantName: 'Second plant',
    plant: { ...none, workers: 0 },
    lots: [],
    acts: [],
  })
})

test('at most twenty acts are told, and every one is counted', async () => {
  const { packs } = await makeLot(server, people, { quantity: 30 })
  const { token } = await server.staff('worker')
  const now = Date.now()
  await send(
    server,
    token,
    packs.map((code, index) => read(code, new Date(now - index))),
  )
  const { body } = await shift(token)
  expect(body.mine.activated).toBe(30)
  expect(body.acts.map(({ fromSerial }) => fromSerial)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
})

describe('who I am', () => {
  const me = (token: string) => server.call(contract.plantMe, { token })

  test('my plant, shift and language', async () => {
    const { token, staffId } = await server.staff('worker')
    expect((await me(token)).body).toEqual({
      staffId,
      name: 'Test worker',
      employeeCode: `T${staffId}`,
      plantId: expect.any(Number),
      plantName: 'Test plant',
      shift: 'G',
      shifts: USUAL_SHIFTS,
      language: 'hi',
      hasPin: false,
      lockMinutes: 5,
    })
  })

  test('is for workers', async () => {
    expect((await me(people.second.token)).status).toBe(403)
  })
})
