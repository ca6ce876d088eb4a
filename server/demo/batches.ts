import { sql } from 'kysely'
import { COUPON_STATUSES } from '../../contract/coupons.ts'
import type { BatchStatus } from '../../contract/batches.ts'
import { addDays, dayOf, endOfDay } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { transaction, withClient, type Tx } from '../db/database.ts'
import { writeAudit } from '../features/audit/audit.service.ts'
import { generateCoupons } from '../features/batches/generation.ts'
import { sha256 } from '../lib/crypto.ts'
import { PRODUCTS } from './world.ts'

const DAY_MS = 86_400_000
const SIZE = 5000
const BATCHES = 30
const AT_ONCE = 3
export const BLOCKED_DAYS_AGO = 10
const EXPIRED_DAYS_AGO = 25

export type DemoBatch = {
  batchId: number
  key: Buffer
  quantity: number
  activeFrom: number
  activeSerials: number
  /** Moment its expiry or its blocking begins; Infinity when it never does. */
  endsAt: number
  role: 'normal' | 'expires' | 'blocked' | 'unactivated' | 'sent_to_state'
}

export type DemoStaff = {
  hod: number
  almond: number
  subadmin: number
  worker: number
  cs: number
}

const ROLES: Record<number, DemoBatch['role']> = {
  3: 'expires',
  5: 'blocked',
  10: 'sent_to_state',
  27: 'unactivated',
}

/** The key of a demo batch: the same in every demo, so that its codes can be written down. */
export function demoBatchKey(batchId: number): Buffer {
  return sha256(`hil-demo-batch-${batchId}`)
}

/** Thirty batches of 5,000 coupons, one of each fate, and three that still wait for a decision. */
export async function makeBatches(
  context: Context,
  staff: DemoStaff,
  now: Date,
): Promise<DemoBatch[]> {
  const batches: DemoBatch[] = []
  for (let index = 0; index < BATCHES; index += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, offset) => index + offset)
    batches.push(...(await Promise.all(some.map((one) => makeBatch(context, staff, now, one)))))
  }
  await sql`select setval('coupon_batch_number', ${BATCHES})`.execute(context.db)
  await transaction(context.db, async (tx) => {
    for (const [quantity, daysAgo, status] of WAITING) {
      await insertRequested(context, tx, staff, { quantity, daysAgo, status, now })
    }
  })
  return batches
}

const WAITING: readonly (readonly [number, number, BatchStatus])[] = [
  [80_000, 2, 'requested'],
  [12_000, 1, 'requested'],
  [40_000, 9, 'rejected'],
]

async function makeBatch(
  context: Context,
  staff: DemoStaff,
  now: Date,
  index: number,
): Promise<DemoBatch> {
  const role = ROLES[index] ?? 'normal'
  const requestedAt = new Date(now.getTime() - (150 - index * 4.5) * DAY_MS)
  const batchId = index + 1
  const key = demoBatchKey(batchId)
  const activeSerials = role === 'unactivated' ? 0 : index === 7 ? 3000 : SIZE
  const batch: DemoBatch = {
    batchId,
    key,
    quantity: SIZE,
    activeFrom: requestedAt.getTime() + 5 * DAY_MS,
    activeSerials,
    endsAt: Infinity,
    role,
  }
  await transaction(context.db, async (tx) => {
    await insertBatch(context, tx, staff, { batch, index, requestedAt, now })
  })
  await withClient(context.connection, (client) =>
    generateCoupons(client, { batchId, batchKey: key, quantity: SIZE, onProgress: () => {} }),
  )
  await transaction(context.db, (tx) => activateBatch(tx, staff, batch, plantOf(index)))
  if (role === 'expires') batch.endsAt = endOfDay(expiryOf(batch, now)).getTime()
  if (role === 'blocked') batch.endsAt = now.getTime() - BLOCKED_DAYS_AGO * DAY_MS
  return batch
}

const expiryOf = ({ role }: DemoBatch, now: Date) =>
  addDays(dayOf(now), role === 'expires' ? -EXPIRED_DAYS_AGO : 240)
const plantOf = (index: number) => (index % 4) + 1
const productOf = (index: number) => (index % PRODUCTS.length) + 1

async function insertBatch(
  context: Context,
  tx: Tx,
  staff: DemoStaff,
  it: { batch: DemoBatch; index: number; requestedAt: Date; now: Date },
): Promise<void> {
  const { batch, index, requestedAt, now } = it
  const { batchId, key } = batch
  const row = {
    batch_id: batchId,
    plant_id: plantOf(index),
    product_id: productOf(index),
    quantity: SIZE,
    points: PRODUCTS[index % PRODUCTS.length]?.points ?? 20,
    expires_at: endOfDay(expiryOf(batch, now)),
    sent_to_state: batch.role === 'sent_to_state' ? 27 : null,
    note: null,
    status: 'printed' as const,
    approvals_needed: 1,
    generated: SIZE,
    failure: null,
    sealed_key: context.keys.seal(key, `coupon_batch:${batchId}:key`),
    requested_by: staff.subadmin,
    requested_at: requestedAt,
  }
  await tx.insertInto('coupon_batch').values(row).execute()
  const history = [
    ['request', staff.subadmin, 0],
    ['approve', staff.hod, 0.4],
    ['generate', null, 0.41],
    ['print', staff.almond, 1],
  ] as const
  for (const [action, staffId, days] of history) {
    const at = new Date(requestedAt.getTime() + days * DAY_MS)
    await tx
      .insertInto('batch_event')
      .values({ batch_id: batchId, at, staff_id: staffId, action, note: null })
      .execute()
  }
  await writeAudit(tx, context.keys, {
    by: null,
    action: 'batch.made_for_demo',
    subject: 'coupon_batch',
    subjectId: batchId,
    after: { quantity: SIZE, points: row.points },
  })
}

