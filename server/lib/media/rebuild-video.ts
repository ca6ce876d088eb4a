import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  Logging,
  LogLevel,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
  type AudioCodec,
  type EncodedPacket,
  type InputAudioTrack,
  type InputVideoTrack,
  type VideoCodec,
} from 'mediabunny'
import { Refusal } from '../pictures/refusal.ts'
import type { MadeVideo } from './frames.ts'
import { withoutWords } from './sei.ts'
import { checkBoxes, checkSegment } from './whole.ts'

const MOST_SECONDS = 300
const MOST_SIDE = 3840
const LEAST_SIDE = 64
/** Five minutes of 120 pictures a second; sound comes in some fifty pieces a second. */
const MOST_PACKETS = 40_000
/** By so much the length that a file tells may differ from that of its pictures. */
const SLACK_SECONDS = 1.5

const CODECS: Record<'mp4' | 'webm', { video: VideoCodec[]; audio: AudioCodec[] }> = {
  mp4: { video: ['avc', 'vp9', 'av1'], audio: ['aac', 'mp3', 'opus'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
}
/** Baseline, main, extended and high: eight bits a colour, as every phone plays. */
const AVC_PROFILES = new Set(['42', '4d', '58', '64'])

const damaged = (cause?: unknown) =>
  new Refusal('This video is damaged or not whole. Save it again and upload all of it.', { cause })

/**
 * Copies the pictures and the sound of a video, packet by packet, into a new file that begins with its
 * index: nothing else of the original is in it, neither place nor names nor other tracks.
 */
export async function rebuildVideo(from: string, folder: string, type: string): Promise<MadeVideo> {
  Logging.level = LogLevel.Silent
  const form = type === 'video/webm' ? 'webm' : 'mp4'
  await checkWhole(from, form)
  const input = new Input({
    formats: form === 'webm' ? [WEBM] : [MP4, QTFF],
    source: new FilePathSource(from),
  })
  try {
    return await rebuild(input, path.join(folder, `out.${form}`), form)
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    throw damaged(cause)
  } finally {
    input.dispose()
  }
}

async function checkWhole(from: string, form: 'mp4' | 'webm'): Promise<void> {
  const file = await open(from, 'r')
  try {
    await (form === 'webm' ? checkSegment(file) : checkBoxes(file))
  } finally {
    await file.close()
  }
}

async function rebuild(input: Input, to: string, form: 'mp4' | 'webm'): Promise<MadeVideo> {
  const picture = await input.getPrimaryVideoTrack()
  if (!picture) throw new Refusal('This file has no picture: upload a video.')
  const sound = await input.getPrimaryAudioTrack()
  const { codec, width, height } = await checkPicture(picture, form)
  const soundCodec = sound && (await checkSound(sound, form))
  const counted = await countPackets(picture)
  await checkLength(picture, counted)
  const output = new Output({
    format:
      form === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'reserve' }),
    target: new FilePathTarget(to),
  })
  const pictures = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(pictures, {
    rotation: await picture.getRotation(),
    maximumPacketCount: counted.packets,
  })
  const sounds = soundCodec && new EncodedAudioPacketSource(soundCodec)
  if (sounds && sound) {
    const { packets } = await countPackets(sound)
    output.addAudioTrack(sounds, { maximumPacketCount: packets })
  }
  await output.start()
  const lengthSize = await nalLengthSize(picture, codec)
  await Promise.all([
    copyPictures(picture, pictures, lengthSize),
    sounds && sound && copySounds(sound, sounds),
  ])
  await output.finalize()
  const { size: bytes } = await stat(to)
  const durationMs = Math.max(1, Math.round((counted.end - counted.start) * 1000))
  return { file: path.basename(to), type: `video/${form}`, width, height, durationMs, bytes }
}

