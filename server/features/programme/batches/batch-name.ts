import { WITHOUT_COUPONS, type BatchStatus } from '../../../../contract/programme/batches.ts'
import { ALPHABET, MAX_BATCH } from '../../../../contract/programme/code.ts'

/** Rows of such a batch are being made or were never wanted: to everybody there is no coupon yet. */
export const isWithoutCoupons = (status: BatchStatus): boolean => WITHOUT_COUPONS.has(status)

/**
 * The batches that a text may name, the likelier first: by number (`1042`) or by the four letters
 * that its codes begin with (`10RJ`). Four digits can be both; a number is not written with a zero
 * before it, so then the letters come first.
 */
export function batchesNamed(text: string): number[] {
  const typed = text.trim().toUpperCase()
  const number = /^\d{1,7}$/.test(typed) ? Number(typed) : null
  const found = [number, numberOfLetters(typed)]
  if (typed.startsWith('0')) found.reverse()
  return [...new Set(found.filter((id) => id !== null && id >= 1 && id < MAX_BATCH))].flatMap(
    (id) => id ?? [],
  )
}

function numberOfLetters(text: string): number | null {
  const letters = text.replace(/[IL]/g, '1').replace(/O/g, '0')
  if (letters.length !== 4) return null
  const values = Array.from(letters, (letter) => ALPHABET.indexOf(letter))
  return values.includes(-1) ? null : values.reduce((number, value) => number * 32 + value, 0)
}
