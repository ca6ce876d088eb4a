const DIRECTORY_END = 0x06_05_4b_50
const DIRECTORY_ENTRY = 0x02_01_4b_50
const END_BYTES = 22
const ENTRY_BYTES = 46
const MAX_COMMENT = 65_535

/**
 * Bytes that a zip file says it unpacks to, by its directory; null where it has none that can be
 * read. What it says may be a lie: whoever unpacks must have a bound of his own.
 */
export function unpackedBytes(zip: Buffer): number | null {
  const end = directoryEnd(zip)
  if (end === null) return null
  const entries = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  let total = 0
  for (let entry = 0; entry < entries; entry++) {
    if (at + ENTRY_BYTES > zip.length || zip.readUInt32LE(at) !== DIRECTORY_ENTRY) return null
    // Of a size past 4 GB, or said elsewhere (zip64), this is 4 GB.
    total += zip.readUInt32LE(at + 24)
    const [name, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place))
    at += ENTRY_BYTES + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return total
}

function directoryEnd(zip: Buffer): number | null {
  const last = zip.length - END_BYTES
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (zip.readUInt32LE(at) === DIRECTORY_END) return at
  }
  return null
}
