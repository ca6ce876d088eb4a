import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../test/harness.ts'
import * as pgBinary from './pg-binary.ts'
import { binaryArray, composite, type BinaryType } from './pg-binary.ts'

/** What was written must be what PostgreSQL reads, as it says itself in text. */

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
  await client.query(`set timezone to 'UTC'`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function readBack(name: string, bytes: Buffer): Promise<unknown[]> {
  const { rows } = await client.query<{ value: string | null }>(
    `select value::text from unnest($1::${name}[]) with ordinality as x (value, n) order by n`,
    [bytes],
  )
  return rows.map(({ value }) => value)
}

type Case<Value> = [type: BinaryType<Value>, name: string, pairs: [value: Value, text: string][]]

const { bool, int2, int4, int8, float4, text, uuid, timestamptz, textArray } = pgBinary
const UUID = '0123abcd-4567-89ef-fedc-ba9876543210'
const whole: Case<number>[] = [
  [int2, 'int2', [0, 1, -1, 255, 32_767, -32_767].map((value) => [value, String(value)])],
  [
    int4,
    'int4',
    [0, 1, -1, 65_536, 2_147_483_647, -2_147_483_647].map((value) => [value, String(value)]),
  ],
  [
    int8,
    'int8',
    [0, 1, -1, 2 ** 32, -(2 ** 32), 2 ** 32 - 1, -(2 ** 32) - 1, 2 ** 53 - 1, 1 - 2 ** 53].map(
      (value) => [value, String(value)],
    ),
  ],
  [
    float4,
    'float4',
    [
      [0, '0'],
      [-0.5, '-0.5'],
      [21.1458, '21.1458'],
      [1e30, '1e+30'],
      [Number.NaN, 'NaN'],
    ],
  ],
]
const words: Case<string>[] = [
  [
    int8,
    'int8',
    ['0', '-1', '9223372036854775807', '-9223372036854775808'].map((one) => [one, one]),
  ],
  [
    text,
    'text',
    ['', 'a', 'null', '"{},\\', 'नागपुर', '😀', 'é'.repeat(50_000)].map((one) => [one, one]),
  ],
  [
    uuid,
    'uuid',
    [
      [UUID, UUID],
      [UUID.toUpperCase(), UUID],
    ],
  ],
]
const others: [Case<boolean>, Case<Date>] = [
  [
    bool,
    'bool',
    [
      [true, 'true'],
      [false, 'false'],
    ],
  ],
  [
    timestamptz,
    'timestamptz',
    [
      [new Date('2026-11-20T09:08:07.123Z'), '2026-11-20 09:08:07.123+00'],
      [new Date('2000-01-01T00:00:00Z'), '2000-01-01 00:00:00+00'],
      [new Date('1969-12-31T23:59:59.999Z'), '1969-12-31 23:59:59.999+00'],
      [new Date('2094-01-01T00:00:00Z'), '2094-01-01 00:00:00+00'],
    ],
  ],
]

/** What PostgreSQL read, and what it should have. */
async function readBoth<Value>([type, name, pairs]: Case<Value>): Promise<[unknown[], string[]]> {
  const bytes = binaryArray(
    type,
    pairs.map(([value]) => value),
  )
  return [await readBack(name, bytes), pairs.map(([, shown]) => shown)]
}

describe('every type is read as it was written', () => {
  test.each([
    ...whole.map((one) => [one[1], () => readBoth(one)] as const),
    ...words.map((one) => [one[1], () => readBoth(one)] as const),
    ['bool', () => readBoth(others[0])] as const,
    ['timestamptz', () => readBoth(others[1])] as const,
  ])('%s', async (_name, read) => {
    const [there, expected] = await read()
    expect(there).toEqual(expected)
  })
})

test('an array without values, one with nulls, one of many', async () => {
  expect(await readBack('int4', binaryArray(int4, []))).toEqual([])
  expect(await readBack('text', binaryArray(text, [null, '', undefined, 'x']))).toEqual([
    null,
    '',
    null,
    'x',
  ])
  const many = Array.from({ length: 50_000 }, (_, i) => i)
  expect(await readBack('int4', binaryArray(int4, many))).toEqual(many.map(String))
})

test('a parameter stays as it was when the next one is written', async () => {
  const first = binaryArray(int4, [1, 2, 3])
  binaryArray(int4, [4, 5, 6, 7])
  expect(await readBack('int4', first)).toEqual(['1', '2', '3'])
})

describe('rows', () => {
  type Row = {
    flag?: boolean | null
    small?: number | null
    id: string
    ratio?: number
    name?: string
    key?: string
    at?: Date
    tags?: readonly string[]
  }
  let type: BinaryType<Row>

  beforeAll(async () => {
    await client.query(`create type pg_binary_row as (flag bool, small int2, id int8,
      ratio float4, name text, key uuid, at timestamptz, tags text[])`)
    const { rows } = await client.query<{ oid: number }>(`select 'pg_binary_row'::regtype::oid`)
    type = composite<Row>(rows[0]?.oid ?? 0, {
      flag: bool,
      small: int2,
      id: int8,
      ratio: float4,
      name: text,
      key: uuid,
      at: timestamptz,
      tags: textArray,
    })
  })

  test('have their columns in order; what they lack is null', async () => {
    const full = {
      flag: true,
      small: -3,
      id: '9007199254740993',
      ratio: 1.5,
      name: 'a "b", (c)',
      key: UUID,
      at: new Date('2026-11-20T09:00:00Z'),
      tags: ['x', '', 'y,z', '{"'],
    }
    const given: Row[] = [full, { id: '1' }, { id: '2', flag: null, small: null, tags: [] }]
    const { rows } = await client.query(
      `select flag, small, id, ratio, name, key, at, tags
        from unnest($1::pg_binary_row[]) with ordinality order by ordinality`,
      [binaryArray(type, given)],
    )
    const none = { flag: null, small: null, ratio: null, name: null, key: null, at: null }
    expect(rows).toEqual([full, { ...none, id: '1', tags: null }, { ...none, id: '2', tags: [] }])
  })

  test('by the thousand are all there', async () => {
    const given = Array.from({ length: 3_000 }, (_, i) => ({
      id: String(i),
      name: 'n'.repeat(i % 60),
    }))
    const { rows } = await client.query(
      `select count(*)::int as rows, sum(id)::int as ids, sum(length(name))::int as letters
        from unnest($1::pg_binary_row[])`,
      [binaryArray(type, given)],
    )
    const letters = given.reduce((sum, { name }) => sum + name.length, 0)
    expect(rows).toEqual([{ rows: 3_000, ids: (3_000 * 2_999) / 2, letters }])
  })
})

const REFUSED: [string, () => Buffer][] = [
  ['int2 above', () => binaryArray(int2, [32_768])],
  ['int2 below', () => binaryArray(int2, [-32_769])],
  ['int4 above', () => binaryArray(int4, [2 ** 31])],
  ['int4 a fraction', () => binaryArray(int4, [1.5])],
  ['int4 no number', () => binaryArray(int4, [Number.NaN])],
  ['int8 past what a number tells exactly', () => binaryArray(int8, [2 ** 53])],
  ['int8 above', () => binaryArray(int8, ['9223372036854775808'])],
  ['int8 below', () => binaryArray(int8, ['-9223372036854775809'])],
  ['a date that is none', () => binaryArray(timestamptz, [new Date(Number.NaN)])],
  ['a uuid too short', () => binaryArray(uuid, [UUID.slice(1)])],
  ['a uuid too long', () => binaryArray(uuid, [`${UUID}0`])],
  ['a uuid with another letter', () => binaryArray(uuid, [UUID.replace('a', 'g')])],
  ['a uuid without dashes', () => binaryArray(uuid, [UUID.replaceAll('-', '')])],
]
test.each(REFUSED)('%s is refused', (_name, write) => {
  const before = binaryArray(int2, [7])
  expect(write).toThrow(RangeError)
  expect(binaryArray(int2, [7])).toEqual(before)
})
