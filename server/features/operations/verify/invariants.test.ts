import { sql, type ControlledTransaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Database } from '../../../db/schema.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { ALL } from '../../../test/trust.ts'
import { postTransfer } from '../../ledger/points/points.service.ts'
import {
  attempt,
  makeLot,
  makeProgramme,
  openEngine,
} from '../../programme/scans/engine.fixture.ts'
import { releaseHeld, reverseHeld } from '../../programme/scans/review.queries.ts'
import { ACCESS_BREAKS, lookAtPeople } from './access-breaks.ts'
import { BELONGING_BREAKS, belongInEveryWay } from './belonging-breaks.ts'
import { countByDistributor, DERIVED_BREAKS } from './derived-breaks.ts'
import { DISPUTE_BREAKS, disputeTwo } from './dispute-breaks.ts'
import { ENQUIRY_BREAKS, askInEveryState } from './enquiry-breaks.ts'
import { INVARIANTS, checkInvariants } from './invariants.ts'
import { MASTER_BREAKS, planPoints } from './master-breaks.ts'
import { OFFER_BREAKS, showAndStock } from './offer-breaks.ts'
import { PRINT_BREAKS, takeInParts } from './print-breaks.ts'
import { NOTIFICATION_BREAKS, notifyInEveryState } from './notification-breaks.ts'
import { ONBOARDING_BREAKS, onboardInEveryState } from './onboarding-breaks.ts'
import { PARCEL_BREAKS, giveInEveryState } from './parcel-breaks.ts'
import { PAYMENT_BREAKS, payInEveryState } from './payment-breaks.ts'
import { PEOPLE_BREAKS, onboardFirms } from './people-breaks.ts'
import { PLANT_BREAKS, workTheLine } from './plant-breaks.ts'
import { POINTS_FILE_BREAKS, proposeInEveryState } from './points-file-breaks.ts'
import { REDEMPTION_BREAKS, redeemInEveryState } from './redemption-breaks.ts'
import { changeMessages, MESSAGE_BREAKS } from './message-breaks.ts'
import { FRAUD_BREAKS, decideTogether } from './fraud-breaks.ts'
import { RULE_BREAKS, changeRules } from './rule-breaks.ts'
import { SCHEME_BREAKS, earnInEveryWay } from './scheme-breaks.ts'
import { SETTLEMENT_BREAKS, settleTwoMonths } from './settlement-breaks.ts'
import { STAFF_BREAKS, changeAccounts } from './staff-breaks.ts'

let database: TestDatabase
/** One transaction for all tests, in which nothing keeps them from breaking things on purpose. */
let unguarded: ControlledTransaction<Database, ['whole']>

/** A programme with every kind of row: credited, refused, held, released, reversed, with a bonus. */
beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  await makeProgramme(db, 5)
  await sql`insert into scheme (name, kind, value, from_at, to_at, priority, status, budget) values
    ('Bonus', 'fixed', 7, '2020-01-01', '2099-01-01', 1, 'active', 1000)`.execute(db)
  const own = await makeLot(database, { batchId: 1, coupons: 20 })
  const sent = await makeLot(database, { batchId: 2, coupons: 20, sentToState: 9 })
  const engine = await openEngine(database)
  const scan = (lot: typeof own, index: number) => engine.scan(attempt(lot, index, (index % 5) + 1))
  const held = await Promise.all([0, 1, 2].map((index) => scan(sent, index)))
  await Promise.all([...own.keys.keys(), 500].slice(5).map((index) => scan(own, index)))
  await engine.scan(attempt(own, 6, 5))
  await engine.stop()
  const review = (index: number) => ({
    memberId: (index % 5) + 1,
    scanId: held[index]?.scanId ?? '',
    staffId: 1,
    reason: 'Looked at',
    at: new Date(),
  })
  await transaction(db, (tx) => releaseHeld(tx, review(0)))
  await transaction(db, (tx) => reverseHeld(tx, review(1)))
  await adjustAndErase()
  await proveIdentity()
  await redeemInEveryState(database)
  await giveInEveryState(database)
  await payInEveryState(database)
  const [released, reversed] = await earnInEveryWay(database)
  if (released) await transaction(db, (tx) => releaseHeld(tx, released))
  if (reversed) await transaction(db, (tx) => reverseHeld(tx, reversed))
  const recordDisputes = await disputeTwo(database)
  await onboardFirms(database)
  await belongInEveryWay(database)
  await onboardInEveryState(database)
  await proposeInEveryState(database)
  await settleTwoMonths(database)
  await askInEveryState(database)
  await recordDisputes()
  await workTheLine(database)
  await planPoints(database)
  await notifyInEveryState(database)
  await takeInParts(database)
  await showAndStock(database)
  await countByDistributor(database)
  await changeRules(database)
  await changeAccounts(database)
  await changeMessages(database)
  await decideTogether(database)
  await lookAtPeople(database)
  const tx = await db.startTransaction().execute()
  await dropChecks(tx)
  unguarded = await tx.savepoint('whole').execute()
})
afterAll(async () => {
  await unguarded?.rollback().execute()
  await database.drop()
})

