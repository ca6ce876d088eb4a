import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import PdfFile from 'pdfkit'
import { formatPaise } from '../../../../contract/money.ts'
import { POINT_FIGURES, type SettlementDetail } from '../../../../contract/money/settlements.ts'
import { TIME_ZONE } from '../../../../contract/time.ts'
import { drawCompany, drawLetterhead, type Letterhead } from '../../platform/identity/index.ts'
import { EFFECTS } from './figures.ts'
import { FIGURE_NAMES, monthInWords } from './settlement-words.ts'

// Mukta has Latin, Devanagari and the rupee sign in one design.
const require = createRequire(import.meta.url)
const REGULAR = require.resolve('@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf')
const BOLD = require.resolve('@expo-google-fonts/mukta/600SemiBold/Mukta_600SemiBold.ttf')

const [LEFT, RIGHT] = [56, 539]
const WIDTH = RIGHT - LEFT
/** Below this the next line goes to the next page. */
const BOTTOM = 760
const FOOT = 792
const [INK, SOFT, RULE, ALARM] = ['#16202a', '#5b6875', '#d5dbe1', '#b3261e']
const [UP, DOWN, STANDS] = ['#2e7d4f', '#b26a00', '#33527a']
const PLACE = { left: LEFT, width: WIDTH }
const INKS = { regular: REGULAR, bold: BOLD, soft: SOFT }
/** Where labels end, bars end and numbers begin to be right-aligned. */
const [LABELS, BARS] = [190, 170]
const WHEN = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
})
const when = (at: string) => WHEN.format(new Date(at))
const count = (points: number) => points.toLocaleString('en-IN')

type Pages = InstanceType<typeof PdfFile>

/** The statement of a distributor on pages of A4: its points from opening to closing, its charges. */
export async function statementPdf(
  settlement: SettlementDetail,
  { letterhead, madeAt }: { letterhead: Letterhead; madeAt: Date },
): Promise<Buffer> {
  const { distributorName, month } = settlement
  const pages = new PdfFile({
    size: 'A4',
    margins: { top: LEFT, left: LEFT, right: LEFT, bottom: 28 },
    font: REGULAR,
    lang: 'en-IN',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: `Points settlement ${monthInWords(month)}, ${distributorName}`,
      Author: letterhead.title,
      CreationDate: madeAt,
    },
  })
  const bytes = buffer(pages)
  drawLetterhead(pages, letterhead, PLACE, INKS)
  heading(pages, settlement)
  waterfall(pages, settlement)
  charges(pages, settlement)
  facts(pages, settlement)
  feet(pages, letterhead, madeAt)
  pages.end()
  return bytes
}

function heading(pages: Pages, settlement: SettlementDetail): void {
  const { distributorName, distributorCode, month, state, members } = settlement
  pages.font(BOLD)
  if (state === 'computed') {
    const at = { width: WIDTH, align: 'right' } as const
    pages.fontSize(16).fillColor(ALARM).text('DRAFT', LEFT, 54, at)
  }
  pages.font(BOLD).fontSize(24).fillColor(INK).text('Points settlement', LEFT, 72)
  pages.fontSize(14).text(distributorName, LEFT, 106, { width: WIDTH })
  pages.font(REGULAR).fontSize(10.5).fillColor(SOFT)
  const people = `${count(members)} ${members === 1 ? 'member' : 'members'} with points`
  const code = distributorCode ? `${distributorCode} · ` : ''
  pages.text(`${code}${monthInWords(month)} · ${people}`, { width: WIDTH })
  if (state === 'computed') {
    pages.fillColor(ALARM).text('Not approved yet: figures may change.', { width: WIDTH })
  }
  pages.y += 14
}

/** Goes to the next page where a block would not fit on this one. */
function room(pages: Pages, height: number): void {
  if (pages.y + height <= BOTTOM) return
  pages.addPage()
  pages.y = LEFT
}

function subtitle(pages: Pages, title: string): void {
  room(pages, 60)
  pages.font(BOLD).fontSize(12).fillColor(INK).text(title, LEFT, pages.y)
  pages
    .moveTo(LEFT, pages.y + 1)
    .lineTo(RIGHT, pages.y + 1)
    .lineWidth(0.7)
    .strokeColor(RULE)
    .stroke()
  pages.y += 7
}

type Step = { label: string; from: number; to: number; stands?: true }

/** The figures as steps, each from where the one before it ended; nothing that is zero. */
export function stepsOf(settlement: SettlementDetail): Step[] {
  const { opening, moved, available, held } = settlement
  const steps: Step[] = [{ label: 'Opening', from: 0, to: opening, stands: true }]
  let at = opening
  const step = (label: string, change: number) => {
    if (change !== 0) steps.push({ label, from: at, to: at + change })
    at += change
  }
  step(FIGURE_NAMES.moved, moved)
  for (const figure of POINT_FIGURES) {
    step(FIGURE_NAMES[figure], EFFECTS[figure] === '+' ? settlement[figure] : -settlement[figure])
  }
  return [...steps, { label: 'Closing', from: 0, to: available + held, stands: true }]
}

