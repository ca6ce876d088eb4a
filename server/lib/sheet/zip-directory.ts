const DIRECTORY_END = 0x06_05_4b_50
const DIRECTORY_ENTRY = 0x02_01_4b_50
const LOCAL_ENTRY = 0x04_03_4b_50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const MAX_COMMENT = 65_535

/** A file within a zip file: how it is packed, its sizes as the directory tells them, where it lies. */
export type ZipEntry = {
  name: string
  method: number
  packed: number
  /** What the directory says it unpacks to. It may be a lie. */
  unpacked: number
  at: number
}

/** What a zip file holds, by its directory; null where it has none that can be read. */
export function zipEntries(zip: Buffer): ZipEntry[] | null {
  const end = directoryEnd(zip)
  if (end === null) return null
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  const entries: ZipEntry[] = []
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > zip.length || zip.readUInt32LE(at) !== DIRECTORY_ENTRY) return null
    const nameBytes = zip.readUInt16LE(at + 28)
    entries.push({
      name: zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      // Of a size past 4 GB, or said elsewhere (zip64), this is 4 GB.
      unpacked: zip.readUInt32LE(at + 24),
      at: zip.readUInt32LE(at + 42),
    })
    at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

/** The packed bytes of an entry; null where the file does not hold them. */
export function packedBytes(zip: Buffer, { at, packed }: ZipEntry): Buffer | null {
  if (at + LOCAL_BYTES > zip.length || zip.readUInt32LE(at) !== LOCAL_ENTRY) return null
  const from = at + LOCAL_BYTES + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  return from + packed > zip.length ? null : zip.subarray(from, from + packed)
}

function directoryEnd(zip: Buffer): number | null {
  const last = zip.length - END_BYTES
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (zip.readUInt32LE(at) === DIRECTORY_END) return at
  }
  return null
}
