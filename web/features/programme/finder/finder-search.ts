import { z } from 'zod'

/** What the finder keeps in its address. */
export const finderSearch = z.object({ q: z.string().trim().max(300).optional() })
