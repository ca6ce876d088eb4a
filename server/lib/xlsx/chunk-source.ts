import { Readable } from 'node:stream'
import type { Row, RowChunks } from './types.ts'

export type ChunkSource = {
  next: () => Promise<IteratorResult<Uint8Array | readonly Row[]>>
  /** Tells the source that nobody listens any more. */
  stop: () => void
}

export function openChunks(chunks: RowChunks): ChunkSource {
  const iterator: AsyncIterator<Uint8Array | readonly Row[]> = chunks[Symbol.asyncIterator]()
  return {
    next: () => iterator.next(),
    stop: () => {
      // an iterator that waits for its stream cannot be told to return, the stream can
      if (chunks instanceof Readable) chunks.destroy()
      iterator.return?.().catch(() => undefined)
    },
  }
}

/** A Readable of `bytes` that stops its source at once when the reader goes, even during a wait. */
export function readableOf(bytes: AsyncGenerator<Buffer>, source: ChunkSource): Readable {
  const iterator: AsyncIterableIterator<Buffer> = {
    [Symbol.asyncIterator]: () => iterator,
    next: () => bytes.next(),
    return: () => {
      source.stop()
      return bytes.return(undefined)
    },
    throw: (error) => {
      source.stop()
      return bytes.throw(error)
    },
  }
  return Readable.from(iterator, { objectMode: false, highWaterMark: 1 << 18 })
}
