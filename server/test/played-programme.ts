import { randomUUID } from 'node:crypto'
import { addDays, dayOf, startOfDay } from '../../contract/time.ts'
import { openScanEngine } from '../features/programme/scans/scan-engine.ts'
import type { ScanItem } from '../features/programme/scans/world.ts'
import type { TestServer } from './server.ts'
import { haveGroups } from './product-groups.ts'

const COUPONS = 60
const HOUR_MS = 3_600_000

export type Player = { memberId: number; state: number; kind: 'mason' | 'painter' }
export type PlayedProgramme = {
  plants: number[]
  products: number[]
  batches: number[]
  players: Player[]
  /** The days on which scans were played, oldest first; the last is yesterday. */
  days: string[]
}

const batchKey = (batchId: number) =>
  `${batchId.toString(16).padStart(8, '0')}${randomUUID().slice(8)}`

/**
 * A programme with three batches of 60 coupons and four members in three states, scanned through
 * the engine itself on `days` days up to yesterday, with attempts of every result but one: nobody
 * reaches the limit of a day. Scans of the third batch outside its state are held.
 */
export async function playProgramme(server: TestServer, days = 12): Promise<PlayedProgramme> {
  const { db, context } = server
  const plants = await insertPlants(server)
  const products = await insertProducts(server)
  const { staffId } = await server.staff('almond team')
  const now = new Date()
  const batches = [1, 2, 3]
  const keys = new Map<number, string[]>()
  for (const [index, batchId] of batches.entries()) {
    keys.set(batchId, await insertBatch(server, { batchId, index, plants, products, staffId }))
  }
  const players = await insertPlayers(server)
  const today = dayOf(now)
  const played = Array.from({ length: days }, (_, index) => addDays(today, index - days))
  let clock = now
  const engine = await openScanEngine({
    connect: context.connection,
    chain: context.chain,
    rules: context.rules.at,
    log: context.log,
    now: () => clock,
  })
  try {
    for (const [index, day] of played.entries()) {
      for (const [turn, item] of itemsOf(index, players, batches, keys).entries()) {
        clock = new Date(startOfDay(day).getTime() + turn * HOUR_MS)
        await engine.scan(item)
      }
    }
  } finally {
    await engine.stop()
  }
  await db
    .updateTable('member')
    .set({ joined_at: startOfDay(played[0] ?? today) })
    .execute()
  return { plants, products, batches, players, days: played }
}

/** What is tried on a day: some first scans, a retry, a second claimant, and coupons that refuse. */
function itemsOf(
  day: number,
  players: readonly Player[],
  batches: readonly number[],
  keys: ReadonlyMap<number, string[]>,
): ScanItem[] {
  const item = (player: number, batch: number, serial: number, known = true): ScanItem => {
    const { memberId, state, kind } = players[player % players.length] ?? {
      memberId: 0,
      state: 27,
      kind: 'mason' as const,
    }
    const batchId = batches[batch % batches.length] ?? 1
    const codeKey = known ? keys.get(batchId)?.[serial - 1] : undefined
    return {
      memberId,
      state,
      kind,
      distributorId: null,
      batchId,
      codeKey: codeKey ?? batchKey(batchId),
      device: `phone-${memberId}`,
    }
  }
  const first = Array.from({ length: 1 + (day % 4) }, (_, turn) =>
    item(day + turn, day + turn, day * 4 + turn + 1),
  )
  return [
    ...first,
    item(day, day, day * 4 + 1),
    item(day + 1, day, day * 4 + 1),
    ...(day % 2 === 0 ? [item(day, 0, 58), item(day, 0, 59), item(day, 1, 0, false)] : []),
    ...(day % 3 === 0 ? [{ ...item(day, 0, 0, false), batchId: 900 + day }] : []),
    ...(day % 5 === 4 ? [item(day, 0, 60)] : []),
  ]
}

async function insertPlants({ db }: TestServer): Promise<number[]> {
  const rows = await db
    .insertInto('plant')
    .values([
      { code: 'P1', name: 'First plant', state: 27, city: 'Pune' },
      { code: 'P2', name: 'Second plant', state: 6, city: 'Jhajjar' },
    ])
    .returning('plant_id')
    .execute()
  return rows.map((row) => row.plant_id)
}

async function insertProducts({ db }: TestServer): Promise<number[]> {
  await haveGroups(db, 'Putty', 'Mortar', 'Waterproofing')
  const rows = await db
    .insertInto('product')
    .values([
      { code: 'A40', name: 'Putty', product_group: 'Putty', points: 40 },
      { code: 'B25', name: 'Mortar', product_group: 'Mortar', points: 25 },
      { code: 'C80', name: 'Waterproof coat', product_group: 'Waterproofing', points: 80 },
    ])
    .returning('product_id')
    .execute()
  return rows.map((row) => row.product_id)
}

type BatchInput = {
  batchId: number
  index: number
  plants: readonly number[]
  products: readonly number[]
  staffId: number
}

/** All coupons are active but three: 58 is printed, 59 blocked, and 60 is of a lot that is over. */
async function insertBatch(
  { db }: TestServer,
  { batchId, index, plants, products, staffId }: BatchInput,
): Promise<string[]> {
  const now = new Date()
  await db
    .insertInto('coupon_batch')
    .values({
      batch_id: batchId,
      plant_id: plants[index % plants.length] ?? 1,
      product_id: products[index] ?? 1,
      quantity: COUPONS,
      points: [40, 25, 80][index] ?? 40,
      expires_at: new Date(now.getTime() + 1000 * 86_400_000),
      sent_to_state: index === 2 ? 27 : null,
      note: null,
      status: 'printed',
      approvals_needed: 1,
      generated: COUPONS,
      failure: null,
      sealed_key: Buffer.alloc(32),
      requested_by: staffId,
      requested_at: new Date(now.getTime() - (20 - index) * 86_400_000),
    })
    .execute()
  await db
    .insertInto('batch_count')
    .values({ batch_id: batchId, printed: 1, activated: COUPONS - 2, deactivated: 0, blocked: 1 })
    .execute()
  const keys = Array.from({ length: COUPONS }, () => batchKey(batchId))
  await db
    .insertInto('coupon')
    .values(
      keys.map((code_key, at) => ({
        code_key,
        batch_id: batchId,
        serial: at + 1,
        status: at === 57 ? 0 : at === 58 ? 4 : 1,
        activated_at: now,
        scanned_at: null,
        scanned_by: null,
        scanned_points: null,
      })),
    )
    .execute()
  await db
    .insertInto('coupon_change')
    .values({
      batch_id: batchId,
      plant_id: plants[index % plants.length] ?? 1,
      from_serial: 1,
      to_serial: 57,
      action: 'activate',
      changed: 57,
      reason: null,
      staff_id: staffId,
      device: 'gate scanner',
      at: new Date(now.getTime() - (15 - index) * 86_400_000),
      occurred_at: new Date(now.getTime() - (15 - index) * 86_400_000),
    })
    .execute()
  return keys
}

async function insertPlayers(server: TestServer): Promise<Player[]> {
  const players: Player[] = []
  for (const [kind, state] of [
    ['mason', 27],
    ['painter', 29],
    ['mason', 9],
    ['painter', 27],
  ] as const) {
    const { memberId } = await server.member(kind, state)
    players.push({ memberId, state, kind })
  }
  return players
}
