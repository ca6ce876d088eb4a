import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { CHARGE_STATES } from '../../../../contract/programme/charges.ts'
import { dayOf, startOfDay } from '../../../../contract/time.ts'
import { postTransfer } from '../../ledger/points/points.service.ts'
import { attempt, type EngineOptions, type Lot } from './engine.fixture.ts'
import { engineSuite, reviewOf } from './engine.suite.ts'
import { releaseHeld, reverseHeld } from './review.queries.ts'
import type { ScanEngine } from './scan-engine.ts'
import { haveGroups } from '../../../test/product-groups.ts'

/** Handling charges: what a credited scan that names a retailer earns that retailer. */

const suite = engineSuite(20)
const SHOP = 11
const GOLD_SHOP = 12
const BLOCKED_SHOP = 13
const POINT_VALUE_PAISE = 37
const RULE_DAY = '2026-11-10'
const noon = (day: string) => new Date(startOfDay(day).getTime() + 12 * 3_600_000)

/** Charges of 1 to 5 (a rule each): by group, by tier, by day, in percent, and one that overlaps 1. */
beforeAll(async () => {
  await sql`update member set kind = 'retailer' where member_id in (11, 12, 13)`.execute(suite.db)
  await sql`update member set tier = 'gold' where member_id = 12`.execute(suite.db)
  await sql`update member set blocked_reason = 'Fraud' where member_id = 13`.execute(suite.db)
  await sql`update member_account set blocked = true where member_id = 13`.execute(suite.db)
  await haveGroups(suite.db, 'Mortar', 'Primer')
  await sql`insert into product (code, name, product_group, points) values
    ('M1', 'Mortar', 'Mortar', 40), ('P1', 'Primer', 'Primer', 40)`.execute(suite.db)
  await sql`insert into charge_rule (product_groups, tiers, kind, paise, basis_points, from_day, to_day,
      created_by, created_at) values
    ('{Cement}', '{}', 'coupon', 150, null, '2026-11-01', null, 1, now()),
    ('{Mortar}', '{gold}', 'percent', null, 250, '2026-11-01', null, 1, now()),
    ('{Mortar}', '{standard}', 'coupon', 90, null, ${RULE_DAY}, ${RULE_DAY}, 1, now()),
    ('{Primer}', '{}', 'percent', null, 1, '2026-11-01', null, 1, now()),
    ('{}', '{}', 'coupon', 999, null, '2026-11-01', '2026-11-02', 1, now())`.execute(suite.db)
})

const AT = noon('2026-11-20')
let opened = 0
/** Each engine has a minute of its own: ids are made of the moment, the slot and a counter. */
function open(options: EngineOptions = {}): Promise<ScanEngine> {
  const at = new Date(AT.getTime() + 60_000 * ++opened)
  return suite.engine({ pointValuePaise: POINT_VALUE_PAISE, now: () => at, ...options })
}

async function lotOf(productId: number, options: { sentToState?: number } = {}): Promise<Lot> {
  const own = await suite.lot(6, { ...options, expiresAt: new Date('2099-01-01') })
  await sql`update coupon_batch set product_id = ${productId}
    where batch_id = ${own.batchId}`.execute(suite.db)
  return own
}

async function chargesOf(own: Lot) {
  const { rows } = await sql<{ to: number; rule: number; paise: number; state: number }>`
    select h.retailer_id as "to", h.rule_id as rule, h.paise::int, h.state
    from handling_charge h join scan s on s.id = h.scan_id and s.member_id = h.member_id
    where s.batch_id = ${own.batchId} order by h.scan_id`.execute(suite.db)
  return rows.map(({ state, ...charge }) => ({ ...charge, state: CHARGE_STATES[state] }))
}

test('a charge follows from the group of the product and the tier of the retailer', async () => {
  const [cement, mortar] = [await lotOf(1), await lotOf(2)]
  const over = await open()
  for (const own of [cement, mortar]) {
    await over.scan(attempt(own, 0, 1, { retailerId: SHOP }))
    await over.scan(attempt(own, 1, 1, { retailerId: GOLD_SHOP }))
  }
  expect(await chargesOf(cement)).toEqual([
    { to: SHOP, rule: 1, paise: 150, state: 'due' },
    { to: GOLD_SHOP, rule: 1, paise: 150, state: 'due' },
  ])
  // 2.5 % of 40 points at 37 paise, and none for a shop of another tier.
  expect(await chargesOf(mortar)).toEqual([{ to: GOLD_SHOP, rule: 2, paise: 37, state: 'due' }])
})

test('the day of the recording in India decides, whatever the phone tells', async () => {
  const own = await lotOf(2)
  const begins = startOfDay(RULE_DAY).getTime()
  const day = 86_400_000
  const moments = [begins - 1, begins, begins + day - 1, begins + day]
  for (const [i, at] of moments.entries()) {
    const over = await open({ now: () => new Date(at) })
    await over.scan(attempt(own, i, 1, { retailerId: SHOP, at: new Date(begins + 1_000) }))
    await over.stop()
  }
  expect(await chargesOf(own)).toEqual(
    [1, 2].map(() => ({ to: SHOP, rule: 3, paise: 90, state: 'due' })),
  )
  const { rows } =
    await sql`select day::text, sum(charges)::int as charges, sum(paise)::int as paise
    from rollup_charge where rule_id = 3 group by 1`.execute(suite.db)
  expect(rows).toEqual([{ day: RULE_DAY, charges: 2, paise: 180 }])
})

