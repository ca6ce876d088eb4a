import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../../db/database.ts'
import { playProgramme } from '../../../test/played-programme.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import * as attacks from '../../../test/chain-attacks.ts'
import { CHANGED, DELETED, findings, named, WRITTEN } from '../../../test/chain-attack-findings.ts'
import { openChain, publishHeads } from './chain.service.ts'

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string

let server: TestServer
let history: attacks.History
/** Of the trail before the newest adjustment. */
let head: attacks.Head
let newest: string

beforeAll(async () => {
  server = await testServer()
  await playProgramme(server, 3)
  history = await attacks.makeHistory(server)
  head = await attacks.headOf(server.db)
  await publishHeads(server.context)
  newest = await attacks.adjust(server, history, history.memberId, 70)
  await publishHeads(server.context)
})
afterAll(() => server.stop())

const findingsAfter = (attack: (tx: Tx) => Promise<unknown>) => findings(server, attack)

test('a history that nobody touched is whole', async () => {
  expect(await findingsAfter(async () => {})).toEqual({
    invariants: [],
    approvals: [],
    chain: [],
  })
})

// Each succeeded on 25 November 2026: neither npm run verify nor npm run audit:verify said a word.
test('a credit with an approval, a place in the ledger and right balances, written by hand, is named', async () => {
  const { invariants, approvals, chain } = await findingsAfter((tx) =>
    attacks.forgeCredit(tx, history),
  )
  expect(invariants).toEqual([])
  expect(approvals).toEqual([
    'The trail tells of the approval of each adjustment, by who decided it',
  ])
  expect(chain).toEqual([
    { table: 'transfer', id: attacks.FORGED, when: moment, what: WRITTEN },
    { table: 'points_adjustment', id: attacks.FORGED, when: moment, what: WRITTEN },
  ])
})

test('an audit trail cut to an old head, whose signature is right, is named', async () => {
  const { invariants, chain } = await findingsAfter((tx) => attacks.putHeadBack(tx, head))
  expect(invariants).toEqual([])
  expect(chain).toEqual([
    {
      table: 'audit',
      id: String(Number(head.seq) + 2),
      when: moment,
      what: 'the row was deleted after it was signed',
    },
  ])
})

test('the newest adjustment, deleted with its points and the trail, is named', async () => {
  const { invariants, chain } = await findingsAfter((tx) =>
    attacks.deleteNewest(tx, history.memberId, head),
  )
  expect(invariants).toEqual([])
  expect(named(chain)).toEqual([
    ['audit', String(Number(head.seq) + 2), 'the row was deleted after it was signed'],
    ['transfer', expect.stringMatching(/^\d+$/), DELETED],
    ['points_adjustment', newest, DELETED],
  ])
})

test('the newest adjustment, deleted with its seals and links too, is named by the head outside', async () => {
  const { invariants, chain } = await findingsAfter(async (tx) => {
    await attacks.deleteNewest(tx, history.memberId, head)
    const { link } = await tx
      .selectFrom('chain_link')
      .select((select) => select.fn.max('number').as('link'))
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('chain_link').where('number', '=', link).execute()
    await tx.deleteFrom('record_seal').where('link', '=', link).execute()
  })
  expect(invariants).toEqual([])
  expect(named(chain)).toEqual([
    [
      'chain_link',
      expect.any(String),
      expect.stringContaining('its newest rows were deleted, or an older state was put back'),
    ],
  ])
})

test('an old adjustment of ten times the points, with all balances since, is named', async () => {
  const old = history.adjustments[0] ?? ''
  const { invariants, chain } = await findingsAfter((tx) =>
    attacks.changeOld(tx, history.memberId, old),
  )
  expect(invariants).toEqual([])
  expect(named(chain)).toEqual([
    ['transfer', expect.stringMatching(/^\d+$/), CHANGED],
    ['points_adjustment', old, CHANGED],
  ])
})

test('a payout that nobody approved, with the approvals of two, is named', async () => {
  const { invariants, approvals, chain } = await findingsAfter((tx) =>
    attacks.forgePayout(tx, history),
  )
  expect(invariants).toEqual([])
  expect(approvals).toEqual([
    'The trail tells of each approval of a redemption, by who approved it',
    'The trail tells who had each payment sent',
  ])
  expect(named(chain)).toEqual([
    ['redemption', history.redemptionId, CHANGED],
    ...Array.from({ length: 3 }, () => ['redemption_event', expect.any(String), WRITTEN]),
    ['payment', '777', WRITTEN],
    ['payment_event', expect.any(String), WRITTEN],
  ])
})

