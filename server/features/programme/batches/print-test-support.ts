import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { printRequest, type PrintRequest } from '../../../../contract/programme/batch-print.ts'
import { SHEET_PRESETS } from '../../../../contract/programme/label-sheets.ts'
import { packedBytes, zipEntries } from '../../../lib/sheet/zip-directory.ts'
import { printFile } from './print-file.ts'
import type { Printable } from './print-labels.ts'

const require = createRequire(import.meta.url)
// By default the reader would come from a server of others.
prepareZXingModule({
  overrides: {
    wasmBinary: new Uint8Array(readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm')))
      .buffer,
  },
})

/** Dots an inch at which an office printer or a phone would see a page. */
const DPI = 200

export const GTIN = '08901234567894'
export const BATCH: Printable = {
  batchId: 12,
  batchKey: Buffer.alloc(32, 7),
  quantity: 100,
  cartonSize: 12,
  productName: 'Wall Putty 20 kg',
  points: 40,
  expiresOn: '2027-11-20',
  qrForm: 'url',
  gtin: GTIN,
  publicUrl: 'https://hil.example',
}

/** A wish as it comes out of the endpoint's schema; the sheet by its name. */
export function wishFor(
  format: PrintRequest['format'],
  { preset = 'a4-24', ...changed }: Record<string, unknown> & { preset?: string } = {},
): PrintRequest {
  return printRequest.parse({ format, sheet: SHEET_PRESETS[preset]?.sheet, ...changed })
}

/** All of a print file's bytes. */
export const bytesOf = (batch: Printable, wish: PrintRequest): Promise<Buffer> =>
  buffer(printFile(batch, wish).stream)

type Seen = { text: string; x: number; y: number; level: string | undefined }

/** The QR codes in a picture, row by row, by a reader that is not of the library that drew them. */
export async function readQrs(picture: Uint8Array): Promise<Seen[]> {
  const found = await readBarcodes(picture, {
    formats: ['QRCode'],
    maxNumberOfSymbols: 200,
    tryHarder: true,
  })
  const seen = found.map(({ text, position, ecLevel }) => ({
    text,
    x: position.topLeft.x,
    y: position.topLeft.y,
    level: ecLevel,
  }))
  // A row's QRs stand within a few dots of each other.
  return seen.toSorted((one, other) =>
    Math.abs(one.y - other.y) > 20 ? one.y - other.y : one.x - other.x,
  )
}

type ReadPage = { width: number; height: number; text: string; qrs: Seen[] }

/** The pages of a PDF: size in millimetres, text, and what a camera reads. */
export async function readPages(pdf: Buffer): Promise<ReadPage[]> {
  const pdfium = await PDFiumLibrary.init()
  const document = await pdfium.loadDocument(pdf)
  try {
    const pages: ReadPage[] = []
    for (const page of document.pages()) {
      const { originalWidth, originalHeight } = page.getOriginalSize()
      // pdfium reads no text once it has drawn the page.
      const text = page.getText().replace(/\s+/g, ' ')
      const { data, width, height } = await page.render({ scale: DPI / 72, render: 'bitmap' })
      const raw = { width, height, channels: 4 } as const
      const picture = await sharp(data, { raw }).flatten({ background: '#fff' }).png().toBuffer()
      pages.push({
        width: (originalWidth * 25.4) / 72,
        height: (originalHeight * 25.4) / 72,
        text,
        qrs: await readQrs(picture),
      })
    }
    return pages
  } finally {
    document.destroy()
    pdfium.destroy()
  }
}

/** A zip's files by name. */
export function unzipped(zip: Buffer): Map<string, Buffer> {
  const entries = zipEntries(zip) ?? []
  return new Map(
    entries.map((entry) => [
      entry.name,
      inflateRawSync(packedBytes(zip, entry) ?? Buffer.alloc(0)),
    ]),
  )
}
