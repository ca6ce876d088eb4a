// A process of its own for each file of the gallery. Its arguments: the media type, a folder with the
// file as `in`, and the widths of pictures. It writes into that folder and says at the end what.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { decodeImage, type Pixels } from '../pictures/decode-image.ts'
import { Refusal } from '../pictures/refusal.ts'
import type { MadePicture, Said } from './frames.ts'

const MOST_PAGES = 40

async function main(): Promise<void> {
  const [type = '', folder = '', widths = ''] = process.argv.slice(2)
  try {
    const said = await open(type, folder, widths.split(',').map(Number))
    process.stdout.write(JSON.stringify(said))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stdout.write(JSON.stringify({ refusal: error.message }))
  }
}

async function open(type: string, folder: string, widths: readonly number[]): Promise<Said> {
  const from = path.join(folder, 'in')
  if (type.startsWith('video/')) {
    // A reader of films that pictures do not need.
    const { rebuildVideo } = await import('./rebuild-video.ts')
    return { video: await rebuildVideo(from, folder, type) }
  }
  const pages: MadePicture[][] = []
  for await (const pixels of pagesOf(await readFile(from), type)) {
    pages.push(await sizesOf(pixels, path.join(folder, `p${pages.length + 1}`), widths))
    // Pixels lie outside of what V8 counts: it would collect them far too late.
    globalThis.gc?.()
  }
  return { pages }
}

async function* pagesOf(bytes: Buffer, type: string): AsyncIterable<Pixels> {
  if (type === 'application/pdf') {
    const { renderPdf } = await import('../pictures/render-pdf.ts')
    yield* renderPdf(bytes, MOST_PAGES)
  } else yield await decodeImage(bytes)
}

/** One picture in each width that it has, and in its own where that is none of them but smaller. */
async function sizesOf(
  { data, width, height }: Pixels,
  place: string,
  widths: readonly number[],
): Promise<MadePicture[]> {
  const widest = Math.min(width, Math.max(...widths))
  const wanted = [...widths.filter((one) => one < widest), widest]
  const made: MadePicture[] = []
  for (const one of wanted) {
    const { data: webp, info } = await sharp(data, { raw: { width, height, channels: 3 } })
      .resize({ width: one })
      .webp({ quality: 80, effort: 2 })
      .toBuffer({ resolveWithObject: true })
    const file = `${place}-${one}.webp`
    await writeFile(file, webp)
    made.push({
      file: path.basename(file),
      width: info.width,
      height: info.height,
      bytes: webp.length,
    })
  }
  return made
}

await main()
