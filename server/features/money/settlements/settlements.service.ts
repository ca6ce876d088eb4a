import type {
  Figures,
  MonthRow,
  SettlementDetail,
  SettlementRow,
  SettlementState,
} from '../../../../contract/money/settlements.ts'
import { ageBucket, figures as figuresSchema } from '../../../../contract/money/settlements.ts'
import { z } from 'zod'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { notFound } from '../../../lib/app-error.ts'
import { chargesByRule } from './charges.queries.ts'
import { isOver, monthBefore, monthOf, monthsBetween } from './months.ts'
import { leastFar } from './settlement-machine.ts'
import * as queries from './settlements.queries.ts'
import { monthInWords } from './settlement-words.ts'

type Reading = { db: Db | Tx; now: Context['now'] }
const ages = z.array(ageBucket)

/** The months from the first with points to the one that runs, newest first. */
export async function listMonths({ db, now }: Reading): Promise<{ months: MonthRow[] }> {
  const running = monthOf(now())
  const first = (await queries.firstMonth(db)) ?? running
  const names = monthsBetween(first < running ? first : running, running).toReversed()
  const [computed, sums] = [await queries.monthsComputed(db), await queries.sumsOfMonths(db)]
  const computedBy = new Map(computed.map((row) => [row.month, row]))
  const sumsBy = new Map(sums.map((row) => [row.month, row]))
  return {
    months: names.map((month) =>
      toMonth({ month, over: isOver(month, now()) }, computedBy.get(month), sumsBy.get(month)),
    ),
  }
}

type Computed = Awaited<ReturnType<typeof queries.monthsComputed>>[number]
type Sums = Awaited<ReturnType<typeof queries.sumsOfMonths>>[number]

function toMonth(
  { month, over }: { month: string; over: boolean },
  computed: Computed | undefined,
  sums: Sums | undefined,
): MonthRow {
  return {
    month,
    over,
    state: stateOf(computed, sums),
    computing: computed?.computing ?? false,
    failure: computed?.failure ?? null,
    computedAt: computed?.computedAt?.toISOString() ?? null,
    computedBy: computed?.computedBy ?? null,
    pointValuePaise: computed?.pointValuePaise ?? null,
    distributors: sums?.distributors ?? 0,
    approved: sums?.approved ?? 0,
    settled: sums?.settled ?? 0,
    reopenAsked: sums?.reopenAsked ?? 0,
    figures: sums ? queries.onlyFigures(sums) : null,
    ledger: computed?.totals ? figuresSchema.parse(computed.totals) : null,
    ages: computed?.ages ? ages.parse(computed.ages) : [],
  }
}

/** One of a month in which nothing was to settle is as far as its computation. */
function stateOf(computed: Computed | undefined, sums: Sums | undefined): SettlementState {
  if (!computed?.computedAt) return 'open'
  if (!sums) return 'computed'
  const states = (['computed', 'approved', 'settled'] as const).filter((state) => sums[state] > 0)
  return leastFar(states)
}

/** One month; 404 before the first one and after the one that runs. */
export async function monthRow(reading: Reading, month: string): Promise<MonthRow> {
  const { months } = await listMonths(reading)
  const found = months.find((row) => row.month === month)
  if (!found) throw notFound(`A settlement of ${monthInWords(month)}`)
  return found
}

export async function getMonth(
  reading: Reading,
  month: string,
): Promise<{ month: MonthRow; rows: SettlementRow[] }> {
  const row = await monthRow(reading, month)
  const found = await queries.settlementsOf(reading.db, [month, monthBefore(month)])
  const before = new Map(
    found.filter((one) => one.month !== month).map((one) => [one.distributorId, one]),
  )
  return {
    month: row,
    rows: found
      .filter((one) => one.month === month)
      .map((one) => toRow(one, before.get(one.distributorId))),
  }
}

function toRow(
  { reopenAskedAt, ...found }: queries.SettlementFound,
  before: Figures | undefined,
): SettlementRow {
  const { month, distributorId, distributorCode, distributorName } = found
  return {
    month,
    distributorId,
    distributorCode,
    distributorName,
    state: found.state,
    approvedBy: found.approvedBy,
    settledReference: found.settledReference,
    reopenAsked: reopenAskedAt !== null,
    before: before ? queries.onlyFigures(before) : null,
    ...queries.onlyFigures(found),
  }
}

export type Which = { month: string; distributorId: number }

/** One settlement with its story; 404 where it was never computed. */
export async function getSettlement(
  { db }: { db: Db | Tx },
  { month, distributorId }: Which,
): Promise<SettlementDetail> {
  const found = await queries.settlementOf(db, month, distributorId)
  if (!found) throw notFound('This settlement')
  const before = await queries.settlementOf(db, monthBefore(month), distributorId)
  const events = await queries.eventsOf(db, month, distributorId)
  return {
    ...toRow(found, before),
    pointValuePaise: valueOf(found),
    computedAt: found.computedAt.toISOString(),
    computedBy: found.computedBy,
    computedById: found.computedById,
    approvedAt: found.approvedAt?.toISOString() ?? null,
    settledAt: found.settledAt?.toISOString() ?? null,
    settledBy: found.settledBy,
    reopen: reopenOf(found),
    chargesByRule: await chargesByRule(db, { month, distributorId }),
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof queries.settlementOf>>>

function valueOf({ pointValuePaise, month }: Found): number {
  if (pointValuePaise === null) throw new Error(`${month} was computed without a point value.`)
  return pointValuePaise
}

function reopenOf(found: Found): SettlementDetail['reopen'] {
  const { reopenAskedAt: at, reopenAskedBy: by, reopenAskedById: id, reopenReason: reason } = found
  if (at === null || by === null || id === null || reason === null) return null
  return { askedAt: at.toISOString(), askedBy: by, askedById: id, reason }
}

/** 404 where it was never computed. */
export async function ensureSettlement(db: Db | Tx, which: Which): Promise<Found> {
  const found = await queries.settlementOf(db, which.month, which.distributorId)
  if (!found) throw notFound('This settlement')
  return found
}
