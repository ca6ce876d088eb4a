import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ALPHABET, MAX_BATCH, parseCode } from '../../../../contract/programme/code.ts'
import { codeKey, codeKeysOf, codesOf } from './codes.ts'

const KEY = hash('sha256', 'a batch key of the tests', 'buffer')
const BATCH = 123_456

test('every code parses, names its batch and stands once', () => {
  const codes = codesOf(KEY, BATCH, 1, 20_000)
  for (const code of codes) expect(parseCode(code)).toEqual({ code, batchId: BATCH })
  expect(new Set(codes).size).toBe(20_000)
})

test('codes stay what they were: a printed coupon must be found for years', () => {
  expect(codesOf(Buffer.alloc(32), 1042, 1, 3)).toEqual([
    '010JS5E0F2H412C9H',
    '010JTJ522J988847V',
    '010J63WAZF3MADNSV',
  ])
  expect(codeKey(1042, '010JS5E0F2H412C9H')).toBe('00000412-d214-b772-f8ae-d62cc4b71e47')
})

test('any run of serials is found without those before it', () => {
  const all = codesOf(KEY, BATCH, 1, 300)
  for (let from = 1; from <= 300; from++) {
    const count = Math.min(from % 7, 300 - from + 1)
    expect(codesOf(KEY, BATCH, from, count)).toEqual(all.slice(from - 1, from - 1 + count))
  }
  expect(codesOf(KEY, BATCH, 999_999, 2).map((code) => parseCode(code)?.batchId)).toEqual([
    BATCH,
    BATCH,
  ])
})

test('the secret letters are spread evenly', () => {
  const counts = new Map<string, number>()
  for (const code of codesOf(KEY, BATCH, 1, 8_000)) {
    for (const letter of code.slice(4, 16)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  // 96,000 letters, 3,000 expected of each, standard deviation 54: seven of them either way.
  for (const letter of ALPHABET)
    expect(Math.abs((counts.get(letter) ?? 0) - 3_000)).toBeLessThan(380)
})

test('another key or another batch gives other codes', () => {
  const own = new Set(codesOf(KEY, BATCH, 1, 1_000))
  const otherKey = codesOf(hash('sha256', 'another', 'buffer'), BATCH, 1, 1_000)
  expect(otherKey.some((code) => own.has(code))).toBe(false)
})

test('a code key is four bytes of batch and twelve of SHA-256', () => {
  const [code = ''] = codesOf(KEY, MAX_BATCH, 7, 1)
  const digest = hash('sha256', code, 'hex')
  expect(codeKey(MAX_BATCH, code)).toMatch(/^000fffff-\w{4}-\w{4}-\w{4}-\w{12}$/)
  expect(codeKey(MAX_BATCH, code).replaceAll('-', '')).toBe(`000fffff${digest.slice(0, 24)}`)
  expect(codeKeysOf(KEY, MAX_BATCH, 7, 1)).toEqual([codeKey(MAX_BATCH, code)])
})

test('impossible batches and serials are refused', () => {
  for (const [batchId, from, count] of [
    [-1, 1, 1],
    [MAX_BATCH + 1, 1, 1],
    [1.5, 1, 1],
    [1, 0, 1],
    [1, 1, -1],
    [1, 1.5, 1],
    [1, 2 ** 31 - 1, 2],
  ] as const) {
    expect(() => codesOf(KEY, batchId, from, count)).toThrow(RangeError)
  }
})
