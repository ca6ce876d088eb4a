/**
 * The coupon code: 17 letters of Crockford's base32, shown 4-4-4-5. Four name the batch (20 bits),
 * twelve are secret (60 bits), the last is the check letter.
 * The check is one parity symbol over GF(2^5) with x^5 + x^2 + 1: the sum of a^(16-p) * letter(p) is 0.
 * The powers a^0 to a^16 differ, so every wrong letter and every swap of two letters is seen.
 */
export const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 17
export const MAX_BATCH = 2 ** 20 - 1

const VALUES = new Int8Array(128).fill(-1)
for (let value = 0; value < 32; value++) {
  VALUES[ALPHABET.charCodeAt(value)] = value
  VALUES[ALPHABET.toLowerCase().charCodeAt(value)] = value
}
for (const [letter, value] of Object.entries({ I: 1, L: 1, O: 0, i: 1, l: 1, o: 0 })) {
  VALUES[letter.charCodeAt(0)] = value
}

function double(value: number): number {
  const shifted = value << 1
  return shifted & 32 ? shifted ^ 0b100101 : shifted
}

/** `WEIGHTED[p * 32 + v]`: letter value `v` at position `p` times its weight. */
export const WEIGHTED = new Uint8Array(CODE_LENGTH * 32)
for (let value = 0; value < 32; value++) {
  let product = value
  for (let position = CODE_LENGTH - 1; position >= 0; position--) {
    WEIGHTED[position * 32 + value] = product
    product = double(product)
  }
}

/** GS1 Digital Link: GTIN (AI 01), where wanted more qualifiers, serial (AI 21); any host and path before. */
const GS1_LINK = /\/01\/\d{8,14}\/(?:[^?#]+\/)?21\/([^/?#]+)/
const WEB_LINK = /\/c\/([^/?#]+)/i

/** The code in the address that a QR holds; empty where it holds none. */
function codeInLink(address: string): string {
  return (GS1_LINK.exec(address) ?? WEB_LINK.exec(address))?.[1] ?? ''
}

/** What the QR of a pack holds: a GS1 Digital Link where it has a GTIN, else the plain address. */
export function codeAddress(origin: string, code: string, gtin: string | null): string {
  return gtin === null ? `${origin}/c/${code}` : `${origin}/01/${gtin}/21/${code}`
}

export type ParsedCode = { code: string; batchId: number }

/**
 * Reads a code as people type and cameras read it: any case, spaces and dashes, I L O for 1 1 0, or
 * the whole address of the QR: `https://host/c/CODE`, or a GS1 Digital Link `https://host/01/GTIN/21/CODE`.
 * Null when the form or the check letter is wrong.
 */
export function parseCode(text: string): ParsedCode | null {
  const typed = text.trim()
  const body = /^https?:\/\//i.test(typed) ? codeInLink(typed) : typed
  let code = ''
  let sum = 0
  let batchId = 0
  for (let i = 0; i < body.length; i++) {
    const letter = body.charCodeAt(i)
    if (letter === 45 || letter === 32) continue
    const value = letter < 128 ? (VALUES[letter] ?? -1) : -1
    if (value < 0 || code.length === CODE_LENGTH) return null
    sum ^= WEIGHTED[code.length * 32 + value] ?? 0
    if (code.length < 4) batchId = (batchId << 5) | value
    code += ALPHABET[value]
  }
  return code.length === CODE_LENGTH && sum === 0 ? { code, batchId } : null
}

/** `K7Q2M9XT4B6N8DHW5` as `K7Q2-M9XT-4B6N-8DHW5`. */
export function formatCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8, 12)}-${code.slice(12)}`
}

/** A batch number as the four letters that its codes begin with. */
export function batchLetters(batchId: number): string {
  return [15, 10, 5, 0].map((shift) => ALPHABET[(batchId >>> shift) & 31]).join('')
}
