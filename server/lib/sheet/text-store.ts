const FIRST_BYTES = 1 << 20
const FIRST_TEXTS = 1 << 12

/**
 * Texts by their number, as bytes side by side: millions of strings of their own would fill the heap
 * several times over.
 */
export function textStore(): { add(text: string): void; at(index: number): string | null } {
  let bytes = Buffer.allocUnsafe(FIRST_BYTES)
  let ends = new Uint32Array(FIRST_TEXTS)
  let count = 0
  let used = 0
  return {
    add(text) {
      const room = used + text.length * 3
      if (room > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, room))
        bytes.copy(larger, 0, 0, used)
        bytes = larger
      }
      if (count === ends.length) {
        const larger = new Uint32Array(ends.length * 2)
        larger.set(ends)
        ends = larger
      }
      used += bytes.write(text, used, 'utf8')
      ends[count++] = used
    },
    at(index) {
      if (!Number.isInteger(index) || index < 0 || index >= count) return null
      return bytes.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index])
    },
  }
}
export type TextStore = ReturnType<typeof textStore>
