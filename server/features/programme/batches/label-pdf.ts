import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import PdfFile from 'pdfkit'
import { encodeQR } from 'qr'
import type { PrintRequest } from '../../../../contract/programme/batch-print.ts'
import { QUIET_MODULES, type LabelLayout } from '../../../../contract/programme/label-layout.ts'
import { labelPlaces } from '../../../../contract/programme/label-sheets.ts'
import { darkRuns } from '../../../../contract/programme/qr-path.ts'
import { letterWriter } from '../../../lib/pdf-letters.ts'
import { fitName, textOf } from './label-text.ts'
import type { Laid } from './print-check.ts'
import { labelPieces, type Label, type Printable, type Range } from './print-labels.ts'

// Mukta has Latin, Devanagari and the rupee sign in one design.
const require = createRequire(import.meta.url)
const REGULAR = require.resolve('@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf')
const BOLD = require.resolve('@expo-google-fonts/mukta/600SemiBold/Mukta_600SemiBold.ttf')

const POINTS_A_MM = 72 / 25.4
/** Labels drawn in one turn of the event loop: some 10 ms. */
const PIECE = 25
/** Black ink alone: mixed from four, the edges of a QR blur where the plates do not quite meet. */
const BLACK = [0, 0, 0, 100] as [number, number, number, number]
/** How far below the top of its line a text stands, of its size. */
const ASCENT = 0.95
const AS_IT_IS = { lineBreak: false, baseline: 'alphabetic' } as const

export const PDF_CONTENT_TYPE = 'application/pdf'
type Wish = Extract<PrintRequest, { format: 'pdf' }>
type Point = { x: number; y: number }
type Doc = InstanceType<typeof PdfFile>

/** Sheets of labels; each page leaves before the one after the next is drawn. */
export function labelPdf(batch: Printable, wish: Wish, range: Range, { layout }: Laid): Readable {
  const pieces = pdfPieces(batch, wish, range, layout)
  return Readable.from(pieces, { objectMode: false, highWaterMark: 1 << 18 })
}

async function* pdfPieces(
  batch: Printable,
  wish: Wish,
  range: Range,
  layout: LabelLayout,
): AsyncGenerator<Buffer> {
  const doc = openFile(batch, wish)
  const places = labelPlaces(wish.sheet)
  const draw = labelDrawer(doc, layout, batch, wish)
  let drawn = 0
  for await (const labels of labelPieces(batch, wish.of, range, PIECE)) {
    for (const label of labels) {
      const place = places[drawn % places.length]
      if (place === places[0]) doc.addPage()
      if (place) draw(label, place)
      drawn++
    }
    yield* written(doc)
  }
  doc.end()
  yield* written(doc)
}

/** What the document wrote since it was last asked; nobody else reads it, so nothing piles up in it. */
function* written(doc: Doc): Generator<Buffer> {
  const bytes: unknown = doc.read()
  if (Buffer.isBuffer(bytes)) yield bytes
}

function openFile({ batchId }: Printable, { sheet }: Wish): Doc {
  return new PdfFile({
    autoFirstPage: false,
    size: [sheet.pageWidth * POINTS_A_MM, sheet.pageHeight * POINTS_A_MM],
    margin: 0,
    font: REGULAR,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: `Labels of batch ${batchId}`, Author: 'HIL Dashboard' },
  })
}

/** Draws a label at a place of the page. */
function labelDrawer(doc: Doc, layout: LabelLayout, batch: Printable, wish: Wish) {
  const { qr, text } = layout
  const write = { code: letterWriter(doc, BOLD), number: letterWriter(doc, REGULAR) }
  const [size, width] = [text.size * POINTS_A_MM, text.width * POINTS_A_MM]
  doc.font(REGULAR).fontSize(size)
  const fits = (words: string) => doc.widthOfString(words) <= width
  const name = wish.name ? fitName(batch.productName, text.nameLines, fits) : []
  return (label: Label, corner: Point): void => {
    const rows = encodeQR(label.address, 'raw', { ecc: wish.correction, border: QUIET_MODULES })
    drawQr(doc, rows, { x: corner.x + qr.x, y: corner.y + qr.y }, qr.size)
    const x = (corner.x + text.x) * POINTS_A_MM
    for (const line of textOf(label, wish.of, layout, name)) {
      const y = (corner.y + line.y) * POINTS_A_MM + size * ASCENT
      if (line.part === 'name') doc.fillColor(BLACK).text(line.words, x, y, AS_IT_IS)
      else write[line.part](line.words, { x, y, size, width })
    }
  }
}

/** The dark modules as one shape, in the QR's own grid. pdfkit's `rect` takes ten times as long. */
function drawQr(doc: Doc, rows: boolean[][], { x, y }: Point, size: number): void {
  const numbers = [size / rows.length, 0, 0, size / rows.length, x, y]
  const grid = numbers.map((mm) => (mm * POINTS_A_MM).toFixed(4)).join(' ')
  const shape = darkRuns(rows).map(({ x: left, y: top, length }) => `${left} ${top} ${length} 1 re`)
  doc.addContent(`q 0 0 0 1 k ${grid} cm ${shape.join(' ')} f Q`)
}
