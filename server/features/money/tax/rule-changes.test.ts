import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '../../../../contract/time.ts'
import * as contract from '../../../../contract/money/tax-rules.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { brokenInvariants } from '../../desk/users/test-support.ts'
import { taxRuleOn } from './tax.queries.ts'
import { approveRule } from './rule-changes.service.ts'

type Person = { token: string; staffId: number }

let server: TestServer
let maker: Person
let checker: Person

const today = dayOf(new Date())
const soon = addDays(today, 30)
const TERMS = {
  fromDay: soon,
  section: 'Section 393 of the Income-tax Act 2025',
  form: 'Form 140',
  paymentCode: '1031',
  thresholdPaise: 2_500_000,
  rateBps: 500,
  rateNoPanBps: 2000,
}

beforeAll(async () => {
  server = await testServer()
  maker = await server.staff('admin')
  checker = await server.staff('almond team')
})
afterEach(async () => {
  const broken = await brokenInvariants(server)
  if (broken.length > 0) throw new Error(`Broken: ${broken.join(', ')}`)
})
afterAll(() => server.stop())

const propose = (who: Person, terms: Partial<contract.TaxTerms> = {}) =>
  server.call(contract.proposeTaxRule, {
    token: who.token,
    body: { terms: { ...TERMS, ...terms }, reason: 'The budget of the year' },
  })
const approve = (who: Person, changeId: string) =>
  server.call(contract.approveTaxRule, { token: who.token, params: { changeId }, body: {} })
const reject = (who: Person, changeId: string) =>
  server.call(contract.rejectTaxRule, {
    token: who.token,
    params: { changeId },
    body: { note: 'Not the law' },
  })
const withdraw = (who: Person, changeId: string) =>
  server.call(contract.withdrawTaxRule, { token: who.token, params: { changeId } })
const list = async () => (await server.call(contract.listTaxRules, { token: checker.token })).body

