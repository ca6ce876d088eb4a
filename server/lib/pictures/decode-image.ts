import sharp, { type Metadata, type Sharp } from 'sharp'
import { Refusal } from './refusal.ts'

/** Pixels with three bytes each: all that is left of what was sent, no metadata, no second frame. */
export type Pixels = { data: Buffer; width: number; height: number }

const MOST_PIXELS = 40_000_000
const MOST_SIDE = 12_000
/** Of a picture that can only be decoded whole; the others pass through a few lines at a time. */
const MOST_BYTES_AT_ONCE = 64 * 1024 * 1024
const SIDE = 2400
const SECONDS = 4

sharp.cache(false)
sharp.concurrency(1)
// Everything that libvips could open is closed, then the three that are asked for are opened.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

/**
 * Decodes a JPEG, PNG or WebP (its first frame), at most 2400 pixels a side, on white, upright by its
 * EXIF. Its size is read from the header and refused in words before anything is decoded.
 */
export async function decodeImage(bytes: Buffer): Promise<Pixels> {
  try {
    // Refused here by our own limits, in our own words.
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    checkSize(header)
    const small = await pixelsOf(
      sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
        .timeout({ seconds: SECONDS })
        .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' }),
    )
    return await upright(small, header.orientation ?? 1)
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    throw new Refusal('This picture cannot be read: it is damaged or not whole.', { cause })
  }
}

function checkSize(header: Metadata): void {
  const { width, height } = header
  if (width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS) {
    throw new Refusal(
      `This picture is ${width} × ${height} pixels. At most ${MOST_SIDE} a side and 40 million in all are taken: make it smaller.`,
    )
  }
  if (bytesAtOnce(header) > MOST_BYTES_AT_ONCE) {
    throw new Refusal(
      `This picture is ${width} × ${height} pixels in a form that must be opened all at once. Make it smaller, or save it as a plain JPEG.`,
    )
  }
}

function bytesAtOnce({ format, width, height, channels, depth, ...header }: Metadata): number {
  if (format !== 'webp' && !header.isProgressive) return 0
  const pixels = width * height
  // A progressive JPEG is held as coefficients of two bytes, half as many of its colours where halved.
  if (format === 'jpeg') return pixels * 2 * (header.chromaSubsampling === '4:2:0' ? 1.5 : channels)
  return pixels * channels * (depth === 'ushort' ? 2 : 1)
}

/**
 * Turned as EXIF says (1 to 8). Done on the small picture: libvips would otherwise hold the large one
 * whole to turn it.
 */
async function upright(pixels: Pixels, orientation: number): Promise<Pixels> {
  const [angle, mirrored] = TURNS[orientation] ?? [0, false]
  if (angle === 0 && !mirrored) return pixels
  const { data, width, height } = pixels
  return pixelsOf(
    sharp(data, { raw: { width, height, channels: 3 } })
      .rotate(angle)
      .flop(mirrored),
  )
}

/** sharp mirrors before it turns. */
const TURNS: Record<number, [angle: number, mirrored: boolean]> = {
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false],
}

/** The pixels of a pipeline as red, green and blue. */
export async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
