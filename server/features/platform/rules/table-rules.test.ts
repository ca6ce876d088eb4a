import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { differenceOf } from '../../../../contract/platform/rule-difference.ts'
import {
  readValue,
  TABLE_RULES,
  type TableKey,
} from '../../../../contract/platform/rule-definitions.ts'
import { myKyc } from '../../../../contract/people/kyc-submission.ts'
import { listReasons } from '../../../../contract/reasons.ts'
import * as contract from '../../../../contract/platform/rules.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { asked, detailOf as enquiryOf } from '../../desk/enquiries/test-support.ts'
import {
  bodyOf,
  decide,
  decided,
  newMember,
  open as openKyc,
  send,
  verdicts,
} from '../../people/kyc/test-support.ts'
import { brokenInvariants } from '../../desk/users/test-support.ts'
import { approveAs, changeRule, type Person } from './test-support.ts'

const { kycRequired, kycRefusals, redemptionRefusals, reversalReasons } = TABLE_RULES
const ALWAYS = TABLE_RULES.workingHours.start
const row = (key: string, changed: object = {}) => {
  const [first] = kycRefusals.start.filter((one) => one.key === key)
  return { ...first, ...changed }
}
const reasons = (...rows: object[]) => [...rows, row('other')]

describe('what is wrong with a table is told where it stands', () => {
  test.each<[string, TableKey, unknown, Record<string, string>]>([
    ['no table', 'holidays', 3, { value: 'This is no list of holidays.' }],
    ['no hours', 'workingHours', [], { value: expect.stringContaining('no working hours') }],
    [
      'no day',
      'workingHours',
      { ...ALWAYS, days: [] },
      { 'value.days': 'Choose at least one working day.' },
    ],
    [
      'a day twice',
      'workingHours',
      { ...ALWAYS, days: [1, 1] },
      { 'value.days': 'A day is named twice.' },
    ],
    [
      'no time',
      'workingHours',
      { ...ALWAYS, opens: '9' },
      { 'value.opens': 'Enter a time such as 09:30.' },
    ],
    [
      'closing before it opens',
      'workingHours',
      { ...ALWAYS, opens: '18:00', closes: '09:00' },
      { 'value.closes': expect.stringContaining('at least an hour after it opens') },
    ],
    [
      'no such day',
      'holidays',
      [{ day: '2026-02-30', name: 'None' }],
      { 'value.0.day': expect.stringContaining('does not exist') },
    ],
    [
      'no name',
      'holidays',
      [{ day: '2026-12-25', name: '' }],
      { 'value.0.name': 'The name: a few words.' },
    ],
    [
      'a holiday twice',
      'holidays',
      [
        { day: '2026-12-25', name: 'Christmas' },
        { day: '2026-12-25', name: 'Again' },
      ],
      { 'value.1.day': 'This day stands here already.' },
    ],
    [
      'a retailer without a PAN',
      'kycRequired',
      { ...kycRequired.start, retailer: ['aadhaar'] },
      { 'value.retailer': expect.stringContaining('PAN of a retailer cannot be left out') },
    ],
    [
      'nobody identified',
      'kycRequired',
      { ...kycRequired.start, mason: ['selfie'] },
      { 'value.mason': expect.stringContaining('Require Aadhaar or PAN') },
    ],
    [
      'a GSTIN without its PAN',
      'kycRequired',
      { ...kycRequired.start, painter: ['aadhaar', 'gstin'] },
      { 'value.painter': expect.stringContaining('A GSTIN holds a PAN') },
    ],
    [
      'no such field',
      'kycRequired',
      { ...kycRequired.start, mason: ['moon'] },
      { 'value.mason.0': 'There is no such KYC field.' },
    ],
    ['a kind missing', 'kycRequired', { retailer: ['pan'] }, { 'value.mason': expect.any(String) }],
    [
      'Hindi in Latin letters',
      'kycRefusals',
      reasons(row('expired', { hi: 'Naya bhejo' })),
      { 'value.0.hi': 'Write the Hindi words in Hindi.' },
    ],
    [
      'English in Hindi',
      'kycRefusals',
      reasons(row('expired', { en: 'नया भेजें' })),
      { 'value.0.en': 'Write the English words in English.' },
    ],
    [
      'a name twice',
      'kycRefusals',
      reasons(row('expired'), row('mismatch', { label: 'no longer VALID' })),
      { 'value.1.label': 'This name stands here already.' },
    ],
    [
      'a key twice',
      'kycRefusals',
      reasons(row('expired'), row('expired', { label: 'Another' })),
      { 'value.1.key': 'This key is used twice.' },
    ],
    [
      'without other',
      'kycRefusals',
      [row('expired')],
      { value: expect.stringContaining('Keep the reason') },
    ],
    [
      'other not active',
      'kycRefusals',
      [row('other', { active: false })],
      { value: expect.stringContaining('Keep the reason') },
    ],
    [
      'words for a member where only staff read',
      'reversalReasons',
      [row('other')],
      { 'value.0': expect.any(String) },
    ],
  ])('%s', (_, rule, value, faults) => {
    const read = readValue(rule, value)
    expect(read.value).toBeNull()
    expect(read.faults).toMatchObject(faults)
  })
})