test('none to oneself, to a stranger, to who is no retailer or blocked, or of less than a paisa', async () => {
  const [own, primer] = [await lotOf(1), await lotOf(3)]
  const over = await open()
  const scans = [
    await over.scan(attempt(own, 0, SHOP, { retailerId: SHOP, kind: 'retailer' })),
    await over.scan(attempt(own, 1, 1, { retailerId: 9_999 })),
    await over.scan(attempt(own, 2, 1, { retailerId: 2 })),
    await over.scan(attempt(own, 3, 1, { retailerId: BLOCKED_SHOP })),
    await over.scan(attempt(own, 4, 1)),
    await over.scan(attempt(primer, 0, 1, { retailerId: SHOP })),
  ]
  expect(scans.map(({ result, points }) => `${result} ${points}`)).toEqual(
    scans.map(() => 'credited 40'),
  )
  expect(await chargesOf(own)).toEqual([])
  expect(await chargesOf(primer)).toEqual([])
})

test('only a credited scan earns one, once', async () => {
  const own = await lotOf(1)
  const over = await open()
  const results = []
  for (const memberId of [1, 1, 2]) {
    results.push((await over.scan(attempt(own, 0, memberId, { retailerId: SHOP }))).result)
  }
  expect(results).toEqual(['credited', 'already_yours', 'already_scanned'])
  expect(await chargesOf(own)).toHaveLength(1)
})

test('where two rules fit, the one with the lower id', async () => {
  const own = await lotOf(1)
  const over = await open({ now: () => noon('2026-11-02') })
  await over.scan(attempt(own, 0, 1, { retailerId: SHOP }))
  expect(await chargesOf(own)).toMatchObject([{ rule: 1 }])
})

test('the charge of a held scan waits: due when it is released, taken back when it is reversed', async () => {
  const own = await lotOf(1, { sentToState: 9 })
  const over = await open()
  const held = await Promise.all(
    [0, 1].map((i) => over.scan(attempt(own, i, 3 + i, { retailerId: SHOP }))),
  )
  expect(await chargesOf(own)).toMatchObject([{ state: 'held' }, { state: 'held' }])
  await suite.checkBooks()
  const released = new Date('2026-12-01T01:00:00+05:30')
  const review = (i: number) => reviewOf(3 + i, held[i]?.scanId ?? '', released)
  await Promise.all([1, 2].map(() => suite.change((tx) => releaseHeld(tx, review(0)))))
  await suite.change((tx) => reverseHeld(tx, review(1)))
  expect(await chargesOf(own)).toMatchObject([{ state: 'due' }, { state: 'reversed' }])
  const { rows } = await sql`select day::text, slot, charges::int, paise::int from rollup_charge
    where day = ${dayOf(released)}`.execute(suite.db)
  expect(rows).toEqual([{ day: '2026-12-01', slot: 0, charges: 1, paise: 150 }])
})

test('a rule, a tier and a block count from the next second on', async () => {
  const own = await lotOf(1)
  const over = await open()
  const scan = (i: number) => over.scan(attempt(own, i, 1, { retailerId: SHOP }))
  await scan(0)
  await sql`update member set blocked_reason = 'Fraud' where member_id = ${SHOP}`.execute(suite.db)
  await sql`update member_account set blocked = true where member_id = ${SHOP}`.execute(suite.db)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await scan(1)
  await sql`update member set blocked_reason = null where member_id = ${SHOP}`.execute(suite.db)
  await sql`update member_account set blocked = false where member_id = ${SHOP}`.execute(suite.db)
  expect(await chargesOf(own)).toHaveLength(1)
})

test('nothing is recorded in books that are closed, by the engine or by anybody', async () => {
  const own = await lotOf(1)
  const until = new Date(AT.getTime() + 3_600_000)
  await sql`update ledger_close set closed_until = ${until}`.execute(suite.db)
  const late = await open()
  const scans = [0, 1, 2].map((i) => late.scan(attempt(own, i, 1)))
  const settled = await Promise.allSettled(scans)
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect(scans[0]).rejects.toThrow('the books are closed until')
  expect(late.stats().splits).toBe(0)
  const move = {
    kind: 'adjustment' as const,
    debit: 'adjustment' as const,
    credit: 'available' as const,
    points: 5,
    ref: '1',
  }
  const post = (at: Date) =>
    suite.change(async (tx) => {
      await postTransfer(tx, { memberId: 1, at, moves: [move] })
      throw new Error('Undone')
    })
  await expect(post(AT)).rejects.toThrow('The books are closed until 2026-11-20')
  await expect(post(AT)).rejects.toMatchObject({ status: 500 })
  const right = await open({ now: () => until })
  expect(await right.scan(attempt(own, 0, 1))).toMatchObject({ result: 'credited' })
  await expect(post(until)).rejects.toThrow('Undone')
  await sql`update ledger_close set closed_until = '2000-01-01'`.execute(suite.db)
})
