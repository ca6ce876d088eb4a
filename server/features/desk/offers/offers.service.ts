import type { z } from 'zod'
import { audience } from '../../../../contract/people/audience.ts'
import type {
  Offer,
  OfferListQuery,
  saveOffer as saveOfferEndpoint,
} from '../../../../contract/desk/offers.ts'
import type { Page } from '../../../../contract/paging.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { differing } from '../../../lib/change-words.ts'
import { writeAudit, type AuditEntry } from '../../platform/audit/index.ts'
import { refuseStrangeLinks } from '../../people/audience/index.ts'
import { inOneSpelling, toColumns, toTimes } from '../banners/index.ts'
import { lockUsable, mediaItems, SHOWN_BY } from '../../platform/media/index.ts'
import { refuseLeft } from '../../people/distributors/index.ts'
import * as queries from './offers.queries.ts'

const FOREIGN_KEY = '23503'
const CHECK = '23514'
const NAMED = 3

type Body = z.output<NonNullable<typeof saveOfferEndpoint.body>>
type Fields = Omit<Body, 'offerId'>
type By = { caller: StaffCaller; origin: Origin }

export async function listOffers(
  { db, now }: Pick<Context, 'db' | 'now'>,
  filters: OfferListQuery,
): Promise<Page<Offer>> {
  const page = await queries.offerPage(db, filters, now())
  return { ...page, items: await toOffers(db, page.items) }
}

/** One offer, also as seen from within a transaction, or 404. */
export async function getOffer(
  { now }: Pick<Context, 'now'>,
  db: Db | Tx,
  offerId: number,
): Promise<Offer> {
  const found = await queries.offerById(db, offerId, now())
  const [offer] = found ? await toOffers(db, [found]) : []
  if (!offer) throw notFound('This offer')
  return offer
}

async function toOffers(db: Db | Tx, rows: readonly queries.FoundOffer[]): Promise<Offer[]> {
  const media = await mediaItems(
    db,
    rows.map(({ mediaId }) => mediaId),
  )
  return rows.map((row) => {
    const item = media.get(row.mediaId)
    if (!item) throw new Error(`Offer ${row.offerId} shows media that is not there.`)
    const { offerId, state, changedBy, changedAt } = row
    return {
      offerId,
      ...fieldsOf(row),
      state,
      media: item,
      changedBy,
      changedAt: changedAt.toISOString(),
    }
  })
}

/** What people enter, as it is kept. */
function fieldsOf(row: queries.FoundOffer): Fields {
  const { titleEn, titleHi, textEn, textHi, mediaId, shown } = row
  return {
    title: { en: titleEn, hi: titleHi },
    text: { en: textEn, hi: textHi },
    mediaId,
    audience: audience.parse(row.audience),
    on: shown,
    ...toTimes(row),
  }
}

/** Adds an offer, or changes the one that is named. */
export async function saveOffer(
  context: Context,
  by: By,
  { offerId, ...given }: Body,
): Promise<Offer> {
  const fields = inOneSpelling(given)
  const { title, text } = fields
  refuseStrangeLinks(context.channels, {
    'title.en': title.en,
    'title.hi': title.hi,
    'text.en': text.en,
    'text.hi': text.hi,
  })
  return transaction(context.db, async (tx) => {
    const saved =
      offerId === undefined
        ? await add(tx, context, by, fields)
        : await change(tx, context, by, { offerId, fields })
    return getOffer(context, tx, saved)
  })
}

async function add(tx: Tx, context: Context, by: By, fields: Fields): Promise<number> {
  const { distributorIds } = fields.audience
  await refuseLeft(tx, distributorIds, { field: 'audience.distributorIds' })
  await lockUsable(tx, fields.mediaId, SHOWN_BY.offer)
  const at = context.now()
  const offerId = await queries.insertOffer(tx, toValues(fields, by, at))
  const entry = { action: 'offer.added', subjectId: offerId, after: fields, at }
  await audit(tx, context, by, entry)
  return offerId
}

async function change(
  tx: Tx,
  context: Context,
  by: By,
  { offerId, fields }: { offerId: number; fields: Fields },
): Promise<number> {
  const at = context.now()
  const found = await queries.lockOffer(tx, offerId, at)
  if (!found) throw notFound('This offer')
  const before = fieldsOf(found)
  const changed = differing(before, fields)
  if (!changed) return offerId
  const kept = before.audience.distributorIds
  await refuseLeft(tx, fields.audience.distributorIds, { field: 'audience.distributorIds', kept })
  await lockUsable(tx, fields.mediaId, SHOWN_BY.offer)
  await queries.updateOffer(tx, offerId, toValues(fields, by, at))
  await audit(tx, context, by, { action: 'offer.changed', subjectId: offerId, ...changed, at })
  return offerId
}

function toValues(fields: Fields, { caller }: By, at: Date) {
  const { title, text, mediaId, audience, on } = fields
  return {
    title_en: title.en,
    title_hi: title.hi,
    text_en: text.en,
    text_hi: text.hi,
    media_id: mediaId,
    audience: JSON.stringify(audience),
    shown: on,
    ...toColumns(fields),
    changed_by: caller.staffId,
    changed_at: at,
  }
}

/** Deletes an offer; refused in words while a banner, or a message that is not sent, leads to it. */
export async function deleteOffer(
  context: Context,
  by: By,
  offerId: number,
): Promise<{ message: string }> {
  try {
    return await transaction(context.db, async (tx) => {
      const at = context.now()
      const found = await queries.lockOffer(tx, offerId, at)
      if (!found) throw notFound('This offer')
      refuseLedTo(await queries.leadingTo(tx, offerId, NAMED + 1))
      await queries.deleteOffer(tx, offerId)
      const entry = { action: 'offer.deleted', subjectId: offerId, before: fieldsOf(found), at }
      await audit(tx, context, by, entry)
      return { message: `“${found.titleEn}” is deleted.` }
    })
  } catch (error) {
    // Whatever leads to it and is not asked above: the database lets nothing lead to nowhere.
    if (![FOREIGN_KEY, CHECK].includes(sqlState(error) ?? '')) throw error
    throw new AppError('conflict', 'Something leads to this offer. Change that first.', {
      cause: error,
    })
  }
}

function refuseLedTo(leading: readonly queries.Leading[]): void {
  if (leading.length === 0) return
  const named = leading.slice(0, NAMED).map(({ what, title }) => `the ${what} “${title}”`)
  const parts = leading.length > NAMED ? [...named, 'others'] : named
  const last = parts.pop() ?? ''
  const all = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
  const verb = leading.length === 1 ? 'leads' : 'lead'
  const sentence = `${all} ${verb} to this offer. Let it lead elsewhere first, or delete it.`
  throw new AppError('conflict', sentence.charAt(0).toUpperCase() + sentence.slice(1))
}

type AuditFields = Pick<AuditEntry, 'action' | 'subjectId' | 'before' | 'after'> & { at: Date }

async function audit(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  { caller: { staffId, role }, origin }: By,
  entry: AuditFields,
): Promise<void> {
  const by = { staffId, role }
  await writeAudit(tx, keys, { by, subject: 'offer', requestId: origin.requestId, ...entry })
}
