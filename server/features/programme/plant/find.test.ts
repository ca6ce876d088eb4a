import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockBatch } from '../../../../contract/programme/batches.ts'
import { batchLetters, formatCode } from '../../../../contract/programme/code.ts'
import * as coupons from '../../../../contract/programme/coupons.ts'
import { findPlantCoupon } from '../../../../contract/programme/plant.ts'
import { dayOf, startOfDay } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { requested, team, type Team } from '../batches/test-support.ts'
import { elsewhere, makeLot, read, scanAs, send, undo } from './test-support.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
})
afterAll(() => server.stop())

const find = (q: string | undefined, token = people.worker.token) =>
  server.call(findPlantCoupon, { token, query: { q } })
const change = (batchId: number, from: number, to: number, reason?: string) =>
  server.call(coupons.activateCoupons, {
    token: people.worker.token,
    body: { batchId, from, to, action: reason ? 'deactivate' : 'activate', reason, device: 'Desk' },
  })
const nothing = {
  batchId: null,
  letters: null,
  productName: null,
  batchStatus: null,
  expiresOn: null,
  expired: false,
  fromSerial: null,
  toSerial: null,
  carton: null,
  status: null,
  counts: null,
  history: [],
}

describe('a pack', () => {
  test('by its code, its QR, its batch and serial: what moved it and nothing else', async () => {
    const { batchId, packs } = await makeLot(server, people, { quantity: 20, cartonSize: 5 })
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const pack = read(packs[1], ago(50))
    await send(server, people.worker.token, [pack])
    await change(batchId, 1, 5) // the second pack is active already
    await send(server, people.worker.token, [undo(pack, ago(20))])
    await change(batchId, 2, 3, 'Wet') // it is deactivated already
    await change(batchId, 2, 2)
    const letters = batchLetters(batchId)
    const forms = [
      packs[1],
      formatCode(packs[1] ?? ''),
      `https://hil.example/c/${packs[1]}`,
      `${batchId}/2`,
      ` ${letters.toLowerCase()} / 2 `,
    ]
    const answers = await Promise.all(forms.map((form) => find(form)))
    const [first] = answers
    for (const { body } of answers) expect(body).toEqual(first?.body)
    expect(first?.body).toMatchObject({
      found: 'pack',
      batchId,
      letters,
      productName: 'Test product',
      batchStatus: 'printed',
      expired: false,
      fromSerial: 2,
      toSerial: 2,
      carton: null,
      status: 'active',
      counts: null,
    })
    const acts = first?.body.history.map(({ action, by, reason, device, fromSerial, toSerial }) =>
      [action, by, reason, device, fromSerial, toSerial].join(' '),
    )
    expect(acts).toEqual([
      'activate Test worker  Desk 2 2',
      'deactivate Test worker Undone at the line Line 1 2 2',
      'activate Test worker  Line 1 2 2',
      'generated     ',
    ])
    expect(first?.body.history[2]?.at).toBe(pack.at)
  })

  test('that a member scanned: the day of it, and nothing of the member', async () => {
    const { batchId, packs } = await makeLot(server, people, { quantity: 5 })
    await change(batchId, 1, 5)
    const member = await server.member('retailer')
    await scanAs(server, member.token, packs[0])
    await change(batchId, 1, 5, 'Wet') // leaves the scanned one
    const { body } = await find(packs[0])
    expect(body.status).toBe('scanned')
    expect(body.history.map(({ action }) => action)).toEqual(['scanned', 'activate', 'generated'])
    expect(body.history[0]).toEqual({
      at: startOfDay(dayOf(new Date())).toISOString(),
      action: 'scanned',
      by: null,
      reason: null,
      device: null,
      fromSerial: null,
      toSerial: null,
    })
    const row = await server.db
      .selectFrom('member')
      .select(['name', 'code', 'mobile', 'city'])
      .where('member_id', '=', member.memberId)
      .executeTakeFirstOrThrow()
    for (const path of [packs[0], `${batchId}/1`]) {
      const text = JSON.stringify((await find(path)).body)
      for (const value of Object.values(row)) expect(text).not.toContain(value)
      expect(text).not.toMatch(/member|points/i)
    }
  })

  test('of a batch that is blocked and over says so', async () => {
    const { batchId, packs } = await makeLot(server, people, { quantity: 5 })
    const params = { batchId }
    const body = { note: 'Lot recalled' }
    await server.call(blockBatch, { token: people.second.token, params, body })
    await server.db
      .updateTable('coupon_batch')
      .set({ expires_at: new Date('2026-01-31T18:30:00Z') })
      .where('batch_id', '=', batchId)
      .execute()
    expect((await find(packs[0])).body).toMatchObject({
      batchStatus: 'blocked',
      expired: true,
      expiresOn: '2026-01-31',
      status: 'printed',
    })
  })
})

