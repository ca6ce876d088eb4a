/** The demo's vendor has a tag for each coupon of our first batches, and for packs that we do not know. */
export const MELTAG_BATCHES = 30
export const MELTAG_STRANGERS = 50_000
/** As many tags are missing as are there twice. */
export const MELTAG_TAGS = 200_000

/** Where the vendor disagrees with us, always on the same coupons: `serial % 1000` of each batch. */
export const MELTAG_KINDS = {
  /** No tag at all. */
  missing: [110, 610],
  /** Two tags with the same code. */
  duplicate: [120, 620],
  /** Used with the vendor and not with us, or the other way round. */
  status: [130, 630],
  /** Void with the vendor. */
  void: [140],
  /** A state that nobody agreed on. */
  word: [150],
  plant: [160, 660],
  product: [170, 670],
  batch: [180],
  serial: [190],
  /** Activated and used three days before ours. */
  time: [200, 700],
} as const

/** Of what was scanned so lately before the tags are made, the vendor does not know one in three. */
export const LATE_HOURS = 30

const FIRST_OURS = 100_000
const FIRST_STRANGER = 250_000
const FIRST_TWIN = 400_000
const SERIALS = 5000

/** The tag of a coupon of ours; that of a stranger is one of those from MT-0000250001. */
export const demoTag = (batchId: number, serial: number): string =>
  `MT-${String(FIRST_OURS + (batchId - 1) * SERIALS + serial).padStart(10, '0')}`

const kinds = Object.entries(MELTAG_KINDS)
  .flatMap(([kind, places]) => places.map((place) => `when ${place} then '${kind}'`))
  .join(' ')

/**
 * All tags as the vendor keeps them, read from our own tables at the moment the tags are made, in the
 * types of the vendor's table.
 */
export const MELTAG_ROWS = `
  with told as (
    select c.*, b.product_id, b.plant_id, b.requested_at,
      case
        when kind = 'word' then 'returned'
        when kind = 'void' then 'void'
        when kind = 'status' and c.status = 3 then 'activated'
        when kind = 'status' then 'consumed'
        when c.status = 3 and c.serial % 3 = 0
          and c.scanned_at > now() - interval '${LATE_HOURS} hours' then 'activated'
        else (array['issued', 'activated', 'void', 'consumed', 'void'])[c.status + 1]
      end as said,
      case kind when 'time' then interval '-3 days' else interval '20 minutes' end as apart
    from (
      select *, coalesce(case serial % 1000 ${kinds} end, '') as kind
      from coupon where batch_id <= ${MELTAG_BATCHES}
    ) as c
    join coupon_batch b using (batch_id)
    where kind <> 'missing'
  ), tags (n, digest, batch, serial, product, plant, said, issued, activated, consumed) as (
    select ${FIRST_OURS} + (batch_id - 1) * ${SERIALS} + serial + twin * ${FIRST_TWIN - FIRST_OURS},
      substr(replace(code_key::text, '-', ''), 9),
      batch_id + case kind when 'batch' then 1 else 0 end,
      serial + case kind when 'serial' then 1 else 0 end,
      product.code,
      plant.code,
      said,
      requested_at + interval '1 day',
      case when said <> 'issued' then least(activated_at + apart, now()) end,
      case when said = 'consumed'
        then least(coalesce(scanned_at + apart, now() - interval '5 days'), now()) end
    from told
    join product on product.product_id =
      case kind when 'product' then told.product_id % 12 + 1 else told.product_id end
    join plant on plant.plant_id =
      case kind when 'plant' then told.plant_id % 4 + 1 else told.plant_id end
    cross join lateral generate_series(0, case kind when 'duplicate' then 1 else 0 end) as twin
    union all
    select ${FIRST_STRANGER} + n,
      substr(encode(sha256(convert_to('stranger ' || n, 'UTF8')), 'hex'), 1, 24),
      501 + (n - 1) / ${SERIALS}, (n - 1) % ${SERIALS} + 1, 'OTHER', 'OTH',
      case n % 4 when 0 then 'activated' else 'issued' end,
      now() - interval '60 days',
      case n % 4 when 0 then now() - interval '20 days' end,
      null
    from generate_series(1, ${MELTAG_STRANGERS}) as n
  )
  select 'MT-' || lpad(n::text, 10, '0'), digest, batch::int, serial::int, product, plant, said,
    greatest(issued, activated, consumed), activated, consumed, greatest(issued, activated, consumed)
  from tags`
