import { createHash } from 'node:crypto'
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WebMOutputFormat,
} from 'mediabunny'

// Films for the tests, made of others, packet by packet.

const inputOf = (file: Buffer) =>
  new Input({ formats: [MP4, QTFF], source: new BufferSource(new Uint8Array(file)) })

async function pictureOf(file: Buffer) {
  const track = await inputOf(file).getPrimaryVideoTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error('This film has no picture.')
  const packets: EncodedPacket[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  return { decoderConfig, packets }
}

/** What a player of a film would get: its settings and each picture, as sums and moments. */
export async function filmWith(file: Buffer) {
  const { decoderConfig, packets } = await pictureOf(file)
  const { codec, codedWidth, codedHeight } = decoderConfig
  const pictures = packets.map(({ data, timestamp, type }) => [
    createHash('sha256').update(data).digest('hex'),
    Math.round(timestamp * 1000),
    type,
  ])
  return { codec, codedWidth, codedHeight, pictures }
}

const bytesOf = ({ buffer }: BufferTarget) => Buffer.from(buffer ?? new ArrayBuffer(0))

/** The same film as a camera would write it: words among its pictures, its tags and its track's name. */
export async function stampedFilm(file: Buffer, words: string): Promise<Buffer> {
  const { decoderConfig, packets } = await pictureOf(file)
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source, { name: words })
  output.setMetadataTags({ title: words, comment: words, raw: { '©xyz': words } })
  await output.start()
  for (const packet of packets) {
    const data = Buffer.concat([wordsUnit(words), packet.data])
    await source.add(packet.clone({ data: new Uint8Array(data) }), { decoderConfig })
  }
  await output.finalize()
  return bytesOf(target)
}

/** An SEI message with words of its own, as an H.264 unit with its length. */
function wordsUnit(words: string): Buffer {
  const payload = Buffer.concat([Buffer.alloc(16, 7), Buffer.from(words)])
  const unit = Buffer.concat([Buffer.of(6, 5, payload.length), payload, Buffer.of(0x80)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(unit.length)
  return Buffer.concat([length, unit])
}

/** The film with the name of a box changed, wherever it stands. */
export function retyped(file: Buffer, from: string, to: string): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll(from, to), 'latin1')
}

/** An MP4 with silence and nothing to see. */
export async function soundOnly(): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const source = new EncodedAudioPacketSource('aac')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = {
    codec: 'mp4a.40.2',
    sampleRate: 44_100,
    numberOfChannels: 2,
    description: new Uint8Array([0x12, 0x10]),
  }
  for (let at = 0; at < 10; at++) {
    const packet = new EncodedPacket(new Uint8Array(50).fill(at), 'key', at * 0.02, 0.02)
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()
  return bytesOf(target)
}

/** A WebM of two seconds in VP8. Its pictures are noise: only their frame is looked at. */
export async function webm(): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedVideoPacketSource('vp8')
  output.addVideoTrack(source)
  await output.start()
  const decoderConfig = { codec: 'vp8', codedWidth: 160, codedHeight: 90 }
  for (let at = 0; at < 20; at++) {
    // The lowest bit of a VP8 picture says whether it stands alone.
    const data = new Uint8Array(500).fill(7)
    data.set(at === 0 ? [0x10, 2, 0, 0x9d, 1, 0x2a, 160, 0, 90, 0] : [0x31, 2, 0])
    await source.add(new EncodedPacket(data, at === 0 ? 'key' : 'delta', at / 10, 0.1), {
      decoderConfig,
    })
  }
  await output.finalize()
  return bytesOf(target)
}

export async function brokenWebm(): Promise<Buffer> {
  const whole = await webm()
  return whole.subarray(0, whole.length / 2)
}
