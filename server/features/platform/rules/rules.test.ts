import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { redemptionRules } from '../../../../contract/money/redemptions.ts'
import * as contract from '../../../../contract/platform/rules.ts'
import { whoAmI } from '../../../../contract/platform/session.ts'
import { verifyAudit } from '../audit/audit.service.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { requested as requestedBatch, team } from '../../programme/batches/test-support.ts'
import { asked, detailOf as enquiryOf } from '../../desk/enquiries/test-support.ts'
import { detailOf, payee, requested } from '../../money/redemptions/test-support.ts'
import { brokenInvariants } from '../../desk/users/test-support.ts'
import { approveAs, changeRule, proposeAs, type Person } from './test-support.ts'

let server: TestServer
let people: { maker: Person; checker: Person }
let third: Person

beforeAll(async () => {
  server = await testServer({ POINT_VALUE_PAISE: '120', REDEMPTION_MIN_POINTS: '1' })
  people = { maker: await server.staff('admin'), checker: await server.staff('almond team') }
  third = await server.staff('admin')
})
afterEach(async () => {
  // The payees of the redemptions' tests are made without the rounds of their KYC.
  const broken = (await brokenInvariants(server)).filter((name) => !name.includes('KYC'))
  if (broken.length > 0) throw new Error(`Broken: ${broken.join(', ')}`)
})
afterAll(() => server.stop())

const minutesAhead = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const now = () => server.context.rules.at(new Date())

async function rowOf(rule: contract.RuleRow['rule']) {
  const { body } = await server.call(contract.listRules, { token: third.token })
  return body.rules.find((row) => row.rule === rule)
}

const withdraw = (who: Person, changeId: string) =>
  server.call(contract.withdrawRuleChange, { token: who.token, params: { changeId } })
const reject = (who: Person, changeId: string, note = 'Not now') =>
  server.call(contract.rejectRuleChange, { token: who.token, params: { changeId }, body: { note } })

