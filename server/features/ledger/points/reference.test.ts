import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTransfers } from '../../../../contract/ledger/points.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { cancel, payee, requested, WIDE } from '../../money/redemptions/test-support.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await testServer(WIDE)
  ;({ token } = await server.staff('almond team'))
})

afterAll(() => server?.stop())

async function found(q: string) {
  const { status, body } = await server.call(listTransfers, {
    token,
    query: { q, sort: 'oldest', count: 'yes' },
  })
  expect(status).toBe(200)
  return body.items.map(({ kind, ref }) => ({ kind, ref }))
}

test('the ledger finds what a redemption moved by its number, in any case, and by its id', async () => {
  const member = await payee(server)
  const { redemptionId, number } = await requested(server, member)
  await requested(server, member)
  await cancel(server, member, redemptionId)
  const rows = [
    { kind: 'redemption_hold', ref: redemptionId },
    { kind: 'redemption_released', ref: redemptionId },
  ]
  for (const q of [number, number.toLowerCase(), redemptionId]) expect(await found(q)).toEqual(rows)
})

test('a number that no redemption has finds nothing', async () => {
  expect(await found('RD999999999')).toEqual([])
})
