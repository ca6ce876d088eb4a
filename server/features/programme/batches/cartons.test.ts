import { afterAll, beforeAll, expect, test } from 'vitest'
import { printBatch } from '../../../../contract/programme/batches.ts'
import { parseCode } from '../../../../contract/programme/code.ts'
import { scanCoupon } from '../../../../contract/programme/scans.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { codeKey } from './codes.ts'
import { batchKeyOf } from './batches.service.ts'
import { storeCoupons } from './generation.ts'
import { generated, printed, requested, team, type Team } from './test-support.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
})
afterAll(() => server.stop())

const cartonsOf = (batchId: number) =>
  server.db
    .selectFrom('carton')
    .select(['code_key', 'carton'])
    .where('batch_id', '=', batchId)
    .orderBy('carton')
    .execute()

test('a batch with cartons prints a label for each, and each pack says where it belongs', async () => {
  const { batchId } = await generated(server, people, { quantity: 50, cartonSize: 12 })
  const cartons = await printed(server, people, batchId, 'cartons')
  expect(cartons.map(([carton, , , , first, last]) => [carton, first, last])).toEqual([
    ['1', '1', '12'],
    ['2', '13', '24'],
    ['3', '25', '36'],
    ['4', '37', '48'],
    ['5', '49', '50'],
  ])
  const stored = await cartonsOf(batchId)
  expect(stored).toEqual(
    cartons.map(([, code = ''], index) => ({
      code_key: codeKey(batchId, parseCode(code)?.code ?? ''),
      carton: index + 1,
    })),
  )
  const packs = await printed(server, people, batchId)
  expect(packs.map((row) => row.at(-1))).toEqual(
    packs.map((_, index) => String(Math.ceil((index + 1) / 12))),
  )
  const codes = new Set([...packs, ...cartons].map(([, code]) => code))
  expect(codes.size).toBe(55)
  const { rows } = await server.context.pool.query(
    'select reason from audit where subject_id = $1',
    [String(batchId)],
  )
  expect(rows).toContainEqual({ reason: 'csv, cartons' })
})

test('a carton’s code gives a member nothing', async () => {
  const { batchId } = await generated(server, people, { quantity: 10, cartonSize: 5 })
  const [[, code] = []] = await printed(server, people, batchId, 'cartons')
  const { token } = await server.member()
  expect((await server.call(scanCoupon, { token, body: { code } })).body.result).toBe('unknown')
})

test('a generation that is done again finds its cartons there', async () => {
  const { batchId } = await generated(server, people, { quantity: 9_000, cartonSize: 2 })
  const before = await cartonsOf(batchId)
  expect(before).toHaveLength(4_500)
  await server.db
    .deleteFrom('carton')
    .where('batch_id', '=', batchId)
    .where('carton', '>', 7)
    .execute()
  const batchKey = await batchKeyOf(server.context, batchId)
  const again = { batchId, quantity: 9_000, cartonSize: 2, batchKey }
  await storeCoupons(server.context.connection, again)
  expect(await cartonsOf(batchId)).toEqual(before)
})

test('labels of cartons are refused where packs leave singly', async () => {
  const { batchId } = await generated(server, people, { quantity: 3 })
  const answer = await server.raw(printBatch, {
    token: people.printer.token,
    params: { batchId },
    body: { format: 'csv', of: 'cartons' },
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    { message: `Batch ${batchId} has no cartons: its packs leave singly.` },
  ])
})

test('a carton cannot hold more packs than there are', async () => {
  await expect(requested(server, people, { quantity: 5, cartonSize: 6 })).rejects.toThrow(
    'A carton cannot hold more packs than the batch has.',
  )
})