describe('a change of a rule', () => {
  test('is proposed by one, approved by another, and in force with the answer', async () => {
    expect(await rowOf('scansPerDay')).toMatchObject({ value: 200, setBy: null, startValue: 200 })
    const proposed = await proposeAs(server, people.maker, { rule: 'scansPerDay', value: 150 })
    expect(proposed).toMatchObject({
      status: 200,
      body: { state: 'proposed', needsTwo: true, holdsFrom: null, decidedBy: null },
    })
    const { changeId } = proposed.body
    expect(await rowOf('scansPerDay')).toMatchObject({ value: 200, proposal: { changeId } })
    expect(now().scansPerDay).toBe(200)
    const approved = await approveAs(server, people.checker, changeId)
    expect(now().scansPerDay).toBe(150)
    const { body } = approved
    expect(body).toMatchObject({
      state: 'approved',
      decidedBy: { staffId: people.checker.staffId },
    })
    expect(body.holdsFrom).toBe(body.decidedAt)
    expect(await rowOf('scansPerDay')).toMatchObject({
      value: 150,
      setBy: { changeId },
      startValue: 200,
      proposal: null,
    })
    const moment = new Date(String(body.holdsFrom))
    expect(server.context.rules.at(new Date(moment.getTime() - 1)).scansPerDay).toBe(200)
  })

  test('is told to those who may approve it, then to who proposed it, and is audited', async () => {
    const { changeId } = await changeRule(server, people, { rule: 'wrongCodesPerDay', value: 7 })
    const words = (staffId: number) =>
      server.db
        .selectFrom('staff_notice')
        .select('words')
        .where('staff_id', '=', staffId)
        .where('words', 'like', '%Wrong codes a day%')
        .execute()
    const sentence = 'Scans of a member are refused for the day after 7 wrong codes.'
    const asked = `Test admin proposes a change of “Wrong codes a day”: ${sentence}`
    expect(await words(people.checker.staffId)).toEqual([{ words: asked }])
    expect(await words(people.maker.staffId)).toEqual([
      { words: `Your change of “Wrong codes a day” was approved: ${sentence}` },
    ])
    const rows = await server.db
      .selectFrom('audit')
      .select(['action', 'staff_id as staffId', 'reason', 'after'])
      .where('subject', '=', 'rule')
      .where('subject_id', '=', 'wrongCodesPerDay')
      .orderBy('seq')
      .execute()
    expect(rows).toMatchObject([
      {
        action: 'rule.proposed',
        staffId: people.maker.staffId,
        reason: 'For the test',
        after: { changeId, value: 7 },
      },
      { action: 'rule.approved', staffId: people.checker.staffId, after: { changeId, value: 7 } },
    ])
    const verdict = await server.db
      .transaction()
      .execute((tx) => verifyAudit(tx, server.context.keys))
    expect(verdict.broken).toBeNull()
  })

  test('is not approved or rejected by who proposed it', async () => {
    const { body } = await proposeAs(server, people.maker, { rule: 'membersPerDevice', value: 3 })
    const own = await approveAs(server, people.maker, body.changeId)
    expect(own).toMatchObject({
      status: 409,
      body: { message: 'You proposed this change: somebody else must decide it.' },
    })
    expect((await reject(people.maker, body.changeId)).status).toBe(409)
    expect(now().membersPerDevice).toBe(5)
    expect((await reject(people.checker, body.changeId)).body).toMatchObject({
      state: 'rejected',
      note: 'Not now',
      holdsFrom: null,
    })
    expect((await approveAs(server, third, body.changeId)).body).toMatchObject({
      message: 'Test almond team has rejected this change already.',
    })
    expect(now().membersPerDevice).toBe(5)
  })

  test('waits alone: another of the same rule is refused until it is decided or withdrawn', async () => {
    const first = await proposeAs(server, people.maker, { rule: 'serialsPerPlace', value: 40 })
    const second = await proposeAs(server, third, { rule: 'serialsPerPlace', value: 45 })
    expect(second).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('by Test admin waits for a decision') },
    })
    expect(await withdraw(third, first.body.changeId)).toMatchObject({ status: 409 })
    expect((await withdraw(people.maker, first.body.changeId)).body.state).toBe('withdrawn')
    expect((await withdraw(people.maker, first.body.changeId)).status).toBe(409)
    const again = await proposeAs(server, third, { rule: 'serialsPerPlace', value: 45 })
    expect(again.status).toBe(200)
    await withdraw(third, again.body.changeId)
    const { body } = await server.call(contract.ruleHistory, {
      token: third.token,
      params: { rule: 'serialsPerPlace' },
    })
    expect(body.changes.map(({ value, state }) => [value, state])).toEqual([
      [45, 'withdrawn'],
      [40, 'withdrawn'],
    ])
  })

  test('of two at the same moment one is proposed, and of two approvals one counts', async () => {
    const asks = await Promise.all(
      [people.maker, people.checker].map((who) =>
        proposeAs(server, who, { rule: 'fastestKmh', value: 250 }),
      ),
    )
    expect(asks.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const changeId = asks.find(({ status }) => status === 200)?.body.changeId ?? ''
    const other = await server.staff('admin')
    const answers = await Promise.all(
      [third, other, third, other].map((who) => approveAs(server, who, changeId)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const approvals = await server.db
      .selectFrom('audit')
      .select('seq')
      .where('action', '=', 'rule.approved')
      .where('subject_id', '=', 'fastestKmh')
      .execute()
    expect(approvals).toHaveLength(1)
    expect(now().fastestKmh).toBe(250)
  })

  test('keeps what was written: the database itself refuses another value or a second decision', async () => {
    const { changeId } = await changeRule(server, people, { rule: 'fastestFromKm', value: 150 })
    const row = server.db.updateTable('rule_change').where('change_id', '=', changeId)
    await expect(row.set({ value: '999' }).execute()).rejects.toThrow('one decision of each')
    await expect(row.set({ state: 'rejected' }).execute()).rejects.toThrow('one decision of each')
    await expect(
      server.db.deleteFrom('rule_change').where('change_id', '=', changeId).execute(),
    ).rejects.toThrow('one decision of each')
  })
})

test('a rule that needs no second person is in force at once', async () => {
  const wanted = { rule: 'answerHoursCoupon', value: 7 } as const
  expect(await proposeAs(server, people.maker, wanted)).toMatchObject({
    status: 200,
    body: { state: 'approved', needsTwo: false, decidedBy: { staffId: people.maker.staffId } },
  })
})

test('an idle time takes two people, and holds for its role only', async () => {
  const idle = async (who: Person) => {
    const seen = new Date(Date.now() - 45 * 60_000)
    await server.db
      .updateTable('session')
      .set({ seen_at: seen })
      .where('staff_id', '=', who.staffId)
      .execute()
    return (await server.call(whoAmI, { token: who.token })).status
  }
  const [worker, cs] = [await server.staff('worker'), await server.staff('cs')]
  expect(await idle(worker)).toBe(401)
  const change = await proposeAs(server, people.maker, { rule: 'idleMinutesWorker', value: 480 })
  expect(change.body).toMatchObject({ state: 'proposed', needsTwo: true })
  expect(await idle(worker)).toBe(401)
  expect((await approveAs(server, people.checker, change.body.changeId)).status).toBe(200)
  expect([await idle(worker), await idle(cs)]).toEqual([200, 401])
})

describe('what cannot be proposed', () => {
  test.each([
    ['below the range', { value: 0 }, { value: 'From ₹0.01 to ₹1,000.00.' }],
    ['above the range', { value: 100_001 }, { value: 'From ₹0.01 to ₹1,000.00.' }],
    ['a part of a paisa', { value: 99.5 }, { value: 'At most two decimal places.' }],
    ['no number', { value: 'ten' }, { value: 'Enter a number.' }],
    [
      'the value in force',
      { value: 120 },
      { value: 'This is the value already: 1 point = ₹1.20.' },
    ],
    [
      'a moment that is over',
      { fromAt: minutesAhead(-2).toISOString() },
      { fromAt: 'This moment is over. Choose a later one.' },
    ],
    [
      'a moment after years',
      { fromAt: minutesAhead(60 * 24 * 800).toISOString() },
      { fromAt: 'At most two years ahead.' },
    ],
    ['no reason', { reason: ' ' }, { reason: 'The reason: a few words.' }],
  ])('%s', async (_, wrong, fields) => {
    const answer = await server.call(contract.proposeRuleChange, {
      token: people.maker.token,
      params: { rule: 'pointValuePaise' },
      body: { value: 150, reason: 'For the test', ...wrong },
    })
    expect(answer).toMatchObject({ status: 400, body: { fields } })
  })

  test('a rule that is not there, a change that is not there', async () => {
    const { token } = people.maker
    const body = { value: 3, reason: 'For the test' }
    const sent = { token, params: { rule: 'moonPhase' }, body }
    expect(await server.call(contract.proposeRuleChange, sent)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('There is no such rule.') },
    })
    expect((await approveAs(server, people.checker, '1')).status).toBe(404)
    expect((await approveAs(server, people.checker, '9999999999999999999')).status).toBe(404)
  })

  test('a clock that is a little behind names a moment that has passed: it holds from the approval', async () => {
    const fromAt = new Date(Date.now() - 5_000)
    const wanted = { rule: 'redemptionDayLimitCount', value: 9, fromAt } as const
    const change = await changeRule(server, people, wanted)
    expect(change.holdsFrom).toBe(change.decidedAt)
  })
})

