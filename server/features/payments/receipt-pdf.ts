import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import PdfFile from 'pdfkit'
import { formatPaise } from '../../../contract/money.ts'
import { PROVIDER_NAMES } from '../../../contract/payment-states.ts'
import type { TaxExplained } from '../../../contract/tax.ts'
import { TIME_ZONE } from '../../../contract/time.ts'
import type { Letterhead } from '../setup/identity.service.ts'
import { drawCompany, drawLetterhead } from '../setup/letterhead.ts'
import type { ReceiptFacts } from './receipt.queries.ts'

// Mukta has Latin, Devanagari and the rupee sign in one design.
const require = createRequire(import.meta.url)
const REGULAR = require.resolve('@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf')
const BOLD = require.resolve('@expo-google-fonts/mukta/600SemiBold/Mukta_600SemiBold.ttf')

const [LEFT, RIGHT] = [56, 539]
const WIDTH = RIGHT - LEFT
const [INK, SOFT, RULE, ALARM] = ['#16202a', '#5b6875', '#d5dbe1', '#b3261e']
const PLACE = { left: LEFT, width: WIDTH }
const INKS = { regular: REGULAR, bold: BOLD, soft: SOFT }
const LABELS = 170
const WHEN = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
})

type Paid = ReceiptFacts & { processedAt: Date }
type Page = InstanceType<typeof PdfFile>

/** A receipt on one page of A4. */
export async function receiptPdf(
  paid: Paid,
  tax: TaxExplained,
  { letterhead, madeAt }: { letterhead: Letterhead; madeAt: Date },
): Promise<Buffer> {
  const page = new PdfFile({
    size: 'A4',
    margins: { top: LEFT, left: LEFT, right: LEFT, bottom: 28 },
    font: REGULAR,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: `Receipt ${paid.number}`, Author: letterhead.title, CreationDate: madeAt },
  })
  const bytes = buffer(page)
  drawLetterhead(page, letterhead, PLACE, INKS)
  heading(page, paid)
  amount(page, paid)
  table(page, 'The payment', factsOf(paid))
  taxTable(page, tax)
  drawCompany(page, letterhead, PLACE, INKS)
  page
    .font(REGULAR)
    .fontSize(8.5)
    .fillColor(SOFT)
    .text(`Made by HIL Dashboard on ${WHEN.format(madeAt)}. Times are of India.`, LEFT, 792, {
      width: WIDTH,
    })
  page.end()
  return bytes
}

function heading(page: Page, { number, processedAt, state, reversedAt }: Paid): void {
  page.font(BOLD).fontSize(24).fillColor(INK).text('Payment receipt', LEFT, 70)
  page.font(BOLD).fontSize(11).text(number, LEFT, 60, { width: WIDTH, align: 'right' })
  page
    .font(REGULAR)
    .fillColor(SOFT)
    .text(WHEN.format(processedAt), LEFT, 76, { width: WIDTH, align: 'right' })
  page.y = 118
  if (state !== 'reversed') return
  const when = reversedAt ? ` on ${WHEN.format(reversedAt)}` : ''
  page.font(BOLD).fontSize(12).fillColor(ALARM)
  page.text(`Reversed: the bank sent this payment back${when}. It is no longer paid.`, LEFT, 116, {
    width: WIDTH,
  })
  page.y += 8
}

function amount(page: Page, { netPaise, destination, memberName, state }: Paid): void {
  const top = page.y
  const label = state === 'reversed' ? 'Paid to the member, and sent back' : 'Paid to the member'
  page.roundedRect(LEFT, top, WIDTH, 74, 6).fill('#f2f5f8')
  page
    .font(REGULAR)
    .fontSize(10)
    .fillColor(SOFT)
    .text(label, LEFT + 16, top + 10)
  page
    .font(BOLD)
    .fontSize(22)
    .fillColor(INK)
    .text(formatPaise(netPaise), LEFT + 16, top + 26, { width: WIDTH / 2 })
  page.fontSize(12).text(memberName, LEFT + WIDTH / 2, top + 16, {
    width: WIDTH / 2 - 16,
    align: 'right',
    height: 18,
    ellipsis: true,
  })
  page
    .font(REGULAR)
    .fontSize(10)
    .fillColor(SOFT)
    .text(destination, LEFT + WIDTH / 2, top + 38, { width: WIDTH / 2 - 16, align: 'right' })
  page.y = top + 92
}

const KINDS = { bank: 'Bank account', upi: 'UPI address' } as const

function factsOf(paid: Paid): [string, string][] {
  const { memberName, memberCode, kind, destination, provider, mode, utr } = paid
  return [
    ['Member', `${memberName} (${memberCode})`],
    [KINDS[kind], destination],
    ['For', `${paid.points.toLocaleString('en-IN')} points, redemption ${paid.redemptionNumber}`],
    ['Paid on', WHEN.format(paid.processedAt)],
    ['How', `${PROVIDER_NAMES[provider]}${mode ? `, ${mode}` : ''}`],
    ['UTR', utr ?? 'Not told by the bank'],
    ['Gross amount', formatPaise(paid.grossPaise)],
    ['Tax deducted', formatPaise(paid.taxPaise)],
    ['Net amount', formatPaise(paid.netPaise)],
  ]
}

function table(page: Page, title: string, rows: readonly [string, string][]): void {
  subtitle(page, title)
  for (const [label, value] of rows) {
    const top = page.y
    page
      .font(REGULAR)
      .fontSize(10)
      .fillColor(SOFT)
      .text(label, LEFT, top, { width: LABELS - 10 })
    page.fillColor(INK).text(value, LEFT + LABELS, top, { width: WIDTH - LABELS })
    page.y += 3
  }
  page.y += 10
}

function subtitle(page: Page, title: string): void {
  page.font(BOLD).fontSize(12).fillColor(INK).text(title, LEFT, page.y)
  rule(page, page.y + 1)
  page.y += 7
}

function rule(page: Page, at: number): void {
  page.moveTo(LEFT, at).lineTo(RIGHT, at).lineWidth(0.7).strokeColor(RULE).stroke()
}

function taxTable(page: Page, tax: TaxExplained): void {
  subtitle(page, 'The tax')
  page.font(REGULAR).fontSize(10).fillColor(INK).text(tax.words, LEFT, page.y, { width: WIDTH })
  const code = tax.paymentCode === null ? '' : `, payment code ${tax.paymentCode}`
  if (tax.form !== null && tax.taxPaise > 0) {
    page.fillColor(SOFT).text(`${tax.form}${code}`, LEFT, page.y, { width: WIDTH })
  }
  page.y += 8
  for (const { label, paise, kind } of tax.lines) {
    const isSum = kind === 'sum'
    if (isSum) rule(page, page.y)
    const top = page.y + (isSum ? 2 : 0)
    page
      .font(isSum ? BOLD : REGULAR)
      .fontSize(10)
      .fillColor(kind === 'note' ? SOFT : INK)
      .text(kind === 'share' ? `Tax: ${label}` : label, LEFT, top, { width: WIDTH - 150 })
    const below = page.y
    page.text(formatPaise(paise), RIGHT - 140, top, { width: 140, align: 'right' })
    page.y = below + (isSum || kind === 'share' ? 7 : 2)
  }
}
