import type { TransformOptions } from 'node:stream'
import { constants, crc32, createDeflateRaw, type ZlibOptions } from 'node:zlib'

/** Ends a deflate stream: one last, empty block. */
const LAST_BLOCK = Buffer.from([0x03, 0x00])

export type DeflateTotals = { crc: number; rawBytes: number; packedBytes: number }

type Packer = { pack: (block: Buffer) => Promise<Buffer>; close: () => void }

/**
 * Compresses one block at a time. After a full flush nothing refers to an earlier block and the
 * output ends at a byte's edge, so the outputs of several packers can be laid end to end. A packer
 * is kept for many blocks, as its tables are a quarter of a megabyte.
 */
function createPacker(level: number): Packer {
  const settings: ZlibOptions & Pick<TransformOptions, 'highWaterMark'> = {
    level,
    flush: constants.Z_FULL_FLUSH,
    // one trip to the thread pool for what a block usually becomes
    chunkSize: 1 << 18,
    // never waits for its reader during a block
    highWaterMark: 1 << 24,
  }
  const stream = createDeflateRaw(settings)
  // each write's callback tells its own
  stream.on('error', () => undefined)
  return {
    pack: (block) =>
      new Promise((resolve, reject) => {
        stream.write(block, (error) => {
          if (error) reject(error)
          else resolve(stream.read() ?? Buffer.alloc(0))
        })
      }),
    close: () => {
      stream.destroy()
    },
  }
}

export type Deflater = {
  /** Resolves to the block's share of one raw deflate stream; blocks are packed side by side. */
  pack: (block: Buffer) => Promise<Buffer>
  /** How many blocks may be under way. */
  inFlight: number
  close: () => void
}

/** `release` gets each block back once it has been compressed. */
export function createDeflater(
  level: number,
  inFlight: number,
  release: (block: Buffer) => void,
): Deflater {
  const packers = Array.from({ length: inFlight }, () => createPacker(level))
  const free = [...packers]
  return {
    inFlight,
    pack: async (block) => {
      const packer = free.pop()
      if (!packer) throw new Error(`More than ${inFlight} blocks at once`)
      const packed = await packer.pack(block)
      free.push(packer)
      release(block)
      return packed
    },
    close: () => {
      for (const packer of packers) packer.close()
    },
  }
}

/**
 * One raw deflate stream of all blocks, several of them compressed at once in zlib's threads and
 * joined in order. `totals` is complete when the generator is done.
 */
export async function* deflateBlocks(
  blocks: AsyncIterable<Buffer> | Iterable<Buffer>,
  totals: DeflateTotals,
  deflater: Deflater,
): AsyncGenerator<Buffer> {
  const waiting: Promise<Buffer>[] = []
  const count = (packed: Buffer): Buffer => {
    totals.packedBytes += packed.length
    return packed
  }
  for await (const block of blocks) {
    totals.crc = crc32(block, totals.crc)
    totals.rawBytes += block.length
    const packed = deflater.pack(block)
    // the consumer may leave before this one is awaited
    packed.catch(() => undefined)
    waiting.push(packed)
    const oldest = waiting.length >= deflater.inFlight ? waiting.shift() : undefined
    if (oldest) yield count(await oldest)
  }
  for (const packed of waiting) yield count(await packed)
  yield count(LAST_BLOCK)
}
