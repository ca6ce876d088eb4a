// Reads when transactions ended out of a piece of PostgreSQL's log: nothing else brings pg_waldump to
// a machine that has only the embedded server. The format of records has been the same since 9.5.

const PAGE = 8192
const LONG_HEADER = 40
const SHORT_HEADER = 24
const RECORD_HEADER = 24
const IS_CONTINUED = 0x0001
const TRANSACTIONS = 1
/** Commit, abort, and both of prepared transactions: each begins with its time. */
const ENDS = new Set([0x00, 0x20, 0x30, 0x40])
const LOG_ITSELF = 0
const SWITCH = 0x40
/** Microseconds from 1970 to 2000, from which PostgreSQL counts. */
const EPOCH = 946_684_800_000_000n
const aligned = (at: number) => Math.ceil(at / 8) * 8

/** When transactions ended, in milliseconds since 1970, in the order of the log. */
export function transactionTimes(segment: Buffer): number[] {
  const times: number[] = []
  let at = firstRecord(segment)
  while (at !== null && at + 4 <= segment.length) {
    if (at % PAGE === 0) at += SHORT_HEADER
    const length = segment.readUInt32LE(at)
    if (length < RECORD_HEADER) break
    const head = bytesFrom(segment, at, Math.min(length, RECORD_HEADER + 32))
    if (head === null) break
    const info = head[16] ?? 0
    const kind = head[17]
    if (kind === LOG_ITSELF && (info & 0xf0) === SWITCH) break
    if (kind === TRANSACTIONS && ENDS.has(info & 0x70)) {
      const time = timeIn(head)
      if (time !== null) times.push(Number((time + EPOCH) / 1000n))
    }
    const end = after(segment, at, length)
    at = end === null ? null : aligned(end)
  }
  return times
}

/** Where the first record begins that begins in this piece; null where none does. */
function firstRecord(segment: Buffer): number | null {
  if (segment.length < PAGE) return null
  const isContinued = (segment.readUInt16LE(2) & IS_CONTINUED) !== 0
  if (!isContinued) return LONG_HEADER
  const end = after(segment, LONG_HEADER, segment.readUInt32LE(16))
  return end === null ? null : aligned(end)
}

const isOnOnePage = (from: number, length: number) =>
  from % PAGE !== 0 && (from % PAGE) + length <= PAGE

/** Each run of bytes of a record between the headers of pages. */
function* runs(segment: Buffer, from: number, length: number): Generator<[number, number]> {
  let at = from
  let left = length
  while (left > 0 && at < segment.length) {
    if (at % PAGE === 0) at += SHORT_HEADER
    const run = Math.min(left, PAGE - (at % PAGE))
    yield [at, at + run]
    at += run
    left -= run
  }
}

/** The place behind so many bytes of a record; null where it goes on in the next piece. */
function after(segment: Buffer, from: number, length: number): number | null {
  if (isOnOnePage(from, length)) return from + length < segment.length ? from + length : null
  let end = from
  let seen = 0
  for (const [begin, until] of runs(segment, from, length)) {
    seen += until - begin
    end = until
  }
  return seen < length || end >= segment.length ? null : end
}

function bytesFrom(segment: Buffer, from: number, length: number): Buffer | null {
  if (isOnOnePage(from, length)) return segment.subarray(from, from + length)
  const pieces = [...runs(segment, from, length)].map(([begin, end]) =>
    segment.subarray(begin, end),
  )
  const whole = Buffer.concat(pieces)
  return whole.length < length ? null : whole
}

/** The record's own data, behind what may stand before it, begins with the time. */
function timeIn(record: Buffer): bigint | null {
  for (let at = RECORD_HEADER; at < record.length;) {
    const id = record[at]
    if (id === 253) at += 3
    else if (id === 252) at += 5
    else if (id === 255) return readTime(record, at + 2)
    else if (id === 254) return readTime(record, at + 5)
    else return null
  }
  return null
}

const readTime = (record: Buffer, at: number) =>
  at + 8 <= record.length ? record.readBigInt64LE(at) : null
