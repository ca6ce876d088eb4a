import type { IncomingHttpHeaders } from 'node:http'

/** First and last byte, both included. */
export type Part = { start: number; end: number }

/**
 * The part of a file that a request asks for: null for all of it, 'none' for a part that the file does
 * not have (416). Several parts at once, other units and what cannot be read count as asking for all,
 * which RFC 9110 allows; so does If-Range, because no answer of ours carries a validator.
 */
export function partOf(headers: IncomingHttpHeaders, size: number): Part | 'none' | null {
  if (headers['if-range'] !== undefined) return null
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  // A last byte before the first is no range, but one that cannot be read.
  if (to !== '' && Number(to) < start) return null
  return start >= size ? 'none' : { start, end }
}
