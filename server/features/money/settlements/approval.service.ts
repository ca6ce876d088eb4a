import type { SettlementDetail, SettlementsDone } from '../../../../contract/money/settlements.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { approverOf, whyNoSecond, type Approver } from '../../platform/permissions/index.ts'
import { tellOther } from '../../platform/notices/index.ts'
import { allowMinutes, figuresFromLedger } from './compute.queries.ts'
import { FIGURES, NO_FIGURES } from './figures.ts'
import { nextState } from './settlement-machine.ts'
import * as queries from './settlements.queries.ts'
import { monthInWords } from './settlement-words.ts'
import { getSettlement, monthRow, type Which } from './settlements.service.ts'

type Approving = Pick<Context, 'db' | 'keys' | 'now'>
type Act = { context: Approving; caller: StaffCaller; origin: Origin }
type Selected = { month: string; distributorIds: readonly number[]; reason?: string | undefined }
type Left = SettlementsDone['left'][number]

/**
 * Approves settlements and closes the books of their month: nothing is recorded in it from then on.
 * Left alone, each with the reason: what the caller computed, what is not computed, and
 * where the ledger says something else than when it was computed. 409 where the month has a fault.
 */
export async function approveSettlements(
  { context, caller, origin }: Act,
  { month, distributorIds, reason }: Selected,
): Promise<SettlementsDone> {
  const { db, keys, now } = context
  await monthRow(context, month)
  return transaction(db, async (tx) => {
    await allowMinutes(tx)
    const locked = await lockSelected(tx, month, [...new Set(distributorIds)])
    const approver = await approverOf(tx, caller, now())
    const fit = await withLedger(tx, month, locked.rows, (row) => reasonAgainst(row, approver))
    const done = fit.done.map(({ distributorId }) => distributorId)
    const left = [...locked.left, ...fit.left]
    if (done.length === 0) return { done, left }
    const at = now()
    const selected = { month, distributorIds: done }
    const { staffId } = caller
    await queries.changeSettlements(tx, selected, {
      state: 'approved',
      approved_at: at,
      approved_by: staffId,
    })
    await queries.insertEvents(tx, selected, { at, staffId, action: 'approve', note: reason })
    await queries.closeBooks(tx)
    for (const staffId of new Set(fit.done.map(({ computedBy }) => computedBy))) {
      const words = `What you computed for ${monthInWords(month)} was approved.`
      await tellOther(tx, caller, { staffId, words, link: linkTo(month), at })
    }
    await writeAudit(tx, keys, {
      by: caller,
      action: 'settlement.approved',
      subject: 'settlement_month',
      subjectId: month,
      after: { distributors: done },
      reason: reason || undefined,
      requestId: origin.requestId,
      at,
    })
    return { done, left }
  })
}

const linkTo = (month: string) => `/dashboard/points-settlement?month=${month}`

/** A month, locked, of which nothing is decided while it is computed. */
async function lockReady(tx: Tx, month: string): Promise<{ failure: string | null }> {
  const { computing = false, failure = null } = (await queries.lockMonth(tx, month)) ?? {}
  if (!computing) return { failure }
  const message = `${monthInWords(month)} is being computed: wait until that is done.`
  throw new AppError('conflict', message)
}

async function lockSelected(tx: Tx, month: string, distributorIds: readonly number[]) {
  const { failure } = await lockReady(tx, month)
  if (failure !== null) throw new AppError('conflict', `Nothing can be approved: ${failure}`)
  const rows = await queries.lockSettlements(tx, month, distributorIds)
  const found = new Set(rows.map(({ distributorId }) => distributorId))
  const left: Left[] = distributorIds
    .filter((id) => !found.has(id))
    .map((distributorId) => ({
      distributorId,
      name: `Distributor ${distributorId}`,
      reason: 'It has no settlement in this month.',
    }))
  return { rows, left }
}

