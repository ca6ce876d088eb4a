// Batches, what workers did with their coupons, cartons, onboarding by file.
import { digestSql, momentSql, spread, upTo } from './fill-people.ts'
import type { Sizes } from './sizes.ts'

/** When the coupons of a batch were asked for: a month before the first of them is scanned. */
const askedSql = (sizes: Sizes, n: string) =>
  momentSql(sizes, `${n} / ${sizes.batches * 0.952} - 0.09 * ${n} / ${sizes.batches}`)

export function fillPlant(sizes: Sizes): string[] {
  const { batches, waitingBatches, batchSize, office, workers, plantScans } = sizes
  const worker = (n: string) => `${office} + ${spread(n, 21, workers)} + 1`
  const at = (part: string) => momentSql(sizes, part)
  return [
    `insert into coupon_batch (batch_id, plant_id, product_id, quantity, points, expires_at, status,
        approvals_needed, generated, sealed_key, requested_by, requested_at, sent_to_state, note,
        carton_size)
      select batch_id, batch_id % 6 + 1, batch_id % 12 + 1, ${batchSize}, 20 + 5 * ((batch_id % 12 + 1) % 7),
        asked + interval '2 years',
        case when batch_id % 200 = 9 then 'blocked' when n < ${batches} * 0.3 then 'closed'
          when n > ${batches} * 0.99 then 'generated' else 'printed' end, 1, ${batchSize}, sealed, 1, asked,
        case when n % 10 = 0 then 27 end, case when n % 7 = 0 then 'For the season' end, 50
      from (select batch_id, batch_id as n, sealed, ${askedSql(sizes, 'batch_id')} as asked
        from bench_batch_key) made`,
    `insert into coupon_batch (batch_id, plant_id, product_id, quantity, points, expires_at, status,
        approvals_needed, sealed_key, requested_by, requested_at)
      select ${batches} + n, n % 6 + 1, n % 12 + 1, ${batchSize} * (1 + n % 9), 40, ${at('3')},
        case when n % 5 = 0 then 'requested' when n % 11 = 0 then 'approved' else 'rejected' end, 1, '', 1,
        ${at(`case when n % 5 = 0 or n % 11 = 0 then 1 - n / ${waitingBatches * 30}.0 else n / ${waitingBatches}.0 end`)}
      from ${upTo(waitingBatches)}`,
    `select setval('coupon_batch_number', ${batches + waitingBatches})`,
    `insert into batch_event (batch_id, at, staff_id, action, note)
      select batch_id, requested_at + interval '1 hour' * step, 1 + step, action, null
      from coupon_batch, unnest(array['request','approve','generate','print']) with ordinality as a (action, step)
      where status in ('generated','printed','closed','blocked') or step = 1`,
    `insert into print_taking (batch_id, what, from_number, to_number, format, taken_by, taken_at, alone_coupons)
      select batch_id, 'packs', 1, quantity, 'csv', staff_id, at, 100
      from batch_event join coupon_batch using (batch_id) where action = 'print'`,
    `insert into coupon_change (batch_id, plant_id, from_serial, to_serial, action, changed, reason,
        staff_id, device, at, occurred_at)
      select batch_id, plant_id, 1 + 250 * (part - 1), 250 * part, 'activate', 250, null,
        ${worker('batch_id * 4 + part')}, 'phone', requested_at + interval '10 days' + interval '1 hour' * part,
        requested_at + interval '10 days' + interval '1 hour' * part
      from coupon_batch, generate_series(1, 4) part
      where status in ('printed','closed','blocked')`,
    `update worker w set activated = c.sum, last_activity_at = c.last
      from (select staff_id, sum(changed) as sum, max(occurred_at) as last from coupon_change
        where action = 'activate' group by staff_id) c where c.staff_id = w.staff_id`,
    `insert into carton (code_key, batch_id, carton)
      select (lpad(to_hex(b), 8, '0') || substr(md5(b || '/' || c), 1, 24))::uuid, b, c
      from generate_series(1, ${batches}) b, generate_series(1, ${batchSize / 50}) c`,
    `insert into plant_scan (scan_id, staff_id, plant_id, result, batch_id, digest, occurred_at,
        recorded_at, device)
      select gen_random_uuid(), ${worker('n')}, n % 6 + 1, (array['already_active','scanned','other_plant',
          'unknown','not_ready'])[n % 5 + 1], null, ${digestSql('n::text')},
        ${at(`n / ${plantScans}.0`)}, ${at(`n / ${plantScans}.0`)}, 'phone'
      from ${upTo(plantScans)}`,
    `insert into batch_explanation (batch_id, from_serial, to_serial, kind, note, staff_id, at)
      select batch_id, 900, 905, 'damaged', 'Torn', ${worker('batch_id')}, requested_at + interval '12 days'
      from coupon_batch where batch_id % 5 = 0 and batch_id <= ${batches}`,
  ]
}

