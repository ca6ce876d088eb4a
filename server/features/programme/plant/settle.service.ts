import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { batchKeyOf, codeKeysOf, lockedBatch, type LockedBatch } from '../batches/index.ts'
import { lockCoupons, moveLocked, recordChanges, type Change } from '../coupons/index.ts'
import { countActivity } from '../../people/workers/index.ts'
import * as rules from './decide.ts'
import type { Decision, Place, Undoable, World } from './decide.ts'
import * as queries from './delivery.queries.ts'
import type { Reading } from './reading.ts'
import { multirange, runsOf, runWords, serialsOf } from './runs.ts'

const UNDONE = 'Undone at the line'

type Delivering = {
  context: Context
  caller: StaffCaller
  line: queries.Line
  origin: Origin
  device: string | undefined
  /** What the codes stand for. */
  places: ReadonlyMap<string, Place>
}

/** Another worker took the name of a reading between our look and our writing: all of it again. */
class Overtaken extends Error {
  /** As the database calls it when the world moved, which is what happened; transaction() retries it. */
  readonly code = '40001'
}

/**
 * Settles readings that are not stored yet, in one transaction: what they do, its record, its counts
 * and what is answered to them. Locks: the worker's deliveries, batches and coupons by number, the
 * worker's counters, the audit trail.
 */
export async function settle(tx: Tx, act: Delivering, readings: readonly Reading[]): Promise<void> {
  const { context, line, places } = act
  await queries.lockDeliveries(tx, line.staffId)
  const names = readings.map(({ scanId }) => scanId)
  const stored = new Set((await queries.storedReadings(tx, names)).map(({ scanId }) => scanId))
  const fresh = readings.filter(({ scanId }) => !stored.has(scanId))
  if (fresh.length === 0) return
  const undoes = fresh.flatMap((reading) => reading.undoes ?? [])
  const earlier = await queries.activations(tx, undoes, line)
  const wanted = [
    ...fresh.flatMap(({ key }) => places.get(key ?? '') ?? []),
    ...earlier.map(({ place }) => place),
  ].filter(({ plantId }) => plantId === line.plantId)
  const batches = await lockBatches(tx, wanted)
  const at = context.now()
  const keys = await keysOf(tx, context, wanted, (batchId) => {
    const batch = batches.get(batchId)
    return batch !== undefined && rules.standsStill(batch, at) === null
  })
  const coupons = (await lockCoupons(tx, keys)).map(rules.couponOf)
  const world: World = {
    plantId: line.plantId,
    places,
    batches,
    coupons: new Map(coupons.map((one) => [rules.couponName(one.batchId, one.serial), one])),
    undoable: new Map(earlier.map((one) => [one.scanId, undoableOf(one)])),
  }
  const decisions = rules.decide(world, fresh, at)
  const moved = coupons.filter(({ before, status, activated }) => activated || before !== status)
  await moveLocked(
    tx,
    moved.map((coupon) => ({ ...coupon, after: coupon.status })),
    at,
  )
  await record(tx, act, { decisions, undoable: world.undoable, at })
}

async function lockBatches(tx: Tx, places: readonly Place[]) {
  const batchIds = new Set(places.map(({ batchId }) => batchId))
  const locked = new Map<number, LockedBatch>()
  for (const batchId of [...batchIds].toSorted((a, b) => a - b)) {
    locked.set(batchId, await lockedBatch(tx, batchId))
  }
  return locked
}

/** The keys of all coupons that may move. A key is derived from the batch's own, which is opened once. */
async function keysOf(
  tx: Tx,
  { keys }: Context,
  places: readonly Place[],
  mayMove: (batchId: number) => boolean,
): Promise<string[]> {
  const found = new Set<string>()
  for (const [batchId, ofBatch] of Map.groupBy(places, (place) => place.batchId)) {
    if (!mayMove(batchId)) continue
    const batchKey = await batchKeyOf({ db: tx, keys }, batchId)
    for (const { from, to } of ofBatch) {
      for (const key of codeKeysOf(batchKey, batchId, from, to - from + 1)) found.add(key)
    }
  }
  return [...found]
}