/** A worker activates the lot in two runs; of one lot 200 packs came back damaged. */
async function activateBatch(
  tx: Tx,
  staff: DemoStaff,
  batch: DemoBatch,
  plantId: number,
): Promise<void> {
  const { batchId, activeSerials, activeFrom } = batch
  const changes: {
    from: number
    to: number
    action: 'activate' | 'deactivate'
    reason: string | null
    at: number
  }[] = []
  if (activeSerials > 0) {
    const half = Math.floor(activeSerials / 2)
    changes.push({
      from: 1,
      to: half,
      action: 'activate',
      reason: null,
      at: activeFrom - DAY_MS / 2,
    })
    changes.push({
      from: half + 1,
      to: activeSerials,
      action: 'activate',
      reason: null,
      at: activeFrom - DAY_MS / 4,
    })
  }
  const damaged = batchId === 8 ? 200 : 0
  if (damaged > 0) {
    const reason = 'Packs damaged by water in the yard'
    changes.push({ from: 2801, to: 3000, action: 'deactivate', reason, at: activeFrom })
    batch.activeSerials = 2800
  }
  for (const { from, to, action, reason, at } of changes) {
    const changed = await moveCoupons(tx, batchId, from, to, action, new Date(at))
    await tx
      .insertInto('coupon_change')
      .values({
        batch_id: batchId,
        plant_id: plantId,
        from_serial: from,
        to_serial: to,
        action,
        changed,
        reason,
        staff_id: staff.worker,
        device: 'Handheld 3',
        at: new Date(at),
      })
      .execute()
  }
  await tx
    .insertInto('batch_count')
    .values({
      batch_id: batchId,
      printed: SIZE - activeSerials,
      activated: activeSerials - damaged,
      deactivated: damaged,
      blocked: 0,
    })
    .execute()
}

async function moveCoupons(
  tx: Tx,
  batchId: number,
  from: number,
  to: number,
  action: 'activate' | 'deactivate',
  at: Date,
): Promise<number> {
  const prefix = batchId.toString(16).padStart(8, '0')
  const status = action === 'activate' ? COUPON_STATUSES.active : COUPON_STATUSES.deactivated
  const result = await tx
    .updateTable('coupon')
    .set({ status, ...(action === 'activate' && { activated_at: at }) })
    .where('code_key', '>=', `${prefix}-0000-0000-0000-000000000000`)
    .where('code_key', '<=', `${prefix}-ffff-ffff-ffff-ffffffffffff`)
    .where('serial', '>=', from)
    .where('serial', '<=', to)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

async function insertRequested(
  context: Context,
  tx: Tx,
  staff: DemoStaff,
  it: { quantity: number; daysAgo: number; status: BatchStatus; now: Date },
): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`select nextval('coupon_batch_number')::int as id`.execute(tx)
  const batchId = rows[0]?.id ?? 0
  const requestedAt = new Date(it.now.getTime() - it.daysAgo * DAY_MS)
  await tx
    .insertInto('coupon_batch')
    .values({
      batch_id: batchId,
      plant_id: (batchId % 4) + 1,
      product_id: (batchId % PRODUCTS.length) + 1,
      quantity: it.quantity,
      points: 25,
      expires_at: endOfDay(addDays(dayOf(it.now), 365)),
      sent_to_state: null,
      note: it.status === 'rejected' ? 'For the winter stock' : null,
      status: it.status,
      approvals_needed: it.quantity >= context.config.BATCH_SECOND_APPROVAL_FROM ? 2 : 1,
      failure: null,
      sealed_key: context.keys.seal(demoBatchKey(batchId), `coupon_batch:${batchId}:key`),
      requested_by: staff.subadmin,
      requested_at: requestedAt,
    })
    .execute()
  const history = [['request', staff.subadmin, null, 0]] as [
    string,
    number,
    string | null,
    number,
  ][]
  if (it.status === 'rejected') {
    history.push(['reject', staff.hod, 'The product is changing its pack next month', 1])
  }
  for (const [action, staffId, note, days] of history) {
    const at = new Date(requestedAt.getTime() + days * DAY_MS)
    await tx
      .insertInto('batch_event')
      .values({ batch_id: batchId, at, staff_id: staffId, action, note })
      .execute()
  }
}
