import type { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { PRINT_FORMATS } from '../../../contract/batches.ts'
import { batchLetters, formatCode } from '../../../contract/code.ts'
import { CSV_CONTENT_TYPE, writeCsv } from '../../lib/csv.ts'
import type { Cell, XlsxColumn } from '../../lib/xlsx/types.ts'
import { XLSX_CONTENT_TYPE, writeXlsx } from '../../lib/xlsx/xlsx.ts'
import { codesOf } from '../coupons/codes.ts'

/** Rows made in one turn of the event loop: some 10 ms. */
const PIECE = 2_000
const COLUMNS: XlsxColumn[] = [
  { header: 'Serial', type: 'integer' },
  { header: 'Code', type: 'text', width: 22 },
  { header: 'QR text', type: 'text', width: 48 },
  { header: 'Product', type: 'text', width: 32 },
  { header: 'Points', type: 'integer' },
  { header: 'Expires on', type: 'date' },
]

export type Printable = {
  batchId: number
  batchKey: Buffer
  quantity: number
  productName: string
  points: number
  expiresOn: string
  qrForm: 'url' | 'gs1'
  publicUrl: string
}

/**
 * What the QR of a code holds. A GS1 Digital Link begins with a GTIN (`/01/…`), which products do not
 * have here; until they do, a batch that asked for that form carries the web address as well, and
 * its file says so.
 */
export function qrText(publicUrl: string, code: string): string {
  return `${publicUrl}/c/${code}`
}

/** The print file, made anew from the batch's key piece by piece: memory does not grow with it. */
export function printFile(
  batch: Printable,
  format: (typeof PRINT_FORMATS)[number],
): { stream: Readable; name: string; type: string } {
  const rows = printRows(batch)
  const name = `batch-${batch.batchId}-${batchLetters(batch.batchId)}.${format}`
  if (format === 'csv') {
    return { stream: writeCsv({ columns: COLUMNS, rows }), name, type: CSV_CONTENT_TYPE }
  }
  const stream = writeXlsx({
    sheetName: `Batch ${batch.batchId}`,
    columns: COLUMNS,
    rows,
    notes: notesOf(batch),
  })
  return { stream, name, type: XLSX_CONTENT_TYPE }
}

async function* printRows(batch: Printable): AsyncGenerator<Cell[][]> {
  const { batchId, batchKey, quantity, productName, points, publicUrl, expiresOn } = batch
  for (let first = 1; first <= quantity; first += PIECE) {
    const codes = codesOf(batchKey, batchId, first, Math.min(PIECE, quantity - first + 1))
    yield codes.map((code, index) => [
      first + index,
      formatCode(code),
      qrText(publicUrl, code),
      productName,
      points,
      expiresOn,
    ])
    // A fast reader never makes the stream wait, so nobody else would be served.
    await turn()
  }
}

function notesOf(batch: Printable): [string, Cell][] {
  const { batchId, quantity, productName, qrForm } = batch
  return [
    ['Batch', `${batchId} (${batchLetters(batchId)})`],
    ['Product', productName],
    ['Coupons', quantity],
    ['Expires on', batch.expiresOn],
    ['QR form', 'Web address'],
    ['GS1 Digital Link', qrForm === 'gs1' ? WITHOUT_GTIN : 'Not asked for'],
    ['Made at', new Date()],
  ]
}

const WITHOUT_GTIN =
  'Asked for, but products have no GTIN here, so the QR holds the web address instead.'
