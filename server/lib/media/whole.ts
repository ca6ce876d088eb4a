import type { FileHandle } from 'node:fs/promises'
import { Refusal } from '../pictures/refusal.ts'

const MOST_BOXES = 100_000
const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067

const cutOff = () =>
  new Refusal('This video is damaged or not whole. Save it again and upload all of it.')

/**
 * Refuses an MP4 or MOV whose boxes do not fill the file exactly or that has no index. A file that was
 * cut off can look whole from its beginning.
 */
export async function checkBoxes(file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  let at = 0
  let hasIndex = false
  for (let boxes = 0; at < size; boxes++) {
    const head = await bytesAt(file, at, 16)
    if (boxes > MOST_BOXES || head.length < 8) throw cutOff()
    hasIndex ||= head.toString('latin1', 4, 8) === 'moov'
    const length = lengthOf(head) ?? size - at
    if (length < 8 || at + length > size) throw cutOff()
    at += length
  }
  if (!hasIndex) throw cutOff()
}

/** Null: to the end of the file. */
function lengthOf(head: Buffer): number | null {
  const short = head.readUInt32BE(0)
  if (short === 0) return null
  if (short !== 1) return short
  if (head.length < 16) return 0
  return Number(head.readBigUInt64BE(8))
}

/** Refuses a WebM that says it is longer than it is. One made by a browser may not say it. */
export async function checkSegment(file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  const header = await elementAt(file, 0)
  if (header?.id !== EBML || header.end === null) throw cutOff()
  const segment = await elementAt(file, header.end)
  if (segment?.id !== SEGMENT) throw cutOff()
  if (segment.end !== null && segment.end > size) throw cutOff()
}

async function elementAt(file: FileHandle, at: number) {
  const head = await bytesAt(file, at, 12)
  if (head.length < 5) return null
  const first = head.readUInt8(4)
  const width = Math.clz32(first) - 23
  if (width > 8 || head.length < 4 + width) return null
  let length = BigInt(first & (0xff >> width))
  for (let index = 1; index < width; index++) {
    length = (length << 8n) | BigInt(head.readUInt8(4 + index))
  }
  const isUnknown = length === (1n << BigInt(7 * width)) - 1n
  return { id: head.readUInt32BE(0), end: isUnknown ? null : at + 4 + width + Number(length) }
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
