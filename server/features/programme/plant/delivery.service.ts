import type { z } from 'zod'
import { batchLetters } from '../../../../contract/programme/code.ts'
import type {
  PlantScanAnswer,
  sendPlantScans as endpoint,
} from '../../../../contract/programme/plant.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import type { Place } from './decide.ts'
import * as queries from './delivery.queries.ts'
import { lineOf } from './line.ts'
import { placesOfKeys } from './places.ts'
import { readingOf, type Reading } from './reading.ts'
import { settle } from './settle.service.ts'

type Delivery = z.output<NonNullable<(typeof endpoint)['body']>>
type Sent = Reading & { sentAs: string }

/** Coupons that one transaction holds at most, so that a scan of one of them waits little. */
const PIECE = 5_000

/**
 * What a phone of the line read, each reading once: those whose names are stored already answer what
 * they answered first, the others are settled in their order, in pieces of some thousand coupons. What
 * is interrupted between two pieces is finished by sending the same again.
 */
export async function sendPlantScans(
  context: Context,
  caller: StaffCaller,
  { items, device }: Delivery,
  origin: Origin,
): Promise<{ items: PlantScanAnswer[] }> {
  const line = lineOf(caller)
  const now = context.now()
  const sent = await Promise.all(
    items.map(async (item) => ({
      ...(await readingOf(context.vault, item, now)),
      sentAs: item.id,
    })),
  )
  const names = [...new Set(sent.map(({ scanId }) => scanId))]
  const before = await storedByName(context, names)
  const fresh = firstOfEach(sent).filter(({ scanId }) => !before.has(scanId))
  const places = await placesOfKeys(
    context.db,
    fresh.flatMap(({ key }) => key ?? []),
  )
  const act = { context, caller, line, origin, device, places }
  for (const piece of piecesOf(fresh, await weights(context, line, fresh, places))) {
    await transaction(context.db, (tx) => settle(tx, act, piece))
  }
  const stored = fresh.length === 0 ? before : await storedByName(context, names)
  return { items: sent.map((reading) => answerOf(reading, caller, stored.get(reading.scanId))) }
}

async function storedByName({ db }: Context, names: readonly string[]) {
  const stored = await queries.storedReadings(db, names)
  return new Map(stored.map((reading) => [reading.scanId, reading]))
}

/** A name that a delivery has twice is the reading that comes first. */
function firstOfEach(sent: readonly Sent[]): Sent[] {
  const seen = new Set<string>()
  return sent.filter(({ scanId }) => !seen.has(scanId) && seen.add(scanId))
}

/** How many coupons each reading may move: an undoing as many as what it takes back. */
async function weights(
  { db }: Context,
  line: queries.Line,
  readings: readonly Reading[],
  places: ReadonlyMap<string, Place>,
): Promise<Map<string, number>> {
  const undoes = readings.flatMap((reading) => reading.undoes ?? [])
  const earlier = await queries.activations(db, undoes, line)
  const sizes = new Map(earlier.map(({ scanId, place }) => [scanId, sizeOf(place)]))
  for (const { scanId, key, undoes } of readings) {
    const size = undoes === null ? sizeOf(places.get(key ?? '')) : (sizes.get(undoes) ?? 1)
    sizes.set(scanId, size)
  }
  return sizes
}

const sizeOf = (place: Place | undefined) => (place ? place.to - place.from + 1 : 1)

function piecesOf(readings: readonly Reading[], sizes: ReadonlyMap<string, number>): Reading[][] {
  const pieces: Reading[][] = []
  let room = 0
  for (const reading of readings) {
    const size = sizes.get(reading.scanId) ?? 1
    if (size > room) {
      pieces.push([])
      room = PIECE
    }
    room -= size
    pieces.at(-1)?.push(reading)
  }
  return pieces
}

/** A name that somebody else gave, or gave to something else, is taken: nothing is told of that one. */
function answerOf(
  { sentAs, digest }: Sent,
  { staffId }: StaffCaller,
  stored: queries.StoredReading | undefined,
): PlantScanAnswer {
  if (!stored || stored.staffId !== staffId || !stored.digest.equals(digest)) {
    const nothing = { batchId: null, letters: null, productName: null }
    const nowhere = { fromSerial: null, toSerial: null, carton: null, changed: 0 }
    return { id: sentAs, result: 'id_taken', ...nothing, ...nowhere }
  }
  const { result, batchId, productName, fromSerial, toSerial, carton, changed } = stored
  const letters = batchId === null ? null : batchLetters(batchId)
  return {
    id: sentAs,
    result,
    batchId,
    letters,
    productName,
    fromSerial,
    toSerial,
    carton,
    changed,
  }
}