describe('a rule of tax', () => {
  test('is proposed by one and approved by another, and holds from its day', async () => {
    const { body: proposed } = await propose(maker)
    expect(proposed).toMatchObject({ ...TERMS, state: 'proposed', decidedBy: null })
    expect(await taxRuleOn(server.db, soon)).toMatchObject({ rateBps: 1000 })
    const refused = await approve(maker, proposed.changeId)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'You proposed this rule: somebody else must decide it.' },
    })
    expect((await approve(checker, proposed.changeId)).body).toMatchObject({
      state: 'approved',
      decidedBy: { staffId: checker.staffId },
    })
    const { section, form, paymentCode, thresholdPaise, rateBps, rateNoPanBps } = TERMS
    const terms = { section, form, paymentCode, thresholdPaise, rateBps, rateNoPanBps }
    expect(await taxRuleOn(server.db, soon)).toEqual(terms)
    expect(await taxRuleOn(server.db, addDays(soon, -1))).toMatchObject({ rateBps: 1000 })
    const { rules } = await list()
    expect(rules.map(({ fromDay, toDay, status }) => [fromDay, toDay, status])).toEqual([
      [soon, null, 'coming'],
      ['2026-04-01', addDays(soon, -1), 'in force'],
      ['2022-07-01', '2026-03-31', 'over'],
    ])
    expect(rules[0]?.change?.changeId).toBe(proposed.changeId)
    const audited = await server.db
      .selectFrom('audit')
      .select(['action', 'staff_id as staffId'])
      .where('subject', '=', 'tax-rule')
      .orderBy('seq')
      .execute()
    expect(audited).toEqual([
      { action: 'tax-rule.proposed', staffId: maker.staffId },
      { action: 'tax-rule.approved', staffId: checker.staffId },
    ])
  })

  test('that has not begun is replaced by another from the same day', async () => {
    const { body } = await propose(checker, { rateBps: 700 })
    await approve(maker, body.changeId)
    expect(await taxRuleOn(server.db, soon)).toMatchObject({ rateBps: 700 })
    expect((await list()).rules.filter(({ fromDay }) => fromDay === soon)).toHaveLength(1)
  })

  test('waits beside rules of other days, and is approved apart from them', async () => {
    const { body: first } = await propose(maker, { rateBps: 100, fromDay: addDays(soon, 5) })
    const { body: second } = await propose(checker, { rateBps: 200, fromDay: addDays(soon, 9) })
    expect((await approve(checker, first.changeId)).status).toBe(200)
    expect(await taxRuleOn(server.db, addDays(soon, 9))).toMatchObject({ rateBps: 100 })
    expect((await withdraw(checker, second.changeId)).status).toBe(200)
  })

  test('waits alone for its day, is rejected by another and withdrawn by who proposed it', async () => {
    const { body: first } = await propose(maker, { rateBps: 100 })
    expect(await propose(checker, { rateBps: 200 })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('by Test admin waits for a decision') },
    })
    expect((await reject(maker, first.changeId)).status).toBe(409)
    expect((await withdraw(checker, first.changeId)).status).toBe(409)
    expect((await reject(checker, first.changeId)).body).toMatchObject({
      state: 'rejected',
      note: 'Not the law',
    })
    expect((await approve(checker, first.changeId)).status).toBe(409)
    const { body: second } = await propose(maker, { rateBps: 300 })
    expect((await withdraw(maker, second.changeId)).body.state).toBe('withdrawn')
    expect(await taxRuleOn(server.db, soon)).toMatchObject({ rateBps: 700 })
  })

  test('of many approvals at once one counts', async () => {
    const others = await Promise.all([server.staff('admin'), server.staff('almond team')])
    const { body } = await propose(maker, { rateBps: 900, fromDay: addDays(soon, 1) })
    const answers = await Promise.all(
      [...others, ...others].map((who) => approve(who, body.changeId)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  test('is not approved once its day has begun', async () => {
    const { body } = await propose(maker, { fromDay: addDays(today, 1), rateBps: 50 })
    const tomorrow = { ...server.context, now: () => new Date(Date.now() + 86_400_000) }
    const by = {
      kind: 'staff',
      ...checker,
      role: 'almond team',
      email: 'a@test.example',
      name: 'A',
      plantId: null,
      sessionHash: Buffer.alloc(32),
    } as const
    const origin = { requestId: 'test', address: '127.0.0.1', userAgent: undefined }
    await expect(approveRule(tomorrow, by, { changeId: body.changeId }, origin)).rejects.toThrow(
      'has begun',
    )
    await reject(checker, body.changeId)
  })
})

test.each([
  ['a day that is over', { fromDay: addDays(today, -1) }, 'terms.fromDay', 'tomorrow or later'],
  ['today', { fromDay: today }, 'terms.fromDay', 'tomorrow or later'],
  ['a day after years', { fromDay: addDays(today, 900) }, 'terms.fromDay', 'two years ahead'],
  ['no such day', { fromDay: '2027-02-30' }, 'terms.fromDay', 'does not exist'],
  ['a rate of more than half', { rateBps: 5001 }, 'terms.rateBps', 'At most 50 %.'],
  ['less without a PAN', { rateNoPanBps: 400 }, 'terms.rateNoPanBps', 'not less than with one'],
  ['a threshold below nothing', { thresholdPaise: -1 }, 'terms.thresholdPaise', 'Not below'],
  ['no section', { section: '' }, 'terms.section', 'The section of the law'],
])('%s is refused at its field', async (_, wrong, field, message) => {
  const { status, body } = await propose(maker, wrong)
  expect([status, body]).toMatchObject([
    400,
    { fields: { [field]: expect.stringContaining(message) } },
  ])
})

test('a preview tells what a benefit would be taxed, beside the rule of today', async () => {
  const preview = async (valuePaise: number, beforePaise: number) => {
    const body = { terms: TERMS, valuePaise, beforePaise }
    const answer = await server.call(contract.previewTaxRule, { token: maker.token, body })
    const taxes = (examples: contract.TaxExample[]) => examples.map(({ taxPaise }) => taxPaise)
    return [taxes(answer.body.proposed), taxes(answer.body.today)]
  }
  // ₹25,000 of money with and without PAN, then as a gift, which is grossed up.
  expect(await preview(2_500_000, 0)).toEqual([
    [0, 0, 0, 0],
    [250_000, 500_000, 277_778, 625_000],
  ])
  // With ₹24,000 before it the whole year passes both thresholds; what bore tax bears none again.
  expect(await preview(200_000, 2_400_000)).toEqual([
    [130_000, 520_000, 136_842, 650_000],
    [20_000, 40_000, 22_222, 50_000],
  ])
  expect((await list()).changes.filter(({ state }) => state === 'proposed')).toEqual([])
})
