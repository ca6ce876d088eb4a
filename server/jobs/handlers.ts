import type { Context } from '../context.ts'
import { generateBatch } from '../features/batches/batch-generation.service.ts'
import { sweep } from '../features/housekeeping/housekeeping.service.ts'
import type { JobHandlers } from './jobs.ts'

/** Which feature does which job. */
export function jobHandlers(context: Context): JobHandlers {
  return {
    'batch-generate': ({ batchId }, signal) => generateBatch(context, batchId, signal),
    housekeeping: () => sweep(context),
  }
}
