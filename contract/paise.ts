import { z } from 'zod'

/** An amount of money. Whole rupees are too coarse and floats too kind: integer paise in JSON numbers. */
export const paise = z.number().int()
