import { z } from 'zod'
import { QUEUES, TILES, type QueueName, type TileName } from './dashboard-figures.ts'
import type { MonthState } from './dashboard-rows.ts'
import { DONE, MONTH_WORK, WORK, type DoneName, type WorkName } from './dashboard-work.ts'
import { defineEndpoint, seeing } from '../endpoint.ts'
import { dayRange } from '../paging.ts'
import { paymentState } from '../money/payment-states.ts'
import { scanResult } from '../programme/scans.ts'
import { schemeStatus } from '../programme/schemes.ts'
import { settlementState } from '../money/settlements.ts'
import { instant, isoDate } from '../time.ts'

/** What the figures of a period are compared with. */
export const COMPARISONS = ['before', 'year', 'none'] as const
export const comparison = z.enum(COMPARISONS, {
  error: 'Compare with the period before, with the same days a year before, or with none.',
})
export type Comparison = z.infer<typeof comparison>

const namesOf = <T extends string>(table: Record<T, unknown>) =>
  z.enum(Object.keys(table) as [T, ...T[]])
const days = z.object({ from: isoDate, to: isoDate })
const ranked = { name: z.string(), credited: z.number(), points: z.number() }

/**
 * The dashboard of a role (contract/insight/dashboard-roles.ts): what is not its own is null or left out.
 * Periods are calendar days in Asia/Kolkata, both ends included. Which rows each figure counted is
 * said by contract/insight/dashboard-targets.ts.
 */
export const getDashboard = defineEndpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  access: seeing('/dashboard'),
  tag: 'Dashboard',
  summary: 'The figures of a period and what waits, as the role sees them, as of one moment',
  query: z
    .object({ ...dayRange, compare: comparison.default('before') })
    .refine(({ from, to }) => !from || !to || from <= to, {
      message: 'The last day must not be before the first.',
      path: ['to'],
    }),
  response: z.object({
    from: isoDate,
    to: isoDate,
    /** The days that are compared with; null where none are. */
    compared: days.nullable(),
    asOf: instant,
    /** Whose work it is. */
    me: z.number().int(),
    /** `before`: the same figure of the days compared with; null where there is nothing to compare. */
    tiles: z.array(
      z.object({
        name: namesOf<TileName>(TILES),
        value: z.number(),
        before: z.number().nullable(),
      }),
    ),
    /** Counts are exact to 10,000, 10,001 beyond. `late` is null where there is no deadline. */
    queues: z.array(
      z.object({
        name: namesOf<QueueName>(QUEUES),
        count: z.number().int(),
        oldest: instant.nullable(),
        late: z.number().int().nullable(),
      }),
    ),
    work: z.array(
      z.object({
        name: namesOf<WorkName>(WORK),
        count: z.number().int(),
        oldest: instant.nullable(),
      }),
    ),
    /** Settlements of a month that wait for me. */
    monthWork: z.array(
      z.object({
        month: isoDate,
        state: namesOf<MonthState>(MONTH_WORK),
        count: z.number().int(),
      }),
    ),
    /** What I did today, as the audit trail has it. */
    done: z.array(z.object({ name: namesOf<DoneName>(DONE), count: z.number().int() })),
    days: z
      .array(
        z.object({
          day: isoDate,
          credited: z.number(),
          refused: z.number(),
          points: z.number(),
        }),
      )
      .nullable(),
    states: z
      .array(z.object({ state: z.number(), credited: z.number(), points: z.number() }))
      .nullable(),
    results: z.array(z.object({ result: scanResult, attempts: z.number() })).nullable(),
    products: z.array(z.object({ productId: z.number(), ...ranked })).nullable(),
    plants: z.array(z.object({ plantId: z.number(), ...ranked })).nullable(),
    /** Counted once a day: of the period's days up to `to`, the last that is counted; null while none is. */
    distributors: z
      .object({
        to: isoDate.nullable(),
        rows: z.array(z.object({ distributorId: z.number(), ...ranked })),
      })
      .nullable(),
    /** Schemes that gave in the period or are active, the most points first. */
    schemes: z
      .array(
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
      )
      .nullable(),
    /** What members could claim at the end of each day; the last is as of now when the period reaches today. */
    liability: z
      .array(z.object({ day: isoDate, available: z.number(), held: z.number() }))
      .nullable(),
    /** Payments that were begun in the period: by what they are now, and what was paid of each day's. */
    payouts: z
      .object({
        attempts: z.number().int(),
        states: z.array(
          z.object({ state: paymentState, attempts: z.number().int(), netPaise: z.number() }),
        ),
        days: z.array(z.object({ day: isoDate, paidPaise: z.number() })),
      })
      .nullable(),
    /** The last months with settlements, newest first. */
    settlements: z
      .array(
        z.object({
          month: isoDate,
          /** The least far of its distributors. */
          state: settlementState,
          distributors: z.number().int(),
          chargePaise: z.number(),
        }),
      )
      .nullable(),
  }),
})
