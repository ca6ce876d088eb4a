import { z } from 'zod'
import type { Picture } from './frames.ts'

const size = z.number().int().positive()
const lines = z.union([
  z.object({ width: size, height: size, text: z.string(), webpBytes: size, greyBytes: size }),
  z.object({ done: z.literal(true) }),
  z.object({ refusal: z.string().max(300) }),
])

/**
 * Reads what the picture process said; throws when it is not whole. Apart from frames.ts, because that
 * process starts again for each file and has no need of zod.
 */
export function unpackFrames(bytes: Buffer): { refusal: string } | { pages: Picture[] } {
  const pages: Picture[] = []
  let at = 0
  const take = (end: number) => {
    if (end > bytes.length) throw new RangeError('The answer was cut short.')
    const taken = bytes.subarray(at, end)
    at = end
    return taken
  }
  for (;;) {
    const end = bytes.indexOf('\n', at)
    if (end < 0) throw new RangeError('The answer was cut short.')
    const said = lines.parse(JSON.parse(take(end + 1).toString('utf8')))
    if ('refusal' in said) return said
    if ('done' in said) return { pages }
    const { webpBytes, greyBytes, ...page } = said
    pages.push({ ...page, webp: take(at + webpBytes), grey: take(at + greyBytes) })
  }
}
