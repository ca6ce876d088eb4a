import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printBatch } from '../../../../contract/programme/batches.ts'
import { approveScanDecision, decideScans } from '../../../../contract/programme/held-scans.ts'
import { addPasskey, beginPasskey } from '../../../../contract/platform/passkeys.ts'
import * as prints from '../../../../contract/programme/print-takings.ts'
import type { Tx } from '../../../db/database.ts'
import { playProgramme } from '../../../test/played-programme.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { generated, team, type Team } from '../../programme/batches/test-support.ts'
import { Authenticator } from '../passkeys/test-authenticator.ts'
import { changeRule } from '../rules/test-support.ts'
import { CHANGED, DELETED, findings, named, WRITTEN } from '../../../test/chain-attack-findings.ts'
import { FORGED, unguarded } from '../../../test/chain-attacks.ts'
import { publishHeads } from './chain.service.ts'
import { addLink, hashOfRecords, NO_LINK, readContent } from './link.service.ts'
import { FIRST_TABLES, TABLE_NAMES } from './sealed-records.ts'
import { verifyChain } from './verify-chain.service.ts'

// Decisions of people that money hangs on, in the chain with the money itself. See decision 0060.

let server: TestServer
let people: Team
let batchId: number
let againId: number
let decisionId: string
const origin = 'https://rewards.example'

beforeAll(async () => {
  server = await testServer()
  server.context.publicUrl = origin
  await playProgramme(server, 3)
  // Its batches have numbers of their own.
  await sql`select setval('coupon_batch_number', 100)`.execute(server.db)
  people = await team(server)
  await takeTwice()
  await settleHeldScans()
  await addPasskeyOf(people.checker)
  await publishHeads(server.context)
})
afterAll(() => server.stop())

async function takeTwice(): Promise<void> {
  const { printer, checker } = people
  batchId = (await generated(server, people, { quantity: 150 })).batchId
  const params = { batchId }
  const print = (wish: object) =>
    server.raw(printBatch, { token: printer.token, params, body: { format: 'csv', ...wish } })
  await (await print({})).arrayBuffer()
  const reason = 'The roll was torn in the printer'
  const body = { reason, from: 5, to: 9 }
  const asked = await server.call(prints.askTaking, { token: printer.token, params, body })
  againId = asked.body.again?.againId ?? 0
  const decision = { token: checker.token, params, body: { againId } }
  expect((await server.call(prints.approveTaking, decision)).status).toBe(200)
  const again = await print({ from: 5, to: 9 })
  expect(again.status).toBe(200)
  await again.arrayBuffer()
}

async function settleHeldScans(): Promise<void> {
  const both = { maker: people.second, checker: people.printer }
  await changeRule(server, both, { rule: 'reviewAlonePoints', value: 0 })
  const held = await server.db
    .selectFrom('scan')
    .select(['member_id as memberId', 'id as scanId'])
    .where('flags', 'is not', null)
    .where('points', '>', 0)
    .execute()
  const body = { outcome: 'released' as const, reason: 'The dealer was called.', scans: held }
  const { token } = await server.staff('cs')
  const made = await server.call(decideScans, { token, body })
  expect(made.body).toMatchObject({ needsTwo: true, state: 'proposed' })
  decisionId = made.body.decisionId
  const approved = { token: people.second.token, params: { decisionId }, body: {} }
  expect((await server.call(approveScanDecision, approved)).status).toBe(200)
  const done = () =>
    server.db
      .selectFrom('scan_decision')
      .select('decision_id')
      .where('state', '=', 'done')
      .executeTakeFirst()
  while ((await done()) === undefined) await pause(50)
}

async function addPasskeyOf({ token }: { token: string }): Promise<void> {
  const { challenge } = (await server.call(beginPasskey, { token })).body
  const passkey = new Authenticator({ origin }).make({ challenge })
  expect((await server.call(addPasskey, { token, body: { passkey } })).status).toBe(200)
}

const findingsAfter = (attack: (tx: Tx) => Promise<unknown>) => findings(server, attack)
const anyId = expect.stringMatching(/^\d+$/) as string
const AGAIN = 'The trail tells of each approval to take codes again, by who decided it'
const DECISIONS = 'The trail tells of each decision about scans, by who made and who approved it'
const PASSKEYS = 'The trail tells of each passkey, by whose it is'

test('a history that nobody touched is whole', async () => {
  expect(await findingsAfter(async () => {})).toEqual({ invariants: [], approvals: [], chain: [] })
})

// Each of these succeeded on 25 November 2026: npm run verify said nothing.
test('codes taken again with an approval that was written by hand are named', async () => {
  const found = await findingsAfter((tx) => forgeTaking(tx))
  expect(found.invariants).toEqual([])
  expect(found.approvals).toEqual([AGAIN])
  expect(named(found.chain)).toEqual([
    ['print_again', anyId, WRITTEN],
    ['print_taking', anyId, WRITTEN],
  ])
})

async function forgeTaking(tx: Tx): Promise<void> {
  const { maker, printer, checker } = people
  const { rows } = await sql<{ again: number }>`
    insert into print_again (batch_id, what, from_number, to_number, reason, state, proposed_by,
      proposed_at, decided_by, decided_at)
    values (${batchId}, 'packs', 1, 150, 'Torn', 'approved', ${printer.staffId}, now(),
      ${checker.staffId}, now()) returning again_id as again`.execute(tx)
  await sql`insert into print_taking (batch_id, what, from_number, to_number, format, taken_by,
      taken_at, alone_coupons, again_id)
    values (${batchId}, 'packs', 1, 150, 'csv', ${printer.staffId}, now(), 0,
      ${rows[0]?.again ?? 0})`.execute(tx)
  await sql`insert into batch_event (batch_id, at, staff_id, action)
    values (${batchId}, now(), ${maker.staffId}, 'print')`.execute(tx)
}

