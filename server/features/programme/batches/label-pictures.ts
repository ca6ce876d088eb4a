import { Readable } from 'node:stream'
import { encodeQR } from 'qr'
import type { PrintRequest } from '../../../../contract/programme/batch-print.ts'
import { formatCode } from '../../../../contract/programme/code.ts'
import { QUIET_MODULES } from '../../../../contract/programme/label-layout.ts'
import { writeCsv } from '../../../lib/csv.ts'
import { qrPng, qrSvg } from '../../../lib/qr-file.ts'
import { createDeflater } from '../../../lib/xlsx/deflate.ts'
import type { Cell, XlsxColumn } from '../../../lib/xlsx/types.ts'
import { zipArchive, type ZipEntry } from '../../../lib/xlsx/zip.ts'
import { labelPieces, type Label, type Printable, type Range } from './print-labels.ts'

/** Pictures drawn in one turn of the event loop: some 10 ms. */
const PIECE = 25
const INDEX_PIECE = 2_000
const LEVEL = 1
/** As many digits as the largest batch needs, so that names sort as the serials do. */
const DIGITS = 7

export const ZIP_CONTENT_TYPE = 'application/zip'
type Wish = Extract<PrintRequest, { format: 'svg' | 'png' }>

/** A QR picture of each code, named by its serial and the code, and an index of them. */
export function labelPictures(batch: Printable, wish: Wish, range: Range): Readable {
  return Readable.from(archive(batch, wish, range), { objectMode: false })
}

async function* archive(batch: Printable, wish: Wish, range: Range): AsyncGenerator<Buffer> {
  const deflater = createDeflater(LEVEL, 1, () => undefined)
  try {
    yield* zipArchive(entries(batch, wish, range), deflater)
  } finally {
    deflater.close()
  }
}

async function* entries(batch: Printable, wish: Wish, range: Range): AsyncGenerator<ZipEntry> {
  yield { name: 'index.csv', blocks: indexOf(batch, wish, range) }
  const options = { ecc: wish.correction, border: QUIET_MODULES }
  for await (const labels of labelPieces(batch, wish.of, range, PIECE)) {
    for (const label of labels) {
      const rows = encodeQR(label.address, 'raw', options)
      const picture = wish.format === 'png' ? qrPng(rows) : Buffer.from(qrSvg(rows))
      yield { name: fileName(label, wish), blocks: [picture] }
    }
  }
}

const fileName = ({ number, code }: Label, { format }: Wish): string =>
  `${String(number).padStart(DIGITS, '0')}-${formatCode(code)}.${format}`

function indexOf(batch: Printable, wish: Wish, range: Range): Readable {
  const numbered: XlsxColumn[] =
    wish.of === 'cartons'
      ? [
          { header: 'Carton', type: 'integer' },
          { header: 'First serial', type: 'integer' },
          { header: 'Last serial', type: 'integer' },
        ]
      : [{ header: 'Serial', type: 'integer' }]
  const texts = ['Code', 'QR text', 'Product', 'File'].map((header): XlsxColumn => ({
    header,
    type: 'text',
  }))
  return writeCsv({ columns: [...numbered, ...texts], rows: indexRows(batch, wish, range) })
}

async function* indexRows(batch: Printable, wish: Wish, range: Range): AsyncGenerator<Cell[][]> {
  for await (const labels of labelPieces(batch, wish.of, range, INDEX_PIECE)) {
    yield labels.map((label) => [
      ...(wish.of === 'cartons' ? [label.number, label.first, label.last] : [label.number]),
      formatCode(label.code),
      label.address,
      batch.productName,
      fileName(label, wish),
    ])
  }
}
