import {
  MOST_IN_A_FILE,
  labelsIn,
  type PrintOf,
  type PrintRequest,
} from '../../../../contract/programme/batch-print.ts'
import { CODE_LENGTH, codeAddress, formatCode } from '../../../../contract/programme/code.ts'
import {
  QR_MIN_MM,
  QUIET_MODULES,
  labelLayout,
  labelLines,
  modulesFor,
  type LabelLayout,
} from '../../../../contract/programme/label-layout.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { gtinOf, type Printed, type Range } from './print-labels.ts'

export type Laid = { layout: LabelLayout; modules: number }
type Labels = Extract<PrintRequest, { format: 'pdf' | 'zpl' }>

const grouped = (number: number): string => number.toLocaleString('en-IN')

/** The codes of all batches have one length. */
const ANY_CODE = '0'.repeat(CODE_LENGTH)

/** Letters that the type of each has: the PDF brings Mukta, a thermal printer has its own. */
const LETTERS = {
  pdf: {
    known: /^[\p{Script=Latin}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]*$/u,
    words: 'The type of the labels has Latin and Devanagari letters',
  },
  zpl: {
    known: /^[\p{Script=Latin}\p{Script=Common}]*$/u,
    words: 'The type in thermal printers has Latin letters only',
  },
}

/** The run that a wish names. Refuses in words what the batch does not have or one file cannot hold. */
export function rangeOf(
  batch: Pick<Printed, 'batchId' | 'quantity' | 'cartonSize'>,
  { format, of, from = 1, to }: Pick<PrintRequest, 'format' | 'of' | 'from' | 'to'>,
): Range {
  if (of === 'cartons' && batch.cartonSize === null) {
    const message = `Batch ${batch.batchId} has no cartons: its packs leave singly.`
    throw new AppError('conflict', message)
  }
  const most = labelsIn(batch, of)
  const things = of === 'cartons' ? 'cartons' : 'serials'
  if (from > most || (to ?? most) > most) {
    const field = from > most ? 'from' : 'to'
    throw invalidField(field, `Batch ${batch.batchId} has the ${things} 1 to ${grouped(most)}.`)
  }
  const range = { from, to: to ?? most }
  const inFile = MOST_IN_A_FILE[format]
  if (inFile !== undefined && range.to - from >= inFile) {
    throw invalidField(
      'to',
      `At most ${grouped(inFile)} labels in one ${format === 'pdf' ? 'PDF' : 'zip'}: take the ${things} ${grouped(from)} to ${grouped(from + inFile - 1)}, then those from ${grouped(from + inFile)}.`,
    )
  }
  return range
}

/** How the labels of a run are laid out. Refuses a label that is too small, and letters that cannot be printed. */
export function layoutOf(batch: Printed, wish: Labels, { to }: Range): Laid {
  const { format, of, sheet, name, correction } = wish
  const modules = modulesOf(batch, of, correction)
  const label = { width: sheet.labelWidth, height: sheet.labelHeight }
  const longest = { number: to, first: batch.quantity, last: batch.quantity }
  const text = { code: formatCode(ANY_CODE), lines: labelLines(of, longest), name }
  const layout = labelLayout(label, modules, text)
  if (!layout) {
    const [width, height] = [sheet.labelWidth, sheet.labelHeight]
    throw invalidField(
      'sheet.labelWidth',
      `A label of ${width} × ${height} mm is too small: the QR needs ${QR_MIN_MM} mm and a light edge of ${QUIET_MODULES} modules, and the code and ${of === 'cartons' ? 'the packs' : 'the serial'} room beside or below it. Choose a larger label${name ? ', or leave out the product’s name' : ''}.`,
    )
  }
  if (name && !LETTERS[format].known.test(batch.productName)) {
    throw invalidField(
      'name',
      `${LETTERS[format].words}, and cannot print “${batch.productName}”. Print without the product’s name.`,
    )
  }
  return { layout, modules }
}

/** How many modules wide each QR of a file is: all of its addresses are of one length. */
function modulesOf(batch: Printed, of: PrintOf, level: Labels['correction']): number {
  const address = codeAddress(batch.publicUrl, ANY_CODE, gtinOf(batch, of))
  return modulesFor(Buffer.byteLength(address), level)
}
