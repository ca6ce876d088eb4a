// A process of its own for each file: standard input is the file, the argument its media type,
// standard output the frames. Whatever a hostile file does here, it meets no key and no connection.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { decodeImage, type Pixels } from './decode-image.ts'
import { packLine, packPicture, type Picture } from './frames.ts'
import { Refusal } from './refusal.ts'

const READING_SIDE = 1600

async function main(): Promise<void> {
  const bytes = await buffer(process.stdin)
  try {
    for await (const { text, ...pixels } of pagesOf(bytes, process.argv[2] ?? '')) {
      process.stdout.write(packPicture(await pictureOf(pixels, text)))
      // Pixels lie outside of what V8 counts: it would collect them far too late.
      globalThis.gc?.()
    }
    process.stdout.write(packLine({ done: true }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stdout.write(packLine({ refusal: error.message }))
  }
}

async function* pagesOf(bytes: Buffer, type: string): AsyncIterable<Pixels & { text: string }> {
  if (type === 'application/pdf') {
    // PDFium is 4 MB of WebAssembly that a picture does not need.
    const { renderPdf } = await import('./render-pdf.ts')
    yield* renderPdf(bytes)
  } else yield { ...(await decodeImage(bytes)), text: '' }
}

async function pictureOf({ data, width, height }: Pixels, text: string): Promise<Picture> {
  const pixels = () => sharp(data, { raw: { width, height, channels: 3 } })
  const webp = await pixels().webp({ quality: 82, effort: 1 }).toBuffer()
  const grey = await pixels()
    .resize({ width: READING_SIDE, height: READING_SIDE, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .png({ compressionLevel: 1 })
    .toBuffer()
  return { width, height, text, webp, grey }
}

await main()
