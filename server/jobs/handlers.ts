import type { Context } from '../context.ts'
import { generateBatch, giveUpGeneration } from '../features/batches/batch-generation.service.ts'
import { sweep } from '../features/housekeeping/housekeeping.service.ts'
import { removeDocumentFiles, sweepDocuments } from '../features/kyc-documents/sweep.service.ts'
import { refreshPointsOrder } from '../features/points/points.service.ts'
import { forgetTraces } from '../features/scans/member-traces.service.ts'
import type { JobHandlers } from './jobs.ts'

/** Which feature does which job. */
export function jobHandlers(context: Context): JobHandlers {
  return {
    'batch-generate': ({ batchId }, signal) => generateBatch(context, batchId, signal),
    'document-files': ({ documentIds }) => removeDocumentFiles(context, documentIds),
    async housekeeping() {
      await sweep(context)
      await sweepDocuments(context)
    },
    'points-order': () => refreshPointsOrder(context),
    'forget-traces': ({ memberId }, signal) => forgetTraces(context, memberId, signal),
  }
}

/** A job that failed as often as it is tried: told in the log and where people wait for it. */
export function whenGivenUp(context: Context) {
  return async (data: object): Promise<void> => {
    context.log.error({ data }, 'a job was given up')
    if ('batchId' in data && typeof data.batchId === 'number') {
      await giveUpGeneration(context, data.batchId)
    }
  }
}
