import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeXlsx } from 'hucre'
import { financialYear } from '../../../../contract/india.ts'
import { CSV_TYPE, XLSX_TYPE } from '../../../../contract/sheets.ts'
import * as contract from '../../../../contract/money/tax.ts'
import type { OutsidePreview } from '../../../../contract/money/tax.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { transaction } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { verifyAudit } from '../../platform/audit/audit.service.ts'
import {
  WIDE,
  detailOf,
  payee,
  requested,
  type Payee,
  type Staff,
} from '../redemptions/test-support.ts'

let server: TestServer
let finance: Staff
let cs: Staff
const today = dayOf(new Date())

beforeAll(async () => {
  server = await testServer({ ...WIDE, REDEMPTION_TWO_ROLES_FROM_PAISE: '1000000000000' })
  finance = await server.staff('finance')
  cs = await server.staff('cs')
})
afterAll(() => server.stop())

const HEADER = 'Member code,Date,Value,Tax deducted,What'
const upload = (
  body: string | Buffer,
  { type = CSV_TYPE, name = 'trips.csv', token = finance.token } = {},
) =>
  fetch(`${server.url}${contract.previewOutsideBenefits.path}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
async function preview(rows: readonly string[], header = HEADER): Promise<OutsidePreview> {
  const answer = await upload([header, ...rows].join('\r\n'))
  const body = await answer.json()
  if (answer.status !== 200) throw new Error(JSON.stringify(body))
  return contract.outsidePreview.parse(body)
}
const apply = ({ fileId }: { fileId: string }, rows: number, token = finance.token) =>
  server.call(contract.applyOutsideBenefits, { token, params: { fileId }, body: { rows } })
const outcomes = ({ rows }: OutsidePreview) => rows.map(({ outcome, reason }) => [outcome, reason])
const benefitsOf = ({ memberId }: Payee) =>
  server.db
    .selectFrom('benefit')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('outside_line')
    .execute()

describe('a preview', () => {
  test('says of each row what would become of it, and applies nothing', async () => {
    const member = await payee(server)
    const { code } = member
    const last = financialYear(today) - 1
    const shown = await preview([
      `${code.toLowerCase()},${today},"1,23,456.50",,Trip to Goa`,
      `${code},${today.split('-').reverse().join('/')},₹ 500,50,Diwali gift`,
      `${code},${last}-04-01,1,,Clock`,
      `NOBODY1,${today},100,,Trip`,
      `${code},${last}-03-31,100,,Trip`,
      `${code},${addDays(today, 1)},100,,Trip`,
      `${code},31/02/2026,100,,Trip`,
      `${code},,100,,Trip`,
      `${code},${today},0,,Trip`,
      `${code},${today},-5,,Trip`,
      `${code},${today},"1,5",,Trip`,
      `${code},${today},100,101,Trip`,
      `${code},${today},100,ten,Trip`,
      `${code},${today},100,,`,
      `${code},${today},100,,To account 123456789012`,
      `${code},${today},100,,Of ABCPE1234F`,
      `ABCPE1234F,${today},100,,Trip`,
      `${code},${today},500.00,,diwali gift`,
      `,${today},500.00,,Trip`,
    ])
    expect(outcomes(shown)).toEqual([
      ['add', null],
      ['add', null],
      ['add', null],
      ['refused', 'There is no member NOBODY1.'],
      [
        'refused',
        `${last}-03-31 is too long ago: only this and the last financial year count, from ${last}-04-01.`,
      ],
      ['refused', `${addDays(today, 1)} is in the future.`],
      ['refused', '31/02/2026 is not a day. Write it as 2026-11-20 or 20/11/2026.'],
      ['refused', 'The date is missing.'],
      ['refused', 'The value must be more than nothing.'],
      ['refused', '-5 is not an amount in rupees, such as 1234.50.'],
      ['refused', '1,5 is not an amount in rupees, such as 1234.50.'],
      ['refused', 'More tax was deducted than the benefit was worth.'],
      ['refused', 'Tax deducted: ten is not an amount in rupees, such as 1234.50.'],
      ['refused', 'What it was is missing.'],
      [
        'refused',
        'What it was: leave the number out, no account, mobile or payment address is kept in a note.',
      ],
      ['refused', 'It holds a PAN or Aadhaar number, which was not kept.'],
      ['refused', 'It holds a PAN or Aadhaar number, which was not kept.'],
      ['repeated', 'It is the same as row 3.'],
      ['refused', 'The member code is missing.'],
    ])
    expect(shown).toMatchObject({
      name: 'trips.csv',
      state: 'preview',
      counts: { add: 3, repeated: 1, refused: 15, added: 0 },
      valuePaise: 12_345_650 + 50_000 + 100,
    })
    const kept = await server.db
      .selectFrom('outside_file_row')
      .select(['given', 'what'])
      .where('file_id', '=', shown.fileId)
      .execute()
    expect(JSON.stringify([shown, kept])).not.toMatch(/ABCPE1234F|123456789012/)
    expect(await benefitsOf(member)).toEqual([])
  })

  test('of the same file again is the same, and follows what changed since', async () => {
    const member = await payee(server)
    const rows = [`${member.code},${today},700,,Trip`, `LATE1,${today},800,,Trip`]
    const first = await preview(rows)
    expect(await preview(rows)).toEqual(first)
    await server.db
      .updateTable('member')
      .set({ code: 'LATE1' })
      .where('member_id', '=', (await payee(server)).memberId)
      .execute()
    const again = await preview(rows)
    expect(again.fileId).toBe(first.fileId)
    expect(outcomes(again)).toEqual([
      ['add', null],
      ['add', null],
    ])
  })

  test('reads a workbook with its columns in any order, and more of them', async () => {
    const { code } = await payee(server)
    const sheet = [
      ['What', 'Branch', 'value', 'Date', 'Tax Deducted', 'MEMBER CODE'],
      ['Trip', 'Pune', 1500.5, new Date(`${today}T00:00:00Z`), null, code],
    ]
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: sheet }] }))
    const answer = await upload(bytes, { type: XLSX_TYPE, name: 'a\u0000b.xlsx' })
    const shown = contract.outsidePreview.parse(await answer.json())
    expect(shown).toMatchObject({ name: 'ab.xlsx', valuePaise: 150_050, counts: { add: 1 } })
    expect(shown.rows[0]?.given).toEqual([code, today, '1500.5', '', 'Trip'])
  })

  test.each([
    ['Member code,Date\r\nx,y', 400, 'The first row lacks: Value, Tax deducted, What.'],
    [HEADER, 400, 'The file has no row under its first.'],
    ['', 400, 'The file is empty.'],
  ])('of %j is refused', async (text, status, message) => {
    const answer = await upload(text)
    expect(answer.status).toBe(status)
    expect((await answer.json()).message).toContain(message)
  })

  test('takes no other kind of file, and only from who may import', async () => {
    expect((await upload('{}', { type: 'application/json' })).status).toBe(415)
    expect((await upload(HEADER, { token: cs.token })).status).toBe(403)
  })
})

describe('applying', () => {
  test('counts each row once towards the threshold, with its tax in proportion', async () => {
    const member = await payee(server, { points: 50_000 })
    const rows = [
      `${member.code},${today},12000,600,Trip`,
      `${member.code},${today},4000,400,Phone`,
      `${member.code},bad,1,,Trip`,
    ]
    const shown = await preview(rows)
    const wrong = await apply(shown, 3)
    expect(wrong).toMatchObject({
      status: 409,
      body: {
        message: '2 rows would be added now, not 3: look at the file again. Nothing was added.',
      },
    })
    expect(await benefitsOf(member)).toEqual([])
    const [done, twin] = await Promise.all([apply(shown, 2), apply(shown, 2)])
    expect(done.status).toBe(200)
    expect(done.body).toMatchObject({
      state: 'applied',
      counts: { add: 0, added: 2, refused: 1, repeated: 0 },
      valuePaise: 1_600_000,
    })
    expect(twin.body).toEqual(done.body)
    expect((await apply(shown, 2)).body).toEqual(done.body)
    expect(await preview(rows)).toEqual(done.body)
    const benefits = await benefitsOf(member)
    expect(
      benefits.map(({ kind, value_paise, base_paise, tax_paise, rate_bps, words }) => [
        kind,
        Number(value_paise),
        Number(base_paise),
        Number(tax_paise),
        rate_bps,
        words,
      ]),
    ).toEqual([
      ['outside', 1_200_000, 600_000, 60_000, 1000, 'Trip'],
      ['outside', 400_000, 400_000, 40_000, 1000, 'Phone'],
    ])
    const { redemptionId } = await requested(server, member, { points: 5_000 })
    expect((await detailOf(server, cs, redemptionId)).tax).toMatchObject({
      valuePaise: 500_000,
      basePaise: 1_100_000,
      taxPaise: 110_000,
    })
  })

  test('leaves out what another file added', async () => {
    const member = await payee(server)
    const first = await preview([`${member.code},${today},100,,Trip`])
    const second = await preview([
      `${member.code},${today},100,,Trip`,
      `${member.code},${today},200,,Trip`,
    ])
    expect(second.counts).toMatchObject({ add: 2 })
    await apply(first, 1)
    expect((await apply(second, 2)).status).toBe(409)
    const { body } = await apply(second, 1)
    expect(outcomes(body)).toEqual([
      ['repeated', 'It was added before.'],
      ['added', null],
    ])
    expect(await benefitsOf(member)).toHaveLength(2)
  })

  test('of a file without a row to add, or that is not there, is refused', async () => {
    const shown = await preview([`NOBODY2,${today},100,,Trip`])
    expect(await apply(shown, 0)).toMatchObject({
      status: 409,
      body: { message: 'No row of this file can be added.' },
    })
    expect((await apply({ fileId: '1' }, 1)).status).toBe(404)
    expect((await apply({ fileId: '9999999999999999999' }, 1)).status).toBe(404)
    expect((await apply(shown, 0, cs.token)).status).toBe(403)
  })

  test('is written into the audit trail', async () => {
    const shown = await preview([`${(await payee(server)).code},${today},900,,Fan`])
    await apply(shown, 1)
    const row = await server.db
      .selectFrom('audit')
      .select(['action', 'staff_id', 'after'])
      .where('subject', '=', 'outside_file')
      .where('subject_id', '=', shown.fileId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      action: 'tax.import',
      staff_id: finance.staffId,
      after: { name: 'trips.csv', counts: { added: 1 }, valuePaise: 90_000 },
    })
    const { keys } = server.context
    const verdict = await transaction(server.db, (tx) => verifyAudit(tx, keys))
    expect(verdict).toMatchObject({ broken: null })
  })

  test('twenty thousand rows take seconds', async () => {
    const { code } = await payee(server)
    const rows = Array.from({ length: 20_000 }, (_, i) => `${code},${today},${i + 1},,Trip`)
    const begun = performance.now()
    const shown = await preview(rows)
    expect(shown.counts.add).toBe(20_000)
    expect((await apply(shown, 20_000)).body.counts.added).toBe(20_000)
    expect(performance.now() - begun).toBeLessThan(30_000)
  }, 60_000)
})

test('the list has the newest first, by member and in pages', async () => {
  const member = await payee(server)
  await apply(
    await preview([1, 2, 3].map((n) => `${member.code},${today},${n}00,${n},Gift ${n}`)),
    3,
  )
  const list = (query: object) =>
    server.call(contract.outsideBenefits, { token: finance.token, query: { ...query } })
  const { body } = await list({ member: member.memberId, limit: 2, count: 'yes' })
  expect(body).toMatchObject({ count: 3, previous: null })
  expect(body.items.map(({ what }) => what)).toEqual(['Gift 3', 'Gift 2'])
  expect(body.items[0]).toMatchObject({
    memberCode: member.code,
    day: today,
    valuePaise: 30_000,
    taxPaise: 300,
    addedBy: 'Test finance',
  })
  const next = await list({ member: member.memberId, limit: 2, after: body.next ?? '' })
  expect(next.body.items.map(({ what }) => what)).toEqual(['Gift 1'])
  const other = await server.call(contract.outsideBenefits, { token: cs.token })
  expect(other.status).toBe(403)
})
