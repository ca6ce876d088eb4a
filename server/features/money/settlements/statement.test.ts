import { PDFiumLibrary } from '@hyzyla/pdfium'
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/money/settlements.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { FIGURES } from './figures.ts'
import { FIGURE_NAMES, monthInWords } from './settlement-words.ts'
import { stepsOf } from './statement-pdf.ts'
import { computed, playTwoMonths, type Person, type TwoMonths } from './test-support.ts'

let server: TestServer
let world: TwoMonths
let maker: Person
let admin: Person
let pdfium: PDFiumLibrary

beforeAll(async () => {
  server = await testServer()
  maker = await server.staff('sub admin')
  admin = await server.staff('admin')
  world = await playTwoMonths(server.db)
  for (const { month } of [world.before, world.last]) await computed(server, month, maker)
  pdfium = await PDFiumLibrary.init()
})
afterAll(async () => {
  pdfium.destroy()
  await server.stop()
})

async function statement(format: string, distributorId: number, month = world.last.month) {
  const params = { month, distributorId }
  const sent = { token: maker.token, params, query: { format } }
  const answer = await server.raw(contract.settlementStatement, sent)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(bytes.toString())
  const name = decodeURIComponent(
    /filename\*=UTF-8''(.*)$/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '',
  )
  return { bytes, name, type: answer.headers.get('content-type') }
}
const detail = async (distributorId: number) =>
  (
    await server.call(contract.getSettlement, {
      token: maker.token,
      params: { month: world.last.month, distributorId },
    })
  ).body

async function pagesOf(bytes: Buffer): Promise<string[]> {
  const document = await pdfium.loadDocument(bytes)
  try {
    return [...document.pages()].map((page) => page.getText().replace(/\s+/g, ' '))
  } finally {
    document.destroy()
  }
}
const fileMonth = () => monthInWords(world.last.month).toLowerCase().replace(' ', '-')

test('the spreadsheet has a line for each member, which come to the figures', async () => {
  for (const distributorId of [world.sharma, world.long, 0]) {
    const { bytes } = await statement('xlsx', distributorId)
    const { sheets } = await readXlsx(new Uint8Array(bytes))
    const [header = [], ...lines] = sheets[0]?.rows ?? []
    const settlement = await detail(distributorId)
    const totals = lines.at(-1) ?? []
    for (const figure of FIGURES.filter((one) => one !== 'members')) {
      const place = header.indexOf(FIGURE_NAMES[figure])
      const factor = figure === 'chargePaise' ? 100 : 1
      expect([figure, Number(totals[place] ?? NaN) * factor]).toEqual([figure, settlement[figure]])
    }
    expect(lines.length - 1).toBe(distributorId === 0 ? 1 : 2)
    const notes = new Map((sheets[1]?.rows ?? []).map(([label, value]) => [label, value]))
    expect(notes.get('Points settlement')).toBe('DRAFT, not approved')
    expect(notes.get('Opening')).toBe(settlement.opening)
    expect(notes.get('Month')).toBe(monthInWords(world.last.month))
  }
  const { bytes } = await statement('xlsx', world.sharma, world.before.month)
  const { sheets } = await readXlsx(new Uint8Array(bytes))
  expect(sheets[0]?.rows.slice(1, -1).map(([code]) => code)).toEqual(['900000001', '900000002'])
  const { name } = await statement('xlsx', world.sharma)
  expect(name).toBe(`settlement-d1-sharma-traders-${fileMonth()}.xlsx`)
})

test('the pages go from the opening to the closing, a draft until it is approved', async () => {
  const { bytes, name, type } = await statement('pdf', world.sharma)
  expect([name, type]).toEqual([
    `settlement-d1-sharma-traders-${fileMonth()}.pdf`,
    'application/pdf',
  ])
  const [text = '', ...more] = await pagesOf(bytes)
  expect(more).toEqual([])
  for (const part of [
    'DRAFT',
    `D1 · ${monthInWords(world.last.month)} · 1 member with points`,
    'Opening 170',
    'From or to other distributors − 50',
    'Redeemed − 40',
    'Returned + 40',
    'Adjusted + 4',
    'Closing 109',
    '84 available and 25 held, worth ₹109.00 at ₹1.00 a point',
    'None became due in this month.',
    'Computed by Test sub admin, ',
    'Approved by Nobody yet',
    'Page 1 of 1',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain('Bonus')
  await server.call(contract.approveSettlements, {
    token: admin.token,
    params: { month: world.last.month },
    body: { distributorIds: [world.sharma] },
  })
  const [approved = ''] = await pagesOf((await statement('pdf', world.sharma)).bytes)
  expect(approved).not.toContain('DRAFT')
  expect(approved).toContain('Approved by Test admin, ')
})

test('a long name wraps, charges are told by rule, and many rules go on over pages', async () => {
  const [text = ''] = await pagesOf((await statement('pdf', world.long)).bytes)
  expect(text).toContain('Wholesale Traders Private Limited')
  expect(text).toContain('₹2.50 a coupon for all products')
  expect(text).toContain('2 charges ₹5.00')
  expect(text).toContain('All charges 3 charges ₹5.75')
  const many = Array.from({ length: 90 }, (_, index) => 100 + index)
  await server.db
    .insertInto('handling_charge')
    .values(
      many.map((rule) => ({
        retailer_id: world.alone,
        scan_id: String(rule),
        member_id: world.alone,
        rule_id: rule,
        product_id: 1,
        points: 1,
        paise: 100,
        recorded_at: world.last.at(20),
        due_at: world.last.at(20),
      })),
    )
    .execute()
  await computed(server, world.last.month, maker)
  const pages = await pagesOf((await statement('pdf', 0)).bytes)
  expect(pages.length).toBeGreaterThan(2)
  pages.forEach((page, index) => expect(page).toContain(`Page ${index + 1} of ${pages.length}`))
  expect(pages.join(' ').match(/1 charge ₹1\.00/g)).toHaveLength(90)
  expect(pages.join(' ')).toContain('All charges 90 charges ₹90.00')
})

test('each step of the waterfall begins where the one before it ended', async () => {
  for (const distributorId of [world.sharma, world.long, 0]) {
    const steps = stepsOf(await detail(distributorId))
    const closing = steps.at(-1)
    const inner = steps.slice(1, -1)
    let at = steps[0]?.to ?? -1
    for (const { from, to } of inner) {
      expect(from).toBe(at)
      at = to
    }
    expect(closing?.to).toBe(at)
  }
})

test('there is no third format', async () => {
  await expect(statement('csv', world.sharma)).rejects.toThrow('xlsx or pdf.')
})
