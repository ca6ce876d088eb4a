import { TRANSFER_KINDS } from '../../../contract/ledger/points.ts'
import { REVIEWS, SCAN_RESULTS } from '../../../contract/programme/scans.ts'
import type { Db } from '../../../server/db/database.ts'
import type { Journal } from './journal.ts'
import type { World } from './world.ts'

const REVERSED = REVIEWS.indexOf('reversed')
const SHOWN = 20

/**
 * Compares what the clients were told with what is there: each acknowledged effect once, and no effect
 * that nobody asked for. Gives a sentence for each difference.
 */
export async function judge(db: Db, world: World, journal: Journal): Promise<string[]> {
  const found = [
    ...(await scans(db, world, journal)),
    ...(await redemptions(db, world, journal)),
    ...(await decisions(db, journal)),
    ...(await payments(db, journal)),
    ...(await adjustments(db, world, journal)),
    ...(await readings(db, world, journal)),
  ]
  return found.slice(0, SHOWN)
}

/** What is in one list and not in the other, or twice in one of them. */
function differences(what: string, there: readonly string[], told: Iterable<string>): string[] {
  const expected = new Set(told)
  const found = new Set(there)
  const twice = there.length === found.size ? [] : [`${what}: there are some twice`]
  return [
    ...twice,
    ...[...expected].filter((one) => !found.has(one)).map((one) => `${what} ${one} is lost`),
    ...there.filter((one) => !expected.has(one)).map((one) => `${what} ${one}: nobody was told`),
  ]
}

async function creditedScans(db: Db) {
  const rows = await db
    .selectFrom('scan')
    .select(['member_id as memberId', 'id', 'code_key as key', 'points', 'review'])
    .where('result', '=', SCAN_RESULTS.credited)
    .execute()
  const byKey = new Map<string, typeof rows>()
  for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row])
  return byKey
}

async function scans(db: Db, { open, held }: World, journal: Journal): Promise<string[]> {
  const credited = await creditedScans(db)
  const keys = new Map([...open.keys, ...held.keys])
  const wrong: string[] = []
  for (const { memberId, code, result, scanId, points } of journal.scans) {
    const rows = credited.get(keys.get(code) ?? '') ?? []
    const mine = rows.filter((row) => row.memberId === memberId)
    const isThere = {
      credited: mine.some((row) => row.id === scanId && row.points === points),
      already_yours: mine.length > 0,
      already_scanned: rows.length > mine.length,
    }[result]
    if (!isThere) wrong.push(`Scan ${scanId} of ${memberId} was ${result}: ${JSON.stringify(rows)}`)
  }
  const tried = new Set(journal.scans.map(({ code }) => keys.get(code)))
  for (const [key, rows] of credited) {
    const credited = rows.filter(({ review }) => review !== REVERSED)
    const isOnce = credited.length <= 1 && (held.holds(key) || rows.length === 1)
    if (!isOnce) wrong.push(`Coupon ${key} paid more than once: ${JSON.stringify(rows)}`)
    if (!tried.has(key)) wrong.push(`Coupon ${key} paid, and nobody was told`)
  }
  const reviews = new Map([...credited.values()].flat().map((row) => [row.id, row.review]))
  for (const { scanId, outcome } of journal.reviews) {
    const review = reviews.get(scanId)
    if (review !== REVIEWS.indexOf(outcome)) wrong.push(`Scan ${scanId} was ${outcome}: ${review}`)
  }
  return wrong
}

async function redemptions(db: Db, { payees }: World, journal: Journal): Promise<string[]> {
  const rows = await db
    .selectFrom('redemption')
    .select(['redemption_id as id', 'member_id as memberId', 'points', 'state'])
    .where(
      'member_id',
      'in',
      payees.map(({ memberId }) => memberId),
    )
    .execute()
  const wrong = differences(
    'Redemption',
    rows.map(({ id }) => id),
    journal.redemptions.keys(),
  )
  for (const { id, memberId, points, state } of rows) {
    const told = journal.redemptions.get(id)
    if (told && (told.memberId !== memberId || told.points !== points)) {
      wrong.push(`Redemption ${id} is another one: ${JSON.stringify({ memberId, points })}`)
    }
    if (journal.cancelled.has(id) && state !== 'cancelled') {
      wrong.push(`Redemption ${id} was taken back and is ${state}`)
    }
  }
  return wrong
}