async function checkPicture(track: InputVideoTrack, form: 'mp4' | 'webm') {
  const codec = await track.getCodec()
  if (!codec || !CODECS[form].video.includes(codec)) {
    const found = codec === 'hevc' ? 'HEVC (H.265)' : (codec?.toUpperCase() ?? 'an unknown form')
    throw new Refusal(
      `The pictures of this video are in ${found}, which many phones do not play. Save it as MP4 with H.264 (“most compatible”).`,
    )
  }
  const config = await track.getDecoderConfig()
  if (!config) throw damaged()
  if (codec === 'avc' && !AVC_PROFILES.has(config.codec.slice(5, 7).toLowerCase())) {
    throw new Refusal(
      'This video is in a form of H.264 that phones do not play. Save it with the profile “high” and 8 bits.',
    )
  }
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  if (Math.max(width, height) > MOST_SIDE || Math.min(width, height) < LEAST_SIDE) {
    throw new Refusal(
      `The picture of this video is ${width} × ${height}. It must have ${LEAST_SIDE} to ${MOST_SIDE} pixels a side.`,
    )
  }
  return { codec, width, height }
}

async function checkSound(track: InputAudioTrack, form: 'mp4' | 'webm'): Promise<AudioCodec> {
  const codec = await track.getCodec()
  if (codec && CODECS[form].audio.includes(codec)) return codec
  throw new Refusal(
    'The sound of this video is in a form that phones do not play. Save it with AAC, or without sound.',
  )
}

type Counted = { packets: number; start: number; end: number }

async function countPackets(track: InputVideoTrack | InputAudioTrack): Promise<Counted> {
  const counted = { packets: 0, start: Infinity, end: -Infinity }
  const all = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })
  for await (const { timestamp, duration } of all) {
    if (++counted.packets > MOST_PACKETS) throw tooLong()
    counted.start = Math.min(counted.start, timestamp)
    counted.end = Math.max(counted.end, timestamp + duration)
  }
  return counted
}

const tooLong = () =>
  new Refusal(`This video is longer than ${MOST_SECONDS / 60} minutes. Make it shorter.`)

async function checkLength(track: InputVideoTrack, { packets, start, end }: Counted) {
  if (packets === 0) throw new Refusal('This video has no picture in it.')
  if (end - start > MOST_SECONDS) throw tooLong()
  const told = await track.getDurationFromMetadata()
  if (told !== null && told > end + SLACK_SECONDS) throw damaged()
}

/** Bytes of the length before each part of an H.264 picture; null for other forms. */
async function nalLengthSize(track: InputVideoTrack, codec: VideoCodec): Promise<number | null> {
  if (codec !== 'avc') return null
  const description = (await track.getDecoderConfig())?.description
  if (!description) return null
  const bytes = ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description)
  return bytes.length > 4 ? (bytes.readUInt8(4) & 3) + 1 : null
}

async function copyPictures(
  track: InputVideoTrack,
  to: EncodedVideoPacketSource,
  lengthSize: number | null,
): Promise<void> {
  const sink = new EncodedPacketSink(track)
  const decoderConfig = await track.getDecoderConfig()
  if (!decoderConfig) throw damaged()
  const first = await sink.getFirstKeyPacket({ verifyKeyPackets: true })
  if (!first) throw new Refusal('This video has no picture in it.')
  if ((await track.determinePacketType(first)) !== 'key') throw damaged()
  for await (const packet of sink.packets(first)) {
    checkPacket(packet)
    const data = lengthSize === null ? packet.data : withoutWords(packet.data, lengthSize)
    if (data === null) throw damaged()
    if (data.length === 0) continue
    // Alpha beside the picture is left behind with the rest.
    await to.add(packet.clone({ data, sideData: {} }), { decoderConfig })
  }
  to.close()
}

async function copySounds(track: InputAudioTrack, to: EncodedAudioPacketSource): Promise<void> {
  const decoderConfig = await track.getDecoderConfig()
  if (!decoderConfig) throw damaged()
  for await (const packet of new EncodedPacketSink(track).packets()) {
    checkPacket(packet)
    await to.add(packet, { decoderConfig })
  }
  to.close()
}

function checkPacket({ data, byteLength }: EncodedPacket): void {
  if (data.length === 0 || data.length !== byteLength) throw damaged()
}
