import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { crc32, createDeflate, deflateSync } from 'node:zlib'

// Files for the tests, made here so that none has to be kept: plain PDFs, and hostile ones.

/** A PDF of these objects; the first is its catalogue. */
function pdfOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  text += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`
  return Buffer.from(text, 'latin1')
}

const streamOf = (text: string, more = '') =>
  `<</Length ${text.length}${more}>>stream\n${text}\nendstream`
const CATALOGUE = '<</Type/Catalog/Pages 2 0 R>>'
const ONE_PAGE = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const pageOf = (resources: string, contents: number) =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<${resources}>>/Contents ${contents} 0 R>>`

/** A PDF with a page for each list of lines, in Helvetica, which PDFium carries with it. */
export function textPdf(pages: readonly (readonly string[])[], size = 24): Buffer {
  const first = 4
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`)
  return pdfOf([
    CATALOGUE,
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap((lines, index) => {
      const shown = lines.map((line) => `(${line}) Tj 0 -${size * 2} Td`).join(' ')
      return [
        pageOf('/Font<</F1 3 0 R>>', first + 2 * index + 1),
        streamOf(`BT /F1 ${size} Tf 60 760 Td ${shown} ET`),
      ]
    }),
  ])
}

/** A PDF that no password but the right one opens; there is no right one. */
export function lockedPdf(): Buffer {
  const text = textPdf([['secret']]).toString('latin1')
  const noise = '<'.concat('5a'.repeat(32), '>')
  const encrypt = `/Encrypt<</Filter/Standard/V 1/R 2/O${noise}/U${noise}/P -4>>/ID[${noise}${noise}]`
  return Buffer.from(text.replace('trailer<<', `trailer<<${encrypt}`), 'latin1')
}

/** What unpacks to so many zeros, made without ever holding them. */
export function packedZeros(bytes: number): Promise<Buffer> {
  const piece = Buffer.alloc(1 << 20)
  const pieces = Array.from({ length: bytes / piece.length }, () => piece)
  return buffer(Readable.from(pieces).pipe(createDeflate()))
}

/** A page whose content unpacks, twice, to 256 MB: a few kB. */
export async function unpackingPdf(): Promise<Buffer> {
  const packed = deflateSync(await packedZeros(1 << 28)).toString('latin1')
  const filter = '/Filter[/FlateDecode/FlateDecode]'
  return pdfOf([CATALOGUE, ONE_PAGE, pageOf('', 4), streamOf(packed, filter)])
}

/** A page that draws a form ten times, which draws a form ten times, and so on: 10^11 in 3 kB. */
export function laughingPdf(): Buffer {
  const forms = Array.from({ length: 12 }, (_, index) => {
    const drawn = index === 11 ? '0 0 500 500 re f' : '/A Do '.repeat(10)
    const next = `/Resources<</XObject<</A ${6 + index} 0 R>>>>`
    return streamOf(drawn, `/Type/XObject/Subtype/Form/BBox[0 0 595 842]${next}`)
  })
  return pdfOf([
    CATALOGUE,
    ONE_PAGE,
    pageOf('/XObject<</A 5 0 R>>', 4),
    streamOf('/A Do'),
    ...forms,
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(8 + named.length)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), 4 + named.length)
  return framed
}

type PngShape = { width: number; height: number; colour?: number; depth?: number; laced?: boolean }

/** A PNG whose header says one thing, and whose pixels are what `packed` unpacks to. */
export function pngOf(
  { width, height, colour = 2, depth = 8, laced = false }: PngShape,
  packed: Buffer,
  ...more: Buffer[]
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, laced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A chunk of text that unpacks to 128 MB. */
export const swellingChunk = async () =>
  chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), await packedZeros(1 << 27)]))

/** A zip archive that holds 16 MB of zeros for each 16 kB. */
export async function zipBomb(): Promise<Buffer> {
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(0xfffffff0, 22)
  return Buffer.concat([local, await packedZeros(1 << 28)])
}
