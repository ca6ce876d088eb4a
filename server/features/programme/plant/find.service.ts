import { batchLetters, parseCode } from '../../../../contract/programme/code.ts'
import {
  COUPON_MACHINE,
  COUPON_STATUSES,
  type CouponStatus,
} from '../../../../contract/programme/coupons.ts'
import type { PlantFound } from '../../../../contract/programme/plant.ts'
import { dayOf, startOfDay } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { batchesNamed, batchKeyOf, codeKey, codeKeysOf } from '../batches/index.ts'
import { countCoupons } from '../coupons/index.ts'
import { takeFromWindow } from '../../platform/throttle/index.ts'
import { standsStill, type Place } from './decide.ts'
import * as queries from './find.queries.ts'
import { lineOf } from './line.ts'
import { cartonOf, packOf, placesOfKeys } from './places.ts'

/** Codes that one worker may look up: who scans packs never meets it, who guesses does. */
const LOOK_UPS = { limit: 120, windowSeconds: 60 }
const NAMED = /^([0-9a-z]{1,7})\s*([/#])\s*(\d{1,9})$/i
const HISTORY_SHOWN = 50
/** A pack has fewer changes; of those of its neighbours it was not moved by, more are read than shown. */
const CHANGES_READ = 500

/** One pack or carton of the worker's plant by its code, or by batch and serial or carton. */
export async function findPlantCoupon(
  context: Context,
  caller: StaffCaller,
  text: string,
): Promise<PlantFound> {
  const { staffId, plantId } = lineOf(caller)
  const [, batch, sign, number] = NAMED.exec(text) ?? []
  if (batch !== undefined) {
    return placeNamed(context, { plantId, batch, isCarton: sign === '#', number: Number(number) })
  }
  const parsed = parseCode(text)
  if (!parsed) return nothing('malformed')
  await takeFromWindow(context.db, `plant-find:${staffId}`, LOOK_UPS)
  const key = codeKey(parsed.batchId, parsed.code)
  const place = (await placesOfKeys(context.db, [key])).get(key)
  const lot = place && (await queries.lotById(context.db, place.batchId))
  return lot && place ? story(context, plantId, lot, place) : nothing('unknown')
}

type Named = { plantId: number; batch: string; isCarton: boolean; number: number }

/** Of the batches that a text may name, one of the own plant is meant. */
async function placeNamed(
  context: Context,
  { plantId, batch, isCarton, number }: Named,
): Promise<PlantFound> {
  const found = await Promise.all(
    batchesNamed(batch).map((batchId) => queries.lotById(context.db, batchId)),
  )
  const lots = found.flatMap((lot) => lot ?? [])
  const lot = lots.find((one) => one.plantId === plantId)
  if (!lot) return nothing(lots.length > 0 ? 'other_plant' : 'unknown')
  if (isCarton) {
    const place = cartonOf(lot, number)
    return place ? story(context, plantId, lot, place) : nothing('unknown')
  }
  const isSerial = number >= 1 && number <= lot.quantity
  return isSerial ? story(context, plantId, lot, packOf(lot, number)) : nothing('unknown')
}

function nothing(found: 'other_plant' | 'unknown' | 'malformed'): PlantFound {
  const nowhere = { batchId: null, letters: null, productName: null, batchStatus: null }
  const no = { expiresOn: null, fromSerial: null, toSerial: null, carton: null }
  return { found, ...nowhere, ...no, expired: false, status: null, counts: null, history: [] }
}

async function story(
  context: Context,
  plantId: number,
  lot: queries.LotFound,
  place: Place,
): Promise<PlantFound> {
  if (lot.plantId !== plantId) return nothing('other_plant')
  if (standsStill(lot, context.now()) === 'not_ready') return nothing('unknown')
  const { batchId, productName, status, expiresAt } = lot
  const { from, to, carton } = place
  return {
    found: carton === null ? 'pack' : 'carton',
    batchId,
    letters: batchLetters(batchId),
    productName,
    batchStatus: status,
    expiresOn: dayOf(new Date(expiresAt.getTime() - 1)),
    expired: expiresAt <= context.now(),
    fromSerial: from,
    toSerial: to,
    carton,
    ...(await (carton === null ? packStory(context, place) : cartonStory(context, place))),
  }
}

type Story = Pick<PlantFound, 'status' | 'counts' | 'history'>

async function cartonStory(context: Context, place: Place): Promise<Story> {
  const { batchId } = place
  const [counts, changes, made] = await Promise.all([
    keysOf(context, place).then((keys) => countCoupons(context.db, keys)),
    queries.changesOver(context.db, batchId, place, HISTORY_SHOWN),
    queries.generatedAt(context.db, batchId),
  ])
  return { status: null, counts, history: historyOf({ changes, made, scannedAt: null }) }
}

async function packStory(context: Context, place: Place): Promise<Story> {
  const { batchId } = place
  const [[key = ''], changes, made] = await Promise.all([
    keysOf(context, place),
    queries.changesOver(context.db, batchId, place, CHANGES_READ),
    queries.generatedAt(context.db, batchId),
  ])
  const pack = await queries.packByKey(context.db, key)
  const status = statusOf(pack?.status ?? COUPON_STATUSES.printed)
  const scannedAt = status === 'scanned' ? (pack?.scannedAt ?? null) : null
  const moved = movedBy(changes, scannedAt)
  return { status, counts: null, history: historyOf({ changes: moved, made, scannedAt }) }
}

async function keysOf(context: Context, { batchId, from, to }: Place): Promise<string[]> {
  return codeKeysOf(await batchKeyOf(context, batchId), batchId, from, to - from + 1)
}

function statusOf(stored: number): CouponStatus {
  const names = Object.keys(COUPON_STATUSES) as CouponStatus[]
  return names.find((name) => COUPON_STATUSES[name] === stored) ?? 'printed'
}

/**
 * Of the changes that touch a pack, newest first, those that moved it: playing its states again tells,
 * as a run leaves some of its packs as they were, and a scanned one for good.
 */
function movedBy(
  changes: readonly queries.ChangeSeen[],
  scannedAt: Date | null,
): queries.ChangeSeen[] {
  let status: CouponStatus | null = changes.length < CHANGES_READ ? 'printed' : null
  return changes
    .toReversed()
    .filter(({ action, at }) => {
      const { from, to } = COUPON_MACHINE[action]
      const isLate = scannedAt !== null && at > scannedAt
      if (isLate || (status !== null && !from.includes(status))) return false
      status = to
      return true
    })
    .toReversed()
}

type Moments = {
  changes: readonly queries.ChangeSeen[]
  made: Date | undefined
  scannedAt: Date | null
}

/** Newest first. Of a scan only the day is told: its time could tell which member it was. */
function historyOf({ changes, made, scannedAt }: Moments): PlantFound['history'] {
  const nobody = { by: null, reason: null, device: null, fromSerial: null, toSerial: null }
  const acts = changes.map(({ at: _recorded, occurredAt, ...change }) => ({
    sortedBy: occurredAt,
    at: occurredAt,
    ...change,
  }))
  const scanned = scannedAt
    ? [
        {
          ...nobody,
          sortedBy: scannedAt,
          at: startOfDay(dayOf(scannedAt)),
          action: 'scanned' as const,
        },
      ]
    : []
  const generated = made
    ? [{ ...nobody, sortedBy: made, at: made, action: 'generated' as const }]
    : []
  const later = [...scanned, ...acts].toSorted(
    (a, b) => b.sortedBy.getTime() - a.sortedBy.getTime(),
  )
  return [...later, ...generated]
    .slice(0, HISTORY_SHOWN)
    .map(({ sortedBy: _place, at, ...moment }) => ({ ...moment, at: at.toISOString() }))
}
