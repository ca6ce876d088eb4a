import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import PdfFile from 'pdfkit'
import type { FullAddress } from '../../../../contract/people/addresses.ts'
import { stateName } from '../../../../contract/india.ts'
import type { LabelLayout } from '../../../../contract/money/parcels.ts'
import { code128 } from '../../../lib/code128.ts'
import type { Sender } from './sender.ts'

// Mukta has Latin and Devanagari in one design.
const require = createRequire(import.meta.url)
const REGULAR = require.resolve('@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf')
const BOLD = require.resolve('@expo-google-fonts/mukta/600SemiBold/Mukta_600SemiBold.ttf')

/** A6 and A4 in points. Four of the one are the other, so a label is drawn the same on both. */
const [A6_WIDTH, A6_HEIGHT] = [297.64, 420.94]
const [A4_WIDTH, A4_HEIGHT] = [595.28, 841.89]
const MARGIN = 22
const INNER = A6_WIDTH - 2 * MARGIN
/** Where the sender ends and where the bars begin, from the top of a label. */
const [SENDER_BOTTOM, BARS_TOP] = [92, 330]
const BAR_HEIGHT = 44
const BAR_MODULE = 1.5
const [INK, SOFT, RULE] = ['#000000', '#444444', '#999999']

export type Label = { number: string; address: FullAddress }
type Pages = InstanceType<typeof PdfFile>
type Corner = { x: number; y: number }

/** Labels on pages of A6, or four on each page of A4 with lines to cut along; one a turn of the event loop. */
export function labelPdf(
  labels: readonly Label[],
  { sender, layout, madeAt }: { sender: Sender; layout: LabelLayout; madeAt: Date },
): Readable {
  const pages = new PdfFile({
    autoFirstPage: false,
    size: layout === 'a6' ? [A6_WIDTH, A6_HEIGHT] : [A4_WIDTH, A4_HEIGHT],
    margin: 0,
    font: REGULAR,
    lang: 'en-IN',
    info: { Title: 'Parcel labels', Author: 'HIL Dashboard', CreationDate: madeAt },
  })
  const draw = async (): Promise<void> => {
    for (const [index, label] of labels.entries()) {
      drawLabel(pages, label, sender, placeFor(pages, index, layout))
      await turn()
    }
    pages.end()
  }
  draw().catch((reason: unknown) => {
    pages.destroy(reason instanceof Error ? reason : new Error(String(reason)))
  })
  return pages
}

/** The upper left corner of a label, on a new page where it is the first of one. */
function placeFor(pages: Pages, index: number, layout: LabelLayout): Corner {
  const turnOfPage = layout === 'a6' ? 0 : index % 4
  if (turnOfPage === 0) pages.addPage()
  if (turnOfPage === 0 && layout === 'a4') drawCuts(pages)
  return { x: (turnOfPage % 2) * A6_WIDTH, y: turnOfPage < 2 ? 0 : A6_HEIGHT }
}

function drawCuts(pages: Pages): void {
  pages.lineWidth(0.5).strokeColor(RULE).dash(4, { space: 4 })
  pages.moveTo(A6_WIDTH, 0).lineTo(A6_WIDTH, A4_HEIGHT).stroke()
  pages.moveTo(0, A6_HEIGHT).lineTo(A4_WIDTH, A6_HEIGHT).stroke().undash()
}

function drawLabel(pages: Pages, { number, address }: Label, sender: Sender, corner: Corner): void {
  const left = corner.x + MARGIN
  drawSender(pages, sender, { x: left, y: corner.y + MARGIN })
  pages.lineWidth(0.7).strokeColor(RULE)
  const line = corner.y + SENDER_BOTTOM
  pages
    .moveTo(left, line)
    .lineTo(left + INNER, line)
    .stroke()
  drawAddress(pages, address, { x: left, y: line + 8 })
  drawBars(pages, number, { x: left, y: corner.y + BARS_TOP })
}

type Line = { text: string; font: string; size: number; color: string; gap?: number }

function drawSender(pages: Pages, { name, address }: Sender, at: Corner): void {
  const lines: Line[] = [
    { text: 'From', font: REGULAR, size: 8, color: SOFT },
    { text: name, font: BOLD, size: 10, color: INK },
    ...(address === null ? [] : [{ text: address, font: REGULAR, size: 9, color: INK }]),
  ]
  drawLines(pages, lines, at, SENDER_BOTTOM - MARGIN - 4)
}

function drawAddress(pages: Pages, address: FullAddress, at: Corner): void {
  const { recipient, line1, line2, landmark, city, state, pincode, phone } = address
  const plain = (text: string): Line => ({ text, font: REGULAR, size: 13, color: INK })
  const lines: Line[] = [
    { text: 'To', font: REGULAR, size: 9, color: SOFT },
    { text: recipient, font: BOLD, size: 17, color: INK },
    ...[line1, line2, landmark].flatMap((text) => (text === null ? [] : [plain(text)])),
    plain(`${city}, ${stateName(state)}`),
    { text: `PIN ${pincode}`, font: BOLD, size: 18, color: INK, gap: 3 },
    { text: `Phone ${phone}`, font: REGULAR, size: 13, color: INK },
  ]
  drawLines(pages, lines, at, BARS_TOP - SENDER_BOTTOM - 16)
}

/** Long words are drawn smaller, so that all of them stand in the height. */
function drawLines(pages: Pages, lines: readonly Line[], at: Corner, height: number): void {
  const scale = [1, 0.9, 0.8, 0.7, 0.6, 0.5].find((one) => heightOf(pages, lines, one) <= height)
  let y = at.y
  for (const { text, font, size, color, gap = 0 } of lines) {
    y += gap
    pages
      .font(font)
      .fontSize(size * (scale ?? 0.5))
      .fillColor(color)
      .text(text, at.x, y, { width: INNER, lineGap: -2 })
    y = pages.y
  }
}

function heightOf(pages: Pages, lines: readonly Line[], scale: number): number {
  return lines.reduce((sum, { text, font, size, gap = 0 }) => {
    pages.font(font).fontSize(size * scale)
    return sum + gap + pages.heightOfString(text, { width: INNER, lineGap: -2 })
  }, 0)
}

/** The number as Code 128 for scanners and as text for people. */
function drawBars(pages: Pages, number: string, { x, y }: Corner): void {
  const widths = code128(number)
  const modules = widths.reduce((sum, width) => sum + width, 0)
  let at = x + (INNER - modules * BAR_MODULE) / 2
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) pages.rect(at, y, width * BAR_MODULE, BAR_HEIGHT)
    at += width * BAR_MODULE
  }
  pages.fill(INK)
  pages.font(BOLD).fontSize(13).fillColor(INK)
  pages.text(number, x, y + BAR_HEIGHT + 2, { width: INNER, align: 'center', lineBreak: false })
}
