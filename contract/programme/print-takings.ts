import { z } from 'zod'
import { PRINT_FORMATS, type PrintOf } from './batch-print.ts'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'

const PAGE = '/dashboard/QrTokenHistories'
const tag = 'Batches'
/** How long an approval serves whoever asked for it. */
export const AGAIN_DAYS = 3

const run = {
  /** Labels of packs, or of cartons. */
  of: z.enum(['packs', 'cartons'], { error: 'Packs or cartons.' }),
  from: z.number().int(),
  to: z.number().int(),
}
type Run = { of: PrintOf; from: number; to: number }

/** Whether two runs have a label in common. */
export const overlaps = (one: Run, other: Run): boolean =>
  one.of === other.of && one.from <= other.to && other.from <= one.to
/** Whether every label of a run is one of another's. */
export const holds = (outer: Run, { of, from, to }: Run): boolean =>
  outer.of === of && outer.from <= from && to <= outer.to

export const printTaking = z.object({
  ...run,
  format: z.enum(PRINT_FORMATS),
  by: z.string(),
  at: instant,
  /** Who agreed that it was taken again; null of a first taking. */
  approvedBy: z.string().nullable(),
})
export type PrintTaking = z.infer<typeof printTaking>

export const printAgain = z.object({
  againId: z.number().int(),
  batchId: z.number().int(),
  ...run,
  reason: z.string(),
  /** An approved one serves once, whoever asked for it, for three days. */
  state: z.enum(['proposed', 'approved']),
  proposedBy: z.string(),
  proposedById: z.number().int(),
  proposedAt: instant,
  decidedBy: z.string().nullable(),
})
export type PrintAgain = z.infer<typeof printAgain>

export const printTakings = z.object({
  takings: z.array(printTaking),
  /** What waits for a second person, or is approved and not taken yet. */
  again: printAgain.nullable(),
  /** The batch is so small that one person takes it as often as it is needed. */
  alone: z.boolean(),
})
export type PrintTakings = z.infer<typeof printTakings>

const params = z.object({ batchId: wholeNumber('Batch') })

export const listTakings = defineEndpoint({
  method: 'GET',
  path: '/api/admin/batches/:batchId/takings',
  access: seeing(PAGE),
  tag,
  summary: 'Who took which codes of a batch, oldest first, and what is asked for again',
  params,
  response: printTakings,
})

export const askTaking = defineEndpoint({
  method: 'POST',
  path: '/api/admin/batches/:batchId/takings/ask',
  access: having('batch.print'),
  tag,
  summary: 'Ask a second person to let codes be taken again that were taken already',
  params,
  body: z
    .object({
      of: run.of.default('packs'),
      from: wholeNumber('The first serial').min(1, 'Serials begin at 1.').optional(),
      to: wholeNumber('The last serial').optional(),
      reason: plainText('The reason', 300, 3),
    })
    .refine(({ from = 1, to }) => to === undefined || from <= to, {
      message: 'The last serial must not be before the first.',
      path: ['to'],
    }),
  response: printTakings,
})

const againId = wholeNumber('Request')
const note = plainText('The note', 300)

export const approveTaking = defineEndpoint({
  method: 'POST',
  path: '/api/admin/batches/:batchId/takings/approve',
  access: having('batch.approve'),
  tag,
  summary: 'Let whoever asked for it take the codes once more',
  params,
  body: z.object({ againId, note: note.optional() }),
  response: printTakings,
})

export const rejectTaking = defineEndpoint({
  method: 'POST',
  path: '/api/admin/batches/:batchId/takings/reject',
  access: having('batch.approve'),
  tag,
  summary: 'Refuse to let codes be taken again',
  params,
  body: z.object({ againId, note: plainText('The reason', 300, 3) }),
  response: printTakings,
})

export const withdrawTaking = defineEndpoint({
  method: 'POST',
  path: '/api/admin/batches/:batchId/takings/withdraw',
  access: having('batch.print'),
  tag,
  summary: 'Withdraw your own request to take codes again',
  params,
  body: z.object({ againId }),
  response: printTakings,
})

export const waitingTakings = defineEndpoint({
  method: 'GET',
  path: '/api/admin/print-requests',
  access: seeing(PAGE),
  tag,
  summary: 'Requests to take codes again that wait for a second person, oldest first, at most 100',
  response: z.object({ items: z.array(printAgain) }),
})
