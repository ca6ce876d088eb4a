import type { z } from 'zod'
import type {
  GiftDetail,
  GiftItem,
  saveGiftItem as saveGiftItemEndpoint,
} from '../../../../contract/desk/offers.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { differing } from '../../../lib/change-words.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { lockUsable, mediaItems, SHOWN_BY } from '../../platform/media/index.ts'
import * as queries from './gifts.queries.ts'

const TAKEN = '23505'
/** The list is answered whole. */
const MOST = 500
const CHANGES_SHOWN = 100

type Body = z.output<NonNullable<typeof saveGiftItemEndpoint.body>>
type Fields = Omit<Body, 'giftId'>
export type By = { caller: StaffCaller; origin: Origin }

/** All gifts by name, with what is promised and given. */
export async function listGifts({ db }: Pick<Context, 'db'>): Promise<{ gifts: GiftItem[] }> {
  return { gifts: await toItems(db, await queries.allGifts(db)) }
}

async function toItems(db: Db | Tx, rows: readonly queries.FoundGift[]): Promise<GiftItem[]> {
  const media = await mediaItems(
    db,
    rows.flatMap(({ mediaId }) => (mediaId === null ? [] : [mediaId])),
  )
  return rows.map((row) => ({ ...row, media: media.get(row.mediaId ?? 0) ?? null }))
}

/** One gift with the last changes of its stock by hand, also as seen from within a transaction. */
export async function getGift(db: Db | Tx, giftId: number): Promise<GiftDetail> {
  const found = await queries.giftById(db, giftId)
  const [item] = found ? await toItems(db, [found]) : []
  if (!item) throw notFound('This gift')
  const changes = await queries.stockChanges(db, giftId, CHANGES_SHOWN)
  return {
    ...item,
    stockChanges: changes.map(({ at, ...row }) => ({ at: at.toISOString(), ...row })),
  }
}

/**
 * Adds a gift without stock, or changes the one that is named. What was asked for keeps the points and
 * the value it had: a redemption holds its own.
 */
export async function saveGift(
  context: Context,
  by: By,
  { giftId, ...fields }: Body,
): Promise<GiftDetail> {
  try {
    return await transaction(context.db, async (tx) => {
      await refuseTaken(tx, fields.code, giftId)
      const saved =
        giftId === undefined
          ? await add(tx, context, by, fields)
          : await change(tx, context, by, { giftId, fields })
      return getGift(tx, saved)
    })
  } catch (error) {
    if (sqlState(error) !== TAKEN) throw error
    await refuseTaken(context.db, fields.code, giftId)
    throw new AppError('conflict', 'Somebody entered the same code just now. Try again.', {
      cause: error,
    })
  }
}

async function refuseTaken(db: Db | Tx, code: string, giftId: number | undefined): Promise<void> {
  const holder = await queries.giftNamed(db, code)
  if (!holder || holder.giftId === giftId) return
  throw invalidField('code', `Code ${code} belongs to ${holder.name} already.`)
}

async function add(tx: Tx, context: Context, by: By, fields: Fields): Promise<number> {
  if ((await queries.countGifts(tx)) >= MOST) {
    throw new AppError('conflict', `There are ${MOST} gifts already: no more can be added.`)
  }
  await checkPhoto(tx, fields)
  const giftId = await queries.insertGift(tx, toValues(fields))
  const at = context.now()
  await audit(tx, context, by, { action: 'gift.added', giftId, after: fields, at })
  return giftId
}

async function change(
  tx: Tx,
  context: Context,
  by: By,
  { giftId, fields }: { giftId: number; fields: Fields },
): Promise<number> {
  const found = await queries.lockGift(tx, giftId)
  if (!found) throw notFound('This gift')
  const { stock: _stock, ...before } = found
  const changed = differing<Fields>(before, fields)
  if (!changed) return giftId
  await checkPhoto(tx, fields)
  await queries.updateGift(tx, giftId, toValues(fields))
  const at = context.now()
  await audit(tx, context, by, { action: 'gift.changed', giftId, ...changed, at })
  return giftId
}

async function checkPhoto(tx: Tx, { mediaId }: Fields): Promise<void> {
  if (mediaId !== null) await lockUsable(tx, mediaId, SHOWN_BY.gift)
}

const toValues = ({ valuePaise, mediaId, ...fields }: Fields) => ({
  ...fields,
  value_paise: valuePaise,
  media_id: mediaId,
})

type GiftChange = {
  action: string
  giftId: number
  before?: unknown
  after: unknown
  reason?: string
  at: Date
}

/** The audit row of a change by hand; what redemptions take and give back is told by theirs. */
export async function audit(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  { caller: { staffId, role }, origin }: By,
  { giftId, ...change }: GiftChange,
): Promise<void> {
  await writeAudit(tx, keys, {
    by: { staffId, role },
    subject: 'gift',
    subjectId: giftId,
    requestId: origin.requestId,
    ...change,
  })
}
