/** XML bytes gathered until there are enough for one block to compress. */
export type ByteSink = {
  bytes: Buffer
  at: number
  /** Bytes handed on before this block. */
  flushed: number
}

export const BLOCK_BYTES = 1 << 20

/** Beyond a block's size there is room for a usual row, so growing is rare. */
const CAPACITY = BLOCK_BYTES + (1 << 18)

/** Blocks whose memory comes back for use again: without it a long report churns through it. */
export type BlockPool = { take: () => Buffer; give: (block: Buffer) => void }

export function createBlockPool(): BlockPool {
  const free: Buffer[] = []
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(CAPACITY),
    give: ({ buffer }) => {
      if (buffer.byteLength === CAPACITY) free.push(Buffer.from(buffer))
    },
  }
}

export function createSink(pool: BlockPool): ByteSink {
  return { bytes: pool.take(), at: 0, flushed: 0 }
}

/** Makes room for `extra` more bytes. */
export function ensureRoom(sink: ByteSink, extra: number): void {
  if (sink.at + extra <= sink.bytes.length) return
  const larger = Buffer.allocUnsafeSlow(Math.max(sink.bytes.length * 2, sink.at + extra))
  sink.bytes.copy(larger, 0, 0, sink.at)
  sink.bytes = larger
}

/** Copies `from`…`to` of `source`. A loop, since a native call costs more for so few bytes. */
export function putBytes(sink: ByteSink, source: Uint8Array, from: number, to: number): void {
  const { bytes } = sink
  let { at } = sink
  for (let i = from; i < to; i += 1) bytes[at++] = source[i] ?? 0
  sink.at = at
}

export function putText(sink: ByteSink, text: string): void {
  ensureRoom(sink, text.length * 3)
  sink.at += sink.bytes.write(text, sink.at, 'utf8')
}

/** The gathered bytes; the sink goes on with a fresh buffer. */
export function takeBlock(sink: ByteSink, pool: BlockPool): Buffer {
  const block = sink.bytes
  const length = sink.at
  sink.flushed += length
  sink.bytes = pool.take()
  sink.at = 0
  return block.subarray(0, length)
}