/** An adjustment that was approved, one that waits, a member who left and one who was erased. */
async function adjustAndErase(): Promise<void> {
  const { db } = database
  await sql`insert into staff (email, name, role, created_at)
    values ('b@hil.example', 'B', 'admin', '2020-01-01')`.execute(db)
  await sql`insert into points_adjustment (adjustment_id, member_id, points, reason, state,
      requested_by, requested_at, decided_by, decided_at, idempotency_key, body_hash)
    values (1, 2, 70, 'Goodwill', 'approved', 1, now(), 2, now(), 'one', ''),
      (2, 2, -10, 'Mistake', 'requested', 1, now(), null, null, 'two', '')`.execute(db)
  await transaction(db, (tx) =>
    postTransfer(tx, {
      memberId: 2,
      at: new Date(),
      moves: [
        { kind: 'adjustment', debit: 'adjustment', credit: 'available', points: 70, ref: '1' },
      ],
    }),
  )
  await sql`insert into member (member_id, code, mobile, name, kind, state, city, joined_at,
      left_at, blocked_reason, erased_at) overriding system value
    values (101, 'M101', '9000000101', 'Leela', 'mason', 27, 'Pune', now(), now(), null, null),
      (102, 'M102', 'erased-102', 'Erased member', 'mason', 27, '', now(), null, 'Asked for it',
        now())`.execute(db)
  await sql`insert into member_account (member_id, blocked) values (101, true), (102, true)`.execute(
    db,
  )
}

/** One KYC that is approved, one that waits. */
async function proveIdentity(): Promise<void> {
  const { db } = database
  await sql`insert into kyc (member_id, state, submitted_at, decided_at, decided_by)
    values (1, 'approved', now(), now(), 1), (2, 'pending', now(), null, null)`.execute(db)
  await sql`update member m set kyc_state = k.state from kyc k
    where k.member_id = m.member_id`.execute(db)
  await sql`insert into kyc_submission (member_id, round, key_digest, body_digest, at)
    values (1, 1, 'a', 'b', now()), (2, 1, 'a', 'b', now())`.execute(db)
  await sql`insert into kyc_field (member_id, field, state, round, mask, submitted_at)
    values (1, 'selfie', 'accepted', 1, 'Picture', now()),
      (2, 'selfie', 'pending', 1, 'Picture', now())`.execute(db)
  await sql`insert into kyc_event (member_id, at, action, staff_id, round, decision)
    values (1, now(), 'decided', 1, 1, 'approve')`.execute(db)
}

/** The names of those that do not hold after `change`, which is undone. */
async function brokenBy(change: string, invariants = INVARIANTS): Promise<string[]> {
  const run = (text: string) => sql.raw<Record<string, unknown>>(text).execute(unguarded)
  try {
    await run(change)
    const broken = await checkInvariants(async (text) => (await run(text)).rows, invariants)
    return broken.map(({ name }) => name)
  } finally {
    await unguarded.rollbackToSavepoint('whole').execute()
  }
}

/** The tables' own guards stand in the way of breaking things on purpose. */
async function dropChecks(tx: Tx): Promise<void> {
  await sql`alter table transfer disable trigger all`.execute(tx)
  await sql`do $$
    declare guard record;
    begin
      for guard in select conrelid::regclass as of_table, conname from pg_constraint
        where contype = 'c' and connamespace = 'public'::regnamespace
      loop
        execute format('alter table %s drop constraint %I', guard.of_table, guard.conname);
      end loop;
      drop index transfer_reversed_once, transfer_idempotency;
    end $$`.execute(tx)
}

