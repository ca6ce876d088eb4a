import { createCipheriv, createHmac, hash } from 'node:crypto'
import {
  ALPHABET,
  CODE_LENGTH,
  MAX_BATCH,
  WEIGHTED,
  batchLetters,
} from '../../../../contract/programme/code.ts'

const LETTERS = Buffer.from(ALPHABET)
const BATCH_LETTERS = 4
const SECRET_BYTES = 8
const CIPHER_BLOCK = 16
/** Serials fit 32 bits, so does the cipher's block counter. */
const MAX_SERIAL = 2 ** 31 - 1

function checkRange(batchId: number, fromSerial: number, count: number): void {
  if (!Number.isInteger(batchId) || batchId < 0 || batchId > MAX_BATCH) {
    throw new RangeError(`A batch number is between 0 and ${MAX_BATCH}.`)
  }
  const lastSerial = fromSerial + count - 1
  if (!Number.isInteger(fromSerial) || !Number.isInteger(count) || count < 0) {
    throw new RangeError('Serials and their count are whole numbers.')
  }
  if (fromSerial < 1 || lastSerial > MAX_SERIAL) throw new RangeError('Serials begin at 1.')
}

/** The secret bytes of a run of serials: 8 each, from any place of the keystream. */
function secretsOf(batchKey: Buffer, fromSerial: number, count: number): Buffer {
  const offset = (fromSerial - 1) * SECRET_BYTES
  const counter = Buffer.alloc(CIPHER_BLOCK)
  counter.writeUInt32BE(Math.floor(offset / CIPHER_BLOCK), CIPHER_BLOCK - 4)
  const skipped = offset % CIPHER_BLOCK
  // The nonce may be zero: a batch's key is random and encrypts nothing but this one keystream.
  const keystream = createCipheriv('aes-256-ctr', batchKey, counter)
  return keystream.update(Buffer.alloc(skipped + count * SECRET_BYTES)).subarray(skipped)
}

/**
 * The codes of `count` serials from `fromSerial` (1-based), each 17 letters. The same key gives the
 * same codes at any time; a serial's code is found without those before it. `batchKey` has 32 bytes.
 * Throws a RangeError for a batch number or serials that cannot be.
 */
export function codesOf(
  batchKey: Buffer,
  batchId: number,
  fromSerial: number,
  count: number,
): string[] {
  checkRange(batchId, fromSerial, count)
  const secrets = secretsOf(batchKey, fromSerial, count)
  const head = Buffer.from(batchLetters(batchId))
  let headSum = 0
  for (let position = 0; position < BATCH_LETTERS; position++) {
    headSum ^= weighted(position, (batchId >>> (15 - 5 * position)) & 31)
  }
  const text = Buffer.allocUnsafe(count * CODE_LENGTH)
  for (let i = 0; i < count; i++) {
    text.set(head, i * CODE_LENGTH)
    writeSecret(text, i * CODE_LENGTH, secrets, i * SECRET_BYTES, headSum)
  }
  const letters = text.toString('latin1')
  return Array.from({ length: count }, (_, i) =>
    letters.slice(i * CODE_LENGTH, (i + 1) * CODE_LENGTH),
  )
}

function weighted(position: number, value: number): number {
  return WEIGHTED[position * 32 + value] ?? 0
}

/** The low 60 of 64 secret bits as twelve letters, then the check letter: its weight is 1. */
function writeSecret(
  text: Buffer,
  start: number,
  secrets: Buffer,
  from: number,
  headSum: number,
): void {
  const high = secrets.readUInt32BE(from)
  const low = secrets.readUInt32BE(from + 4)
  const halves = [((high & 0x0fffffff) << 2) | (low >>> 30), low & 0x3fffffff]
  let sum = headSum
  let position = BATCH_LETTERS
  for (const half of halves) {
    for (let shift = 25; shift >= 0; shift -= 5) {
      const value = (half >>> shift) & 31
      text[start + position] = LETTERS[value] ?? 0
      sum ^= weighted(position, value)
      position++
    }
  }
  text[start + position] = LETTERS[sum] ?? 0
}

/**
 * The key that a coupon is stored and found under, written as PostgreSQL writes a uuid: 4 bytes of
 * batch number, so that a batch's rows lie together, and 12 bytes of SHA-256 of the code, so that
 * the database holds nothing that could be scanned. `code` is as parseCode gives it.
 */
export function codeKey(batchId: number, code: string): string {
  const digest = hash('sha256', code, 'hex')
  const words = [digest.slice(0, 4), digest.slice(4, 8), digest.slice(8, 12)].join('-')
  return `${batchId.toString(16).padStart(8, '0')}-${words}-${digest.slice(12, 24)}`
}

/** The keys of a run of serials, in the order of the serials. Same arguments as codesOf. */
export function codeKeysOf(
  batchKey: Buffer,
  batchId: number,
  fromSerial: number,
  count: number,
): string[] {
  return codesOf(batchKey, batchId, fromSerial, count).map((code) => codeKey(batchId, code))
}

/**
 * The key that the codes of a batch's cartons are made from, in the place of the batch's own: carton n
 * takes the place of serial n. Nobody who knows the codes of the packs can tell the carton's.
 */
export function cartonKeyOf(batchKey: Buffer): Buffer {
  return createHmac('sha256', batchKey).update('carton').digest()
}
