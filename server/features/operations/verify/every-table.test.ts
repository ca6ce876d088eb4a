import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { INVARIANTS } from './invariants.ts'

/**
 * The tables that no invariant reads, and why none is needed: each row is a fact by itself, and what
 * its own columns must be to each other the table's checks and keys say.
 */
const WITHOUT: Readonly<Record<string, string>> = {
  programme: 'one row about the programme and its company',
  programme_logo: 'one picture',
  setup_link: 'one link, and the account that it prepares',
  setup_trial: 'who tried what during set-up',
  setting:
    'facts of this database: which master key it needs, the moment of its demo, that its set-up is done',
  plant: 'master data',
  territory: 'master data',
  canned_answer: 'texts for people',
  one_time_link: 'ends by itself within a day',
  not_me_link: 'ends by itself within seven days',
  one_time_password: 'ends by itself within minutes',
  passkey: 'public keys of people: approval-invariants.ts compares them with the trail',
  throttle: 'counters of tries that end by themselves',
  scan_signal: 'counters of the flagging rules that end with their day',
  outbox: 'messages of the demo, deleted after a day',
  audit_head: 'the head of that chain',
  ledger_seal: 'what rows of the ledger are proved by: chain/verify-chain.service.ts walks it',
  record_seal: 'the same of rows of money, approvals and rules',
  chain_link: 'their links, compared with the heads outside',
  chain_key: 'the key that signs them',
  data_key: 'keys under the master key: npm run keys -- status, and every value that opens',
  data_key_secret: 'the same',
  settlement_event: 'who did what when with a settlement; only added to',
  scheme_simulation: 'what a scheme would have given; nothing follows from it',
  report_download: 'who took which report when',
  report_job: 'files that are kept for days and can be made again',
  payment_webhook: 'what a provider sent, as it came; payments follow by their own events',
  payment_alert: 'what people have to look at',
  bank_answer: 'a file as it came; payments follow by their own events',
  bank_answer_row: 'its lines',
  offer: 'texts and pictures for members; banners that lead there are held to it',
  media: 'pictures and films; npm run backup names those whose files are missing',
  media_upload: 'uploads on their way, deleted after a day',
  staff_totp: 'a secret of one person',
  staff_recovery_code: 'secrets of one person',
  list_preferences: 'how a person likes a list',
  saved_view: 'filters under a name',
  staff_notice: 'what a person was told',
}

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('every table is read by an invariant, or it is said why none is needed', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not like 'kysely%' order by 1`.execute(database.db)
  const tables = rows.map(({ name }) => name)
  expect(tables.length).toBeGreaterThan(90)
  const read = INVARIANTS.map((invariant) => invariant.sql).join('\n')
  const isRead = (table: string) => new RegExp(String.raw`\b(from|join|,)\s+${table}\b`).test(read)
  expect(tables.filter((table) => !isRead(table))).toEqual(Object.keys(WITHOUT).toSorted())
})
