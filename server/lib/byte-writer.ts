const FIRST_SIZE = 65_536
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
/** Where in its text each byte of a uuid begins. */
const UUID_BYTES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

/**
 * Bytes one after the other, numbers with their high byte first, in as much memory as they need.
 * Numbers are taken as they come: whoever calls has seen to it that they fit.
 */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE)
  #view = viewOf(this.#bytes)
  #length = 0

  clear(): void {
    this.#length = 0
  }

  /** What was written since the beginning or the last `clear`. */
  copy(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length))
  }

  byte(value: number): void {
    const at = this.#room(1)
    this.#bytes[at] = value
  }

  int16(value: number): void {
    const at = this.#room(2)
    this.#view.setInt16(at, value)
  }

  int32(value: number): void {
    const at = this.#room(4)
    this.#view.setInt32(at, value)
  }

  /** A whole number to 2^53: twice 32 bits, which costs a part of going through a bigint. */
  int53(value: number): void {
    const at = this.#room(8)
    this.#view.setInt32(at, Math.floor(value / 2 ** 32))
    this.#view.setUint32(at + 4, value >>> 0)
  }

  int64(value: bigint): void {
    const at = this.#room(8)
    this.#view.setBigInt64(at, value)
  }

  float32(value: number): void {
    const at = this.#room(4)
    this.#view.setFloat32(at, value)
  }

  utf8(value: string): void {
    // A UTF-16 unit becomes three bytes at most.
    const most = value.length * 3
    const at = this.#room(most)
    this.#length -= most - this.#bytes.write(value, at)
  }

  uuid(value: string): void {
    if (!UUID.test(value)) throw new RangeError('This is not a uuid.')
    let at = this.#room(16)
    for (const from of UUID_BYTES) {
      this.#bytes[at++] = digit(value.charCodeAt(from)) * 16 + digit(value.charCodeAt(from + 1))
    }
  }

  /** Leaves room for the length of what follows; `endSized` wants what this gives. */
  beginSized(): number {
    return this.#room(4)
  }

  endSized(begin: number): void {
    this.#view.setInt32(begin, this.#length - begin - 4)
  }

  /** Where the next `size` bytes go. */
  #room(size: number): number {
    const at = this.#length
    this.#length += size
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#length, this.#bytes.length * 2))
      this.#bytes.copy(larger)
      this.#bytes = larger
      this.#view = viewOf(larger)
    }
    return at
  }
}

const viewOf = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** The value of a hexadecimal digit: `0` is 48, `A` 65 and `a` 97. */
function digit(character: number): number {
  return character < 58 ? character - 48 : (character & 31) + 9
}
