import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'

/**
 * Banners, of which one leads to an offer, and the stock of the gifts that redemptions were made of:
 * what had been put in before changes were kept, and a change by hand.
 */
export async function showAndStock({ db }: TestDatabase): Promise<void> {
  await sql`insert into media (media_id, kind, title, width, height, bytes, files, added_by, added_at)
    overriding system value values (1, 'image', 'Wall', 1, 1, 1, '{"pages": [], "video": null}', 1, now())`.execute(
    db,
  )
  await sql`insert into offer (offer_id, title_en, title_hi, text_en, text_hi, media_id, audience,
      shown, from_at, changed_by, changed_at)
    overriding system value
    select id, 'Offer', 'Offer', '', '', 1, '{}', true, now(), 1, now()
    from generate_series(1, 2) as id`.execute(db)
  await sql`insert into banner (position, title, words, media_id, target, offer_id, audience, shown,
      from_at, changed_by, changed_at)
    select place, 'Banner', 'Words', 1, case place when 2 then '{"to": "offer", "offerId": 1}'
      else '{"to": "nothing"}' end::jsonb, case place when 2 then 1 end, '{}', true, now(), 1, now()
    from generate_series(1, 3) as place`.execute(db)
  await sql`insert into gift_stock_change (gift_id, at, change, stock_after, reason)
    values (1, now(), 2, 1, 'Before'), (2, now(), 13, 10, 'Before')`.execute(db)
  await sql`update gift set stock = stock + 4 where gift_id = 2`.execute(db)
  await sql`insert into gift_stock_change (gift_id, at, staff_id, change, stock_after, reason,
      key_digest, body_digest) values (2, now(), 1, 4, 14, 'A delivery', 'a', 'b')`.execute(db)
}

const STOCK =
  'The stock of a gift is what was put in by hand less what was asked for and not given up'
const PLACES = 'Banners stand at places from 1 without a hole'
const LEADS = 'A banner leads to the offer that its target names'

/** What breaks each invariant of gifts and banners, with its name. */
export const OFFER_BREAKS: [string, string][] = [
  [STOCK, 'update gift set stock = stock + 1 where gift_id = 2'],
  [STOCK, 'delete from gift_stock_change where gift_id = 1'],
  [STOCK, "delete from gift_stock_change where reason = 'A delivery'"],
  [STOCK, "update redemption set quantity = 2 where number = 'RD-delivered'"],
  [STOCK, "update redemption set state = 'cancelled' where number = 'RD-returned'"],
  [STOCK, "update redemption set state = 'failed' where number = 'RD-restocked'"],
  [PLACES, 'update banner set position = position + 1'],
  [PLACES, 'delete from banner where position = 2'],
  [LEADS, 'update banner set offer_id = 2 where offer_id = 1'],
  [LEADS, `update banner set target = '{"to": "offer", "offerId": 1}' where position = 3`],
  [LEADS, 'update banner set offer_id = 2 where position = 1'],
]
