import type { z } from 'zod'
import { batchLetters } from '../../../../contract/programme/code.ts'
import type {
  explainCoupons as endpoint,
  Reconciliation,
} from '../../../../contract/programme/plant.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { lockedBatch } from '../batches/index.ts'
import { standsStill } from './decide.ts'
import { lotById, type LotFound } from './find.queries.ts'
import { lineOf } from './line.ts'
import { paint } from './paint.ts'
import * as queries from './reconciliation.queries.ts'

const RUNS_SHOWN = 500

/** Where every coupon of a lot of the worker's own plant is. */
export async function plantReconciliation(
  context: Context,
  caller: StaffCaller,
  batchId: number,
): Promise<Reconciliation> {
  return reconcile(context, await ownLot(context, caller, batchId))
}

/** Where every coupon of a batch is, for staff who see the batches of all plants. */
export async function batchReconciliation(
  context: Context,
  batchId: number,
): Promise<Reconciliation> {
  return reconcile(context, await lotOf(context, batchId))
}

type Explanation = { batchId: number } & z.output<NonNullable<(typeof endpoint)['body']>>

/** Says why serials were passed over; what is said later counts where both are about the same. */
export async function explainCoupons(
  context: Context,
  caller: StaffCaller,
  { batchId, from, to, kind, note }: Explanation,
  origin: Origin,
): Promise<Reconciliation> {
  const lot = await ownLot(context, caller, batchId)
  if (to > lot.quantity) {
    throw invalidField('to', `This batch has the serials 1 to ${lot.quantity}.`)
  }
  await transaction(context.db, async (tx) => {
    await lockedBatch(tx, batchId)
    const at = context.now()
    const explanation = { batchId, from, to, kind, note, staffId: caller.staffId, at }
    await queries.insertExplanation(tx, explanation)
    await writeAudit(tx, context.keys, {
      by: caller,
      action: 'coupons.explained',
      subject: 'coupon_batch',
      subjectId: batchId,
      after: { from, to, kind },
      reason: note,
      requestId: origin.requestId,
      at,
    })
  })
  return reconcile(context, lot)
}

async function ownLot(context: Context, caller: StaffCaller, batchId: number): Promise<LotFound> {
  const { plantId } = lineOf(caller)
  const lot = await lotOf(context, batchId)
  if (lot.plantId === plantId) return lot
  throw new AppError('forbidden', `Batch ${batchId} belongs to another plant.`)
}

async function lotOf({ db, now }: { db: Db; now: () => Date }, batchId: number): Promise<LotFound> {
  const lot = await lotById(db, batchId)
  if (!lot) throw notFound(`Batch ${batchId}`)
  if (standsStill(lot, now()) === 'not_ready') {
    throw new AppError('conflict', `Batch ${batchId} has no coupons: it is not generated.`, {
      reason: 'batch_not_ready',
    })
  }
  return lot
}

async function reconcile({ db, now }: Context, lot: LotFound): Promise<Reconciliation> {
  const { batchId, productName, plantName, quantity, cartonSize } = lot
  const { tally, islands, reasons } = await queries.inOneMoment(db, (tx) => read(tx, lot))
  const { lastActivated: _last, ...counts } = tally
  const runs = islands.runs.map(({ said, ...run }) => {
    const reason = reasons.get(`${run.status} ${said}`)
    return {
      ...run,
      count: run.toSerial - run.fromSerial + 1,
      kind: reason?.kind ?? null,
      why: reason?.why ?? null,
      by: reason?.by ?? null,
      at: reason?.at.toISOString() ?? null,
    }
  })
  return {
    batchId,
    letters: batchLetters(batchId),
    productName,
    plantName,
    batchStatus: lot.status,
    quantity,
    cartonSize,
    counts,
    waiting: islands.waiting,
    explained: islands.explained,
    unexplained: islands.holes,
    runs: runs.toSorted((a, b) => a.fromSerial - b.fromSerial),
    moreRuns: islands.total - runs.length,
    asOf: now().toISOString(),
  }
}

async function read(tx: Tx, { batchId, quantity }: LotFound) {
  const tally = await queries.tallyOf(tx, batchId)
  const why = {
    explained: cutsOf(await queries.explanationsOf(tx, batchId)),
    deactivated: cutsOf(
      tally.deactivated > 0 ? await queries.changesOf(tx, batchId, ['deactivate', 'unblock']) : [],
    ),
    blocked: cutsOf(tally.blocked > 0 ? await queries.changesOf(tx, batchId, ['block']) : []),
  }
  const { lastActivated } = tally
  const islands = await queries.islandsOf(tx, { batchId, quantity, lastActivated }, why, RUNS_SHOWN)
  return { tally, islands, reasons: await reasonsOf(tx, islands.runs) }
}

/** What was said last about each serial counts. */
function cutsOf(said: readonly queries.Said[]): queries.Cuts {
  const stretches = paint(said)
  return {
    starts: stretches.map(({ from }) => from),
    ids: stretches.map(({ owner }) => (owner === null ? 0 : (said[owner]?.id ?? 0))),
  }
}

/** Who said it, when and in which words, by the status of a run and the number of what was said. */
async function reasonsOf(tx: Tx, runs: readonly queries.RunFound[]) {
  const idsOf = (...statuses: queries.RunFound['status'][]) => [
    ...new Set(
      runs
        .filter(({ status, said }) => said > 0 && statuses.includes(status))
        .map((run) => run.said),
    ),
  ]
  const explanations = await queries.explanationsBy(tx, idsOf('explained'))
  const changes = await queries.changesBy(tx, idsOf('deactivated', 'blocked'))
  return new Map<string, queries.Reason>([
    ...explanations.map((reason) => [`explained ${reason.id}`, reason] as const),
    ...changes.flatMap((reason) => [
      [`deactivated ${reason.id}`, reason] as const,
      [`blocked ${reason.id}`, reason] as const,
    ]),
  ])
}
