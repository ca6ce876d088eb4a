import { readXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  downloadReport,
  previewReport,
  type ReportType,
} from '../../../../contract/insight/reports.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { sealField } from '../../people/kyc/sealed-fields.ts'
import {
  WIDE,
  approve,
  payee,
  requested,
  type Payee,
  type Staff,
} from '../../money/redemptions/test-support.ts'
import { comeBack, payOut } from '../../money/tax/test-support.ts'

const PAN = 'ABCPE1234F'
const today = dayOf(new Date())
const month = { from: addDays(today, -30), to: today }
let server: TestServer
let finance: Staff
let cs: Staff
let withPan: Payee
let without: Payee

/** Two paid to one with a PAN, over the threshold; one without PAN, whose money came back at once. */
beforeAll(async () => {
  server = await testServer({ ...WIDE, REDEMPTION_TWO_ROLES_FROM_PAISE: '1000000000000' })
  finance = await server.staff('finance')
  cs = await server.staff('cs')
  withPan = await payee(server, { points: 50_000 })
  without = await payee(server, { points: 50_000, pan: null })
  const { vault } = server.context
  const values = { number: PAN, name: 'Ramesh Kumar' }
  const sealed = await sealField(vault, withPan.memberId, {
    field: 'pan',
    values,
    documentId: null,
  })
  await server.db
    .updateTable('kyc_field')
    .set({ sealed: sealed.sealed, digest: sealed.digest, mask: sealed.mask })
    .where('member_id', '=', withPan.memberId)
    .where('field', '=', 'pan')
    .execute()
  await pay(withPan, 15_000)
  await pay(withPan, 6_000)
  await pay(without, 1_000)
  const gone = await pay(without, 2_000)
  await comeBack(server, gone.redemptionId, gone)
})
afterAll(() => server.stop())

async function pay(member: Payee, points: number) {
  const { redemptionId } = await requested(server, member, { points })
  const seen = member === without ? { verdict: 'amber', reason: 'Known' } : { verdict: 'green' }
  await approve(server, cs, redemptionId, seen)
  return { redemptionId, ...(await payOut(server, redemptionId)) }
}

async function file(reportType: ReportType, body: object = {}, token = finance.token) {
  const answer = await server.raw(downloadReport, { token, body: { reportType, ...body } })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(Buffer.from(bytes).toString())
  const { sheets } = await readXlsx(bytes)
  const [header = [], ...rows] = sheets[0]?.rows ?? []
  const at = (name: string) => {
    const place = header.indexOf(name)
    if (place < 0) throw new Error(`There is no column ${name}.`)
    return place
  }
  return rows.map(
    (row) =>
      (...names: string[]) =>
        names.map((name) => row[at(name)]),
  )
}

test('redemptions are listed with who approved them and where they stand', async () => {
  const rows = (await file('redemptions', month)).slice(0, -1)
  expect(rows.map((row) => row('Member code', 'Amount', 'Stands', 'Approved by'))).toEqual([
    [without.code, 2000, 'Payment reversed', 'Test cs'],
    [without.code, 1000, 'Paid', 'Test cs'],
    [withPan.code, 6000, 'Paid', 'Test cs'],
    [withPan.code, 15_000, 'Paid', 'Test cs'],
  ])
})

test('payments are listed with tax, net and UTR, and only what arrived is summed', async () => {
  const rows = await file('payments', month)
  expect(rows.slice(0, -1).map((row) => row('Gross', 'Tax', 'Net', 'Net paid', 'Stands'))).toEqual([
    [2000, 0, 2000, null, 'Reversed'],
    [1000, 0, 1000, 1000, 'Paid'],
    [6000, 2100, 3900, 3900, 'Paid'],
    [15_000, 0, 15_000, 15_000, 'Paid'],
  ])
  expect(rows.at(-1)?.('Gross', 'Net paid')).toEqual([null, 19_900])
  expect(rows[0]?.('UTR')[0]).toMatch(/^UTR/)
})

const REGISTER = ['Member code', 'PAN', 'With PAN', 'Value', 'Taxed', 'Rate %', 'Tax'] as const

