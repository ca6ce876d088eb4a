import { ByteWriter } from './byte-writer.ts'

/**
 * Parameters in PostgreSQL's binary format: what a Buffer holds is not printed here and parsed there.
 * A value that its type cannot hold throws a RangeError.
 */
export type BinaryType<Value> = {
  oid: number
  write: (value: Value, to: ByteWriter) => void
}

function whole(value: number, largest: number): number {
  if (Number.isInteger(value) && Math.abs(value) <= largest) return value
  throw new RangeError(`${value} is no whole number to ${largest}.`)
}

function fitting(value: bigint): bigint {
  if (BigInt.asIntN(64, value) === value) return value
  throw new RangeError(`${value} has more than 64 bits.`)
}

export const bool: BinaryType<boolean> = {
  oid: 16,
  write: (value, to) => to.byte(value ? 1 : 0),
}
export const int2: BinaryType<number> = {
  oid: 21,
  write: (value, to) => to.int16(whole(value, 32_767)),
}
export const int4: BinaryType<number> = {
  oid: 23,
  write: (value, to) => to.int32(whole(value, 2_147_483_647)),
}
/** Whole numbers to 2^53 as they are, and any as decimal strings. */
export const int8: BinaryType<number | string> = {
  oid: 20,
  write: (value, to) => {
    if (typeof value === 'number') to.int53(whole(value, Number.MAX_SAFE_INTEGER))
    else to.int64(fitting(BigInt(value)))
  },
}
/** The nearest that single precision holds. */
export const float4: BinaryType<number> = { oid: 700, write: (value, to) => to.float32(value) }
export const text: BinaryType<string> = { oid: 25, write: (value, to) => to.utf8(value) }
export const uuid: BinaryType<string> = { oid: 2950, write: (value, to) => to.uuid(value) }

const POSTGRES_EPOCH = Date.UTC(2000, 0, 1)
export const timestamptz: BinaryType<Date> = {
  oid: 1184,
  write: (value, to) => {
    const microseconds = (value.getTime() - POSTGRES_EPOCH) * 1_000
    to.int53(whole(microseconds, Number.MAX_SAFE_INTEGER))
  },
}
export const textArray: BinaryType<readonly string[]> = {
  oid: 1009,
  write: (values, to) => writeArray(text, values, to),
}
export const int4Array: BinaryType<readonly number[]> = {
  oid: 1007,
  write: (values, to) => writeArray(int4, values, to),
}

/** The columns of a composite type in their order, each with the type of its values. */
export type Columns<Row> = {
  [Name in keyof Row]-?: BinaryType<Exclude<Row[Name], null | undefined>>
}

/** A composite type, whose oid only the database knows. What a row lacks is null. */
export function composite<Row extends object>(oid: number, columns: Columns<Row>): BinaryType<Row> {
  const names = Object.keys(columns) as (keyof Row)[]
  const cells = names.map((name) => {
    const type = columns[name]
    return (row: Row, to: ByteWriter) => {
      to.int32(type.oid)
      writeSized(type, row[name], to)
    }
  })
  return {
    oid,
    write: (row, to) => {
      to.int32(cells.length)
      for (const cell of cells) cell(row, to)
    },
  }
}

/** Memory for one parameter after the other: a new piece for each cost more than all the writing. */
const scratch = new ByteWriter()

/** A parameter that is an array of one dimension. */
export function binaryArray<Value>(
  type: BinaryType<Exclude<Value, null | undefined>>,
  values: readonly Value[],
): Buffer {
  scratch.clear()
  writeArray(type, values, scratch)
  return scratch.copy()
}

function writeArray<Value>(
  type: BinaryType<Exclude<Value, null | undefined>>,
  values: readonly Value[],
  to: ByteWriter,
): void {
  to.int32(values.length === 0 ? 0 : 1)
  to.int32(values.some((value) => value === null || value === undefined) ? 1 : 0)
  to.int32(type.oid)
  if (values.length === 0) return
  to.int32(values.length)
  to.int32(1)
  for (const value of values) writeSized(type, value, to)
}

function writeSized<Value>(
  type: BinaryType<Exclude<Value, null | undefined>>,
  value: Value,
  to: ByteWriter,
): void {
  if (!isThere(value)) {
    to.int32(-1)
    return
  }
  const begin = to.beginSized()
  type.write(value, to)
  to.endSized(begin)
}

function isThere<Value>(value: Value): value is Exclude<Value, null | undefined> {
  return value !== null && value !== undefined
}
