import { afterAll, beforeAll, expect, test } from 'vitest'
import { kycHistory, kycLog } from '../../../../contract/people/kyc-history.ts'
import { KYC_FIELD_NAMES } from '../../../../contract/people/kyc-states.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { decided, submitted, type Person, type Reviewer } from '../../people/kyc/test-support.ts'
import { cellTime, fileOf, wall } from './test-support.ts'

const today = dayOf(new Date())
const PAN = 'ABCPE1234F'
let server: TestServer
let admin: Reviewer
let approved: Person
let sentBack: Person
let waiting: Person

beforeAll(async () => {
  server = await testServer()
  const cs = await server.staff('cs')
  admin = await server.staff('admin')
  approved = await submitted(server, undefined, { pan: PAN })
  sentBack = await submitted(server)
  waiting = await submitted(server)
  await decided(server, cs, approved)
  await decided(server, admin, sentBack, { refused: ['pan', 'bank'] })
  const { distributorId } = await server.db
    .insertInto('distributor')
    .values({ code: 'D1', name: '=Gupta', state: 9, city: 'Agra' })
    .returning('distributor_id as distributorId')
    .executeTakeFirstOrThrow()
  await server.db
    .updateTable('member')
    .set({ distributor_id: distributorId, name: '+cmd|calc', kind: 'painter', state: 9 })
    .where('member_id', '=', waiting.memberId)
    .execute()
})
afterAll(() => server.stop())

const codes = (rows: Record<string, unknown>[]) => rows.map((row) => row['Member code'])
const codeOf = ({ mobile }: Person) => `M${mobile}`

test('KYC: where each member and each field stands, with masks of what it holds', async () => {
  const { rows, text } = await fileOf(server, admin, 'kyc')
  const byCode = new Map(rows.map((row) => [row['Member code'], row]))
  const fields = await server.db
    .selectFrom('kyc_field')
    .innerJoin('member', 'member.member_id', 'kyc_field.member_id')
    .select(['code', 'field', 'kyc_field.state', 'mask'])
    .execute()
  expect(fields).toHaveLength(12)
  for (const { code, field, state, mask } of fields) {
    const row = byCode.get(code)
    const words = { pending: 'Waiting', accepted: 'Accepted', refused: 'Refused' }[state]
    expect(row?.[`${KYC_FIELD_NAMES[field]} stands`], `${code} ${field}`).toBe(words)
    if (field !== 'selfie') expect(row?.[KYC_FIELD_NAMES[field]]).toBe(mask)
  }
  const stands = [approved, sentBack, waiting].map((person) => byCode.get(codeOf(person)))
  expect(stands.map((row) => [row?.KYC, row?.Round, row?.['Decided by']])).toEqual([
    ['Approved', 1, 'Test cs'],
    ['Asked again', 1, 'Test admin'],
    ['Waiting', 1, null],
  ])
  expect(stands[0]?.GSTIN).toBeNull()
  expect([stands[2]?.Member, stands[2]?.Distributor]).toEqual(['+cmd|calc', '=Gupta'])
  expect(text).not.toContain(PAN)
})

test('KYC decisions and the log are what their lists show', async () => {
  const decisions = await fileOf(server, admin, 'kyc-decisions')
  const history = await server.call(kycHistory, { token: admin.token })
  expect(history.body.items).toHaveLength(2)
  expect(
    decisions.rows.map((row) => [
      cellTime(row.Decided),
      row['Member code'],
      row['Decided by'],
      row.Accepted,
      row.Refused,
    ]),
  ).toEqual(
    history.body.items.map((item) => [
      wall(item.decidedAt),
      item.memberCode,
      item.decidedBy,
      item.accepted.map((field) => KYC_FIELD_NAMES[field]).join(', ') || null,
      item.refused
        .map(({ field, reason }) => `${KYC_FIELD_NAMES[field]}: ${reason.label}`)
        .join('; ') || null,
    ]),
  )
  expect(decisions.rows.map((row) => row.Decision)).toEqual(['Asked again', 'Approved'])
  expect(decisions.rows[0]?.Refused).toBe('PAN: Cannot be read; Bank account: Cannot be read')
  const log = await fileOf(server, admin, 'kyc-log')
  const events = await server.call(kycLog, { token: admin.token, query: { limit: 200 } })
  expect(events.body.items.length).toBeGreaterThan(12)
  expect(
    log.rows.map((row) => [cellTime(row.When), row['Member code'], row.By, row.Field, row.Note]),
  ).toEqual(
    events.body.items.map((item) => [
      wall(item.at),
      item.memberCode,
      item.by,
      item.field && KYC_FIELD_NAMES[item.field],
      item.note,
    ]),
  )
  expect(new Set(log.rows.map((row) => row.Step))).toEqual(
    new Set(['Submitted', 'Opened', 'Field accepted', 'Field refused', 'Decided']),
  )
})

test('by KYC state, state, member type, distributor and day', async () => {
  const found = async (filters: object) =>
    new Set(codes((await fileOf(server, admin, 'kyc', filters)).rows))
  const all = new Set([approved, sentBack, waiting].map(codeOf))
  expect(await found({ from: today, to: today })).toEqual(all)
  expect(await found({ to: addDays(today, -1) })).toEqual(new Set())
  expect(await found({ kyc: ['approved', 'resubmit'] })).toEqual(
    new Set([approved, sentBack].map(codeOf)),
  )
  for (const filters of [{ state: [9] }, { memberKind: ['painter'] }, { distributor: [1] }]) {
    expect(await found(filters)).toEqual(new Set([codeOf(waiting)]))
  }
  const balances = await fileOf(server, admin, 'member-balances', { kyc: ['resubmit'] })
  expect(codes(balances.rows)).toEqual([codeOf(sentBack)])
  expect(balances.rows[0]?.KYC).toBe('Asked again')
})
