import { z } from 'zod'

export const distributorCode = z
  .string({ error: 'Enter the distributor code.' })
  .trim()
  .transform((text) => text.toUpperCase())
  .refine(
    (text) => /^[A-Z0-9](?:[A-Z0-9/-]{0,18}[A-Z0-9])?$/.test(text),
    'A distributor code has up to 20 letters and digits, such as D041.',
  )

/** A member code as people type it. */
export const memberCode = z
  .string({ error: 'Enter the member code.' })
  .trim()
  .transform((text) => text.toUpperCase())
  .refine(
    (text) => /^[A-Z]{1,6}-?\d{3,12}$/.test(text),
    'A member code has letters and digits, such as HIL900001.',
  )

/** To whom somebody belongs, by code: a distributor or a retailer, or neither. */
export const belongsTo = {
  distributorCode: distributorCode.nullable().optional(),
  retailerCode: memberCode.nullable().optional(),
}
export const ONE_OF_TWO = 'A member belongs to a distributor or to a retailer, not to both.'
