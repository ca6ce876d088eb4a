import { z } from 'zod'

/**
 * The check digit of a GTIN, from the digits before it. Weights 3 and 1 by turns, 3 at the right.
 * Source: GS1 General Specifications, 7.9.
 */
export function gtinCheck(digits: string): string {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    sum += Number(digits.at(-1 - place)) * (place % 2 === 0 ? 3 : 1)
  }
  return String((10 - (sum % 10)) % 10)
}

/** A GTIN as typed, 8, 12, 13 or 14 digits; gives all fourteen. */
export const gtin = z
  .string({ error: 'Enter the GTIN.' })
  .max(40, 'A GTIN has 8, 12, 13 or 14 digits.')
  .transform((text) => text.replace(/[\s-]/g, ''))
  .superRefine((digits, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) refuse('A GTIN has 8, 12, 13 or 14 digits.')
    else if (/^0+$/.test(digits)) refuse('A GTIN is not all zeros.')
    else if (gtinCheck(digits.slice(0, -1)) !== digits.at(-1)) {
      const right = gtinCheck(digits.slice(0, -1))
      refuse(`The last digit of this GTIN should be ${right}: check the others.`)
    }
  })
  .transform((digits) => digits.padStart(14, '0'))

/** A stored GTIN as packs show it: eight or thirteen digits where the zeros in front allow it. */
export function shownGtin(stored: string): string {
  if (stored.startsWith('000000')) return stored.slice(6)
  return stored.startsWith('0') ? stored.slice(1) : stored
}
