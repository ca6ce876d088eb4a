import { sql } from 'kysely'
import { COUPON_STATUSES } from '../../../../contract/programme/coupons.ts'
import { transaction, type Db } from '../../../db/database.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { storeCoupons } from '../batches/generation.ts'
import { makeChain } from '../../platform/chain/chain-keys.ts'
import { codeKeysOf } from '../batches/codes.ts'
import { checkInvariants, type Broken } from '../../operations/verify/invariants.ts'
import {
  EngineBusy,
  openScanEngine,
  type ScanEngine,
  type ScanEngineOptions,
} from './scan-engine.ts'
import { WIDE_LIMITS } from './limits.fixture.ts'
import type { ScanItem, ScanLimits } from './world.ts'
import { haveGroups } from '../../../test/product-groups.ts'

/** The chain of databases that no server opens. */
export const TEST_CHAIN = makeChain(Buffer.alloc(64, 1))

export const POINTS = 40

export type Lot = { batchId: number; keys: string[] }
export type LotOptions = {
  batchId: number
  coupons: number
  points?: number
  sentToState?: number
  expiresAt?: Date
}

/** A plant, a product, a person of the staff and members 1 to `members` with empty accounts. */
export async function makeProgramme(db: Db, members: number): Promise<void> {
  const now = new Date()
  const somewhere = { state: 27, city: 'Nagpur' }
  await db
    .insertInto('plant')
    .values({ code: 'P1', name: 'Plant', ...somewhere })
    .execute()
  const product = { code: 'C1', name: 'Cement', product_group: 'Cement', points: POINTS }
  await haveGroups(db, product.product_group)
  await db.insertInto('product').values(product).execute()
  // From before the first transfer, as in a programme that was set up.
  const created_at = new Date(now.getTime() - 90 * 86_400_000)
  const staff = { email: 'a@hil.example', name: 'A', role: 'admin' as const, created_at }
  await db.insertInto('staff').values(staff).execute()
  const rows = Array.from({ length: members }, (_, i) => ({
    code: `M${i + 1}`,
    mobile: String(9_000_000_000 + i),
    name: `Member ${i + 1}`,
    kind: 'mason' as const,
    joined_at: now,
    ...somewhere,
  }))
  await db.insertInto('member').values(rows).execute()
  const accounts = rows.map((_, i) => ({ member_id: i + 1 }))
  await db.insertInto('member_account').values(accounts).execute()
}

/** A printed batch with all its coupons active, made the way batches are made. */
export async function makeLot(
  { db, connection }: TestDatabase,
  { batchId, coupons, points = POINTS, sentToState, expiresAt }: LotOptions,
): Promise<Lot> {
  const batchKey = Buffer.alloc(32, batchId)
  const made = new Date()
  await db
    .insertInto('coupon_batch')
    .values({
      batch_id: batchId,
      plant_id: 1,
      product_id: 1,
      quantity: coupons,
      points,
      expires_at: expiresAt ?? new Date(made.getTime() + 86_400_000),
      sent_to_state: sentToState ?? null,
      note: null,
      status: 'printed',
      approvals_needed: 1,
      failure: null,
      sealed_key: Buffer.of(0),
      requested_by: 1,
      requested_at: made,
    })
    .execute()
  await storeCoupons(connection, { batchId, quantity: coupons, batchKey })
  await transaction(db, async (tx) => {
    const active = { status: COUPON_STATUSES.active, activated_at: made }
    await tx.updateTable('coupon').set(active).where('batch_id', '=', batchId).execute()
    await tx.insertInto('batch_count').values({ batch_id: batchId, activated: coupons }).execute()
  })
  return { batchId, keys: codeKeysOf(batchKey, batchId, 1, coupons) }
}

/** A scheme that gives every credited scan `bonus` points on top. */
export async function makeScheme(
  db: Db,
  budget: number,
  bonus: number,
  priority = 1,
): Promise<number> {
  const now = Date.now()
  const { scheme_id } = await db
    .insertInto('scheme')
    .values({
      name: 'Bonus',
      kind: 'fixed',
      value: bonus,
      from_at: new Date(now - 86_400_000 * 400),
      to_at: new Date(now + 86_400_000),
      slabs: null,
      cap_per_member: null,
      note: null,
      created_by: null,
      priority,
      status: 'active',
      budget,
    })
    .returning('scheme_id')
    .executeTakeFirstOrThrow()
  return scheme_id
}

export function attempt(
  lot: Lot,
  index: number,
  memberId: number,
  more?: Partial<ScanItem>,
): ScanItem {
  const codeKey =
    lot.keys[index] ?? `${lot.keys[0]?.slice(0, 24)}${String(index).padStart(12, '0')}`
  const { batchId } = lot
  return { memberId, state: 27, kind: 'mason', distributorId: null, codeKey, batchId, ...more }
}

/** `limits` and `pointValuePaise` stand, unless `rules` says what they are at a moment. */
export type EngineOptions = Partial<ScanEngineOptions> & {
  limits?: ScanLimits
  pointValuePaise?: number
}

export function openEngine(
  { connection }: TestDatabase,
  { limits = WIDE_LIMITS, pointValuePaise = 100, ...options }: EngineOptions = {},
): Promise<ScanEngine> {
  const log = { warn: () => {} }
  const rules = { ...limits, pointValuePaise }
  return openScanEngine({
    connect: connection,
    chain: TEST_CHAIN,
    rules: () => rules,
    log,
    ...options,
  })
}

/** Every invariant that does not hold now. */
export function brokenInvariants(db: Db): Promise<Broken[]> {
  return checkInvariants(async (text) => {
    const { rows } = await sql.raw<Record<string, unknown>>(text).execute(db)
    return rows
  })
}

export function shuffled<T>(values: readonly T[], next: () => number = Math.random): T[] {
  return values
    .map((value) => ({ value, order: next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value)
}

/** Runs `work` over the values, `callers` at a time. */
export async function manyAtOnce<T, R>(
  values: readonly T[],
  callers: number,
  work: (value: T, caller: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let i = next++; i < values.length; i = next++) {
        const value = values[i]
        if (value !== undefined) results.push(await work(value, caller))
      }
    }),
  )
  return results
}

/** As a phone does that is told to come again: a batch may be cut off each time it is tried. */
export async function sentAgain<T>(
  scan: () => Promise<T>,
  { unless = () => false }: { unless?: (busy: EngineBusy) => boolean } = {},
): Promise<T> {
  for (let left = 5; ; left--) {
    try {
      return await scan()
    } catch (error) {
      if (!(error instanceof EngineBusy) || unless(error) || left === 0) throw error
    }
  }
}

export function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
