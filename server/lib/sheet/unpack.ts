import { createInflateRaw } from 'node:zlib'
import { noWorkbook } from './no-workbook.ts'
import { packedBytes, type ZipEntry } from './zip-directory.ts'

const STORED = 0
const DEFLATED = 8
const CHUNK_BYTES = 64 * 1024

/**
 * The bytes of an entry, unpacked piece by piece as they are asked for. Refuses one that unpacks to
 * more than the directory said: what it said was held against a limit.
 */
export async function* unpack(zip: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  const packed = packedBytes(zip, entry)
  if (packed === null) throw noWorkbook()
  if (entry.method === STORED) {
    for (let at = 0; at < packed.length; at += CHUNK_BYTES) {
      yield packed.subarray(at, at + CHUNK_BYTES)
    }
    return
  }
  if (entry.method !== DEFLATED) throw noWorkbook()
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES })
  inflate.end(packed)
  let bytes = 0
  for await (const chunk of inflate) {
    if (!Buffer.isBuffer(chunk)) throw noWorkbook()
    bytes += chunk.length
    if (bytes > entry.unpacked) throw noWorkbook()
    yield chunk
  }
}

/** The same as text. Parts of a workbook are UTF-8. */
export async function* unpackText(zip: Buffer, entry: ZipEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const bytes of unpack(zip, entry)) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}
