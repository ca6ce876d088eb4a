import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redemptionRules } from '../../../../contract/money/redemptions.ts'
import { testDatabase } from '../../../test/harness.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { activeCodes, scanAs } from '../../desk/users/test-support.ts'
import { changeRule, type Person } from './test-support.ts'

/** Two processes in one, that share nothing but the database and its key. */
let one: TestServer
let other: TestServer
let people: { maker: Person; checker: Person }

const PROMISED_MS = 2_000

beforeAll(async () => {
  const database = await testDatabase()
  const settings = { MASTER_KEY: '0a'.repeat(32) }
  one = await testServer(settings, { database })
  other = await testServer(settings, { database: { ...database, drop: async () => {} } })
  people = { maker: await one.staff('admin'), checker: await one.staff('almond team') }
})
afterAll(async () => {
  await other?.stop()
  await one?.stop()
})

const valueInOther = async () => {
  const { body } = await other.call(redemptionRules, { token: people.maker.token })
  return body.pointValuePaise
}

/** How long the other process takes to go by a value, from now on. */
async function timeTo(value: number): Promise<number> {
  const began = performance.now()
  while ((await valueInOther()) !== value) await pause(20)
  return performance.now() - began
}

test('a change is in force in another process within two seconds, without a restart', async () => {
  expect(await valueInOther()).toBe(100)
  await changeRule(one, people, { rule: 'pointValuePaise', value: 70 })
  expect(await timeTo(70)).toBeLessThan(PROMISED_MS)
})

test('a planned change is in force in another process when its moment comes', async () => {
  const fromAt = new Date(Date.now() + 1_500)
  await changeRule(one, people, { rule: 'pointValuePaise', value: 80, fromAt })
  await timeTo(80)
  const late = Date.now() - fromAt.getTime()
  expect(late).toBeGreaterThanOrEqual(0)
  expect(late).toBeLessThan(PROMISED_MS)
})

test('the next scan is refused in both processes once the limit of a day is lowered', async () => {
  const member = await one.member()
  const codes = await activeCodes(one, { batchId: 1, coupons: 6 })
  const results: string[] = []
  const scan = async (server: TestServer) => {
    results.push((await scanAs(server, member.token, codes[results.length])).body.result)
  }
  await scan(one)
  await scan(other)
  await changeRule(one, people, { rule: 'scansPerDay', value: 2 })
  await scan(one)
  while (other.context.rules.at(new Date()).scansPerDay !== 2) await pause(20)
  await scan(other)
  await changeRule(other, people, { rule: 'scansPerDay', value: 3 })
  await scan(other)
  await scan(other)
  expect(results).toEqual([
    'credited',
    'credited',
    'limit_reached',
    'limit_reached',
    'credited',
    'limit_reached',
  ])
})
