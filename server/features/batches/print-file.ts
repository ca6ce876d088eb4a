import type { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { PRINT_FORMATS } from '../../../contract/batches.ts'
import { batchLetters, formatCode } from '../../../contract/code.ts'
import { CSV_CONTENT_TYPE, writeCsv } from '../../lib/csv.ts'
import type { Cell, XlsxColumn } from '../../lib/xlsx/types.ts'
import { XLSX_CONTENT_TYPE, writeXlsx } from '../../lib/xlsx/xlsx.ts'
import { cartonKeyOf, codesOf } from '../coupons/codes.ts'

/** Rows made in one turn of the event loop: some 10 ms. */
const PIECE = 2_000
const PRODUCT: XlsxColumn = { header: 'Product', type: 'text', width: 32 }
const CODE: XlsxColumn[] = [
  { header: 'Code', type: 'text', width: 22 },
  { header: 'QR text', type: 'text', width: 48 },
]
const PACKS: XlsxColumn[] = [
  { header: 'Serial', type: 'integer' },
  ...CODE,
  PRODUCT,
  { header: 'Points', type: 'integer' },
  { header: 'Expires on', type: 'date' },
]
const CARTON: XlsxColumn = { header: 'Carton', type: 'integer' }
const CARTONS: XlsxColumn[] = [
  CARTON,
  ...CODE,
  PRODUCT,
  { header: 'First serial', type: 'integer' },
  { header: 'Last serial', type: 'integer' },
]

type Format = (typeof PRINT_FORMATS)[number]
export type PrintOf = 'packs' | 'cartons'
export type Printable = {
  batchId: number
  batchKey: Buffer
  quantity: number
  cartonSize: number | null
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

/**
 * The labels of the packs, made anew from the batch's key piece by piece: memory does not grow with
 * it. Where there are cartons each pack says which one it belongs in.
 */
export function printFile(batch: Printable, format: Format) {
  const columns = batch.cartonSize === null ? PACKS : [...PACKS, CARTON]
  const name = `batch-${batch.batchId}-${batchLetters(batch.batchId)}`
  return fileOf(batch, { name, columns, rows: packRows(batch) }, format)
}

/** The labels of the cartons: one code activates every pack between its two serials. */
export function cartonFile(batch: Printable, format: Format) {
  const name = `batch-${batch.batchId}-${batchLetters(batch.batchId)}-cartons`
  return fileOf(batch, { name, columns: CARTONS, rows: cartonRows(batch) }, format)
}

type Sheet = { name: string; columns: XlsxColumn[]; rows: AsyncGenerator<Cell[][]> }

function fileOf(
  batch: Printable,
  { name, columns, rows }: Sheet,
  format: Format,
): { stream: Readable; name: string; type: string } {
  if (format === 'csv') {
    return { stream: writeCsv({ columns, rows }), name: `${name}.csv`, type: CSV_CONTENT_TYPE }
  }
  const sheetName = `Batch ${batch.batchId}`
  const stream = writeXlsx({ sheetName, columns, rows, notes: notesOf(batch) })
  return { stream, name: `${name}.xlsx`, type: XLSX_CONTENT_TYPE }
}

async function* packRows(batch: Printable): AsyncGenerator<Cell[][]> {
  const { batchId, batchKey, quantity, productName, points, publicUrl, expiresOn } = batch
  const cartonOf = (serial: number): Cell[] =>
    batch.cartonSize === null ? [] : [Math.ceil(serial / batch.cartonSize)]
  for (let first = 1; first <= quantity; first += PIECE) {
    const codes = codesOf(batchKey, batchId, first, Math.min(PIECE, quantity - first + 1))
    yield codes.map((code, index) => [
      first + index,
      formatCode(code),
      qrText(publicUrl, code),
      productName,
      points,
      expiresOn,
      ...cartonOf(first + index),
    ])
    // A fast reader never makes the stream wait, so nobody else would be served.
    await turn()
  }
}

async function* cartonRows(batch: Printable): AsyncGenerator<Cell[][]> {
  const { batchId, batchKey, quantity, cartonSize, productName, publicUrl } = batch
  if (cartonSize === null) return
  const cartons = Math.ceil(quantity / cartonSize)
  const key = cartonKeyOf(batchKey)
  for (let first = 1; first <= cartons; first += PIECE) {
    const codes = codesOf(key, batchId, first, Math.min(PIECE, cartons - first + 1))
    yield codes.map((code, index) => {
      const before = (first + index - 1) * cartonSize
      const last = Math.min(before + cartonSize, quantity)
      const text = [formatCode(code), qrText(publicUrl, code), productName]
      return [first + index, ...text, before + 1, last]
    })
    await turn()
  }
}

function notesOf(batch: Printable): [string, Cell][] {
  const { batchId, quantity, productName, qrForm } = batch
  return [
    ['Batch', `${batchId} (${batchLetters(batchId)})`],
    ['Product', productName],
    ['Coupons', quantity],
    ['Packs in a carton', batch.cartonSize ?? 'No cartons'],
    ['Expires on', batch.expiresOn],
    ['QR form', 'Web address'],
    ['GS1 Digital Link', qrForm === 'gs1' ? WITHOUT_GTIN : 'Not asked for'],
    ['Made at', new Date()],
  ]
}

const WITHOUT_GTIN =
  'Asked for, but products have no GTIN here, so the QR holds the web address instead.'