function waterfall(pages: Pages, settlement: SettlementDetail): void {
  subtitle(pages, 'Points of the network')
  const steps = stepsOf(settlement)
  const ends = [0, ...steps.flatMap(({ from, to }) => [from, to])]
  const [least, most] = [Math.min(...ends), Math.max(...ends)]
  const scale = (value: number) =>
    LEFT + LABELS + ((value - least) / Math.max(most - least, 1)) * BARS
  for (const step of steps) bar(pages, step, scale)
  const { available, held, pointValuePaise } = settlement
  pages.font(REGULAR).fontSize(10).fillColor(SOFT)
  pages.text(
    `Closing: ${count(available)} available and ${count(held)} held, worth ${formatPaise((available + held) * pointValuePaise)} at ${formatPaise(pointValuePaise)} a point.`,
    LEFT,
    pages.y + 2,
    { width: WIDTH },
  )
  pages.y += 14
}

function bar(pages: Pages, { label, from, to, stands }: Step, scale: (value: number) => number) {
  room(pages, 24)
  const top = pages.y
  pages
    .font(stands ? BOLD : REGULAR)
    .fontSize(10)
    .fillColor(INK)
    .text(label, LEFT, top, { width: LABELS - 10 })
  const below = pages.y
  const [left, right] = [scale(Math.min(from, to)), scale(Math.max(from, to))]
  pages
    .rect(left, top + 3, Math.max(right - left, 0.8), 10)
    .fill(stands ? STANDS : to > from ? UP : DOWN)
  const sign = stands ? '' : to > from ? '+ ' : '− '
  const shown = stands ? to : Math.abs(to - from)
  pages
    .fillColor(INK)
    .text(`${sign}${count(shown)}`, RIGHT - 110, top, { width: 110, align: 'right' })
  pages.y = below + 3
}

function charges(pages: Pages, { chargesByRule, charges: all, chargePaise }: SettlementDetail) {
  subtitle(pages, 'Handling charges due')
  if (chargesByRule.length === 0) {
    pages.font(REGULAR).fontSize(10).fillColor(SOFT).text('None became due in this month.')
    pages.y += 14
    return
  }
  for (const { words, charges, paise } of chargesByRule) {
    row(pages, words, `${count(charges)} ${charges === 1 ? 'charge' : 'charges'}`, paise)
  }
  row(pages, 'All charges', `${count(all)} ${all === 1 ? 'charge' : 'charges'}`, chargePaise, BOLD)
  pages.y += 11
}

function row(pages: Pages, label: string, middle: string, paise: number, font = REGULAR): void {
  pages.font(font).fontSize(10)
  room(pages, pages.heightOfString(label, { width: WIDTH - 230 }) + 3)
  const top = pages.y
  pages.fillColor(INK).text(label, LEFT, top, { width: WIDTH - 230 })
  const below = pages.y
  pages.text(middle, RIGHT - 220, top, { width: 100, align: 'right' })
  pages.text(formatPaise(paise), RIGHT - 110, top, { width: 110, align: 'right' })
  pages.y = below + 3
}

function facts(pages: Pages, settlement: SettlementDetail): void {
  subtitle(pages, 'Who stands for it')
  const { computedAt, computedBy, approvedAt, approvedBy, settledAt, settledBy } = settlement
  const by = (at: string, who: string | null) => `${who ?? 'The system'}, ${when(at)}`
  const rows: [string, string][] = [['Computed by', by(computedAt, computedBy)]]
  rows.push(['Approved by', approvedAt ? by(approvedAt, approvedBy) : 'Nobody yet'])
  if (settledAt) rows.push(['Settled by', by(settledAt, settledBy)])
  if (settlement.settledReference) rows.push(['Reference', settlement.settledReference])
  for (const [label, value] of rows) {
    pages.font(REGULAR).fontSize(10)
    room(pages, pages.heightOfString(value, { width: WIDTH - 170 }) + 3)
    const top = pages.y
    pages.fillColor(SOFT).text(label, LEFT, top, { width: 160 })
    pages.fillColor(INK).text(value, LEFT + 170, top, { width: WIDTH - 170 })
    pages.y += 3
  }
}

function feet(pages: Pages, letterhead: Letterhead, madeAt: Date): void {
  const { start, count: all } = pages.bufferedPageRange()
  for (let page = start; page < start + all; page++) {
    pages.switchToPage(page)
    drawCompany(pages, letterhead, PLACE, INKS)
    pages.font(REGULAR).fontSize(8.5).fillColor(SOFT)
    const made = `Made by HIL Dashboard on ${WHEN.format(madeAt)}. Times are of India.`
    pages.text(made, LEFT, FOOT, { width: WIDTH - 80, lineBreak: false })
    const number = `Page ${page - start + 1} of ${all}`
    pages.text(number, RIGHT - 80, FOOT, { width: 80, align: 'right', lineBreak: false })
  }
}