function undoableOf({ place, runs, recordedAt, undone }: queries.Activation): Undoable {
  const activation = rules.activationAt(recordedAt)
  return { place, serials: serialsOf(runs), activation, undone }
}

type Decided = {
  decisions: readonly Decision[]
  undoable: ReadonlyMap<string, Undoable>
  at: Date
}

/** The changes, what is answered, the worker's counters and the audit rows. */
async function record(tx: Tx, act: Delivering, decided: Decided): Promise<void> {
  const changing = decided.decisions.filter(({ serials }) => serials.length > 0)
  const changes = changing.flatMap((decision) => changeOf(act, decision, decided.at) ?? [])
  const ids = await recordChanges(tx, changes)
  const changeIds = new Map(changing.map(({ reading }, index) => [reading.scanId, ids[index]]))
  const rows = decided.decisions.map((decision) =>
    rowOf(act, decided, decision, changeIds.get(decision.reading.scanId)),
  )
  const inserted = await queries.insertReadings(tx, rows)
  if (inserted < rows.length) throw new Overtaken('The name of a reading was taken meanwhile.')
  if (changes.length === 0) return
  await countActivity(tx, {
    staffId: act.line.staffId,
    activated: sumOf(changes, 'activate'),
    deactivated: sumOf(changes, 'deactivate'),
    at: new Date(Math.max(...changing.map(({ reading }) => reading.at.getTime()))),
  })
  await audit(tx, act, changes, ids, decided.at)
}

const sumOf = (changes: readonly Change[], action: Change['action']) =>
  changes.reduce((sum, change) => sum + (change.action === action ? change.changed : 0), 0)

function changeOf(
  { line, device }: Delivering,
  { place, serials, result, reading }: Decision,
  at: Date,
): Change | null {
  const [from, to] = [serials.at(0), serials.at(-1)]
  if (!place || from === undefined || to === undefined) return null
  const isUndoing = result === 'undone'
  return {
    batchId: place.batchId,
    plantId: place.plantId,
    from,
    to,
    action: isUndoing ? 'deactivate' : 'activate',
    changed: serials.length,
    reason: isUndoing ? UNDONE : undefined,
    staffId: line.staffId,
    device,
    at,
    occurredAt: reading.at,
  }
}

function rowOf(
  { line, device }: Delivering,
  { undoable, at }: Decided,
  { reading, result, place, serials }: Decision,
  changeId: number | undefined,
) {
  const { scanId, key, undoes, digest } = reading
  return {
    scan_id: scanId,
    staff_id: line.staffId,
    plant_id: line.plantId,
    result,
    code_key: key,
    batch_id: place?.batchId ?? null,
    from_serial: place?.from ?? null,
    to_serial: place?.to ?? null,
    carton: place?.carton ?? null,
    changed: serials.length,
    runs: serials.length > 0 ? multirange(runsOf(serials)) : null,
    change_id: changeId === undefined ? null : String(changeId),
    undoes: undoes !== null && undoable.has(undoes) ? undoes : null,
    digest,
    occurred_at: reading.at,
    recorded_at: at,
    device: device || null,
  }
}

/** One row for each batch and what was done in it. */
async function audit(
  tx: Tx,
  { context, caller, origin }: Delivering,
  changes: readonly Change[],
  ids: readonly number[],
  at: Date,
): Promise<void> {
  const numbered = changes.map((change, index) => ({ ...change, changeId: ids[index] }))
  const groups = Map.groupBy(numbered, ({ batchId, action }) => `${batchId} ${action}`)
  for (const ofBatch of groups.values()) {
    const [first] = ofBatch
    if (!first) continue
    await writeAudit(tx, context.keys, {
      by: caller,
      action: `coupons.${first.action}d`,
      subject: 'coupon_batch',
      subjectId: first.batchId,
      after: {
        of: 'delivery',
        changed: ofBatch.reduce((sum, { changed }) => sum + changed, 0),
        serials: ofBatch.map(runWords),
        changeIds: ofBatch.map(({ changeId }) => changeId),
      },
      reason: first.reason,
      requestId: origin.requestId,
      at,
    })
  }
}
