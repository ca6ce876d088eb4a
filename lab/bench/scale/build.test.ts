import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoint, signedIn } from '../../../contract/endpoint.ts'
import { LISTS } from '../../../contract/list-endpoints.ts'
import { listQuery, page } from '../../../contract/paging.ts'
import { transaction } from '../../../server/db/database.ts'
import { beginAuditChain } from '../../../server/features/platform/audit/audit.service.ts'
import { openVault } from '../../../server/features/platform/vault/vault.service.ts'
import { checkInvariants } from '../../../server/features/operations/verify/invariants.ts'
import { makeKeys } from '../../../server/lib/crypto.ts'
import { testDatabase, type TestDatabase } from '../../../server/test/harness.ts'
import { buildProgramme } from './build.ts'
import { describeGuards } from './catalog.ts'
import { filtersOf, listCases, listEndpoints, MissingValues } from './list-cases.ts'
import { takeSamples, type Samples } from './samples.ts'
import { readScale, sizesOf } from './sizes.ts'

let database: TestDatabase
let client: pg.Client
let before: string[] = []
let samples: Samples = {}

beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ ...database.connection, options: '-c timezone=UTC' })
  client.on('error', () => {})
  await client.connect()
  before = await describeGuards(client)
  const keys = makeKeys(randomBytes(32))
  await transaction(database.db, (tx) => beginAuditChain(tx, keys))
  const vault = await openVault({ db: database.db, keys })
  const { connection } = database
  await buildProgramme({ keys, vault, connection }, sizesOf(readScale('20k')))
  samples = await takeSamples(client)
}, 120_000)
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('every index, key, check, trigger and foreign key stands again', async () => {
  expect(before.length).toBeGreaterThan(500)
  expect(await describeGuards(client)).toEqual(before)
})

const FILLED =
  `scan transfer coupon member member_points redemption redemption_event payment payment_event
  payment_alert bank_file benefit parcel coupon_batch batch_event print_taking coupon_change carton worker distributor
  kyc kyc_event kyc_field enquiry enquiry_message dispute notification notification_delivery media offer
  banner gift audit scheme charge_rule handling_charge points_adjustment onboarding_upload onboarding_row
  settlement rollup_day rollup_batch rollup_scheme rollup_charge liability_day report_download`.split(
    /\s+/,
  )

test('every table that a list shows has rows, and none of the stages is left', async () => {
  const empty = FILLED.map((table) => `select '${table}' where not exists (select from ${table})`)
  const { rows: found } = await client.query(empty.join(' union all '))
  expect(found).toEqual([])
  const { rows } = await client.query(`select relname from pg_class where relname like 'bench\\_%'`)
  expect(rows).toEqual([])
})

/** What would take a programme's whole care and turns no plan: see docs/decisions/0034. */
const NOT_KEPT = [
  /^A moved dispute/,
  /settlement|The books are closed/,
  /^What was owed on the last day|^The liability of a day is/,
  /^A GSTIN on record/,
  /onboarding file/,
  /^A gift( that)? is /,
  /^What must be|^A distributor's days/,
]

test('the books balance, and counts, coupons, redemptions and payments agree with each other', async () => {
  const broken = await checkInvariants(async (text) => {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  })
  const names = broken.filter(({ rows }) => rows.length > 0).map(({ name }) => name)
  expect(names.filter((name) => !NOT_KEPT.some((known) => known.test(name)))).toEqual([])
})

test('every list has a measurement of every filter in every order', () => {
  const endpoints = listEndpoints()
  for (const [name, { path }] of Object.entries(LISTS)) {
    expect(
      endpoints.map((one) => one.path),
      name,
    ).toContain(path)
  }
  for (const endpoint of endpoints) {
    const cases = listCases(endpoint, samples)
    const asked = cases.filter(({ query }) => Object.keys(query(0)).length > 1)
    const measured = new Set(asked.flatMap(({ query }) => Object.keys(query(0))))
    measured.delete('sort')
    expect(measured, endpoint.path).toEqual(new Set(filtersOf(endpoint)))
  }
})

test('a filter of tomorrow that has no values is told, not left out', () => {
  const tomorrow = defineEndpoint({
    method: 'GET',
    path: '/api/admin/scans',
    access: signedIn,
    tag: 'Scans',
    summary: 'A list with a filter more',
    query: listQuery({ colour: z.string().optional() }, ['newest']),
    response: page(z.object({})),
  })
  expect(() => listCases(tomorrow, samples)).toThrow(MissingValues)
})

test.each(['20m', '1m', '20k'])('%s is a scale', (text) => {
  expect(sizesOf(readScale(text)).batches * 1_000).toBe(readScale(text))
})

test.each(['5k', '1500k', 'much'])('%s is none', (text) => {
  expect(() => readScale(text)).toThrow('A scale is such as')
})
