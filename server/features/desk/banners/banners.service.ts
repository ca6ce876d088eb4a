import type { z } from 'zod'
import { audience, target } from '../../../../contract/people/audience.ts'
import type { Banner, saveBanner as saveBannerEndpoint } from '../../../../contract/desk/banners.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { differing } from '../../../lib/change-words.ts'
import { sha256 } from '../../../lib/crypto.ts'
import { checkTarget, targetWords } from '../../people/audience/index.ts'
import { refuseLeft } from '../../people/distributors/index.ts'
import { writeAudit, type AuditEntry } from '../../platform/audit/index.ts'
import { lockUsable, mediaItems, SHOWN_BY } from '../../platform/media/index.ts'
import * as queries from './banners.queries.ts'
import { inOneSpelling, toColumns, toTimes } from './shown-state.ts'

/** More than the app could show; the order is sent as one list. */
const MOST = 500

type Body = z.output<NonNullable<typeof saveBannerEndpoint.body>>
type Fields = Omit<Body, 'bannerId'>
type By = { caller: StaffCaller; origin: Origin }
type BannerList = { banners: Banner[]; order: string }

/** All banners in their order, with the name of that order. */
export async function listBanners({ now }: Pick<Context, 'now'>, db: Db | Tx): Promise<BannerList> {
  const rows = await queries.allBanners(db, now())
  const targets = rows.map((row) => target.parse(row.target))
  const words = await targetWords(db, targets)
  const media = await mediaItems(
    db,
    rows.map(({ mediaId }) => mediaId),
  )
  const banners = rows.map(({ shown, fromAt, toAt, changedAt, ...row }, index): Banner => {
    const item = media.get(row.mediaId)
    if (!item) throw new Error(`Banner ${row.bannerId} shows media that is not there.`)
    return {
      ...row,
      ...toTimes({ fromAt, toAt }),
      on: shown,
      target: targets[index] ?? { to: 'nothing' },
      targetWords: words[index] ?? null,
      audience: audience.parse(row.audience),
      media: item,
      changedAt: changedAt.toISOString(),
    }
  })
  return { banners, order: nameOfOrder(banners.map(({ bannerId }) => bannerId)) }
}

/** Names an order of banners: the same order has the same name. */
const nameOfOrder = (bannerIds: readonly number[]) =>
  sha256(bannerIds.join()).toString('base64url').slice(0, 22)

/** Adds a banner at the end, or changes the one that is named. */
export async function saveBanner(
  context: Context,
  by: By,
  { bannerId, ...given }: Body,
): Promise<BannerList & { bannerId: number }> {
  const fields = inOneSpelling(given)
  return transaction(context.db, async (tx) => {
    await queries.lockOrder(tx)
    const saved =
      bannerId === undefined
        ? await add(tx, context, by, fields)
        : await change(tx, context, by, { bannerId, fields })
    return { ...(await listBanners(context, tx)), bannerId: saved }
  })
}

async function add(tx: Tx, context: Context, by: By, fields: Fields): Promise<number> {
  if ((await queries.countBanners(tx)) >= MOST) {
    throw new AppError('conflict', `There are ${MOST} banners already. Delete one first.`)
  }
  const offerId = await checkParts(tx, context, fields, [])
  const at = context.now()
  const values = toValues(fields, { offerId, changedBy: by.caller.staffId, at })
  const bannerId = await queries.insertBanner(tx, values)
  const entry = { action: 'banner.added', subjectId: bannerId, after: fields, at }
  await audit(tx, context, by, entry)
  return bannerId
}

async function change(
  tx: Tx,
  context: Context,
  by: By,
  { bannerId, fields }: { bannerId: number; fields: Fields },
): Promise<number> {
  const before = await lockedBanner(tx, bannerId)
  const changed = differing<Fields>(before.fields, fields)
  if (!changed) return bannerId
  const kept = before.fields.audience.distributorIds
  const offerId = await checkParts(tx, context, fields, kept)
  const at = context.now()
  const values = toValues(fields, { offerId, changedBy: by.caller.staffId, at })
  await queries.updateBanner(tx, bannerId, values)
  await audit(tx, context, by, { action: 'banner.changed', subjectId: bannerId, ...changed, at })
  return bannerId
}