function reasonAgainst(row: queries.LockedSettlement, approver: Approver): string | null {
  try {
    nextState(row, 'approve')
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
  if (row.computedBy === approver.staffId) return 'You computed it: somebody else must approve it.'
  return whyNoSecond(approver, [row.computedBy])
}

/** Those that nothing speaks against and that the ledger says the same of now. */
async function withLedger(
  tx: Tx,
  month: string,
  rows: readonly queries.LockedSettlement[],
  against: (row: queries.LockedSettlement) => string | null,
) {
  const open = rows.filter((row) => against(row) === null)
  const figures = await figuresFromLedger(
    tx,
    month,
    open.map(({ distributorId }) => distributorId),
  )
  const ledger = new Map(figures.map((row) => [row.distributorId, row]))
  const reasonOf = (row: queries.LockedSettlement): string | null => {
    const now = ledger.get(row.distributorId) ?? NO_FIGURES
    const same = FIGURES.every((figure) => now[figure] === row[figure])
    return same ? null : 'The ledger has moved since it was computed: compute it again.'
  }
  const left: Left[] = rows.flatMap((row) => {
    const reason = against(row) ?? reasonOf(row)
    return reason ? [{ distributorId: row.distributorId, name: row.name, reason }] : []
  })
  const leftIds = new Set(left.map(({ distributorId }) => distributorId))
  return { done: open.filter(({ distributorId }) => !leftIds.has(distributorId)), left }
}

type Step = {
  action: 'ask-reopen' | 'reopen' | 'keep-closed'
  note: string
  /** Throws where it may not be; gives what changes. */
  change: (
    row: queries.LockedSettlement,
    by: { at: Date; staffId: number; approver: Approver },
  ) => Parameters<typeof queries.changeSettlements>[2]
}

/** One step of one settlement: locked, decided, recorded and audited in one transaction. */
async function step(
  { context: { db, keys, now }, caller, origin }: Act,
  { month, distributorId }: Which,
  { action, note, change }: Step,
): Promise<SettlementDetail> {
  return transaction(db, async (tx) => {
    await lockReady(tx, month)
    const [row] = await queries.lockSettlements(tx, month, [distributorId])
    if (!row) throw notFound('This settlement')
    const [at, { staffId }] = [now(), caller]
    const which = { month, distributorIds: [distributorId] }
    const changed = change(row, { at, staffId, approver: await approverOf(tx, caller, at) })
    await queries.changeSettlements(tx, which, changed)
    await queries.insertEvents(tx, which, { at, staffId, action, note })
    if (action === 'reopen') await queries.closeBooks(tx)
    if (action !== 'ask-reopen') {
      const done = action === 'reopen' ? 'opened again, as you asked' : 'kept closed'
      const words = `${row.name}’s settlement of ${monthInWords(month)} was ${done}.`
      await tellOther(tx, caller, { staffId: row.reopenAskedBy, words, link: linkTo(month), at })
    }
    const detail = await getSettlement({ db: tx }, { month, distributorId })
    await writeAudit(tx, keys, {
      by: caller,
      action: AUDITED[action],
      subject: 'settlement',
      subjectId: `${month}/${distributorId}`,
      before: { state: row.state },
      after: { state: detail.state },
      reason: note,
      requestId: origin.requestId,
      at,
    })
    return detail
  })
}

const AUDITED = {
  'ask-reopen': 'settlement.reopen_asked',
  reopen: 'settlement.reopened',
  'keep-closed': 'settlement.kept_closed',
} as const
const NOT_ASKED = { reopen_asked_at: null, reopen_asked_by: null, reopen_reason: null }

/** Settled with the distributor: the reference is that of the payment or the credit note. */
export async function settleSettlement(act: Act, which: Which, reference: string) {
  return transaction(act.context.db, async (tx) => {
    const references = new Map([[which.distributorId, reference]])
    const settled = await settle(tx, act, { month: which.month, references })
    if (settled === 0) throw notFound('This settlement')
    return getSettlement({ db: tx }, which)
  })
}

/** Settles those of a month that have a reference, all or none; gives how many there were. */
export async function settleMany(
  act: Act,
  selected: { month: string; references: ReadonlyMap<number, string> },
): Promise<number> {
  return transaction(act.context.db, (tx) => settle(tx, act, selected))
}

async function settle(
  tx: Tx,
  { context: { keys, now }, caller, origin }: Act,
  { month, references }: { month: string; references: ReadonlyMap<number, string> },
): Promise<number> {
  await lockReady(tx, month)
  const rows = await queries.lockSettlements(tx, month, [...references.keys()])
  for (const row of rows) refuseSettling(row)
  if (rows.length === 0) return 0
  const [at, { staffId }] = [now(), caller]
  await queries.settleRows(tx, { month, references, at, staffId })
  await writeAudit(tx, keys, {
    by: caller,
    action: 'settlement.settled',
    subject: 'settlement_month',
    subjectId: month,
    after: { references: Object.fromEntries(references) },
    requestId: origin.requestId,
    at,
  })
  return rows.length
}

function refuseSettling(row: queries.LockedSettlement): void {
  nextState(row, 'settle')
  if (row.reopenAskedAt === null) return
  const message = `${row.name} is asked to be opened again: decide about that first.`
  throw new AppError('conflict', message)
}

export async function askReopen(act: Act, which: Which, reason: string) {
  return step(act, which, {
    action: 'ask-reopen',
    note: reason,
    change: (row, { at, staffId }) => {
      nextState(row, 'reopen')
      if (row.reopenAskedAt !== null) {
        throw new AppError('conflict', `${row.name} is asked to be opened again already.`)
      }
      return { reopen_asked_at: at, reopen_asked_by: staffId, reopen_reason: reason }
    },
  })
}

/** Opens a settlement again as was asked, or leaves it closed; never by who asked. */
export async function decideReopen(
  act: Act,
  which: Which,
  { reopen, reason }: { reopen: boolean; reason: string },
) {
  return step(act, which, {
    action: reopen ? 'reopen' : 'keep-closed',
    note: reason,
    change: (row, { staffId, approver }) => {
      nextState(row, 'reopen')
      if (row.reopenAskedAt === null) {
        throw new AppError('conflict', `Nobody asked for ${row.name} to be opened again.`)
      }
      if (row.reopenAskedBy === staffId) {
        throw new AppError('conflict', 'You asked for this yourself: somebody else must decide.')
      }
      if (!reopen) return NOT_ASKED
      const why = whyNoSecond(approver, [row.reopenAskedBy])
      if (why !== null) throw new AppError('conflict', why)
      return {
        ...NOT_ASKED,
        state: 'computed',
        approved_at: null,
        approved_by: null,
        settled_at: null,
        settled_by: null,
        settled_reference: null,
      }
    },
  })
}