const AFTER = {
  approve: ['approved', 'payment_pending', 'paid', 'failed', 'reversed'],
  reject: ['rejected'],
}

async function decisions(db: Db, journal: Journal): Promise<string[]> {
  const events = await db
    .selectFrom('redemption_event')
    .innerJoin('redemption', 'redemption.redemption_id', 'redemption_event.redemption_id')
    .select([
      'redemption.redemption_id as id',
      'redemption.state',
      'redemption_event.action',
      'redemption_event.staff_id as staffId',
    ])
    .where('redemption_event.action', 'in', ['approve', 'reject'])
    .execute()
  const byId = new Map<string, typeof events>()
  for (const event of events) byId.set(event.id, [...(byId.get(event.id) ?? []), event])
  const wrong = [...byId]
    .filter(([, all]) => all.length > 1)
    .map(([id]) => `Redemption ${id} was decided more than once`)
  for (const { redemptionId, staffId, action } of journal.decisions) {
    const event = byId.get(redemptionId)?.find((one) => one.staffId === staffId)
    if (event?.action === action && AFTER[action].includes(event.state)) continue
    wrong.push(`Redemption ${redemptionId}: ${action} is ${JSON.stringify(event)}`)
  }
  return wrong
}

async function payments(db: Db, journal: Journal): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .select((select) => ['redemption_id as id', select.fn.countAll<string>().as('attempts')])
    .groupBy('redemption_id')
    .execute()
  const attempts = new Map(rows.map((row) => [row.id, Number(row.attempts)]))
  return [...journal.sent]
    .filter((id) => attempts.get(id) !== 1)
    .map((id) => `Redemption ${id} was sent once and has ${attempts.get(id)} payments`)
}

async function adjustments(db: Db, { adjuster }: World, journal: Journal): Promise<string[]> {
  const rows = await db
    .selectFrom('points_adjustment')
    .leftJoin('transfer', (join) =>
      join
        .onRef('transfer.member_id', '=', 'points_adjustment.member_id')
        .onRef('transfer.ref', '=', 'points_adjustment.adjustment_id')
        .on('transfer.kind', '=', TRANSFER_KINDS.adjustment),
    )
    .select([
      'adjustment_id as id',
      'points_adjustment.points',
      'state',
      'transfer.points as moved',
    ])
    .where('requested_by', '=', adjuster.staffId)
    .execute()
  const wrong = differences(
    'Adjustment',
    rows.map(({ id }) => id),
    journal.adjustments.keys(),
  )
  for (const { id, points, state, moved } of rows) {
    const told = journal.adjustments.get(id)
    const isGiven = state === 'approved' && Number(moved) === Math.abs(Number(points))
    if (told?.points === Number(points) && (isGiven || !told.approved)) continue
    wrong.push(`Adjustment ${id} of ${points} is ${state}, and ${moved} points moved`)
  }
  return wrong
}

async function readings(db: Db, { workers }: World, journal: Journal): Promise<string[]> {
  const rows = await db
    .selectFrom('plant_scan')
    .select(['scan_id as id', 'staff_id as staffId', 'result', 'changed'])
    .where(
      'staff_id',
      'in',
      workers.map(({ staffId }) => staffId),
    )
    .execute()
  const wrong = differences(
    'Reading',
    rows.map(({ id }) => id),
    journal.readings.keys(),
  )
  for (const { id, ...is } of rows) {
    const told = journal.readings.get(id)
    if (JSON.stringify(told) === JSON.stringify(is)) continue
    wrong.push(`Reading ${id} was ${JSON.stringify(told)} and is ${JSON.stringify(is)}`)
  }
  return wrong
}
