import type { PrintOf } from '../../../../contract/programme/batch-print.ts'
import { batchLetters, formatCode } from '../../../../contract/programme/code.ts'
import { CSV_CONTENT_TYPE, writeCsv } from '../../../lib/csv.ts'
import type { Cell, XlsxColumn } from '../../../lib/xlsx/types.ts'
import { XLSX_CONTENT_TYPE, writeXlsx } from '../../../lib/xlsx/xlsx.ts'
import { gtinOf, labelPieces, type Label, type Printable, type Range } from './print-labels.ts'

/** Rows made in one turn of the event loop: some 10 ms. */
const PIECE = 2_000
const PRODUCT: XlsxColumn = { header: 'Product', type: 'text', width: 32 }
const CODE: XlsxColumn[] = [
  { header: 'Code', type: 'text', width: 22 },
  { header: 'QR text', type: 'text', width: 48 },
]
const CARTON: XlsxColumn = { header: 'Carton', type: 'integer' }
const PACKS: XlsxColumn[] = [
  { header: 'Serial', type: 'integer' },
  ...CODE,
  PRODUCT,
  { header: 'Points', type: 'integer' },
  { header: 'Expires on', type: 'date' },
]
const CARTONS: XlsxColumn[] = [
  CARTON,
  ...CODE,
  PRODUCT,
  { header: 'First serial', type: 'integer' },
  { header: 'Last serial', type: 'integer' },
]

/** The labels as rows of a spreadsheet, for a printing house that makes its own. */
export function printTable(
  batch: Printable,
  { format, of }: { format: 'xlsx' | 'csv'; of: PrintOf },
  range: Range,
) {
  const packColumns = batch.cartonSize === null ? PACKS : [...PACKS, CARTON]
  const columns = of === 'cartons' ? CARTONS : packColumns
  const rows = rowsOf(batch, of, range)
  if (format === 'csv') return { stream: writeCsv({ columns, rows }), type: CSV_CONTENT_TYPE }
  const notes = notesOf(batch, of, range)
  const stream = writeXlsx({ sheetName: `Batch ${batch.batchId}`, columns, rows, notes })
  return { stream, type: XLSX_CONTENT_TYPE }
}

/** Where there are cartons each pack says which one it belongs in. */
async function* rowsOf(batch: Printable, of: PrintOf, range: Range): AsyncGenerator<Cell[][]> {
  const { productName, points, expiresOn, cartonSize } = batch
  const rest = ({ number, first, last }: Label): Cell[] => {
    if (of === 'cartons') return [first, last]
    const carton = cartonSize === null ? [] : [Math.ceil(number / cartonSize)]
    return [points, expiresOn, ...carton]
  }
  for await (const labels of labelPieces(batch, of, range, PIECE)) {
    yield labels.map((label) => [
      label.number,
      formatCode(label.code),
      label.address,
      productName,
      ...rest(label),
    ])
  }
}

function notesOf(batch: Printable, of: PrintOf, { from, to }: Range): [string, Cell][] {
  const { batchId, quantity, productName, qrForm } = batch
  const gtin = gtinOf(batch, of)
  const without = of === 'cartons' ? OF_A_CARTON : WITHOUT_GTIN
  return [
    ['Batch', `${batchId} (${batchLetters(batchId)})`],
    ['Product', productName],
    ['Coupons', quantity],
    ['Packs in a carton', batch.cartonSize ?? 'No cartons'],
    [of === 'cartons' ? 'Cartons in this file' : 'Serials in this file', `${from} to ${to}`],
    ['Expires on', batch.expiresOn],
    ['QR form', gtin === null ? 'Web address' : 'GS1 Digital Link'],
    ['GTIN', gtin ?? (qrForm === 'gs1' ? without : 'GS1 Digital Link not asked for')],
    ['Made at', new Date()],
  ]
}

const WITHOUT_GTIN =
  'A GS1 Digital Link was asked for, but the product has no GTIN: the QR holds the web address.'
const OF_A_CARTON = 'The GTIN is that of a pack: the QR of a carton holds the web address.'
