import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  ALPHABET,
  CODE_LENGTH,
  MAX_BATCH,
  WEIGHTED,
  batchLetters,
  codeAddress,
  formatCode,
  parseCode,
} from './code.ts'

const VALUES = Array.from({ length: 32 }, (_, value) => value)
const POSITIONS = Array.from({ length: CODE_LENGTH }, (_, position) => position)

/** `letters` (16 of them) with each possible last letter: those that parse. */
function completions(letters: string): string[] {
  return ALPHABET.split('')
    .map((last) => letters + last)
    .filter((code) => parseCode(code) !== null)
}

function randomCodes(count: number): string[] {
  return Array.from({ length: count }, () => {
    const letters = [...randomBytes(16)].map((byte) => ALPHABET[byte & 31]).join('')
    const [code = ''] = completions(letters)
    return code
  })
}

const weight = (position: number, value: number) => WEIGHTED[position * 32 + value] ?? 0

describe('the check letter', () => {
  test('exactly one last letter fits', () => {
    for (const code of randomCodes(200)) {
      expect(completions(code.slice(0, 16))).toEqual([code])
    }
  })

  // The check is linear, so a change is seen in every code if it moves the sum in one: these three
  // tests are exhaustive for all codes.
  test('every wrong letter moves the sum', () => {
    const unseen = POSITIONS.flatMap((position) =>
      VALUES.flatMap((right) =>
        VALUES.filter(
          (wrong) => wrong !== right && weight(position, wrong) === weight(position, right),
        ),
      ),
    )
    expect(unseen).toEqual([])
  })

  test('every swap of two letters moves the sum, at any distance', () => {
    let tried = 0
    const unseen: string[] = []
    for (const left of POSITIONS) {
      for (const right of POSITIONS.slice(left + 1)) {
        for (const a of VALUES) {
          for (const b of VALUES.slice(a + 1)) {
            tried++
            const before = weight(left, a) ^ weight(right, b)
            if (before === (weight(left, b) ^ weight(right, a))) unseen.push(`${left}-${right}`)
          }
        }
      }
    }
    expect(tried).toBe(((17 * 16) / 2) * ((32 * 31) / 2))
    expect(unseen).toEqual([])
  })

  test('every doubled letter mistaken for another doubled letter moves the sum', () => {
    for (const position of POSITIONS.slice(1)) {
      const sums = VALUES.map((value) => weight(position - 1, value) ^ weight(position, value))
      expect(new Set(sums).size).toBe(32)
    }
  })

  test('real codes: every substitution and every swap of neighbours is refused', () => {
    for (const code of randomCodes(60)) {
      for (const position of POSITIONS) {
        const [before, after] = [code.slice(0, position), code.slice(position + 1)]
        for (const letter of ALPHABET) {
          if (letter !== code[position]) expect(parseCode(before + letter + after)).toBeNull()
        }
        const next = code[position + 1]
        if (next !== undefined && next !== code[position]) {
          expect(parseCode(before + next + code[position] + code.slice(position + 2))).toBeNull()
        }
      }
    }
  })
})

describe('reading what people type and cameras see', () => {
  const codes = randomCodes(300)

  test('the batch number is the first four letters', () => {
    for (const batchId of [0, 1, 31, 32, 1042, 123_456, MAX_BATCH - 1, MAX_BATCH]) {
      const [code = ''] = completions(batchLetters(batchId) + 'K7Q2M9XT4B6N')
      expect(parseCode(code)).toEqual({ code, batchId })
    }
  })

  test('dashes, spaces, lower case and I, L, O are read as meant', () => {
    for (const code of codes) {
      const parsed = parseCode(code)
      expect(parsed?.code).toBe(code)
      expect(parseCode(formatCode(code))).toEqual(parsed)
      expect(parseCode(`  ${formatCode(code).replaceAll('-', ' ')} `)).toEqual(parsed)
      expect(parseCode(code.toLowerCase())).toEqual(parsed)
      expect(parseCode(code.replaceAll('0', 'O').replaceAll('1', 'I'))).toEqual(parsed)
      expect(parseCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual(parsed)
      expect(parseCode(code.replaceAll('1', 'L'))).toEqual(parsed)
    }
    expect(codes.some((code) => code.includes('0'))).toBe(true)
    expect(codes.some((code) => code.includes('1'))).toBe(true)
  })

  test('the address of a QR is read, an address without a code is not', () => {
    const [code = ''] = codes
    const parsed = parseCode(code)
    expect(parseCode(`https://hil.example/c/${code}`)).toEqual(parsed)
    expect(parseCode(`HTTP://hil.example:3000/c/${code.toLowerCase()}?from=camera#x`)).toEqual(
      parsed,
    )
    expect(parseCode(`https://hil.example/c/${formatCode(code)}/`)).toEqual(parsed)
    expect(parseCode(`https://hil.example/x/${code}`)).toBeNull()
    expect(parseCode('https://hil.example/c/')).toBeNull()
  })

  test('a GS1 Digital Link is read, whatever its host, the path before it and its qualifiers', () => {
    const [code = ''] = codes
    const parsed = parseCode(code)
    const gtin = '08901234567894'
    expect(codeAddress('https://hil.example', code, gtin)).toBe(
      `https://hil.example/01/${gtin}/21/${code}`,
    )
    for (const link of [
      codeAddress('https://hil.example', code, gtin),
      `HTTPS://ID.GS1.ORG/01/${gtin}/21/${code}`,
      `http://hil.example:3000/01/${gtin}/21/${code.toLowerCase()}?linkType=gs1:pip#top`,
      `https://brand.example/c/packs/01/${gtin}/21/${code}/`,
      `https://brand.example/01/${gtin}/22/2A/10/LOT-7/21/${formatCode(code)}`,
    ]) {
      expect(parseCode(link)).toEqual(parsed)
    }
    for (const link of [
      `https://hil.example/01/${gtin}`,
      `https://hil.example/01/${gtin}/21/`,
      `https://hil.example/01/${gtin}/10/${code}`,
      `https://hil.example/01/none/21/${code}`,
      `https://hil.example/01/${gtin}?next=/21/${code}`,
      `https://hil.example/01/${gtin}/21/${code.slice(0, 16)}`,
    ]) {
      expect(parseCode(link)).toBeNull()
    }
  })

  test('a code fits the serial of GS1: at most 20 characters, capitals and digits', () => {
    expect(CODE_LENGTH).toBeLessThanOrEqual(20)
    expect(ALPHABET).toMatch(/^[0-9A-Z]+$/)
  })

  test('nonsense is refused', () => {
    const [code = ''] = codes
    for (const text of [
      '',
      '-',
      code.slice(0, 16),
      `${code}0`,
      `U${code.slice(1)}`,
      `${code.slice(0, 8)}*${code.slice(9)}`,
      `${code.slice(0, 8)}\u0130${code.slice(9)}`,
      `${code.slice(0, 8)}０${code.slice(9)}`,
      'x'.repeat(300),
    ]) {
      expect(parseCode(text)).toBeNull()
    }
  })

  test('a code is shown as 4-4-4-5', () => {
    expect(formatCode('K7Q2M9XT4B6N8DHW5')).toBe('K7Q2-M9XT-4B6N-8DHW5')
  })
})