const LAST_TRANSFER = '(member_id, seq) in (select member_id, seq from member_account)'
const ONE_CREDIT = `(member_id, id) in (
  select member_id, id from scan where result = 0 and review is null order by id limit 1)`

const BREAKS: [string, string][] = [
  ...REDEMPTION_BREAKS,
  ...PARCEL_BREAKS,
  ...PAYMENT_BREAKS,
  ...SCHEME_BREAKS,
  ...SETTLEMENT_BREAKS,
  ...ENQUIRY_BREAKS,
  ...DISPUTE_BREAKS,
  ...MASTER_BREAKS,
  ...PLANT_BREAKS,
  ...PEOPLE_BREAKS,
  ...BELONGING_BREAKS,
  ...RULE_BREAKS,
  ...MESSAGE_BREAKS,
  ...FRAUD_BREAKS,
  ...ACCESS_BREAKS,
  ...ONBOARDING_BREAKS,
  ...POINTS_FILE_BREAKS,
  ...NOTIFICATION_BREAKS,
  ...PRINT_BREAKS,
  ...OFFER_BREAKS,
  ...DERIVED_BREAKS,
  ...STAFF_BREAKS,
  [
    'Every transfer moves points from one account to another',
    `update transfer set points = 0 where ${LAST_TRANSFER}`,
  ],
  [
    "A member's balances are the sum of the member's transfers",
    'update member_account set available = available + 1 where member_id = 1',
  ],
  [
    'Transfers of a member are numbered without a gap',
    'update transfer set seq = seq + 1 where member_id = 1 and seq = (select seq from member_account where member_id = 1)',
  ],
  [
    'Transfers of a member are numbered without a gap',
    'delete from transfer where member_id = 1 and seq = 2',
  ],
  [
    'The balances after a transfer follow from those before it',
    'update transfer set available_after = available_after + 1 where member_id = 1 and seq = 2',
  ],
  ['No balance is below zero', 'update member_account set held = -1 where member_id = 1'],
  [
    'An idempotency key has at most one effect',
    "update transfer set idempotency_key = 'one' where member_id = 1 and seq in (1, 2)",
  ],
  [
    'A transfer is reversed at most once, by its mirror image',
    'update transfer set points = points + 1 where reverses is not null',
  ],
  [
    'A transfer is reversed at most once, by its mirror image',
    `update transfer set reverses = (select min(reverses) from transfer)
     where reverses is not null`,
  ],
  [
    'A scanned coupon has exactly one credit that stands, any other coupon none',
    'update coupon set status = 1, scanned_by = null where code_key = (select min(code_key::text)::uuid from coupon where status = 3)',
  ],
  [
    'A scanned coupon has exactly one credit that stands, any other coupon none',
    'update coupon set scanned_by = scanned_by + 1 where status = 3 and serial = 8',
  ],
  [
    'A scanned coupon has exactly one credit that stands, any other coupon none',
    `insert into scan (id, code_key, occurred_at, recorded_at, member_id, batch_id, serial, points, result, state)
     select id + 1, code_key, occurred_at, recorded_at, member_id, batch_id, serial, points, result, state
     from scan where ${ONE_CREDIT}`,
  ],
  [
    'A credited scan moved its points once, a refused one none',
    `update scan set points = points + 1 where ${ONE_CREDIT}`,
  ],
  ['Points come from scans that are there', `delete from scan where ${ONE_CREDIT}`],
  [
    'A scan waits for a review when, and only when, it is flagged and credited',
    `update scan set review = 0 where ${ONE_CREDIT}`,
  ],
  [
    "Held points are those of the member's waiting scans and open redemptions",
    'update scan set review = 1 where review = 0',
  ],
  ["The day's counts are those of the scans", 'update rollup_day set attempts = attempts + 1'],
  ["The day's counts are those of the scans", 'delete from rollup_day where result = 6'],
  ['Scanned coupons are counted for their batch', 'delete from rollup_batch where slot = 0'],
  [
    'The states of coupons are counted for their batch',
    'update coupon set status = 4 where batch_id = 1 and serial = 1',
  ],
  [
    'The states of coupons are counted for their batch',
    'delete from coupon where batch_id = 1 and serial = 1',
  ],
  ['The states of coupons are counted for their batch', 'delete from batch_count'],
  [
    'An approved adjustment moved its points once, any other none',
    "update points_adjustment set state = 'approved', decided_by = 2 where adjustment_id = 2",
  ],
  [
    'An approved adjustment moved its points once, any other none',
    "update points_adjustment set state = 'rejected' where adjustment_id = 1",
  ],
  [
    'An approved adjustment moved its points once, any other none',
    'update points_adjustment set points = -70 where adjustment_id = 1',
  ],
  [
    'An approved adjustment moved its points once, any other none',
    'update points_adjustment set member_id = 3 where adjustment_id = 1',
  ],
  [
    'Nobody decides about an adjustment that they asked for',
    'update points_adjustment set decided_by = requested_by where adjustment_id = 1',
  ],
  [
    'Nobody decides about an adjustment that they asked for',
    "update points_adjustment set decided_by = requested_by, cause = 'erasure' where adjustment_id = 1",
  ],
  [
    'The scan engine knows as blocked whom staff blocked or who left',
    'update member_account set blocked = false where member_id = 101',
  ],
  [
    'The scan engine knows as blocked whom staff blocked or who left',
    'update member_account set blocked = true where member_id = 1',
  ],
  [
    'Who left the programme has no consent to it that stands',
    "insert into member_consent (member_id, purpose, version, given_at) values (101, 'programme', '1', now())",
  ],
  [
    'Of an erased member no name, number, session, consent or point is left',
    "update member set name = 'Leela' where member_id = 102",
  ],
  [
    'Of an erased member no name, number, session, consent or point is left',
    `insert into session (token_hash, member_id, created_at, seen_at, expires_at)
     values ('x', 102, now(), now(), now())`,
  ],
  [
    'Of an erased member no name, number, session, consent or point is left',
    'update member_account set available = 5 where member_id = 102',
  ],
  [
    "A member's mark of their KYC is the state of their KYC",
    "update member set kyc_state = 'none' where member_id = 1",
  ],
  [
    "A member's mark of their KYC is the state of their KYC",
    "update member set kyc_state = 'approved' where member_id = 3",
  ],
  [
    'The state of a KYC follows from its fields',
    "update kyc_field set state = 'refused' where member_id = 1",
  ],
  [
    'The state of a KYC follows from its fields',
    "update kyc set state = 'resubmit' where member_id = 2",
  ],
  ['The state of a KYC follows from its fields', 'delete from kyc_field where member_id = 1'],
  [
    'A reason for which a field was refused has its words, and only a refused field has one',
    `update kyc_field set reason = '{"key":"expired"}' where member_id = 1`,
  ],
  [
    'Each round of a KYC is one submission',
    "insert into kyc_submission (member_id, round, key_digest, body_digest, at) values (1, 2, 'c', 'd', now())",
  ],
  ['Each round of a KYC is one submission', 'update kyc set round = 2 where member_id = 2'],
  [
    'A decided KYC has its decision in the log, a waiting one has none of this round',
    `alter table kyc_event disable trigger all;
     delete from kyc_event where member_id = 1`,
  ],
  [
    'A decided KYC has its decision in the log, a waiting one has none of this round',
    `insert into kyc_event (member_id, at, action, staff_id, round, decision)
     values (2, now(), 'decided', 1, 1, 'approve')`,
  ],
  [
    'An approval of a KYC is revoked by two people, and by nothing else',
    `insert into kyc_event (member_id, at, action, staff_id, round, decision)
     values (1, now(), 'decided', 1, 1, 'revoke')`,
  ],
  [
    'An approval of a KYC is revoked by two people, and by nothing else',
    `insert into kyc_revocation (member_id, version, reason, state, proposed_by, proposed_at, decided_by, decided_at)
     values (1, 1, 'A reason', 'approved', 51, now(), 1, now())`,
  ],
  [
    'Of an erased member no KYC value, submission or document is left',
    `insert into kyc (member_id, state, submitted_at) values (102, 'rejected', now());
     insert into kyc_field (member_id, field, state, round, mask, submitted_at)
     values (102, 'selfie', 'accepted', 1, 'Picture', now())`,
  ],
]

test('a database in order is silent', async () => {
  expect(await brokenBy('select 1')).toEqual([])
})

// In test:all every other invariant runs over the broken rows too.
const only = (name: string) => INVARIANTS.filter((one) => ALL || one.name === name)

test.each(BREAKS)('%s: %s', async (name, change) => {
  expect(await brokenBy(change, only(name))).toContain(name)
})

test('every invariant is broken by some test', () => {
  const tested = new Set(BREAKS.map(([name]) => name))
  expect(INVARIANTS.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([])
})
