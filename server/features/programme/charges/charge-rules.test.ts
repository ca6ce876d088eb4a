import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chargeDay } from '../../../../contract/programme/charge-words.ts'
import * as contract from '../../../../contract/programme/charges.ts'
import type { ChargeTerms } from '../../../../contract/programme/charges.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { haveGroups } from '../../../test/product-groups.ts'
import { versionOf } from '../../platform/audit/versions.service.ts'

const today = dayOf(new Date())
const day = (offset: number) => addDays(today, offset)
const TERMS: ChargeTerms = {
  productGroups: ['Putty'],
  tiers: ['gold'],
  kind: 'coupon',
  paise: 200,
  basisPoints: null,
  fromDay: day(5),
  toDay: null,
  note: null,
}
const percent = { kind: 'percent' as const, paise: null, basisPoints: 250 }

let server: TestServer
let finance: { token: string; staffId: number }

beforeAll(async () => {
  server = await testServer()
  finance = await server.staff('finance')
  await haveGroups(server.db, 'Putty', 'Mortar', 'Roofing')
  await server.db
    .insertInto('product')
    .values(
      ['Putty', 'Mortar', 'Roofing', 'Putty'].map((product_group, index) => ({
        code: `P${index}`,
        name: `Product ${index}`,
        product_group,
        points: 40,
      })),
    )
    .execute()
})
beforeEach(async () => {
  await server.db.deleteFrom('charge_rule').execute()
  await server.db.deleteFrom('rollup_charge').execute()
})
afterAll(() => server.stop())

const make = (changed: Partial<ChargeTerms> = {}, token = finance.token) =>
  server.call(contract.makeChargeRule, { token, body: { ...TERMS, ...changed } })
const edit = async (ruleId: number, terms: ChargeTerms) =>
  server.call(contract.editChargeRule, {
    token: finance.token,
    params: { ruleId },
    body: {
      terms,
      reason: 'Agreed with the dealers',
      version: await versionOf(server.db, 'charge_rule', ruleId),
    },
  })
const remove = (ruleId: number) =>
  server.call(contract.deleteChargeRule, { token: finance.token, params: { ruleId } })
const detail = async (ruleId: number) => {
  const { status, body } = await server.call(contract.getChargeRule, {
    token: finance.token,
    params: { ruleId },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const list = async (query: Record<string, unknown>) => {
  const { status, body } = await server.call(contract.listChargeRules, {
    token: finance.token,
    query,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A rule as it stands after its first day came: no endpoint makes one in the past. */
async function stored(changed: Partial<ChargeTerms>): Promise<number> {
  const { productGroups, tiers, kind, fromDay, toDay, ...terms } = { ...TERMS, ...changed }
  const { ruleId } = await server.db
    .insertInto('charge_rule')
    .values({
      product_groups: productGroups,
      tiers,
      kind,
      from_day: fromDay,
      to_day: toDay,
      paise: terms.paise,
      basis_points: terms.basisPoints,
      note: terms.note,
      created_by: finance.staffId,
      created_at: new Date(),
    })
    .returning('rule_id as ruleId')
    .executeTakeFirstOrThrow()
  return ruleId
}

const auditOf = (ruleId: number) =>
  server.db
    .selectFrom('audit')
    .select(['action', 'staff_id', 'role', 'reason', 'before', 'after'])
    .where('subject', '=', 'charge-rule')
    .where('subject_id', '=', String(ruleId))
    .orderBy('seq')
    .execute()

test('a rule is made, tidied, audited and found in the list', async () => {
  const { status, body } = await make({
    ...percent,
    productGroups: ['Roofing', 'Mortar', 'Roofing'],
    tiers: ['silver', 'gold'],
    fromDay: today,
    toDay: day(30),
    note: '',
  })
  expect(status, JSON.stringify(body)).toBe(200)
  const terms = {
    ...percent,
    productGroups: ['Mortar', 'Roofing'],
    tiers: ['gold', 'silver'],
    fromDay: today,
    toDay: day(30),
    note: null,
  }
  expect(body).toMatchObject({
    ...terms,
    status: 'running',
    createdBy: 'Test finance',
    charges: 0,
    paidPaise: 0,
    lastPaidOn: null,
  })
  expect(await auditOf(body.ruleId)).toEqual([
    {
      action: 'charge-rule.made',
      staff_id: finance.staffId,
      role: 'finance',
      reason: null,
      before: null,
      after: terms,
    },
  ])
  expect(await list({ count: 'yes' })).toMatchObject({ items: [body], count: 1 })
})

test.each<[Partial<ChargeTerms>, string, string]>([
  [
    { fromDay: day(-1) },
    'fromDay',
    'A rule begins today or later: charges of days that are over stand.',
  ],
  [
    { productGroups: ['Putty', 'Glue', 'Tar'] },
    'productGroups',
    'There is no product group “Glue”, “Tar”. Choose from the list, or add it under Programme, Product groups.',
  ],
  [{ toDay: day(4) }, 'toDay', 'The last day must not be before the first.'],
])('%j is refused at its field', async (changed, field, message) => {
  const { status, body } = await make(changed)
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ message, fields: { [field]: message } }),
  ])
  expect((await list({})).items).toEqual([])
})

test('a rule that could fit the same scan is refused with the clash in words', async () => {
  const { body: rule } = await make()
  const clash = await make({ ...percent, tiers: [], fromDay: day(9) })
  const message = `From ${chargeDay(day(9))} this clashes with rule ${rule.ruleId}: ₹2.00 a coupon for Putty, gold retailers, from ${chargeDay(day(5))} on. End that one first.`
  expect([clash.status, clash.body]).toEqual([
    400,
    expect.objectContaining({ message, fields: { fromDay: message } }),
  ])
  for (const apart of [
    { tiers: ['silver' as const] },
    { productGroups: ['Mortar'] },
    { fromDay: day(1), toDay: day(4) },
  ]) {
    expect((await make(apart)).status, JSON.stringify(apart)).toBe(200)
  }
})

test('of many who save clashing rules at once, one wins', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => make({ paise: 100 + index, tiers: [] })),
  )
  const made = answers.filter(({ status }) => status === 200)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(400)])
  expect((await list({})).items.map(({ ruleId }) => ruleId)).toEqual([made[0]?.body.ruleId])
})

