const SEI = 6
/** Payloads of an SEI message that hold whatever a camera likes: captions, its place, its name. */
const WORDS = new Set([4, 5])

/**
 * One picture of H.264 without messages that hold words or places. Its parts have their length before
 * them; null where these do not fit, so that it is no picture.
 */
export function withoutWords(data: Uint8Array, lengthSize: number): Uint8Array | null {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const kept: Buffer[] = []
  let at = 0
  while (at + lengthSize < bytes.length) {
    const end = at + lengthSize + bytes.readUIntBE(at, lengthSize)
    if (end > bytes.length) return null
    const unit = bytes.subarray(at + lengthSize, end)
    if (!holdsWords(unit)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

function holdsWords(unit: Buffer): boolean {
  if (unit.length === 0 || (unit.readUInt8(0) & 31) !== SEI) return false
  let at = 1
  const number = () => {
    let total = 0
    for (; at < unit.length; at++) {
      const byte = unit.readUInt8(at)
      total += byte
      if (byte !== 255) break
    }
    at++
    return total
  }
  // A single byte of 0x80 ends the messages.
  while (at + 1 < unit.length) {
    const type = number()
    if (WORDS.has(type)) return true
    at += number()
  }
  return false
}
