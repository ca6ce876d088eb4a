import { z } from 'zod'
import { defineEndpoint, signedIn } from './endpoint.ts'

/** The small lists that filters and forms choose from. */
export const catalogue = defineEndpoint({
  method: 'GET',
  path: '/api/admin/catalogue',
  access: signedIn,
  tag: 'Catalogue',
  summary: 'Plants, products and distributors to choose from',
  response: z.object({
    plants: z.array(
      z.object({ plantId: z.number(), code: z.string(), name: z.string(), state: z.number() }),
    ),
    products: z.array(
      z.object({
        productId: z.number(),
        code: z.string(),
        name: z.string(),
        points: z.number(),
        gtin: z.string().nullable(),
      }),
    ),
    distributors: z.array(
      z.object({
        distributorId: z.number(),
        code: z.string(),
        name: z.string(),
        state: z.number(),
        /** Deactivated: for nothing new. */
        left: z.boolean(),
      }),
    ),
  }),
})