test('a rule that was approved with another value is named', async () => {
  const { invariants, chain } = await findingsAfter((tx) =>
    attacks.changeRuleOf(tx, history.changeId),
  )
  expect(invariants).toEqual([])
  expect(named(chain)).toEqual([['rule_change', history.changeId, CHANGED]])
})

test.each([
  ['changed', 'update transfer set points = points + 1', 'transfer', CHANGED],
  ['deleted', 'delete from transfer', 'transfer', DELETED],
])('the points of a scan that were %s are named', async (_, statement, table, what) => {
  const one = `where (member_id, seq) = (select member_id, seq from transfer where kind = 1 limit 1)`
  const { chain } = await findingsAfter((tx) => sql.raw(`${statement} ${one}`).execute(tx))
  expect(named(chain)).toEqual([[table, expect.stringMatching(/^\d+$/), what]])
})

test.each([
  ['deleted', 'delete from ledger_seal where number = 2', 'seal 2', 'the seal is missing'],
  [
    'changed',
    `update ledger_seal set digests = sha256(digests) || digests where number = 2;
     update ledger_seal set digests = substr(digests, 1, 16 * cardinality(ids)) where number = 2`,
    'seal 2',
    'the seal was changed, or is not ours',
  ],
  [
    'cut at the end',
    'delete from ledger_seal where number > 3',
    'seals 4 to',
    'the newest seals were deleted',
  ],
])('a seal of scans that was %s is named', async (_, statements, id, what) => {
  const { chain } = await findingsAfter((tx) => each(tx, statements))
  expect(chain).toContainEqual({
    table: 'ledger_seal',
    id: expect.stringContaining(id) as string,
    when: expect.any(String) as string,
    what,
  })
})

async function each(tx: Tx, statements: string): Promise<void> {
  await sql`alter table ledger_seal drop constraint ledger_seal_check`.execute(tx)
  for (const statement of statements.split(';')) await sql.raw(statement).execute(tx)
}

test('a row and a batch that were sealed without the key are named', async () => {
  let number = ''
  const { chain } = await findingsAfter(async (tx) => {
    await attacks.changeRuleOf(tx, history.changeId)
    number = await attacks.sealByHand(tx, 'rule_change', history.changeId)
    await attacks.sealScansByHand(tx)
  })
  const what = 'the seal was changed, or is not ours'
  expect(named(chain)).toEqual([
    ['ledger_seal', expect.stringMatching(/^slot \d+, seal \d+$/), what],
    ['record_seal', `seal ${number} of rule_change`, what],
    ['transfer', '1', DELETED],
  ])
})

test('an old seal put again as the newest one, with the row of then, is named', async () => {
  const { chain } = await findingsAfter(async (tx) => {
    await sql`
      insert into record_seal (number, records, at, ids, digests, hash, mac, link)
      select 1000000, records, at, ids, digests, hash, mac, null from record_seal
      where records = 'redemption' order by number limit 1`.execute(tx)
  })
  expect(named(chain)).toEqual([
    ['record_seal', 'seal 1000000 of redemption', 'the seal was changed, or is not ours'],
  ])
})

test.each([
  [
    'changed',
    `update chain_link set content = replace(content, '"audit"', '"Audit"') where number = 2`,
    'the link was changed',
  ],
  [
    'changed with its hash',
    `update chain_link set content = content || ' ',
       hash = sha256(convert_to(content || ' ', 'UTF8')) where number = 2`,
    'the signature of the link does not fit',
  ],
  ['deleted', 'delete from chain_link where number = 2', 'the link is missing'],
])('a link that was %s is named', async (_, statement, what) => {
  const { chain } = await findingsAfter((tx) => sql.raw(statement).execute(tx))
  expect(chain).toContainEqual(expect.objectContaining({ table: 'chain_link', id: '2', what }))
})

test('a chain that was taken out of the database is not started over', async () => {
  const undone = new Error('undone')
  let said = ''
  const trying = server.db.transaction().execute(async (tx) => {
    await attacks.unguarded(tx)
    await sql`truncate chain_key, chain_link, ledger_seal, record_seal`.execute(tx)
    await openChain({ ...server.context, db: tx }).catch((error: Error) => {
      said = error.message
    })
    throw undone
  })
  await expect(trying).rejects.toBe(undone)
  expect(said).toContain('made under this master key')
})
