import type { Context } from '../context.ts'
import { withClient } from '../db/database.ts'
import { generateBatch } from '../features/programme/batches/batch-generation.service.ts'
import {
  approveBatch,
  blockBatch,
  printBatch,
  rejectBatch,
} from '../features/programme/batches/batch-steps.service.ts'
import { requestBatch } from '../features/programme/batches/batches.service.ts'
import { generateCoupons } from '../features/programme/batches/generation.ts'
import { activateCoupons } from '../features/programme/coupons/activation.service.ts'
import { demoBatchKey, type DemoBatch, type Step } from './batch-plan.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

/**
 * Stores the coupons beside the history and ahead of it, on the machine's other core. Where the history
 * comes to the making of a batch it finds its coupons there and only has to record it.
 */
export async function storeAhead(context: Context, batches: readonly DemoBatch[]): Promise<void> {
  await withClient(context.connection, async (client) => {
    for (const { batchId, quantity, cartonSize, key } of batches) {
      await generateCoupons(client, { batchId, quantity, cartonSize, batchKey: key })
    }
  })
}

/** Does what the plan of the batches says, in its order, each at its moment and by its person. */
export async function playBatches(
  context: Context,
  staff: DemoStaff,
  steps: readonly Step[],
): Promise<void> {
  for (const step of steps) await play(contextAt(step.at, step.batchId, context), staff, step)
}

/** The services on a clock that stands, with a batch key that is the same in every demo. */
function contextAt(at: Date, batchId: number, context: Context): Context {
  return {
    ...context,
    now: () => at,
    random: () => demoBatchKey(batchId),
    // What an approval queues is done below in its turn; a job would do it when the demo is there.
    jobs: { ...context.jobs, send: async () => {} },
  }
}

/** So long after its approval a batch is made. */
const QUEUED_MS = 15 * 60_000

async function play(context: Context, staff: DemoStaff, step: Step): Promise<void> {
  const { batchId } = step
  const caller = staff[step.by]
  switch (step.do) {
    case 'request': {
      const made = await requestBatch(context, caller, step.body, DEMO_ORIGIN)
      if (made.batchId !== batchId) throw new Error(`Batch ${batchId} became ${made.batchId}.`)
      return
    }
    case 'approve': {
      const asked = { batchId, version: 0 }
      const { status } = await approveBatch(context, caller, asked, DEMO_ORIGIN)
      // Where even these batches are large enough by the setting, a second person approves as well.
      if (status === 'requested') await approveBatch(context, staff.admin, asked, DEMO_ORIGIN)
      const made = new Date(step.at.getTime() + QUEUED_MS)
      const later = contextAt(made, batchId, context)
      return generateBatch(later, batchId, new AbortController().signal)
    }
    case 'print': {
      const { stream } = await printBatch(
        context,
        caller,
        { batchId, format: 'csv', of: 'packs' },
        DEMO_ORIGIN,
      )
      stream.destroy()
      return
    }
    case 'reject':
    case 'block': {
      const act = step.do === 'block' ? blockBatch : rejectBatch
      await act(context, caller, { batchId, note: step.note }, DEMO_ORIGIN)
      return
    }
    case 'activate':
    case 'deactivate': {
      const { do: action, from, to, reason } = step
      const range = { batchId, from, to, action, reason, device: 'Handheld 3' }
      await activateCoupons(context, caller, range, DEMO_ORIGIN)
    }
  }
}
