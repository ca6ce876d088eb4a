import { deflateBlocks, type Deflater, type DeflateTotals } from './deflate.ts'

export type ZipEntry = { name: string; blocks: AsyncIterable<Buffer> | Iterable<Buffer> }

type WrittenEntry = DeflateTotals & { name: Buffer; offset: number }

/** Without zip64, which Excel reads only in some of its shapes, sizes and offsets end here. */
const MAX_32 = 0xffff_ffff
const VERSION = 20
const DEFLATE = 8
/** Sizes follow the data; the name is UTF-8. */
const FLAGS = 0x0808
/** 1 January 1980, so that equal reports are equal files. */
const DOS_DATE = 0x0021

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATE, 8)
  header.writeUInt16LE(DOS_DATE, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function writeSizes(target: Buffer, at: number, entry: WrittenEntry): void {
  target.writeUInt32LE(entry.crc, at)
  target.writeUInt32LE(entry.packedBytes, at + 4)
  target.writeUInt32LE(entry.rawBytes, at + 8)
}

function dataDescriptor(entry: WrittenEntry): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  writeSizes(descriptor, 4, entry)
  return descriptor
}

function centralHeader(entry: WrittenEntry): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt16LE(DEFLATE, 10)
  header.writeUInt16LE(DOS_DATE, 14)
  writeSizes(header, 16, entry)
  header.writeUInt16LE(entry.name.length, 28)
  header.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([header, entry.name])
}

function archiveEnd(entries: readonly WrittenEntry[], offset: number): Buffer {
  const directory = Buffer.concat(entries.map(centralHeader))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([directory, end])
}

function assertFits(bytes: number): void {
  if (bytes > MAX_32) throw new RangeError('The file would exceed 4 GiB')
}

/**
 * A zip archive written front to back. Each entry's blocks are drawn only once those before are
 * written, so the entries may be made as they are asked for. Throws RangeError beyond 4 GiB.
 */
export async function* zipArchive(
  entries: AsyncIterable<ZipEntry>,
  deflater: Deflater,
): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = []
  let offset = 0
  for await (const { name, blocks } of entries) {
    const entry: WrittenEntry = {
      name: Buffer.from(name),
      offset,
      crc: 0,
      rawBytes: 0,
      packedBytes: 0,
    }
    const header = localHeader(entry.name)
    yield header
    for await (const packed of deflateBlocks(blocks, entry, deflater)) {
      assertFits(entry.rawBytes)
      yield packed
    }
    yield dataDescriptor(entry)
    offset += header.length + entry.packedBytes + 16
    assertFits(offset)
    written.push(entry)
  }
  yield archiveEnd(written, offset)
}
