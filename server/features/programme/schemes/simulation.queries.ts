import { sql } from 'kysely'
import { SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import type { Simulation, SimulationResult } from '../../../../contract/programme/schemes.ts'
import { dayOf } from '../../../../contract/time.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { lastDayOf } from './scheme-terms.ts'

function simulationRows(db: Db | Tx) {
  return db
    .selectFrom('scheme_simulation as s')
    .innerJoin('staff', 'staff.staff_id', 's.requested_by')
    .select((select) => [
      's.simulation_id as simulationId',
      's.scheme_id as schemeId',
      's.version',
      's.from_at as fromAt',
      's.to_at as toAt',
      's.state',
      'staff.name as requestedBy',
      's.requested_at as requestedAt',
      sql<number | null>`s.scans::float8`.as('scans'),
      number(select.ref('s.played')).as('played'),
      's.failure',
      sql<SimulationResult | null>`s.result`.as('result'),
    ])
}
export type SimulationFound = Awaited<
  ReturnType<ReturnType<typeof simulationRows>['executeTakeFirstOrThrow']>
>

/** A simulation as the contract has it, of a scheme whose terms have this version now. */
export function toSimulation(found: SimulationFound, version: number): Simulation {
  const { fromAt, toAt, requestedAt, version: madeOf, ...row } = found
  return {
    ...row,
    current: madeOf === version,
    fromDay: dayOf(fromAt),
    toDay: lastDayOf(toAt),
    requestedAt: requestedAt.toISOString(),
  }
}

export function simulationById(db: Db | Tx, id: string): Promise<SimulationFound | undefined> {
  return simulationRows(db).where('s.simulation_id', '=', id).executeTakeFirst()
}

export function newestSimulation(
  db: Db | Tx,
  schemeId: number,
): Promise<SimulationFound | undefined> {
  return simulationRows(db)
    .where('s.scheme_id', '=', schemeId)
    .orderBy('s.simulation_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest one of these terms that was played to its end. */
export function finishedSimulation(
  db: Db | Tx,
  schemeId: number,
  version: number,
): Promise<SimulationFound | undefined> {
  return simulationRows(db)
    .where('s.scheme_id', '=', schemeId)
    .where('s.version', '=', version)
    .where('s.state', '=', 'done')
    .orderBy('s.simulation_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertSimulation(
  tx: Tx,
  row: {
    schemeId: number
    version: number
    fromAt: Date
    toAt: Date
    staffId: number
    at: Date
  },
): Promise<string> {
  const { simulationId } = await tx
    .insertInto('scheme_simulation')
    .values({
      scheme_id: row.schemeId,
      version: row.version,
      from_at: row.fromAt,
      to_at: row.toAt,
      requested_by: row.staffId,
      requested_at: row.at,
      state: 'queued',
      scans: null,
      result: null,
      failure: null,
      finished_at: null,
    })
    .returning('simulation_id as simulationId')
    .executeTakeFirstOrThrow()
  return simulationId
}

/** Simulations of terms that are no more. One that still runs sees that it is gone and stops. */
export async function dropOldSimulations(tx: Tx, schemeId: number, version: number): Promise<void> {
  await tx
    .deleteFrom('scheme_simulation')
    .where('scheme_id', '=', schemeId)
    .where('version', '<', version)
    .execute()
}

/** Writes how far a simulation is; false when it is no more, or has come to its end. */
export async function setProgress(
  db: Db,
  id: string,
  progress: { played: number; scans?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scheme_simulation')
    .set({ state: 'running', ...progress })
    .where('simulation_id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function finishSimulation(
  db: Db,
  id: string,
  { result, at }: { result: SimulationResult; at: Date },
): Promise<void> {
  await db
    .updateTable('scheme_simulation')
    .set({
      state: 'done',
      scans: result.scans,
      played: result.scans,
      result: JSON.stringify(result),
      finished_at: at,
    })
    .where('simulation_id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .execute()
}

export async function failSimulation(
  db: Db,
  id: string,
  { failure, at }: { failure: string; at: Date },
): Promise<void> {
  await db
    .updateTable('scheme_simulation')
    .set({ state: 'failed', failure, finished_at: at })
    .where('simulation_id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .execute()
}

/** Credited scans of these days, as they were counted when they were given: reversed ones are among them. */
export async function countedScans(db: Db, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select coalesce(sum(attempts), 0)::float8 as scans from rollup_day
    where day between ${from}::date and ${to}::date
      and result = ${SCAN_RESULTS.credited}`.execute(db)
  return rows[0]?.scans ?? 0
}

export async function memberNames(db: Db, memberIds: readonly number[]) {
  if (memberIds.length === 0) return []
  return db
    .selectFrom('member')
    .select(['member_id as memberId', 'code', 'name'])
    .where('member_id', 'in', memberIds)
    .execute()
}

export async function productNames(db: Db, productIds: readonly number[]) {
  if (productIds.length === 0) return []
  return db
    .selectFrom('product')
    .select(['product_id as productId', 'name'])
    .where('product_id', 'in', productIds)
    .execute()
}