test('a taking that was deleted with all that told of it is named', async () => {
  const found = await findingsAfter(async (tx) => {
    await sql`delete from print_taking where again_id = ${againId}`.execute(tx)
    await sql`delete from batch_event where event_id = (select max(event_id) from batch_event
      where batch_id = ${batchId} and action = 'print')`.execute(tx)
  })
  expect(found.invariants).toEqual([])
  expect(named(found.chain)).toEqual([['print_taking', anyId, DELETED]])
})

test('a taking and its approval that were made larger are named', async () => {
  const found = await findingsAfter(async (tx) => {
    await sql`update print_again set to_number = 150 where again_id = ${againId}`.execute(tx)
    await sql`update print_taking set to_number = 150 where again_id = ${againId}`.execute(tx)
  })
  expect(found.invariants).toEqual([])
  expect(named(found.chain)).toEqual([
    ['print_again', String(againId), CHANGED],
    ['print_taking', anyId, CHANGED],
  ])
})

test('a decision about scans that nobody approved is named', async () => {
  const { maker, second } = people
  const found = await findingsAfter((tx) =>
    sql`insert into scan_decision (decision_id, outcome, reason, needs_two, state, proposed_by,
        proposed_at, decided_by, decided_at)
      values (${FORGED}, 1, 'Looked at', true, 'done', ${maker.staffId}, now(), ${second.staffId},
        now())`.execute(tx),
  )
  expect(found.invariants).toEqual([])
  expect(found.approvals).toEqual([DECISIONS])
  expect(named(found.chain)).toEqual([['scan_decision', FORGED, WRITTEN]])
})

test('a decision about scans that another person made is named', async () => {
  const found = await findingsAfter((tx) =>
    sql`update scan_decision set proposed_by = ${people.maker.staffId}`.execute(tx),
  )
  expect(found.approvals).toEqual([DECISIONS])
  expect(named(found.chain)).toEqual([['scan_decision', decisionId, CHANGED]])
})

test.each([
  [
    'that nobody added',
    'insert into passkey (credential_id, staff_id, public_key, counter, transports, created_at) select sha256(credential_id), staff_id, public_key, 0, transports, now() from passkey',
  ],
  ['given to another person', 'update passkey set staff_id = (select min(staff_id) from staff)'],
  ['with another key', 'update passkey set public_key = sha256(public_key)'],
])('a passkey %s is named', async (_, statement) => {
  const found = await findingsAfter((tx) => sql.raw(statement).execute(tx))
  expect(found).toEqual({ invariants: [], approvals: [PASSKEYS], chain: [] })
})

test('the first nine tables stay the first: links that do not say how many mean them', () => {
  expect(TABLE_NAMES.slice(0, FIRST_TABLES)).toEqual([
    'transfer',
    'points_adjustment',
    'points_file',
    'redemption',
    'redemption_event',
    'payment',
    'payment_event',
    'rule_change',
    'tax_rule_change',
  ])
})

test('a chain of before takes new tables in with the next link, and rows of before need no seal', async () => {
  const { chain, keys } = server.context
  const undone = new Error('undone')
  const looking = server.db.transaction().execute(async (tx) => {
    await unguarded(tx)
    const look = async () => named(await verifyChain(tx, { keys, published: [] }))
    await beginAsBefore(tx)
    expect(await look()).toEqual([])
    const link = await addLink(tx, { chain, mark: '', at: new Date() })
    expect(readContent(link?.content ?? '')).toMatchObject({
      tables: TABLE_NAMES.length,
      before: { print_again: String(againId), print_taking: anyId, scan_decision: decisionId },
    })
    expect(await addLink(tx, { chain, mark: '', at: new Date() })).toBeNull()
    expect(await look()).toEqual([])
    await forgeTaking(tx)
    expect(await look()).toEqual([
      ['print_again', anyId, WRITTEN],
      ['print_taking', anyId, WRITTEN],
    ])
    throw undone
  })
  await expect(looking).rejects.toBe(undone)
})

/** The chain as the version before would have it: one link, which knows of nine tables. */
async function beginAsBefore(tx: Tx): Promise<void> {
  const { chain } = server.context
  await sql`delete from record_seal where records in ('print_again', 'print_taking', 'scan_decision')`.execute(
    tx,
  )
  await sql`update record_seal set link = null`.execute(tx)
  await tx.deleteFrom('chain_link').execute()
  const content = JSON.stringify({
    chain: chain.id,
    mark: '',
    number: 1,
    at: new Date().toISOString(),
    previous: NO_LINK,
    audit: { seq: '0', hash: '' },
    slots: [],
    records: { count: 0, hash: hashOfRecords([]) },
    before: {},
  })
  const { rows } = await sql<{
    hash: Buffer
  }>`select sha256(convert_to(${content}, 'UTF8')) as hash`.execute(tx)
  await tx
    .insertInto('chain_link')
    .values({
      number: '1',
      at: new Date(),
      content,
      hash: rows[0]?.hash ?? Buffer.alloc(0),
      signature: chain.sign(content),
    })
    .execute()
}