test('a planned change holds from its moment, and another from that moment takes its place', async () => {
  const fromAt = minutesAhead(60)
  const justBefore = new Date(fromAt.getTime() - 1)
  const wanted = { rule: 'redemptionDayLimitPaise', fromAt } as const
  const planned = await changeRule(server, people, { ...wanted, value: 900_000 })
  expect(planned.holdsFrom).toBe(fromAt.toISOString())
  const { rules } = server.context
  expect([justBefore, fromAt].map((at) => rules.at(at).redemptionDayLimitPaise)).toEqual([
    5_000_000, 900_000,
  ])
  expect(await rowOf('redemptionDayLimitPaise')).toMatchObject({
    value: 5_000_000,
    setBy: null,
    planned: [{ changeId: planned.changeId }],
  })
  const back = await changeRule(server, people, { ...wanted, value: 5_000_000 })
  expect(rules.at(fromAt).redemptionDayLimitPaise).toBe(5_000_000)
  expect((await rowOf('redemptionDayLimitPaise'))?.planned.map(({ changeId }) => changeId)).toEqual(
    [planned.changeId, back.changeId],
  )
})

describe('what was decided under a rule keeps that rule', () => {
  test('a redemption keeps its point value, its approvals and the limit of its day', async () => {
    const member = await payee(server, { points: 5_000 })
    const before = await requested(server, member, { kind: 'bank', points: 1_000 })
    await changeRule(server, people, { rule: 'pointValuePaise', value: 60 })
    await changeRule(server, people, { rule: 'redemptionTwoRolesFromPaise', value: 50_000 })
    const { body } = await server.call(redemptionRules, { token: third.token })
    expect(body).toMatchObject({ pointValuePaise: 60, twoRolesFromPaise: 50_000 })
    const after = await requested(server, member, { kind: 'bank', points: 1_000 })
    await changeRule(server, people, { rule: 'redemptionDayLimitPaise', value: 100 })
    const rows = await server.db
      .selectFrom('redemption')
      .select(['amount_paise as amount', 'approvals_needed as approvals'])
      .where('member_id', '=', member.memberId)
      .orderBy('redemption_id')
      .execute()
    expect(rows).toEqual([
      { amount: '120000', approvals: 1 },
      { amount: '60000', approvals: 2 },
    ])
    for (const { redemptionId } of [before, after]) {
      const { checklist } = await detailOf(server, third, redemptionId)
      const limits = checklist.find(({ key }) => key === 'limits')
      expect(limits).toMatchObject({ state: 'ok', reason: expect.stringContaining('₹50,000.00') })
    }
  })

  test('an enquiry keeps the deadlines of when it was opened', async () => {
    const member = await server.member()
    const before = await asked(server, member, { category: 'payment' })
    await proposeAs(server, people.maker, { rule: 'answerHoursPayment', value: 2 })
    const after = await asked(server, member, { category: 'payment' })
    const hours = async (enquiryId: string) => {
      const { firstAnswer, openedAt } = (await enquiryOf(server, third, enquiryId)).body
      return (Date.parse(firstAnswer.by) - Date.parse(openedAt)) / 3_600_000
    }
    expect([await hours(before), await hours(after)]).toEqual([4, 2])
  })

  test('a batch keeps the approvals of its request', async () => {
    const makers = await team(server)
    const before = await requestedBatch(server, makers, { quantity: 600 })
    await changeRule(server, people, { rule: 'batchSecondApprovalFrom', value: 500 })
    const after = await requestedBatch(server, makers, { quantity: 600 })
    expect([before.approvalsNeeded, after.approvalsNeeded]).toEqual([1, 2])
  })
})
