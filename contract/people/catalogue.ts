import { z } from 'zod'
import { defineEndpoint, signedIn } from '../endpoint.ts'
import { plantShifts } from './shifts.ts'

/** The small lists that filters and forms choose from. */
export const catalogue = defineEndpoint({
  method: 'GET',
  path: '/api/admin/catalogue',
  access: signedIn,
  tag: 'Catalogue',
  summary: 'Plants, products, groups, territories and distributors to choose from',
  response: z.object({
    plants: z.array(
      z.object({
        plantId: z.number(),
        code: z.string(),
        name: z.string(),
        state: z.number(),
        shifts: plantShifts,
        /** Deactivated ones are for nothing new. */
        active: z.boolean(),
      }),
    ),
    products: z.array(
      z.object({
        productId: z.number(),
        code: z.string(),
        name: z.string(),
        /** Those of today. */
        points: z.number(),
        active: z.boolean(),
        gtin: z.string().nullable(),
      }),
    ),
    /** Groups of products. */
    groups: z.array(z.object({ name: z.string(), active: z.boolean() })),
    territories: z.array(z.object({ code: z.string(), name: z.string(), active: z.boolean() })),
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
