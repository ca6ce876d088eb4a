import { z } from 'zod'
import { defineEndpoint, seeing } from './endpoint.ts'
import { dayRange } from './paging.ts'
import { scanResult } from './scans.ts'
import { schemeStatus } from './schemes.ts'
import { instant, isoDate } from './time.ts'

/** A figure with the same figure of the period before; `null` where there is nothing to compare. */
const figure = z.object({ value: z.number(), before: z.number().nullable() })

/**
 * The first dashboard. Periods are calendar days in Asia/Kolkata, both ends included; the period
 * before has the same length and ends the day before `from`.
 */
export const getDashboard = defineEndpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  access: seeing('/dashboard'),
  tag: 'Dashboard',
  summary: 'Figures of a period, from rollups, as of now',
  query: z.object(dayRange).refine(({ from, to }) => !from || !to || from <= to, {
    message: 'The last day must not be before the first.',
    path: ['to'],
  }),
  response: z.object({
    from: isoDate,
    to: isoDate,
    asOf: instant,
    tiles: z.object({
      attempts: figure,
      credited: figure,
      refused: figure,
      pointsIssued: figure,
      heldForReview: figure,
      members: figure,
      liabilityPoints: figure,
      batchesWaiting: figure,
    }),
    days: z.array(
      z.object({
        day: isoDate,
        credited: z.number(),
        refused: z.number(),
        points: z.number(),
      }),
    ),
    states: z.array(z.object({ state: z.number(), credited: z.number(), points: z.number() })),
    results: z.array(z.object({ result: scanResult, attempts: z.number() })),
    products: z.array(
      z.object({
        productId: z.number(),
        name: z.string(),
        credited: z.number(),
        points: z.number(),
      }),
    ),
    /** Schemes that gave in the period or are active, the most points first. */
    schemes: z.array(
      z.object({
        schemeId: z.number(),
        name: z.string(),
        status: schemeStatus,
        /** Given in the period. */
        bonuses: z.number(),
        points: z.number(),
        /** Of its whole life: what was spent of the budget. */
        spent: z.number(),
        budget: z.number(),
        toDay: isoDate,
      }),
    ),
    /** What members could claim at the end of each day; the last is as of now when the period reaches today. */
    liability: z.array(z.object({ day: isoDate, available: z.number(), held: z.number() })),
    plants: z.array(
      z.object({ plantId: z.number(), name: z.string(), credited: z.number(), points: z.number() }),
    ),
  }),
})
