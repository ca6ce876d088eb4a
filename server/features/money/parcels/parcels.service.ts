import type { ParcelListQuery, ParcelRow } from '../../../../contract/money/parcels.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/database.ts'
import { invalidField, notFound } from '../../../lib/app-error.ts'
import { addressesOf, placeOf, type KeptAddress } from '../../people/addresses/index.ts'
import { memberNamed, readMemberWords } from '../../people/members/index.ts'
import { parcelStateOf } from './parcel-rules.ts'
import * as queries from './parcels.queries.ts'

const NOTHING = { items: [], next: null, previous: null, count: 0 }
const NUMBER = /^(?:RD-?)?(\d{6,9})$/i
const TRACKING = /^[A-Z0-9-]{4,40}$/

/** Gifts to dispatch, on their way, delivered and returned. */
export async function listParcels(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  filters: ParcelListQuery,
) {
  const { q, gift, from, to } = filters
  if (from && to && from > to) {
    throw invalidField('to', 'The last day must not be before the first.')
  }
  if (gift?.includes('\0')) return NOTHING
  const sought = q ? await seek(db, q) : {}
  if (!sought) return NOTHING
  const page = await queries.parcelPage(db, filters, sought)
  return { ...page, items: await toRows({ db, vault }, page.items) }
}

/** What a search narrows the list to; null when nothing is called so. */
async function seek(db: Db, text: string): Promise<queries.Sought | null> {
  const tracking = text.toUpperCase()
  const digits = NUMBER.exec(text)?.[1]
  const words = readMemberWords(text)
  if (!words && !TRACKING.test(tracking)) {
    const message = 'Search by redemption number, tracking number, mobile number or member code.'
    throw invalidField('q', message)
  }
  const number = digits === undefined ? null : `RD${digits}`
  const redemptionIds = await queries.redemptionsNamed(db, { number, tracking })
  if (redemptionIds.length > 0) return { redemptionIds }
  const memberId = words && (await memberNamed({ db }, words))
  return memberId === null ? null : { memberId }
}

/** The gift of one redemption with its last parcel, or 404. */
export async function parcelOf(
  context: Pick<Context, 'db' | 'vault'>,
  redemptionId: string,
): Promise<ParcelRow> {
  const found = await queries.giftById(context.db, redemptionId)
  const [row] = found ? await toRows(context, [found]) : []
  if (!row) throw notFound('This gift')
  return row
}

async function toRows(
  context: Pick<Context, 'db' | 'vault'>,
  found: readonly queries.Found[],
): Promise<ParcelRow[]> {
  const ids = found.map(({ redemptionId }) => redemptionId)
  const addresses = await addressesOf(context.db, context, ids)
  return found.map((one) => toRow(one, addresses.get(one.redemptionId)))
}

const told = (at: Date | null) => at?.toISOString() ?? null

function toRow(
  { redemptionState, ...found }: queries.Found,
  kept: KeptAddress | undefined,
): ParcelRow {
  const state = parcelStateOf(redemptionState)
  if (state === null) throw new Error(`A parcel of a gift that is ${redemptionState}.`)
  return {
    ...found,
    state,
    address: kept ? placeOf(kept.address) : null,
    since: found.since.toISOString(),
    dispatchedAt: told(found.dispatchedAt),
    deliveredAt: told(found.deliveredAt),
    returnedAt: told(found.returnedAt),
  }
}
