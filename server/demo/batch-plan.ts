import type { z } from 'zod'
import type { batchRequest } from '../../contract/programme/batches.ts'
import { addDays, dayOf, endOfDay } from '../../contract/time.ts'
import { sha256 } from '../lib/crypto.ts'
import type { DemoUser } from './staff.ts'
import { PLANTS, PRODUCTS } from './world.ts'

const DAY_MS = 86_400_000
const SIZE = 5000
const BATCHES = 30
const BLOCKED_DAYS_AGO = 10
const EXPIRED_DAYS_AGO = 25

export type DemoRole = 'normal' | 'expires' | 'blocked' | 'unactivated' | 'sent_to_state'

/** A batch as the attempts on its coupons need to know it. */
export type DemoBatch = {
  batchId: number
  key: Buffer
  quantity: number
  cartonSize: number | null
  activeFrom: number
  activeSerials: number
  /** Moment its expiry or its blocking begins; Infinity when it never does. */
  endsAt: number
  role: DemoRole
}

type Act =
  | { do: 'request'; body: z.output<typeof batchRequest> }
  | { do: 'approve' | 'print' }
  | { do: 'reject' | 'block'; note: string }
  | { do: 'activate' | 'deactivate'; from: number; to: number; reason?: string }
/** One thing that happened to a batch: when, and who did it. */
export type Step = Act & { batchId: number; at: Date; by: DemoUser }
export type BatchPlan = { batches: DemoBatch[]; steps: Step[]; blocking: Step[] }

/** The key of a demo batch: the same in every demo, so that its codes can be written down. */
export function demoBatchKey(batchId: number): Buffer {
  return sha256(`hil-demo-batch-${batchId}`)
}

const ROLES: Record<number, DemoRole> = {
  4: 'expires',
  6: 'blocked',
  11: 'sent_to_state',
  28: 'unactivated',
}
/** Of this lot 200 packs came back damaged, and two fifths stay in the yard. */
const DAMAGED = 8
/** This lot is on the line of the first plant today: what is not activated yet leaves in cartons. */
export const LINE_LOT = 29
const ON_LINE = 3_000
const CARTON_SIZE = 20
const IN_CARTONS = new Set([LINE_LOT, 30])

/**
 * Thirty batches of 5,000 coupons, one of each fate, and three that were refused or still wait; what
 * happened to them in the order of time, and apart the blocking, which comes during the scans.
 */
export function planBatches(now: Date): BatchPlan {
  const ids = Array.from({ length: BATCHES }, (_, index) => index + 1)
  const batches = ids.map((batchId) => batchOf(batchId, now))
  const steps = [...batches.flatMap((batch) => lifeOf(batch, now)), ...undecided(now)]
  const blocking = batches
    .filter(({ role }) => role === 'blocked')
    .map(({ batchId, endsAt }): Step => {
      const note = 'Packs of this lot were found outside the trade'
      return { do: 'block', batchId, at: new Date(endsAt), by: 'cs', note }
    })
  return { batches, steps: steps.toSorted((a, b) => a.at.getTime() - b.at.getTime()), blocking }
}

const requestedAt = (batchId: number, now: Date) =>
  now.getTime() - (150 - (batchId - 1) * 4.5) * DAY_MS

function batchOf(batchId: number, now: Date): DemoBatch {
  const role = ROLES[batchId] ?? 'normal'
  const endsAt = {
    blocked: now.getTime() - BLOCKED_DAYS_AGO * DAY_MS,
    expires: endOfDay(addDays(dayOf(now), -EXPIRED_DAYS_AGO)).getTime(),
  }
  return {
    batchId,
    key: demoBatchKey(batchId),
    quantity: SIZE,
    cartonSize: IN_CARTONS.has(batchId) ? CARTON_SIZE : null,
    activeFrom: requestedAt(batchId, now) + 5 * DAY_MS,
    activeSerials: activeSerialsOf(batchId, role),
    endsAt: role === 'blocked' || role === 'expires' ? endsAt[role] : Infinity,
    role,
  }
}

/** So many serials from the first on may be scanned in the history. */
function activeSerialsOf(batchId: number, role: DemoRole): number {
  if (role === 'unactivated') return 0
  if (batchId === LINE_LOT) return ON_LINE
  return batchId === DAMAGED ? 2800 : SIZE
}

const PLANT_WORKERS: readonly DemoUser[] = ['worker', 'worker2', 'worker3', 'worker4']

/** Asked for, approved, made and printed within a day; then activated before it leaves the plant. */
function lifeOf(batch: DemoBatch, now: Date): Step[] {
  const { batchId, role } = batch
  const productId = ((batchId - 1) % PRODUCTS.length) + 1
  const body = {
    plantId: ((batchId - 1) % PLANTS.length) + 1,
    productId,
    quantity: SIZE,
    points: PRODUCTS[productId - 1]?.points ?? 20,
    expiresOn: addDays(dayOf(now), role === 'expires' ? -EXPIRED_DAYS_AGO : 240),
    qrForm: 'url' as const,
    sentToState: role === 'sent_to_state' ? 27 : null,
    cartonSize: batch.cartonSize,
  }
  const after = (days: number) => new Date(requestedAt(batchId, now) + days * DAY_MS)
  return [
    { do: 'request', body, batchId, at: after(0), by: 'subadmin' },
    { do: 'approve', batchId, at: after(0.4), by: 'hod' },
    { do: 'print', batchId, at: after(1), by: 'almond' },
    ...(role === 'unactivated' ? [] : activationOf(batch)),
  ]
}

/** A worker of the plant activates the lot in two runs; what came back damaged is deactivated. */
function activationOf({ batchId, activeFrom }: DemoBatch): Step[] {
  const by = PLANT_WORKERS[(batchId - 1) % PLANTS.length] ?? 'worker'
  const before = (days: number) => ({ batchId, at: new Date(activeFrom - days * DAY_MS), by })
  const last = batchId === DAMAGED || batchId === LINE_LOT ? 3000 : SIZE
  const reason = 'Packs damaged by water in the yard'
  const back: Step = { do: 'deactivate', from: 2801, to: 3000, reason, ...before(0) }
  return [
    { do: 'activate', from: 1, to: last / 2, ...before(0.5) },
    { do: 'activate', from: last / 2 + 1, to: last, ...before(0.25) },
    ...(batchId === DAMAGED ? [back] : []),
  ]
}

/** What was asked for since: one refused, two that wait for their approvals. */
function undecided(now: Date): Step[] {
  const asked = [
    { quantity: 40_000, daysAgo: 9, note: 'For the winter stock' },
    { quantity: 80_000, daysAgo: 2 },
    { quantity: 12_000, daysAgo: 1 },
  ]
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const requests = asked.map(({ quantity, daysAgo, note }, index): Step => {
    const batchId = BATCHES + 1 + index
    const body = {
      plantId: (batchId % PLANTS.length) + 1,
      productId: (batchId % PRODUCTS.length) + 1,
      quantity,
      points: 25,
      expiresOn: addDays(dayOf(now), 365),
      qrForm: 'url' as const,
      sentToState: null,
      cartonSize: null,
      note,
    }
    return { do: 'request', body, batchId, at: ago(daysAgo), by: 'subadmin' }
  })
  const note = 'The product is changing its pack next month'
  return [...requests, { do: 'reject', note, batchId: BATCHES + 1, at: ago(8), by: 'hod' }]
}
