import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import PdfFile from 'pdfkit'
import { formatPaise } from '../../../../../contract/money.ts'
import type { TaxExplained } from '../../../../../contract/money/tax.ts'
import { drawCompany, drawLetterhead, type Letterhead } from '../../../platform/identity/index.ts'
import { RECEIPT_LABELS, type ReceiptLabels } from './receipt-labels.ts'
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

type Paid = ReceiptFacts & { processedAt: Date }
type Page = InstanceType<typeof PdfFile>

/** A receipt on one page of A4, in the member’s language. */
export async function receiptPdf(
  paid: Paid,
  tax: TaxExplained,
  { letterhead, madeAt }: { letterhead: Letterhead; madeAt: Date },
): Promise<Buffer> {
  const labels = RECEIPT_LABELS[paid.language]
  const page = new PdfFile({
    size: 'A4',
    margins: { top: LEFT, left: LEFT, right: LEFT, bottom: 28 },
    font: REGULAR,
    lang: labels.locale,
    displayTitle: true,
    info: { Title: labels.receipt(paid.number), Author: letterhead.title, CreationDate: madeAt },
  })
  const bytes = buffer(page)
  drawLetterhead(page, letterhead, PLACE, INKS)
  heading(page, paid, labels)
  amount(page, paid, labels)
  table(page, labels.payment, factsOf(paid, labels))
  taxTable(page, tax, labels)
  drawCompany(page, letterhead, PLACE, { ...INKS, support: labels.support })
  page
    .font(REGULAR)
    .fontSize(8.5)
    .fillColor(SOFT)
    .text(labels.madeOn(labels.when(madeAt)), LEFT, 792, { width: WIDTH })
  page.end()
  return bytes
}

function heading(
  page: Page,
  { number, processedAt, state, reversedAt }: Paid,
  { title, when, reversed }: ReceiptLabels,
): void {
  page.font(BOLD).fontSize(24).fillColor(INK).text(title, LEFT, 70)
  page.font(BOLD).fontSize(11).text(number, LEFT, 60, { width: WIDTH, align: 'right' })
  page
    .font(REGULAR)
    .fillColor(SOFT)
    .text(when(processedAt), LEFT, 76, { width: WIDTH, align: 'right' })
  page.y = 118
  if (state !== 'reversed') return
  page.font(BOLD).fontSize(12).fillColor(ALARM)
  page.text(reversed(reversedAt && when(reversedAt)), LEFT, 116, { width: WIDTH })
  page.y += 8
}

function amount(
  page: Page,
  { netPaise, destination, memberName, state }: Paid,
  { paid, paidAndReturned }: ReceiptLabels,
): void {
  const top = page.y
  const label = state === 'reversed' ? paidAndReturned : paid
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

function factsOf(paid: Paid, labels: ReceiptLabels): [string, string][] {
  const { memberName, memberCode, kind, destination, provider, mode, utr } = paid
  const points = paid.points.toLocaleString('en-IN')
  return [
    [labels.member, `${memberName} (${memberCode})`],
    [labels.kinds[kind], destination],
    [labels.purpose, labels.points(points, paid.redemptionNumber)],
    [labels.paidOn, labels.when(paid.processedAt)],
    [labels.method, `${labels.providers[provider]}${mode ? `, ${mode}` : ''}`],
    ['UTR', utr ?? labels.noUtr],
    [labels.gross, formatPaise(paid.grossPaise)],
    [labels.taxDeducted, formatPaise(paid.taxPaise)],
    [labels.net, formatPaise(paid.netPaise)],
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

function taxTable(page: Page, tax: TaxExplained, labels: ReceiptLabels): void {
  subtitle(page, labels.tax)
  page.font(REGULAR).fontSize(10).fillColor(INK).text(tax.words, LEFT, page.y, { width: WIDTH })
  const code = tax.paymentCode === null ? '' : `, ${labels.paymentCode(tax.paymentCode)}`
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
      .text(kind === 'share' ? labels.taxShare(label) : label, LEFT, top, { width: WIDTH - 150 })
    const below = page.y
    page.text(formatPaise(paise), RIGHT - 140, top, { width: 140, align: 'right' })
    page.y = below + (isSum || kind === 'share' ? 7 : 2)
  }
}