/** Target and picture are there and stay to the end of the transaction. Gives the offer it leads to. */
async function checkParts(
  tx: Tx,
  { channels }: Pick<Context, 'channels'>,
  { mediaId, target, audience: { distributorIds } }: Fields,
  kept: readonly number[],
): Promise<number | null> {
  await refuseLeft(tx, distributorIds, { field: 'audience.distributorIds', kept })
  const offerId = await checkTarget(tx, channels, target)
  await lockUsable(tx, mediaId, SHOWN_BY.banner)
  return offerId
}

/** The banner's place and what people entered, or 404. */
async function lockedBanner(tx: Tx, bannerId: number) {
  const found = await queries.lockBanner(tx, bannerId)
  if (!found) throw notFound('This banner')
  const { position, shown, fromAt, toAt, ...row } = found
  const fields: Fields = {
    ...row,
    target: target.parse(row.target),
    audience: audience.parse(row.audience),
    on: shown,
    ...toTimes({ fromAt, toAt }),
  }
  return { position, fields }
}

type Columns = { offerId: number | null; changedBy: number; at: Date }

function toValues(fields: Fields, { offerId, changedBy, at }: Columns) {
  return {
    title: fields.title,
    words: fields.words,
    media_id: fields.mediaId,
    target: JSON.stringify(fields.target),
    offer_id: offerId,
    audience: JSON.stringify(fields.audience),
    shown: fields.on,
    ...toColumns(fields),
    changed_by: changedBy,
    changed_at: at,
  }
}

/**
 * Puts all banners in another order. Refused with 409 where the order is not the one that was read;
 * an order that stands already is answered as it is, so that a lost answer can be asked for again.
 */
export async function orderBanners(
  context: Context,
  by: By,
  { order, bannerIds }: { order: string; bannerIds: number[] },
): Promise<BannerList> {
  return transaction(context.db, async (tx) => {
    await queries.lockOrder(tx)
    const before = await queries.orderOf(tx)
    const current = before.map(({ bannerId }) => bannerId)
    if (current.join() !== bannerIds.join()) {
      refuseOtherOrder(current, { order, bannerIds })
      await queries.putInOrder(tx, bannerIds)
      const after = await queries.orderOf(tx)
      const entry = { before: namesOf(before), after: namesOf(after) }
      const at = context.now()
      await audit(tx, context, by, { action: 'banner.ordered', subjectId: 'all', ...entry, at })
    }
    return listBanners(context, tx)
  })
}

const namesOf = (banners: readonly { title: string }[]) => ({
  order: banners.map(({ title }, index) => `${index + 1}. ${title}`).join(', '),
})

function refuseOtherOrder(
  current: readonly number[],
  { order, bannerIds }: { order: string; bannerIds: readonly number[] },
): void {
  if (order !== nameOfOrder(current)) {
    throw new AppError(
      'conflict',
      'Somebody changed the banners meanwhile. Look at them as they are now and order them again.',
    )
  }
  const named = new Set(bannerIds)
  const isWhole = bannerIds.length === current.length && current.every((id) => named.has(id))
  if (isWhole) return
  const message = 'Name every banner once, and nothing else.'
  throw new AppError('invalid', message, { fields: { bannerIds: message } })
}

export async function deleteBanner(
  context: Context,
  by: By,
  bannerId: number,
): Promise<BannerList> {
  return transaction(context.db, async (tx) => {
    await queries.lockOrder(tx)
    const { position, fields } = await lockedBanner(tx, bannerId)
    await queries.deleteBanner(tx, bannerId, position)
    const entry = { action: 'banner.deleted', subjectId: bannerId, before: fields }
    await audit(tx, context, by, { ...entry, at: context.now() })
    return listBanners(context, tx)
  })
}

type AuditFields = Pick<AuditEntry, 'action' | 'subjectId' | 'before' | 'after'> & { at: Date }

async function audit(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  { caller: { staffId, role }, origin }: By,
  entry: AuditFields,
): Promise<void> {
  const by = { staffId, role }
  await writeAudit(tx, keys, { by, subject: 'banner', requestId: origin.requestId, ...entry })
}