/** `bench_upload_row` holds the sealed cells of the refused rows that are still open. */
export function fillOnboarding(sizes: Sizes): string[] {
  const { uploads, uploadRows } = sizes
  const at = (part: string) => momentSql(sizes, part)
  const refused = Math.round(uploadRows / 10)
  return [
    `insert into onboarding_upload (upload_id, kind, name, digest, bytes, state, words, header, rows,
        creates, changes, same, refused, applied, came_by, came_at, applied_by, applied_at, ended_at)
      select upload_id, kind, kind || '-' || upload_id || '.xlsx', ${digestSql('upload_id::text')}, 40000,
        state, case when state in ('refused','discarded') then 'Not this one' end, '{}', ${uploadRows},
        ${uploadRows - refused}, 0, 0, ${refused}, case state when 'applied' then ${uploadRows - refused} else 0 end,
        1, at, case when state = 'applied' then 1 end, case when state = 'applied' then at end,
        case when state <> 'ready' then at end
      from (select n as upload_id, (array['workers','distributors'])[n % 2 + 1] as kind,
          case when n % 50 = 0 then 'refused' when n % 50 = 1 then 'discarded' when n % 100 = 2 then 'ready'
            else 'applied' end as state, ${at(`n / ${uploads}.0`)} as at from ${upTo(uploads)}) u`,
    `insert into onboarding_row (upload_id, row_no, code, verdict, state, problems, subject_id, settled_by,
        settled_at, sealed)
      select u.upload_id, n + 1, 'C' || u.upload_id || '-' || n, v.verdict,
        case when v.verdict <> 'refused' then case when u.state = 'applied' then 'applied' else 'waiting' end
          when b.sealed is not null then 'open' when n % 4 = 0 then 'corrected' else 'dismissed' end,
        case when v.verdict = 'refused' then '[{"column":"mobile","reason":"This is no mobile number."}]'::jsonb
          else '[]' end,
        case when v.verdict = 'create' and u.state = 'applied' then 1 + n % 20 end,
        case when v.verdict = 'refused' and b.sealed is null then 1 end,
        case when v.verdict = 'refused' and b.sealed is null then u.came_at end,
        coalesce(b.sealed, case when v.verdict <> 'refused' and u.state <> 'applied' then any_sealed.sealed end)
      from onboarding_upload u cross join generate_series(1, ${uploadRows}) n
      cross join lateral (select case when n % 10 = 0 then 'refused' else 'create' end as verdict) v
      left join bench_upload_row b on b.upload_id = u.upload_id and b.row_no = n + 1
      cross join (select sealed from bench_upload_row limit 1) any_sealed
      where u.state not in ('refused','discarded')`,
  ]
}

/** Which refused rows are open: of every fourth upload, as their cells must be sealed one by one. */
export function openRows({ uploads, uploadRows }: Sizes): { uploadId: number; rowNo: number }[] {
  return Array.from({ length: uploads }, (_, index) => index + 1)
    .filter((uploadId) => uploadId % 4 === 3 && uploadId % 50 > 1)
    .flatMap((uploadId) =>
      Array.from({ length: uploadRows }, (_, index) => index + 1)
        .filter((n) => n % 10 === 0)
        .map((n) => ({ uploadId, rowNo: n + 1 })),
    )
}
