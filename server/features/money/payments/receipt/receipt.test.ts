import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../../contract/money/payments.ts'
import * as programme from '../../../../../contract/platform/programme.ts'
import { testServer, type TestServer } from '../../../../test/server.ts'
import {
  WIDE,
  approve,
  payee,
  requested,
  type Payee,
  type Staff,
} from '../../redemptions/test-support.ts'
import { comeBack, payOut } from '../../tax/test-support.ts'

const COMPANY = {
  legalName: 'Shakti Putty Private Limited',
  address: '12 MIDC Road\nPune 411019',
  gstin: '27AAPFU0939F1ZV',
  pan: 'AAPFU0939F',
  tan: 'PNEA12345B',
}

let server: TestServer
let cs: Staff
let finance: Staff
let member: Payee
let pdfium: PDFiumLibrary

beforeAll(async () => {
  server = await testServer({
    ...WIDE,
    REDEMPTION_TWO_ROLES_FROM_PAISE: '1000000000000',
    TAX_PAYMENT_CODE: '1031',
  })
  cs = await server.staff('cs')
  finance = await server.staff('finance')
  member = await payee(server, { points: 3_000_000 })
  await server.db
    .updateTable('member')
    .set({ name: 'Ramesh Kumar रमेश कुमार' })
    .where('member_id', '=', member.memberId)
    .execute()
  pdfium = await PDFiumLibrary.init()
})
afterAll(async () => {
  pdfium.destroy()
  await server.stop()
})

async function paid(points: number, until: 'processing' | 'processed' = 'processed') {
  const { redemptionId, number } = await requested(server, member, { points })
  await approve(server, cs, redemptionId)
  return { number, redemptionId, ...(await payOut(server, redemptionId, { until })) }
}
const receipt = (paymentId: string, token = finance.token) =>
  server.raw(contract.paymentReceipt, { token, params: { paymentId } })

/** The text of the one page there must be, on one line. */
async function read(paymentId: string): Promise<string> {
  const answer = await receipt(paymentId)
  if (answer.status !== 200) throw new Error(await answer.text())
  const document = await pdfium.loadDocument(Buffer.from(await answer.arrayBuffer()))
  try {
    expect(document.getPageCount()).toBe(1)
    return document.getPage(0).getText().replace(/\s+/g, ' ')
  } finally {
    document.destroy()
  }
}

test('tells who was paid what, how, and how the tax was found', async () => {
  await paid(15_000)
  const { paymentId, number } = await paid(1_234_567)
  const answer = await receipt(paymentId)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toContain(`receipt-PY${paymentId}.pdf`)
  const text = await read(paymentId)
  for (const figure of [
    'HIL Payment receipt',
    `PY${paymentId}`,
    'Ramesh Kumar',
    `(${member.code})`,
    '••••1234',
    `12,34,567 points, redemption ${number}`,
    'Bank file, NEFT',
    `UTR${paymentId}`,
    'Gross amount ₹12,34,567.00',
    'Tax deducted ₹1,24,956.70',
    'Net amount ₹11,09,610.30',
    '₹1,24,956.70 was deducted: 10 % of ₹12,49,567.00',
    'Form 140, payment code 1031',
    'Given before it in 2026-27 ₹15,000.00',
    'Total of 2026-27 ₹12,49,567.00',
    'Tax: 10 % of it ₹1,24,956.70',
    'Tax deducted -₹1,24,956.70',
    'To the member ₹11,09,610.30',
  ]) {
    expect(text).toContain(figure)
  }
  expect(text).not.toContain('Reversed')
})

test('carries the company, its numbers and its logo once they are given', async () => {
  const { paymentId } = await paid(1_000)
  const { token } = await server.staff('admin')
  const about = await server.call(programme.getCompany, { token })
  const body = {
    ...COMPANY,
    name: 'Shakti Rewards',
    colour: '#7a1f1f',
    supportPhone: '1800 123 4567',
    supportEmail: null,
    languages: ['en'],
    version: about.body.version,
  }
  expect((await server.call(programme.saveCompany, { token, body })).status).toBe(200)
  const png = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#7a1f1f' } })
    .png()
    .toBuffer()
  const sent = await fetch(`${server.url}${programme.saveLogo.path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'image/png' },
    body: new Uint8Array(png),
  })
  expect(sent.status).toBe(200)
  const text = await read(paymentId)
  for (const words of [
    'Shakti Putty Private Limited Payment receipt',
    'Shakti Putty Private Limited, 12 MIDC Road, Pune 411019',
    'GSTIN 27AAPFU0939F1ZV · PAN AAPFU0939F · TAN PNEA12345B · Support: 1800 123 4567',
  ]) {
    expect(text).toContain(words)
  }
  const bytes = Buffer.from(await (await receipt(paymentId)).arrayBuffer()).toString('latin1')
  expect(bytes).toContain('/Subtype /Image')
})

test('is in Hindi for who reads Hindi, with the same figures', async () => {
  const { paymentId, number } = await paid(123_456)
  const speak = (language: 'en' | 'hi') =>
    server.db
      .updateTable('member')
      .set({ language })
      .where('member_id', '=', member.memberId)
      .execute()
  const english = await read(paymentId)
  await speak('hi')
  const hindi = await read(paymentId)
  await speak('en')
  for (const text of [`1,23,456`, number, `UTR${paymentId}`, 'बैंक', 'सदस्य', 'अंक', 'धारा 393']) {
    expect(hindi).toContain(text)
  }
  for (const label of ['Payment', 'Member', 'Tax', 'Section', 'Total', 'Made by', 'points']) {
    expect(english).toContain(label)
    expect(hindi).not.toContain(label)
  }
  const amounts = (text: string) => text.match(/-?₹[\d,]+\.\d\d/g)?.toSorted()
  expect(amounts(hindi)).toEqual(amounts(english))
})

test('of one that came back says so', async () => {
  const sent = await paid(2_000)
  await comeBack(server, sent.redemptionId, sent)
  const text = await read(sent.paymentId)
  expect(text).toContain('Reversed: the bank sent this payment back on')
  expect(text).toContain(`UTR${sent.paymentId}`)
})

test('there is none of what did not arrive, nor for who may not see payments', async () => {
  const { paymentId } = await paid(1_000, 'processing')
  const answer = await receipt(paymentId)
  expect([answer.status, (await answer.json()).message]).toEqual([
    404,
    `PY${paymentId} has no receipt: it did not arrive.`,
  ])
  for (const unknown of ['1', '9999999999999999999']) {
    expect((await receipt(unknown)).status).toBe(404)
  }
  const courier = await server.staff('courier')
  expect((await receipt(paymentId, courier.token)).status).toBe(403)
  expect((await receipt(paymentId, member.token)).status).toBe(403)
})
