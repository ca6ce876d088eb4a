import { Readable } from 'node:stream'
import type { PrintRequest } from '../../../../contract/programme/batch-print.ts'
import {
  LETTER,
  QR_MIN_MM,
  QUIET_MODULES,
  type LabelLayout,
} from '../../../../contract/programme/label-layout.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { fitName, textOf } from './label-text.ts'
import type { Laid } from './print-check.ts'
import { labelPieces, type Label, type Printable, type Range } from './print-labels.ts'

const MM_AN_INCH = 25.4
/** Labels made in one turn of the event loop: some 5 ms. */
const PIECE = 1_000
/** Older printers draw a module no larger than this many dots. */
const MOST_DOTS_A_MODULE = 10
/** A printer moves a QR down by the height that ^BY left behind, so that is set with each label. */
const BAR_HEIGHT = 1
const LEVELS = { medium: 'M', quartile: 'Q', high: 'H' }

const dotsAt = (dpi: number) => (mm: number) => Math.round((mm * dpi) / MM_AN_INCH)

export const ZPL_CONTENT_TYPE = 'text/plain; charset=utf-8'
type Wish = Extract<PrintRequest, { format: 'zpl' }>

/** `_5E` for `^`: letters that are commands, and those beyond ASCII as the bytes of UTF-8 (^CI28). */
export function escapeZpl(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const letter = String.fromCharCode(byte)
      const plain = byte >= 0x20 && byte < 0x7f && !'^~_\\'.includes(letter)
      return plain ? letter : `_${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

/** Labels for a thermal printer, one format (^XA to ^XZ) each. */
export function labelZpl(
  batch: Printable,
  wish: Wish,
  range: Range,
  { layout, modules }: Laid,
): Readable {
  const label = labelWriter(batch, wish, layout, modules)
  return Readable.from(zplPieces(batch, wish, range, label), { objectMode: false })
}

async function* zplPieces(
  batch: Printable,
  { of }: Wish,
  range: Range,
  write: (label: Label) => string,
): AsyncGenerator<Buffer> {
  for await (const labels of labelPieces(batch, of, range, PIECE)) {
    yield Buffer.from(labels.map(write).join(''))
  }
}

/**
 * The QR in whole dots, as a printer draws it, in the middle of its place. Refuses one that would be
 * too small for readers.
 */
export function qrInDots(
  { qr }: Pick<LabelLayout, 'qr'>,
  modules: number,
  dpi: number,
): { x: number; y: number; module: number } {
  const dots = dotsAt(dpi)
  const wide = modules + 2 * QUIET_MODULES
  const module = Math.min(MOST_DOTS_A_MODULE, Math.floor(dots(qr.size) / wide))
  const width = (module * modules * MM_AN_INCH) / dpi
  if (width < QR_MIN_MM) {
    throw invalidField(
      'dpi',
      `In whole dots at ${dpi} dots an inch the QR would be ${width.toFixed(1)} mm wide; it needs ${QR_MIN_MM} mm. Choose a larger label, or a printer with finer dots.`,
    )
  }
  const edge = Math.floor((dots(qr.size) - module * wide) / 2) + module * QUIET_MODULES
  return { x: dots(qr.x) + edge, y: dots(qr.y) + edge, module }
}

function labelWriter(batch: Printable, wish: Wish, layout: LabelLayout, modules: number) {
  const { sheet, dpi, of, correction } = wish
  const { text } = layout
  const dots = dotsAt(dpi)
  const qr = qrInDots(layout, modules, dpi)
  const size = dots(text.size)
  // A text beyond its place would be printed over the edge of the label.
  const fits = (words: string) => words.length * text.size * LETTER <= text.width
  const name = wish.name ? fitName(batch.productName, text.nameLines, fits, '...') : []
  const head = `^XA^CI28^PW${dots(sheet.labelWidth)}^LL${dots(sheet.labelHeight)}^LH0,0`
  const qrHead = `^BY2,3,${BAR_HEIGHT}^FO${qr.x},${qr.y - BAR_HEIGHT}^BQN,2,${qr.module},${LEVELS[correction]}`
  return (label: Label): string => {
    const fields = textOf(label, of, layout, name).map(
      ({ words, y }) =>
        `^FO${dots(text.x)},${dots(y)}^A0N,${size},${size}^FH_^FD${escapeZpl(words)}^FS`,
    )
    const field = `^FH_^FD${LEVELS[correction]}A,${escapeZpl(label.address)}^FS`
    return [head, `${qrHead}${field}`, ...fields, '^XZ', ''].join('\n')
  }
}
