import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import {
  brokenInvariants,
  makeLot,
  makeProgramme,
  openEngine,
  type EngineOptions,
  type Lot,
  type LotOptions,
} from './engine.fixture.ts'
import type { Review } from './review.queries.ts'
import type { ScanEngine } from './scan-engine.ts'

/**
 * A programme for the tests of a file, with engines that are stopped and books that are checked after
 * each of them.
 */
export function engineSuite(members: number) {
  let database: TestDatabase
  let lots = 0
  const engines: ScanEngine[] = []
  beforeAll(async () => {
    database = await testDatabase()
    await makeProgramme(database.db, members)
  })
  afterAll(async () => database.drop())
  const checkBooks = async () => {
    const broken = await brokenInvariants(database.db)
    if (broken.length > 0) throw new Error(`Broken: ${JSON.stringify(broken, null, 2)}`)
  }
  const stopAll = () => Promise.all(engines.splice(0).map((engine) => engine.stop()))
  afterEach(async () => {
    await stopAll()
    await checkBooks()
    await database.db.updateTable('scheme').set({ status: 'ended' }).execute()
  })
  return {
    get db(): Db {
      return database.db
    },
    checkBooks,
    stopAll,
    async engine(options?: EngineOptions): Promise<ScanEngine> {
      const opened = await openEngine(database, options)
      engines.push(opened)
      return opened
    },
    lot(coupons: number, options?: Partial<LotOptions>): Promise<Lot> {
      lots++
      return makeLot(database, { batchId: lots, coupons, ...options })
    },
    change: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => transaction(database.db, work),
  }
}

export type Terms = {
  kind?: 'multiplier' | 'fixed' | 'slab'
  value?: number | null
  slabs?: { from: number; points: number }[]
  cap_per_member?: number
  distributor_ids?: number[]
  stacks?: boolean
  priority?: number
  budget?: number
}

/** An active scheme, from long ago to tomorrow; seven points to every scan unless the terms say otherwise. */
export async function addScheme(db: Db, { slabs, ...terms }: Terms): Promise<number> {
  const now = Date.now()
  const { scheme_id } = await db
    .insertInto('scheme')
    .values({
      name: 'Scheme',
      kind: slabs ? 'slab' : 'fixed',
      value: slabs ? null : 7,
      slabs: slabs ? JSON.stringify(slabs) : null,
      from_at: new Date(now - 86_400_000 * 400),
      to_at: new Date(now + 86_400_000),
      cap_per_member: null,
      note: null,
      created_by: null,
      priority: 1,
      status: 'active',
      budget: 1_000_000,
      ...terms,
    })
    .returning('scheme_id')
    .executeTakeFirstOrThrow()
  return scheme_id
}

/** Points that transfers moved for a scheme, and where its budget stands. */
export async function standOf(db: Db | Tx, schemeId: number) {
  const { rows } = await sql<{ given: number; spent: number; leased: number; budget: number }>`
    select (select coalesce(sum(points), 0) from transfer
        where scheme_id = ${schemeId} and kind = 2)::int as given,
      (select coalesce(sum(spent), 0) from scheme_lease where scheme_id = ${schemeId})::int as spent,
      leased::int, budget::int
    from scheme where scheme_id = ${schemeId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`There is no scheme ${schemeId}.`)
  return row
}

export function reviewOf(memberId: number, scanId: string, at = new Date()): Review {
  return { memberId, scanId, staffId: 1, reason: 'Looked at', at }
}