test('a carton by its code or number: what is in it and what touched it', async () => {
  const { batchId, packs, cartons } = await makeLot(server, people, { quantity: 12, cartonSize: 5 })
  await send(server, people.worker.token, [read(packs[0]), read(cartons[2]), read(packs[5])])
  await change(batchId, 4, 6)
  const member = await server.member()
  await scanAs(server, member.token, packs[3])
  const forms = [cartons[0], `${batchId}#1`, `${batchLetters(batchId)} # 1`]
  const [byCode, ...byNumber] = await Promise.all(forms.map((form) => find(form)))
  for (const { body } of byNumber) expect(body).toEqual(byCode?.body)
  expect(byCode?.body).toMatchObject({
    found: 'carton',
    fromSerial: 1,
    toSerial: 5,
    carton: 1,
    status: null,
    counts: { printed: 2, active: 2, deactivated: 0, scanned: 1, blocked: 0 },
  })
  const acts = byCode?.body.history.map(({ action, fromSerial, toSerial }) => [
    action,
    fromSerial,
    toSerial,
  ])
  expect(acts).toEqual([
    ['activate', 4, 6],
    ['activate', 1, 1],
    ['generated', null, null],
  ])
  expect((await find(`${batchId}#3`)).body).toMatchObject({
    fromSerial: 11,
    toSerial: 12,
    carton: 3,
  })
})

test('nothing is told of another plant, of what is not ours and of what is no code', async () => {
  const { batchId, packs, cartons } = await makeLot(server, people, { quantity: 10, cartonSize: 5 })
  const raw = await requested(server, people)
  const other = await elsewhere(server)
  for (const q of [packs[0], cartons[0], `${batchId}/1`, `${batchId}#1`, `${batchId}/99`]) {
    expect((await find(q, other.token)).body).toEqual({ found: 'other_plant', ...nothing })
  }
  const unknown = [
    `${batchId}/0`,
    `${batchId}/11`,
    `${batchId}#0`,
    `${batchId}#3`,
    `${raw.batchId}/1`,
  ]
  for (const q of [...unknown, '999999/1', '1048575/1', '00000000000000000']) {
    expect((await find(q)).body).toEqual({ found: 'unknown', ...nothing })
  }
  for (const q of ['hello', '12/', '#', '\u0000', `${packs[0]}0`, '1/1/1', "1' or '1'='1"]) {
    expect((await find(q)).body).toEqual({ found: 'malformed', ...nothing })
  }
  expect((await find(' ')).status).toBe(400)
  expect((await find(packs[0], people.second.token)).status).toBe(403)
})

test('who guesses codes is slowed down, each worker alone, and serials are no guesses', async () => {
  const { batchId, packs } = await makeLot(server, people, { quantity: 5 })
  const [guesser, other] = [await server.staff('worker'), await server.staff('worker')]
  for (let tries = 0; tries < 120; tries++) await find(packs[0], guesser.token)
  const refused = await find(packs[0], guesser.token)
  expect(refused.status).toBe(429)
  expect((await find(`${batchId}/1`, guesser.token)).status).toBe(200)
  expect((await find(packs[0], other.token)).status).toBe(200)
})
