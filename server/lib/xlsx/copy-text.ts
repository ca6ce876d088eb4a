export const TAB = 0x09
export const NEWLINE = 0x0a
export const BACKSLASH = 0x5c

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A field of PostgreSQL's COPY text format as text, null for `\N`. */
export function decodeCopyField(field: string): string | null {
  if (field === '\\N') return null
  if (!field.includes('\\')) return field
  return field.replace(/\\([\s\S])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped)
}

/**
 * Cuts arriving COPY bytes after whole rows: a raw newline is always a row's end, since one in a
 * value is written `\n`.
 */
export type RowSplitter = {
  /** The whole rows at hand, empty when a row is still incomplete. */
  push: (chunk: Uint8Array) => Buffer
  /** Throws when the bytes stopped inside a row. */
  end: () => void
}

const NOTHING = Buffer.alloc(0)

export function createRowSplitter(): RowSplitter {
  let carried: Buffer[] = []
  return {
    push: (chunk) => {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      const end = bytes.lastIndexOf(NEWLINE) + 1
      if (end === 0) {
        carried.push(bytes)
        return NOTHING
      }
      const rows = bytes.subarray(0, end)
      const whole = carried.length > 0 ? Buffer.concat([...carried, rows]) : rows
      carried = end < bytes.length ? [bytes.subarray(end)] : []
      return whole
    },
    end: () => {
      if (carried.some((part) => part.length > 0)) {
        throw new Error('The rows end in the middle of a row')
      }
    },
  }
}