test('a rule and the longer life of another do not win together', async () => {
  const ruleId = await stored({ fromDay: day(-10), toDay: day(10) })
  const answers = await Promise.all([
    edit(ruleId, { ...TERMS, fromDay: day(-10), toDay: null }),
    make({ fromDay: day(11) }),
    make({ fromDay: day(12) }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('before its first day a rule is edited whole, or deleted', async () => {
  const { body: rule } = await make()
  const terms = { ...TERMS, ...percent, tiers: [], fromDay: day(2), toDay: day(3), note: 'Trial' }
  const { status, body } = await edit(rule.ruleId, terms)
  expect([status, body]).toEqual([200, expect.objectContaining({ ...terms, status: 'coming' })])
  const past = await edit(rule.ruleId, { ...terms, fromDay: day(-1) })
  expect([past.status, Object(past.body).fields]).toEqual([
    400,
    { 'terms.fromDay': expect.stringMatching(/today or later/) },
  ])
  // It does not clash with itself, and the same terms again leave no trace.
  expect((await edit(rule.ruleId, terms)).status).toBe(200)
  expect((await auditOf(rule.ruleId)).map(({ action, reason }) => [action, reason])).toEqual([
    ['charge-rule.made', null],
    ['charge-rule.changed', 'Agreed with the dealers'],
  ])
  const { events } = await detail(rule.ruleId)
  expect(events.map(({ by, action, reason }) => [by, action, reason])).toEqual([
    ['Test finance', 'charge-rule.changed', 'Agreed with the dealers'],
    ['Test finance', 'charge-rule.made', null],
  ])
  expect(await remove(rule.ruleId)).toMatchObject({
    status: 200,
    body: { message: `Rule ${rule.ruleId} was deleted.` },
  })
  expect((await auditOf(rule.ruleId)).at(-1)).toMatchObject({
    action: 'charge-rule.deleted',
    before: terms,
    after: null,
  })
  expect((await remove(rule.ruleId)).status).toBe(404)
  expect((await edit(rule.ruleId, terms)).status).toBe(404)
})

test('of a rule that runs only the last day changes, and today is the earliest', async () => {
  const running = { ...TERMS, fromDay: day(-10), toDay: day(20) }
  const ruleId = await stored(running)
  const changes: [Partial<ChargeTerms>, string][] = [
    [{ paise: 300 }, 'terms.paise'],
    [{ fromDay: day(-9) }, 'terms.fromDay'],
    [{ productGroups: ['Putty', 'Mortar'] }, 'terms.productGroups'],
    [{ note: 'Other words' }, 'terms.note'],
    [{ toDay: day(-1) }, 'terms.toDay'],
  ]
  for (const [change, field] of changes) {
    const { status, body } = await edit(ruleId, { ...running, ...change })
    expect([status, Object.keys(Object(body).fields ?? {})]).toEqual([400, [field]])
  }
  const wider = await edit(ruleId, { ...running, tiers: [] })
  expect(Object(wider.body).fields).toEqual({
    'terms.tiers': `This rule runs since ${chargeDay(day(-10))}: only its last day can change. End it and make another one.`,
  })
  const deleted = await remove(ruleId)
  expect([deleted.status, deleted.body.message]).toEqual([
    409,
    `Rule ${ruleId} runs since ${chargeDay(day(-10))}: it cannot be deleted. Set its last day instead.`,
  ])
  expect((await edit(ruleId, { ...running, toDay: today })).body).toMatchObject({
    toDay: today,
    status: 'running',
  })
  // The days after today are free now; then the first rule cannot be made longer into them.
  const { body: next } = await make({ fromDay: day(1) })
  const longer = await edit(ruleId, { ...running, toDay: null })
  expect(Object(longer.body).fields).toEqual({
    'terms.toDay': expect.stringMatching(
      new RegExp(`^From ${chargeDay(day(1))} this clashes with rule ${next.ruleId}: `),
    ),
  })
})

test('a rule that is over changes no more', async () => {
  const over = { ...TERMS, fromDay: day(-10), toDay: day(-1) }
  const ruleId = await stored(over)
  const message = `Rule ${ruleId} ended on ${chargeDay(day(-1))}: it cannot change any more.`
  const answer = await edit(ruleId, { ...over, toDay: null })
  expect([answer.status, answer.body]).toEqual([409, expect.objectContaining({ message })])
  expect((await remove(ruleId)).status).toBe(409)
})

test('each rule tells what it paid, by month in its detail', async () => {
  const paying = await stored({ fromDay: '2026-01-01' })
  const other = await stored({ fromDay: '2026-01-01', tiers: ['silver'] })
  const paid = (rule_id: number, day: string, slot: number, charges: number, paise: number) => ({
    rule_id,
    day,
    slot,
    charges: String(charges),
    paise: String(paise),
  })
  await server.db
    .insertInto('rollup_charge')
    .values([
      paid(paying, '2026-01-31', 1, 2, 400),
      paid(paying, '2026-01-31', 2, 3, 600),
      paid(paying, '2026-02-01', 1, 1, 9_007_199_254_000),
      paid(other, '2026-03-05', 1, 7, 777),
    ])
    .execute()
  const { items } = await list({ sort: 'oldest' })
  expect(
    items.map(({ ruleId, charges, paidPaise, lastPaidOn }) => [
      ruleId,
      charges,
      paidPaise,
      lastPaidOn,
    ]),
  ).toEqual([
    [paying, 6, 9_007_199_255_000, '2026-02-01'],
    [other, 7, 777, '2026-03-05'],
  ])
  const { months } = await detail(paying)
  expect(months).toEqual([
    { month: '2026-02-01', charges: 1, paise: 9_007_199_254_000 },
    { month: '2026-01-01', charges: 5, paise: 1000 },
  ])
})

test('the list is filtered by status, group and tier, and paged', async () => {
  const ended = await stored({ fromDay: day(-9), toDay: day(-1), productGroups: [], tiers: [] })
  const running = await stored({ fromDay: day(-9), toDay: today })
  const coming = await stored({ fromDay: day(1), productGroups: ['Mortar'], tiers: ['silver'] })
  const ids = async (query: Record<string, unknown>) =>
    (await list(query)).items.map(({ ruleId }) => ruleId)
  expect(await ids({})).toEqual([coming, running, ended])
  expect(await ids({ status: 'ended' })).toEqual([ended])
  expect(await ids({ status: ['running', 'coming'], sort: 'oldest' })).toEqual([running, coming])
  expect(await ids({ group: 'Mortar' })).toEqual([coming, ended])
  expect(await ids({ tier: ['gold', 'standard'] })).toEqual([running, ended])
  const first = await list({ limit: 2, count: 'yes' })
  expect([first.count, await ids({ limit: 2, after: first.next })]).toEqual([3, [ended]])
})

test('roles see and edit as the contract says', async () => {
  const { token } = await server.staff('cs')
  expect((await server.call(contract.listChargeRules, { token })).status).toBe(200)
  expect((await make({}, token)).status).toBe(403)
})