test('the tax register masks the PAN and leaves out what came back within its quarter', async () => {
  const rows = await file('tax-register', month)
  expect(rows.slice(0, -1).map((row) => row(...REGISTER))).toEqual([
    [withPan.code, 'ABCPE****F', 'Yes', 15_000, 0, 0, 0],
    [withPan.code, 'ABCPE****F', 'Yes', 6000, 21_000, 10, 2100],
    [without.code, null, 'No', 1000, 0, 0, 0],
  ])
  expect(rows.at(-1)?.('Value', 'Taxed', 'Tax')).toEqual([22_000, 21_000, 2100])
  const monthNumber = Number(today.slice(5, 7))
  const quarter = `Q${Math.floor(((monthNumber + 8) % 12) / 3) + 1} of `
  expect(rows[0]?.('Quarter', 'Form')).toEqual([expect.stringContaining(quarter), 'Form 140'])
})

test('what came back after its quarter stays seen, outside the sums', async () => {
  const { db } = server
  const back = db.updateTable('benefit').where('undone_at', 'is not', null)
  await back.set({ given_on: addDays(today, -100) }).execute()
  const rows = await file('tax-register', { from: addDays(today, -100), to: today })
  expect(rows[0]?.('Value', 'Tax', 'Tax that came back')).toEqual([null, null, 0])
  expect(rows[0]?.('Came back')[0]).toBeInstanceOf(Date)
  expect(rows.at(-1)?.('Value')).toEqual([22_000])
  await back.set({ given_on: today }).execute()
})

test('whole PANs are given for at most a quarter, and each file is on record', async () => {
  const rows = await file('tax-register-pan', month)
  expect(rows.slice(0, -1).map((row) => row('PAN')[0])).toEqual([PAN, PAN, null])
  const audits = await server.db
    .selectFrom('audit')
    .select(['staff_id', 'action', 'subject_id', 'after'])
    .where('action', '=', 'kyc.pans_revealed')
    .execute()
  expect(audits).toMatchObject([
    { staff_id: finance.staffId, subject_id: 'tax-register-pan', after: { filters: month } },
  ])
  const body = { reportType: 'tax-register-pan' as const }
  const preview = await server.call(previewReport, {
    token: finance.token,
    body: { ...body, ...month },
  })
  expect(preview.status).toBe(200)
  expect(JSON.stringify(preview.body)).toContain('ABCPE****F')
  expect(JSON.stringify(preview.body)).not.toContain(PAN)
  const message = 'Tax register with PAN: choose the first and the last day, at most 92 days.'
  for (const days of [{ from: today }, { to: today }, { from: addDays(today, -92), to: today }]) {
    const answer = await server.raw(downloadReport, {
      token: finance.token,
      body: { ...body, ...days },
    })
    expect([answer.status, (await answer.json()).message]).toEqual([400, message])
  }
})

test('without days the register with PANs covers the running quarter', async () => {
  const { db } = server
  const older = db.updateTable('benefit').where('value_paise', '=', 1_500_000)
  const { numUpdatedRows } = await older.set({ given_on: addDays(today, -92) }).executeTakeFirst()
  expect(numUpdatedRows).toBe(1n)
  const rows = await file('tax-register-pan', {})
  expect(rows.slice(0, -1).map((row) => row('Value')[0])).toEqual([6000, 1000])
  await older.set({ given_on: today }).execute()
  const [quarter] = (
    await db
      .selectFrom('report_download')
      .select('filters')
      .where('report_type', '=', 'tax-register-pan')
      .orderBy('requested_at', 'desc')
      .limit(1)
      .execute()
  ).map(({ filters }) => filters)
  const month = String(Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')
  expect(quarter).toEqual({ from: `${today.slice(0, 4)}-${month}-01`, to: today })
})

test('a PAN that was erased with its member is left empty', async () => {
  await server.db
    .deleteFrom('kyc_field')
    .where('member_id', '=', withPan.memberId)
    .where('field', '=', 'pan')
    .execute()
  const rows = await file('tax-register-pan', month)
  expect(rows[0]?.('PAN', 'With PAN')).toEqual([null, 'Yes'])
})

test.each(['sub admin', 'almond team'] as const)('%s gets no whole PAN', async (role) => {
  const { token } = await server.staff(role)
  const body = { reportType: 'tax-register-pan' as const, ...month }
  expect((await server.raw(downloadReport, { token, body })).status).toBe(403)
  expect((await server.call(previewReport, { token, body })).status).toBe(403)
})
