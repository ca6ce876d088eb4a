import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams'
import { ByteWriter } from '../../../server/lib/byte-writer.ts'

const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const TRAILER = Buffer.from([0xff, 0xff])
const PIECE_ROWS = 8_000
const POSTGRES_EPOCH = Date.UTC(2000, 0, 1)
const IDS_EPOCH = Date.UTC(2025, 0, 1)

/**
 * Rows of one table on their way into COPY's binary form. A row begins with `row()`; then each column
 * of `columns` in its order. What the numbers mean is checked by nobody but the tables.
 */
export class CopyRows {
  readonly #to = new ByteWriter()
  readonly #stream: CopyStreamQuery
  readonly #columns: number
  readonly #ended: Promise<void>
  #rows = 0

  constructor(client: pg.ClientBase, table: string, columns: readonly string[]) {
    this.#columns = columns.length
    const copy = `copy ${table} (${columns.join(', ')}) from stdin (format binary)`
    this.#stream = client.query(copyFrom(copy))
    this.#ended = finished(this.#stream)
    this.#ended.catch(() => {})
    this.#stream.write(HEADER)
  }

  row(): void {
    this.#to.int16(this.#columns)
    this.#rows++
  }

  none(): void {
    this.#to.int32(-1)
  }

  int2(value: number): void {
    this.#to.int32(2)
    this.#to.int16(value)
  }

  int4(value: number): void {
    this.#to.int32(4)
    this.#to.int32(value)
  }

  int8(value: number): void {
    this.#to.int32(8)
    this.#to.int53(value)
  }

  /** An id of `lib/ids.ts`: past what a number holds, so by its halves. */
  id(at: number, low: number): void {
    const millisecond = at - IDS_EPOCH
    this.#to.int32(8)
    this.#to.int32(Math.floor(millisecond / 1024))
    this.#to.int32(((millisecond % 1024) << 22) | low)
  }

  float4(value: number): void {
    this.#to.int32(4)
    this.#to.float32(value)
  }

  /** A moment in milliseconds since 1970. */
  at(value: number): void {
    this.#to.int32(8)
    this.#to.int53((value - POSTGRES_EPOCH) * 1_000)
  }

  text(value: string): void {
    const begin = this.#to.beginSized()
    this.#to.utf8(value)
    this.#to.endSized(begin)
  }

  /** An array of one text. */
  oneText(value: string): void {
    const begin = this.#to.beginSized()
    for (const word of [1, 0, 25, 1, 1]) this.#to.int32(word)
    this.text(value)
    this.#to.endSized(begin)
  }

  /** The key of a coupon: its batch and three words of its digest. */
  key(batchId: number, first: number, second: number, third: number): void {
    this.#to.int32(16)
    this.#to.int32(batchId)
    this.#to.int32(first)
    this.#to.int32(second)
    this.#to.int32(third)
  }

  /** Whether there is enough for a piece: then `flush` should be called before much more is written. */
  get full(): boolean {
    return this.#rows >= PIECE_ROWS
  }

  async flush(): Promise<void> {
    const piece = this.#to.copy()
    this.#to.clear()
    this.#rows = 0
    if (this.#stream.write(piece)) return
    await Promise.race([once(this.#stream, 'drain'), this.#ended])
  }

  async end(): Promise<void> {
    await this.flush()
    this.#stream.end(TRAILER)
    await this.#ended
  }
}
