import type { Figures, MonthRow } from '../../../../contract/money/settlements.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import * as compute from './compute.queries.ts'
import { FIGURES, NO_FIGURES } from './figures.ts'
import { endOfMonth, isOver } from './months.ts'
import { differences, monthInWords, some } from './settlement-words.ts'
import * as queries from './settlements.queries.ts'
import { monthRow } from './settlements.service.ts'

type Computing = Pick<Context, 'db' | 'keys' | 'now'> & { rules: Pick<Context['rules'], 'at'> }

/** What is owed at a month's end is worth what a point was worth then. */
const lastMomentOf = (month: string) => new Date(endOfMonth(month).getTime() - 1)

function refuseRunning(month: string, now: Date): void {
  if (isOver(month, now)) return
  const why = 'it can be computed a quarter of an hour after its end'
  throw new AppError('conflict', `${monthInWords(month)} is not over: ${why}.`)
}

/** Puts the computation of a month in the queue; asked again meanwhile, it answers the same. */
export async function askComputing(
  context: Context,
  caller: StaffCaller,
  month: string,
  origin: Origin,
): Promise<MonthRow> {
  const { db, keys, jobs, now } = context
  await monthRow(context, month)
  refuseRunning(month, now())
  await transaction(db, async (tx) => {
    await compute.ensureMonth(tx, month)
    const locked = await queries.lockMonth(tx, month)
    if (locked?.computing) return
    await compute.setComputing(tx, month, { computing: true, failure: null })
    await jobs.send(tx, 'settlement-compute', { month, staffId: caller.staffId })
    await writeAudit(tx, keys, {
      by: caller,
      action: 'settlement.compute_asked',
      subject: 'settlement_month',
      subjectId: month,
      requestId: origin.requestId,
      at: now(),
    })
  })
  return monthRow(context, month)
}

/**
 * Computes a month from the ledger, all of one moment. What is approved stays: where the ledger says
 * something else by now, the month's `failure` names it. As often as wanted, with the same result;
 * refuses a month that is not over.
 */
export async function computeSettlements(
  context: Computing,
  { month, staffId }: { month: string; staffId: number },
): Promise<void> {
  refuseRunning(month, context.now())
  const told = await readInOneMoment(context.db, month)
  await transaction(context.db, async (tx) => {
    await compute.ensureMonth(tx, month)
    await queries.lockMonth(tx, month)
    const locked = await compute.lockedOf(tx, month)
    const faults = [
      ...movedSince(locked, told.figures),
      ...otherThanLedger(told.figures, told.ledger.totals),
    ]
    await write(tx, context, { month, staffId, locked, faults, ...told })
  })
}

/** Apart from the writing: nothing else waits for it, and what it reads is over and stays. */
async function readInOneMoment(db: Db, month: string) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await compute.allowMinutes(tx)
      const figures = await compute.figuresFromLedger(tx, month)
      const ledger = await compute.ledgerOfMonth(tx, month)
      return { figures, ledger }
    })
}

type Computed = {
  month: string
  staffId: number
  figures: readonly compute.DistributorFigures[]
  locked: readonly compute.DistributorFigures[]
  ledger: Awaited<ReturnType<typeof compute.ledgerOfMonth>>
  faults: readonly string[]
}

async function write(
  tx: Tx,
  { keys, now, rules }: Computing,
  { month, staffId, figures, locked, ledger, faults }: Computed,
): Promise<void> {
  const at = now()
  const closed = new Set(locked.map(({ distributorId }) => distributorId))
  const written = figures.filter(({ distributorId }) => !closed.has(distributorId))
  const distributorIds = written.map(({ distributorId }) => distributorId)
  const failure = faults.length > 0 ? some(faults) : null
  await compute.writeFigures(tx, { month, at, staffId }, written)
  await queries.insertEvents(tx, { month, distributorIds }, { at, staffId, action: 'compute' })
  await compute.finishMonth(tx, month, {
    failure,
    computed_at: at,
    computed_by: staffId,
    point_value_paise: rules.at(lastMomentOf(month)).pointValuePaise,
    ...ledger,
  })
  await writeAudit(tx, keys, {
    by: { staffId, role: await compute.roleOf(tx, staffId) },
    action: 'settlement.computed',
    subject: 'settlement_month',
    subjectId: month,
    after: { distributors: distributorIds.length, failure, ...ledger.totals },
    at,
  })
}

/** Those that are approved and of which the ledger says something else by now. */
function movedSince(
  locked: Awaited<ReturnType<typeof compute.lockedOf>>,
  figures: readonly compute.DistributorFigures[],
): string[] {
  const now = new Map(figures.map((row) => [row.distributorId, row]))
  return locked.flatMap((stood) => {
    const differ = differences(stood, now.get(stood.distributorId) ?? NO_FIGURES)
    return differ ? [`${stood.name} no longer agrees with the ledger: ${differ}.`] : []
  })
}

function otherThanLedger(
  figures: readonly compute.DistributorFigures[],
  totals: Figures,
): string[] {
  const sums = { ...NO_FIGURES }
  for (const row of figures) for (const figure of FIGURES) sums[figure] += row[figure]
  const differ = differences(sums, totals, 'is the sum of the distributors')
  return differ ? [`The distributors do not come to the ledger: ${differ}.`] : []
}

/** A computation that failed as often as it is tried: told where people wait for it. */
export async function giveUpComputing({ db }: Pick<Context, 'db'>, month: string): Promise<void> {
  const failure =
    'It could not be computed. Try it again; if it fails again, ask who runs the server.'
  await compute.setComputing(db, month, { computing: false, failure })
}
