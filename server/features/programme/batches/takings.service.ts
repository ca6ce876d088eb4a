import { labelsIn, type PrintFormat } from '../../../../contract/programme/batch-print.ts'
import {
  AGAIN_DAYS,
  holds,
  overlaps,
  type PrintTakings,
} from '../../../../contract/programme/print-takings.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { refuseNoSecond } from '../../platform/permissions/index.ts'
import { tellOther, tellOthersWith } from '../../platform/notices/index.ts'
import { nextStatus } from './batch-machine.ts'
import { getBatch, lockedBatch, type LockedBatch } from './batches.service.ts'
import { rangeOf } from './print-check.ts'
import * as queries from './takings.queries.ts'

const DAY_MS = 86_400_000
const MOST_SHOWN = 100

type By = { context: Context; caller: StaffCaller; origin: Origin }
type Rules = Pick<Context, 'rules'>

/** Up to how many coupons a batch is so small that one person takes it as often as it is needed. */
const aloneCoupons = ({ rules }: Rules, at: Date): number => rules.at(at).printAloneCoupons

const openAt = (db: Db | Tx, batchId: number, at: Date) =>
  queries.openRequest(db, batchId, new Date(at.getTime() - AGAIN_DAYS * DAY_MS))

/** Who took which codes of a batch, and what is asked for again. */
export async function takingsOf(
  { db, rules, now }: { db: Db | Tx } & Pick<Context, 'rules' | 'now'>,
  batchId: number,
): Promise<PrintTakings> {
  const at = now()
  const { quantity } = await getBatch({ db }, batchId)
  const takings = await queries.takingsOf(db, batchId)
  const again = await openAt(db, batchId, at)
  return {
    takings: takings.map((one) => ({
      ...one,
      by: one.by ?? 'HIL Dashboard',
      at: one.at.toISOString(),
    })),
    again: again ? toAgain(again) : null,
    alone: quantity <= aloneCoupons({ rules }, at),
  }
}

const toAgain = ({ state, proposedAt, ...one }: queries.Request) => ({
  ...one,
  state: state === 'approved' ? state : ('proposed' as const),
  proposedAt: proposedAt.toISOString(),
})

/** Requests that wait for a second person. */
export async function waitingTakings({ db }: Pick<Context, 'db'>) {
  return { items: (await queries.waitingRequests(db, MOST_SHOWN)).map(toAgain) }
}

const runWords = ({ of, from, to }: queries.Run): string =>
  `${of === 'cartons' ? 'cartons' : 'serials'} ${from} to ${to}`

type Taking = queries.Run & { batch: LockedBatch; format: PrintFormat; staffId: number; at: Date }

/**
 * Writes down that codes are taken. What was taken before is given out again only to whoever a second
 * person approved, once for each approval. The batch is locked, so no two take the same at once.
 */
export async function take(tx: Tx, rules: Rules, taking: Taking): Promise<object> {
  const { batch, of, from, to, format, staffId, at } = taking
  const { batchId, quantity } = batch
  const alone = aloneCoupons(rules, at)
  const run = { of, from, to }
  const before = (await queries.takingsOf(tx, batchId)).findLast((one) => overlaps(one, run))
  const approval =
    before && quantity > alone ? await approvalFor(tx, { batchId, run, staffId, at, before }) : null
  const againId = approval?.againId ?? null
  await queries.insertTaking(tx, {
    batchId,
    ...run,
    format,
    staffId,
    at,
    aloneCoupons: alone,
    againId,
  })
  return { taken: { ...run, format, ...(approval && { againId, reason: approval.reason }) } }
}

type Sought = {
  batchId: number
  run: queries.Run
  staffId: number
  at: Date
  before: { by: string | null; at: Date }
}

async function approvalFor(
  tx: Tx,
  { batchId, run, staffId, at, before }: Sought,
): Promise<queries.Request> {
  const open = await openAt(tx, batchId, at)
  if (open?.state === 'approved' && open.proposedById === staffId && holds(open, run)) return open
  const who = before.by ?? 'Somebody'
  const what = `${who} took codes of the ${runWords(run)} of batch ${batchId} already.`
  throw new AppError(
    'conflict',
    open?.state === 'proposed'
      ? `${what} A request for them waits for a second person.`
      : `${what} They are given out again once a second person agrees: ask for it with a reason.`,
  )
}

type Asked = {
  batchId: number
  of: queries.Run['of']
  from?: number | undefined
  to?: number | undefined
  reason: string
}