test('a difference is told part by part', () => {
  const before = [
    { day: '2026-12-25', name: 'Christmas' },
    { day: '2027-01-26', name: 'Republic Day' },
  ]
  const after = [
    { day: '2026-12-25', name: 'Christmas Day' },
    { day: '2027-08-15', name: 'Independence Day' },
  ]
  expect(differenceOf('holidays', before, after)).toEqual([
    {
      kind: 'changed',
      words: 'Fri, 25 Dec 2026: Christmas Day',
      was: 'Fri, 25 Dec 2026: Christmas',
    },
    { kind: 'added', words: 'Sun, 15 Aug 2027: Independence Day' },
    { kind: 'removed', words: 'Tue, 26 Jan 2027: Republic Day' },
  ])
  const { start } = reversalReasons
  expect(differenceOf('reversalReasons', start, start.toReversed())).toMatchObject([
    { kind: 'moved' },
  ])
  expect(differenceOf('scansPerDay', 1, 2)).toEqual([])
})

describe('on the server', () => {
  let server: TestServer
  let people: { maker: Person; checker: Person }
  beforeAll(async () => {
    server = await testServer()
    people = { maker: await server.staff('admin'), checker: await server.staff('almond team') }
  })
  afterAll(() => server.stop())

  const ask = (rule: TableKey, value: unknown, more: object = {}) =>
    server.call(contract.proposeRuleChange, {
      token: people.maker.token,
      params: { rule },
      body: { value, reason: 'For the test', ...more },
    })
  const rowOf = async (rule: TableKey) => {
    const { body } = await server.call(contract.listRules, { token: people.maker.token })
    return body.rules.find((one) => one.rule === rule)
  }

  test('a wrong table is refused with its place, the one in force with its words', async () => {
    const wrong = await ask('holidays', [{ day: '2026-12-25', name: '' }])
    expect(wrong).toMatchObject({
      status: 400,
      body: { fields: { 'value.0.name': 'The name: a few words.' } },
    })
    const same = await ask('workingHours', {
      closes: '24:00',
      opens: '00:00',
      days: [0, 6, 5, 4, 3, 2, 1],
    })
    expect(same).toMatchObject({
      status: 400,
      body: {
        fields: { value: expect.stringContaining('This is the value already: The helpdesk works') },
      },
    })
  })

  test('what a member must send changes when a second person agrees; what was sent keeps its rule', async () => {
    const { maker, checker } = people
    const [early, late] = [await newMember(server, 'mason'), await newMember(server, 'mason')]
    const usual = ['aadhaar', 'bank', 'selfie'] as const
    expect((await send(server, early, await bodyOf(server, early, usual))).status).toBe(200)
    const value = { ...kycRequired.start, mason: ['pan', 'aadhaar', 'selfie'] as const }
    const proposed = await ask('kycRequired', value)
    expect(proposed.body).toMatchObject({ state: 'proposed', needsTwo: true })
    expect((await approveAs(server, maker, proposed.body.changeId)).status).toBe(409)
    expect((await approveAs(server, checker, proposed.body.changeId)).status).toBe(200)
    const refused = await send(server, late, await bodyOf(server, late, usual))
    expect(refused).toMatchObject({ status: 400, body: { fields: { pan: 'Send your PAN.' } } })
    const whole = await bodyOf(server, late, [...usual, 'pan'])
    expect((await send(server, late, whole)).body).toMatchObject({ state: 'pending' })
    const cs = await server.staff('cs')
    expect(await decided(server, cs, early)).toMatchObject({
      kycState: 'approved',
      lacking: [],
    })
  })

  test('a KYC that lacks what its kind of member must send is asked for it and not approved', async () => {
    const member = await newMember(server, 'painter')
    const usual = ['aadhaar', 'bank', 'selfie'] as const
    await send(server, member, await bodyOf(server, member, usual))
    const kind = server.db.updateTable('member').where('member_id', '=', member.memberId)
    await kind.set({ kind: 'retailer' }).execute()
    const cs = await server.staff('cs')
    await expect(decided(server, cs, member)).rejects.toThrow(
      'Required and not sent: PAN, GSTIN, Shop photo. Ask for it, or reject.',
    )
    const { body: waiting } = await openKyc(server, cs, member)
    const fields = verdicts(waiting)
    const body = { version: waiting.version, decision: 'resubmit', fields }
    expect((await decide(server, cs, member, body)).body).toMatchObject({ kycState: 'resubmit' })
    const { body: mine } = await server.call(myKyc, { token: member.token })
    expect(mine.required).toEqual(['pan', 'gstin', 'shop_photo'])
    const sent = await send(server, member, await bodyOf(server, member, mine.required))
    expect(sent.body).toMatchObject({ state: 'pending' })
    expect(await decided(server, cs, member)).toMatchObject({ kycState: 'approved' })
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('a holiday moves the deadlines of enquiries that are opened after it was entered', async () => {
    const member = await server.member()
    const before = await asked(server, member, { category: 'payment' })
    const today = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)
    const holidays = [{ day: today, name: 'Today' }]
    expect((await ask('holidays', holidays)).body).toMatchObject({
      state: 'approved',
      needsTwo: false,
    })
    const after = await asked(server, member, { category: 'payment' })
    const due = async (enquiryId: string) =>
      new Date((await enquiryOf(server, people.maker, enquiryId)).body.firstAnswer.by)
    const midnight = Date.parse(`${today}T24:00:00+05:30`)
    expect((await due(after)).getTime()).toBe(midnight + 4 * 3_600_000)
    expect((await due(before)).getTime()).toBeLessThan(midnight + 4 * 3_600_000)
  })

  test('a reason is deactivated and never removed; decisions keep the words that they used', async () => {
    const cs = await server.staff('cs')
    const member = await newMember(server, 'contractor')
    const usual = ['pan', 'aadhaar', 'bank', 'selfie'] as const
    await send(server, member, await bodyOf(server, member, usual))
    await decided(server, cs, member, { refused: ['pan'] })
    const removed = kycRefusals.start.filter(({ key }) => key !== 'unreadable')
    expect(await ask('kycRefusals', removed)).toMatchObject({
      status: 400,
      body: { fields: { value: expect.stringContaining('deactivate it instead of removing it') } },
    })
    const others = kycRefusals.start.map((one) =>
      one.key === 'unreadable' ? { ...one, en: 'Take it again.', active: false } : one,
    )
    expect((await ask('kycRefusals', others)).body).toMatchObject({ state: 'approved' })
    const { body } = await server.call(listReasons, { token: cs.token })
    expect(body.kyc.map(({ key }) => key)).not.toContain('unreadable')
    expect(body.redemption).toHaveLength(redemptionRefusals.start.length)
    const kept = await server.db
      .selectFrom('kyc_field')
      .select('reason')
      .where('member_id', '=', member.memberId)
      .where('field', '=', 'pan')
      .executeTakeFirst()
    expect(kept?.reason).toMatchObject({ key: 'unreadable', en: kycRefusals.start[0]?.en })
    const other = await newMember(server, 'contractor')
    await send(server, other, await bodyOf(server, other, usual))
    await expect(decided(server, cs, other, { refused: ['pan'] })).rejects.toThrow(
      'This reason is not used any longer.',
    )
  })

  test('a table that was made from an older one is refused, and so is one that a plan would undo', async () => {
    const { start } = reversalReasons
    const more = [...start, { key: 'resold', label: 'Pack was resold', active: true }]
    const first = await ask('reversalReasons', more, { seen: null })
    expect(first.status).toBe(200)
    const stale = await ask('reversalReasons', start.toReversed(), { seen: null })
    expect(stale).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Somebody changed this rule meanwhile') },
    })
    const fromAt = new Date(Date.now() + 3_600_000)
    const seen = first.body.changeId
    const planned = { seen, fromAt: fromAt.toISOString() }
    expect((await ask('reversalReasons', more.toReversed(), planned)).status).toBe(200)
    expect(await ask('reversalReasons', more.slice(1).concat(more[0] ?? []), {})).toMatchObject({
      status: 400,
      body: { fields: { fromAt: expect.stringContaining('planned for later') } },
    })
    expect((await rowOf('reversalReasons'))?.planned).toHaveLength(1)
  })

  test('numbers are changed as before beside them', async () => {
    const change = await changeRule(server, people, { rule: 'scansPerDay', value: 150 })
    expect(change).toMatchObject({ state: 'approved', value: 150 })
  })
})
