import type { ScanKey } from '../../../../contract/programme/held-scans.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { settleScan } from '../scans/index.ts'
import * as queries from './decisions.queries.ts'

type Needed = Pick<Context, 'db' | 'keys' | 'now'>

/**
 * Settles the scans of a decision, each in a transaction of its own with its audit row. Killed at any
 * moment and run again, also beside itself, each is settled once. A scan that somebody else decided,
 * or whose points are spent, is passed over and told of.
 */
export async function applyDecision(
  context: Needed,
  decisionId: string,
  signal?: AbortSignal,
): Promise<void> {
  for (let isMore = true; isMore;) {
    signal?.throwIfAborted()
    isMore = await applyNext(context, decisionId)
  }
  await transaction(context.db, (tx) => queries.finishDecision(tx, decisionId))
}

/** Whether more may wait. */
async function applyNext({ db, keys, now }: Needed, decisionId: string): Promise<boolean> {
  let item: ScanKey | undefined
  try {
    return await transaction(db, async (tx) => {
      const decision = await queries.decisionById(tx, decisionId)
      if (decision?.state !== 'applying') return false
      item = await queries.nextItem(tx, decisionId)
      if (!item) return false
      const { reason, proposerId, proposerRole } = decision
      const settled = await settleScan(tx, keys, queries.toDecision(decision).outcome, {
        ...item,
        reason,
        by: { staffId: proposerId, role: proposerRole },
        decisionId,
        at: now(),
      })
      await queries.setItem(tx, decisionId, item, settled ? 'settled' : 'elsewhere')
      return true
    })
  } catch (error) {
    // The points are spent: nothing of this scan was changed.
    if (!item || !(error instanceof AppError) || error.code !== 'conflict') throw error
    await queries.setItem(db, decisionId, item, 'refused')
    return true
  }
}

/** Those whose job was given up get another. */
export async function resumeDecisions({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  for (const decisionId of await queries.applyingDecisions(db)) {
    await transaction(db, (tx) => jobs.send(tx, 'scan-decision', { decisionId }))
  }
}
