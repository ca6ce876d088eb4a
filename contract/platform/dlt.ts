import { z } from 'zod'

/** A number of the registers by which the operators of India let an SMS through. */
export const dltNumber = (label: string) =>
  z
    .string({ error: `Enter the ${label}.` })
    .trim()
    .regex(
      /^\d{10,25}$/,
      `The ${label} is a number of 10 to 25 digits, as the DLT portal shows it.`,
    )
