import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { parseCode } from '../../../../contract/programme/code.ts'
import * as contract from '../../../../contract/programme/plant.ts'
import { scanCoupon } from '../../../../contract/programme/scans.ts'
import type { TestServer } from '../../../test/server.ts'
import { codesFor, countedCoupons, generated, printed, type Team } from '../batches/test-support.ts'
import { checkInvariants } from '../../operations/verify/invariants.ts'

type Sent = { id: string; code?: string; undoes?: string; at: string }
export type Lot = { batchId: number; packs: string[]; cartons: string[] }

/** A generated lot with the codes of its packs and cartons. */
export async function makeLot(
  server: TestServer,
  people: Team,
  changed: Record<string, unknown> = {},
): Promise<Lot> {
  const { batchId } = await generated(server, people, changed)
  const packs = await codesFor(server, people, batchId)
  if (!changed.cartonSize) return { batchId, packs, cartons: [] }
  const rows = await printed(server, people, batchId, 'cartons')
  return { batchId, packs, cartons: rows.map(([, code = '']) => parseCode(code)?.code ?? '') }
}

export const read = (code: string | undefined, at = new Date()): Sent => ({
  id: randomUUID(),
  code: code ?? '',
  at: at.toISOString(),
})

export const undo = ({ id }: { id: string }, at = new Date()): Sent => ({
  id: randomUUID(),
  undoes: id,
  at: at.toISOString(),
})

export const send = (
  server: TestServer,
  token: string,
  items: readonly object[],
  device = 'Line 1',
) => server.call(contract.sendPlantScans, { token, body: { device, items } })

/** What became of each reading, and how many coupons it changed. */
export async function resultsOf(server: TestServer, token: string, items: readonly object[]) {
  const { status, body } = await send(server, token, items)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.items.map(({ result, changed }) => [result, changed] as const)
}

export const scanAs = (server: TestServer, token: string, code: string | undefined) =>
  server.call(scanCoupon, { token, body: { code } })

export const reconciled = (server: TestServer, token: string, batchId: number) =>
  server.call(contract.plantReconciliation, { token, params: { batchId } })

/** A worker of another plant, which is made for it. */
export async function elsewhere(server: TestServer) {
  const plant = {
    code: `P${randomUUID().slice(0, 6)}`,
    name: 'Second plant',
    state: 24,
    city: 'Surat',
  }
  const { plant_id } = await server.db
    .insertInto('plant')
    .values(plant)
    .returning('plant_id')
    .executeTakeFirstOrThrow()
  return { plantId: plant_id, ...(await server.staff('worker', plant_id)) }
}

export async function brokenInvariants({ db }: TestServer) {
  return checkInvariants(
    async (text) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows,
  )
}

/** Everything that may have more than one effect: rows and counters. */
export async function footprint(server: TestServer, batchId: number, staffId: number) {
  const { db } = server
  const changes = await db
    .selectFrom('coupon_change')
    .select(['action', 'from_serial', 'to_serial', 'changed'])
    .where('batch_id', '=', batchId)
    .orderBy('change_id')
    .execute()
  const audits = await db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', 'coupon_batch')
    .where('subject_id', '=', String(batchId))
    .where('action', 'like', 'coupons.%')
    .orderBy('seq')
    .execute()
  const worker = await db
    .selectFrom('worker')
    .select(['activated', 'deactivated'])
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  return {
    changes: changes.map((row) => [row.action, row.from_serial, row.to_serial, row.changed]),
    audits: audits.map(({ action }) => action),
    worker: [Number(worker.activated), Number(worker.deactivated)],
    coupons: await countedCoupons(server, batchId),
  }
}
