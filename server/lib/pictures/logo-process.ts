// A process of its own, like picture-process.ts: a picture comes in, a small PNG of it goes out.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { decodeImage } from './decode-image.ts'
import { packLine, packPicture } from './frames.ts'
import { Refusal } from './refusal.ts'

/** Twice the size that the sign-in page shows, for dense screens and for print. */
const [WIDTH, HEIGHT] = [640, 240]

async function main(): Promise<void> {
  try {
    const { data, width, height } = await decodeImage(await buffer(process.stdin))
    const { data: png, info } = await sharp(data, { raw: { width, height, channels: 3 } })
      .resize({ width: WIDTH, height: HEIGHT, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    const size = { width: info.width, height: info.height }
    process.stdout.write(packPicture({ ...size, text: '', webp: png, grey: png.subarray(0, 1) }))
    process.stdout.write(packLine({ done: true }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stdout.write(packLine({ refusal: error.message }))
  }
}

await main()
