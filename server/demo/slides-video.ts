import type { EncodedPacket } from 'mediabunny'

// H.264 without an encoder: pictures as they are (I_PCM), and parts of pictures that stay as they were.
// Large for what it shows, but exact, and every player plays it: ITU-T H.264, 7.3 and 7.4.

const BLOCK = 16
/** Frame numbers have four bits. */
const FRAME_NUMBERS = 16
const SPS = 7
const PPS = 8
const IDR = 5
const FOLLOWING = 1

/** Red, green and blue, a byte each; sides are multiples of 16. */
export type Slide = { data: Buffer; width: number; height: number }
type Timing = { framesPerSecond: number; framesEach: number; framesToWipe: number }

class Bits {
  readonly #bytes: number[] = []
  #bits = 0
  #held = 0

  put(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit--) {
      this.#held = (this.#held << 1) | ((value >>> bit) & 1)
      if (++this.#bits === 8) this.#flush()
    }
    return this
  }

  /** Exp-Golomb codes, unsigned. */
  ue(...values: number[]): this {
    for (const value of values) {
      const length = 32 - Math.clz32(value + 1)
      this.put(0, length - 1).put(value + 1, length)
    }
    return this
  }

  align(): this {
    while (this.#bits > 0) this.put(0, 1)
    return this
  }

  /** Bytes as they are; only where it is aligned. */
  bytes(values: Iterable<number>): this {
    for (const value of values) this.#bytes.push(value)
    return this
  }

  /** The end of every unit: a one, then zeros. */
  end(): number[] {
    this.put(1, 1).align()
    return this.#bytes
  }

  #flush(): void {
    this.#bytes.push(this.#held & 255)
    this.#bits = 0
    this.#held = 0
  }
}

/** A unit with its header; no three bytes of it look like the beginning of another. */
function unit(type: number, payload: readonly number[]): Buffer {
  const bytes = Buffer.alloc(1 + Math.ceil(payload.length * 1.5))
  bytes[0] = 0x60 | type
  let at = 1
  let zeros = 0
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      bytes[at++] = 3
      zeros = 0
    }
    bytes[at++] = byte
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return bytes.subarray(0, at)
}

const LEVEL = 31
function settingsOf({ width, height }: Slide) {
  const sps = unit(
    SPS,
    new Bits()
      .put(66, 8)
      .put(0xc0, 8)
      .put(LEVEL, 8)
      // Number, bits of frame numbers, order of showing as decoded, one picture kept.
      .ue(0, 0, 2, 1)
      .put(0, 1)
      .ue(width / BLOCK - 1, height / BLOCK - 1)
      // Whole frames, fine vectors, nothing cut off, no more words.
      .put(0b1100, 4)
      .end(),
  )
  const pps = unit(
    PPS,
    new Bits().ue(0, 0).put(0, 2).ue(0, 0, 0).put(0, 3).ue(0, 0, 0).put(0b100, 3).end(),
  )
  const lengthOf = (bytes: Buffer) => [bytes.length >> 8, bytes.length & 255]
  const description = Buffer.concat([
    Buffer.of(1, 66, 0xc0, LEVEL, 0xff, 0xe1, ...lengthOf(sps)),
    sps,
    Buffer.of(1, ...lengthOf(pps)),
    pps,
  ])
  return {
    codec: `avc1.42c0${LEVEL.toString(16)}`,
    codedWidth: width,
    codedHeight: height,
    description,
  }
}

/** One block of a slide as brightness and two colours (BT.601). 0 is kept for the units themselves. */
function blockOf({ data, width }: Slide, column: number, row: number): Buffer {
  const samples = Buffer.alloc(384)
  const limited = (value: number) => Math.min(254, Math.max(1, Math.round(value)))
  for (let y = 0; y < BLOCK; y++) {
    for (let x = 0; x < BLOCK; x++) {
      const at = ((row * BLOCK + y) * width + column * BLOCK + x) * 3
      const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
      samples[y * BLOCK + x] = limited(16 + 0.257 * r + 0.504 * g + 0.098 * b)
      if (x % 2 === 1 || y % 2 === 1) continue
      const half = (y / 2) * 8 + x / 2
      samples[256 + half] = limited(128 - 0.148 * r - 0.291 * g + 0.439 * b)
      samples[320 + half] = limited(128 + 0.439 * r - 0.368 * g - 0.071 * b)
    }
  }
  return samples
}

const NO_SMOOTHING = 1
const AS_IT_IS = 25

/** A whole picture. */
function firstFrame(slide: Slide): Buffer {
  const bits = new Bits().ue(0, 7, 0).put(0, 4).ue(0).put(0, 2).ue(0, NO_SMOOTHING)
  for (let row = 0; row < slide.height / BLOCK; row++) {
    for (let column = 0; column < slide.width / BLOCK; column++) {
      bits
        .ue(AS_IT_IS)
        .align()
        .bytes(blockOf(slide, column, row))
    }
  }
  return unit(IDR, bits.end())
}

/** The picture before, but for some columns of blocks that are of this slide. */
function nextFrame(slide: Slide, frame: number, columns: { from: number; to: number }): Buffer {
  const [wide, high] = [slide.width / BLOCK, slide.height / BLOCK]
  const bits = new Bits()
    .ue(0, 5, 0)
    .put(frame % FRAME_NUMBERS, 4)
    .put(0, 3)
    .ue(0, NO_SMOOTHING)
  let skipped = 0
  for (let row = 0; row < high; row++) {
    for (let column = 0; column < wide; column++) {
      if (column < columns.from || column >= columns.to) skipped++
      else {
        bits
          .ue(skipped, 5 + AS_IT_IS)
          .align()
          .bytes(blockOf(slide, column, row))
        skipped = 0
      }
    }
  }
  if (skipped > 0) bits.ue(skipped)
  return unit(FOLLOWING, bits.end())
}

/** The units of a film in which one slide is drawn over the other from the left. */
function framesOf(slides: readonly Slide[], { framesEach, framesToWipe }: Timing): Buffer[] {
  return slides.flatMap((slide, index) => {
    const wide = slide.width / BLOCK
    return Array.from({ length: framesEach }, (_, at) => {
      const frame = index * framesEach + at
      if (frame === 0) return firstFrame(slide)
      const column = (step: number) => Math.min(wide, Math.ceil((step * wide) / framesToWipe))
      const columns =
        index === 0 ? { from: wide, to: wide } : { from: column(at), to: column(at + 1) }
      return nextFrame(slide, frame, columns)
    })
  })
}

/** An MP4 that shows slides of one size one after another, without sound. */
export async function slidesVideo(slides: readonly Slide[], timing: Timing): Promise<Buffer> {
  // Half a megabyte of code that nothing else here needs.
  const media = await import('mediabunny')
  const [first] = slides
  if (!first) throw new RangeError('A film has a slide at least.')
  const decoderConfig = settingsOf(first)
  const target = new media.BufferTarget()
  const output = new media.Output({
    format: new media.Mp4OutputFormat({ fastStart: 'in-memory' }),
    target,
  })
  const source = new media.EncodedVideoPacketSource('avc')
  output.addVideoTrack(source)
  await output.start()
  const seconds = 1 / timing.framesPerSecond
  for (const [index, frame] of framesOf(slides, timing).entries()) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(frame.length)
    const packet: EncodedPacket = new media.EncodedPacket(
      Buffer.concat([length, frame]),
      index === 0 ? 'key' : 'delta',
      index * seconds,
      seconds,
    )
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