/** Asks for codes again. */
export async function askTaking(by: By, asked: Asked): Promise<PrintTakings> {
  const { context, caller } = by
  const { batchId, reason } = asked
  return transaction(context.db, async (tx) => {
    const batch = await lockedBatch(tx, batchId)
    nextStatus(batch, 'print')
    const at = context.now()
    const detail = await getBatch({ db: tx }, batchId)
    // Of no format, so that it may be larger than what one file of some formats can hold.
    const range = rangeOf(detail, { ...asked, format: 'csv' })
    const run = { of: asked.of, ...range }
    const { takings, again, alone } = await takingsOf({ ...context, db: tx }, batchId)
    if (alone || !takings.some((one) => overlaps(one, run))) {
      const most = labelsIn(detail, run.of)
      const words = alone
        ? `Batch ${batchId} is small: its file can be taken without asking.`
        : `Nobody took codes of the ${runWords(run)} of ${most} yet: take the file.`
      throw new AppError('conflict', words)
    }
    if (again !== null) {
      throw new AppError(
        'conflict',
        again.state === 'proposed'
          ? `A request for batch ${batchId} waits for a second person already.`
          : `${again.decidedBy} agreed that ${again.proposedBy} takes the ${runWords(again)} once more. That comes first.`,
      )
    }
    const { staffId } = caller
    await queries.insertRequest(tx, { batchId, ...run, reason, staffId, at })
    const words = `Codes of batch ${batchId} are asked for again: it waits for a second person.`
    await tellOthersWith(tx, caller, 'batch.approve', { words, link: linkTo(batchId), at })
    await audit(tx, by, { batchId, did: 'asked', after: { ...run }, reason, at })
    return takingsOf({ ...context, db: tx }, batchId)
  })
}

const linkTo = (batchId: number): string => `/dashboard/QrTokenHistories?open=${batchId}`

type Decision = { batchId: number; againId: number; note?: string | undefined }

/** Lets whoever asked for it take the codes once more. */
export const approveTaking = (by: By, decision: Decision): Promise<PrintTakings> =>
  decide(by, decision, 'approved', async (tx, { proposedById }, at) => {
    if (proposedById === by.caller.staffId) {
      throw new AppError('conflict', 'You asked for it: somebody else must agree.')
    }
    await refuseNoSecond(tx, by.caller, [proposedById], at)
  })

export const rejectTaking = (by: By, decision: Decision): Promise<PrintTakings> =>
  decide(by, decision, 'rejected', async (_tx, { proposedById }) => {
    if (proposedById !== by.caller.staffId) return
    throw new AppError('conflict', 'This is your own request: withdraw it instead.')
  })

export const withdrawTaking = (by: By, decision: Decision): Promise<PrintTakings> =>
  decide(by, decision, 'withdrawn', async (_tx, { proposedById }) => {
    if (proposedById === by.caller.staffId) return
    throw new AppError('conflict', 'Only the person who asked for it can withdraw it.')
  })

async function decide(
  by: By,
  { batchId, againId, note }: Decision,
  state: 'approved' | 'rejected' | 'withdrawn',
  check: (tx: Tx, request: queries.Request, at: Date) => Promise<void>,
): Promise<PrintTakings> {
  const { context, caller } = by
  return transaction(context.db, async (tx) => {
    await lockedBatch(tx, batchId)
    const at = context.now()
    const open = await openAt(tx, batchId, at)
    if (open?.againId !== againId || open.state !== 'proposed') {
      throw new AppError('conflict', 'This request waits for no decision any more.')
    }
    await check(tx, open, at)
    const { staffId } = caller
    await queries.decideRequest(tx, { againId, state, staffId, note: note || null, at })
    const words = `Your request to take codes of batch ${batchId} again was ${state}.`
    const link = linkTo(batchId)
    await tellOther(tx, caller, { staffId: open.proposedById, words, link, at })
    await audit(tx, by, { batchId, did: state, after: { againId }, reason: note, at })
    return takingsOf({ ...context, db: tx }, batchId)
  })
}

type AuditFields = {
  batchId: number
  did: string
  after: object
  reason: string | undefined
  at: Date
}

async function audit(
  tx: Tx,
  { context, caller, origin }: By,
  { batchId, did, after, reason, at }: AuditFields,
): Promise<void> {
  await writeAudit(tx, context.keys, {
    by: caller,
    action: `batch.print_again.${did}`,
    subject: 'coupon_batch',
    subjectId: batchId,
    after,
    reason: reason || undefined,
    requestId: origin.requestId,
    at,
  })
}
