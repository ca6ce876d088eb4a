// KYC, the helpdesk with its disputes, messages, the gallery, staff activity.
import { digestSql, idSql, momentSql, spread, upTo } from './fill-people.ts'
import type { Sizes } from './sizes.ts'

const REASON = `jsonb_build_object('key', 'name_differs', 'label', 'Name differs',
  'en', 'The name differs from your other documents.', 'hi', 'नाम आपके अन्य दस्तावेज़ों से अलग है।')`
const FIELDS = `unnest(array['pan','aadhaar','bank','upi','selfie']) field`

export function fillKyc(sizes: Sizes): string[] {
  const { office } = sizes
  const reviewer = `(array[1,4,6,9,12,14,17,20])[${spread('member_id', 41, 8)} + 1] % ${office}`
  const sent = momentSql(sizes, `${spread('member_id', 42, 1_000_000)} / 1000000.0`)
  return [
    `insert into kyc (member_id, state, round, submitted_at, decided_at, decided_by)
      select member_id, kyc_state, round, submitted, case when kyc_state <> 'pending' then submitted + took end,
        case when kyc_state <> 'pending' then ${reviewer} end
      from (select member_id, kyc_state, case when member_id % 4 = 0 then 2 else 1 end as round,
          least(greatest(joined_at, ${sent}), timestamptz '${sizes.now.toISOString()}' - interval '3 days') as submitted,
          interval '1 minute' * (5 + member_id % 4000) as took
        from member where kyc_state <> 'none') m`,
    `insert into kyc_submission (member_id, round, key_digest, body_digest, at)
      select member_id, r, ${digestSql(`member_id || '/' || r`)}, '', submitted_at - interval '5 days' * (round - r)
      from kyc, generate_series(1, round) r`,
    `insert into kyc_field (member_id, field, state, round, digest, mask, submitted_at, reason, decided_by, decided_at)
      select member_id, field, case when k.state = 'pending' then 'pending'
          when k.state in ('resubmit','rejected') and field = 'bank' then 'refused' else 'accepted' end, round,
        case when field <> 'selfie' then ${digestSql(`field || member_id`)} end,
        case when field = 'selfie' then 'Picture' else '••••' || member_id % 10000 end, submitted_at,
        case when k.state in ('resubmit','rejected') and field = 'bank' then ${REASON} end,
        case when k.state <> 'pending' then decided_by end, decided_at
      from kyc k, ${FIELDS} where field <> 'upi' or member_id % 2 = 0
      order by submitted_at, member_id`,
    `insert into kyc_event (member_id, at, action, staff_id, round, field, decision, reason, submitted_at, opened_at,
        accepted, refused)
      select member_id, at, action, staff_id, r, field, decision, reason, submitted_at, opened_at, accepted, refused from (
        select s.member_id, s.at, case when s.round = 1 then 'submitted' else 'resubmitted' end as action,
          null::int as staff_id, s.round as r, null as field, null as decision, null::jsonb as reason,
          null::timestamptz as submitted_at, null::timestamptz as opened_at, null::text[] as accepted, null::jsonb as refused
        from kyc_submission s
        union all
        select s.member_id, s.at + interval '1 hour', 'opened', coalesce(k.decided_by, 1), s.round, null, null, null, null,
          null, null, null from kyc_submission s join kyc k using (member_id) where s.round < k.round or k.state <> 'pending'
        union all
        select f.member_id, f.decided_at, case f.state when 'refused' then 'field_refused' else 'field_accepted' end,
          f.decided_by, f.round, f.field, null, f.reason, null, null, null, null
        from kyc_field f where f.state <> 'pending'
        union all
        select s.member_id, case when s.round = k.round then k.decided_at else s.at + interval '2 hours' end, 'decided',
          coalesce(k.decided_by, 1), s.round, null, case when s.round < k.round then 'resubmit'
            when k.state = 'approved' then 'approve' when k.state = 'rejected' then 'reject' else 'resubmit' end,
          null, s.at, s.at + interval '1 hour', array['pan','aadhaar','selfie'],
          case when s.round < k.round or k.state <> 'approved' then jsonb_build_array(jsonb_build_object('field', 'bank', 'reason', ${REASON}))
            else '[]'::jsonb end
        from kyc_submission s join kyc k using (member_id) where s.round < k.round or k.state <> 'pending') e
      order by at`,
  ]
}

/** `bench_claim` holds refused scans whose members say that the coupon was theirs: those are disputes. */
export function fillHelpdesk(sizes: Sizes): string[] {
  const { enquiries, rows } = sizes
  const states = `case when draw < 20 then 'open' when draw < 40 then 'in_progress' when draw < 60 then 'waiting'
    when draw < 100 then 'resolved' else 'closed' end`
  const columns = `enquiry_id, number, member_id, category, subject, state, owner_id, opened_at, last_message_at,
    member_wrote_last, answer_by, answered_at, resolve_by, waiting_since, resolved_at, closed_at, due_at, scan_id,
    key_digest, body_digest`
  const values = `id, 'EQ' || 100000 + n, member_id, category, subject, state, case when state <> 'open' then 4 + n % 20 end,
    opened, opened + interval '2 hours', state in ('open','in_progress'), opened + interval '8 hours',
    case when state <> 'open' then opened + interval '1 hour' end, opened + interval '3 days',
    case when state = 'waiting' then opened + interval '2 hours' end,
    case when state in ('resolved','closed') then opened + interval '2 hours' end,
    case when state = 'closed' then opened + interval '7 days' end,
    case state when 'open' then opened + interval '8 hours' when 'in_progress' then opened + interval '3 days' end,
    scan_id, int8send(id), ''`
  const opened = momentSql(sizes, `n / ${enquiries}.0`)
  const claims = Math.round(rows / 1_000)
  return [
    `insert into enquiry (${columns}) select ${values} from (
        select n, ${idSql(opened, '(6 << 12) | (n & 4095)')} as id, ${opened} as opened,
          ${spread('n', 51, sizes.members - sizes.erased)} + 1 as member_id,
          (array['coupon','points','redemption','payment','gift','kyc','scheme','other'])[n % 8 + 1] as category,
          'About number ' || n as subject, ${states} as state, null::bigint as scan_id
        from (select n, case when n > ${enquiries} * 0.97 then ${spread('n', 52, 100)} else ${spread('n', 53, 1200)} + 60 end
          as draw from ${upTo(enquiries)}) d) e`,
    `insert into enquiry (${columns}) select ${values} from (
        select ${enquiries} + row_number() over (order by scan_id) as n, scan_id + (6 << 12) as id, at as opened,
          claimant_id as member_id, 'dispute' as category, 'It was mine' as subject,
          case when ${disputeState('scan_id')} in ('open','proposed') then 'in_progress' else 'closed' end as state, scan_id
        from bench_claim order by scan_id limit ${claims}) e`,
    `insert into enquiry_message (enquiry_id, at, kind, staff_id, body)
      select enquiry_id, at, kind, staff_id, body from (
        select enquiry_id, opened_at as at, 'member' as kind, null::int as staff_id, 'Please look at ' || subject as body
        from enquiry
        union all
        select enquiry_id, opened_at + interval '1 hour', 'answer', owner_id, 'We look into it' from enquiry
        where owner_id is not null
        union all
        select enquiry_id, last_message_at, case when member_wrote_last then 'member' else 'answer' end,
          case when member_wrote_last then null else owner_id end, 'Thank you' from enquiry) m order by at`,
    `insert into dispute (enquiry_id, state, code_key, batch_id, serial, first_member_id, first_scan_id, claimant_id,
        claimant_scan_id, opened_at, outcome, reason, proposed_by, proposed_at, decided_by, decided_at, moved_scan_id)
      select e.enquiry_id, d.state, code_key, batch_id, serial, first_member_id, first_scan_id, claimant_id, c.scan_id, at,
        case when d.state in ('proposed','kept') then 'keep' when d.state = 'moved' then 'move' end,
        case when d.state <> 'open' then 'The bill says so' end, case when d.state <> 'open' then 4 end,
        case when d.state <> 'open' then at + interval '1 day' end,
        case when d.state in ('moved','kept') then 1 end,
        case when d.state in ('moved','kept') then at + interval '2 days' end,
        case when d.state = 'moved' then c.scan_id end
      from bench_claim c join enquiry e on e.scan_id = c.scan_id
      cross join lateral (select ${disputeState('c.scan_id')} as state) d
      where c.first_member_id <> c.claimant_id`,
    `insert into canned_answer (title, category, en, hi, changed_by, changed_at)
      select 'Answer ' || n, 'coupon', 'Words', 'Words', 1, ${momentSql(sizes, '0.5')} from ${upTo(40)}`,
  ]
}

/** As it is stored: whole, and everybody. */
const EVERYBODY =
  '{"kinds":[],"states":[],"distributorIds":[],"kycStates":[],"languages":[],"activity":null}'

const disputeState = (scan: string) => `(case when (hashint8(${scan}) & 255) < 6 then 'open'
  when (hashint8(${scan}) & 255) < 12 then 'proposed' when (hashint8(${scan}) & 255) < 40 then 'moved' else 'kept' end)`

export function fillMessages(sizes: Sizes): string[] {
  const { notifications, deliveries, members, erased, media, offers } = sizes
  const at = (part: string) => momentSql(sizes, part)
  const reached = members - erased
  // Three went to everybody; the rest share what is left.
  const each = Math.max(
    Math.floor((deliveries - 3 * reached) / Math.max(notifications - 10, 1)),
    10,
  )
  return [
    `insert into media (kind, title, tags, width, height, bytes, duration_ms, files, added_by, added_at)
      select kind, 'Picture ' || n, array['tag-' || n % 40, 'season-' || n % 7], 800, 600, 90000,
        case when kind = 'video' then 9000 end,
        '{"pages":[[{"name":"x.webp","width":320,"height":240,"bytes":9000}]],"video":null}', 1, ${at(`n / ${media}.0`)}
      from (select n, (array['image','image','image','video','document'])[n % 5 + 1] as kind from ${upTo(media)}) m`,
    `insert into offer (title_en, title_hi, text_en, text_hi, media_id, audience, shown, from_at, to_at, changed_by, changed_at)
      select 'Offer ' || n, 'Offer ' || n, 'Text', 'Text', 1 + n % ${Math.round(media / 2)}, '${EVERYBODY}', n % 6 > 0,
        ${at(`n / ${offers}.0 * 1.05`)}, case when n % 9 > 0 then ${at(`n / ${offers}.0 * 1.05 + 0.05`)} end, 8,
        ${at(`n / ${offers}.0`)} from ${upTo(offers)}`,
    `insert into banner (position, title, words, media_id, target, audience, shown, from_at, to_at, changed_by, changed_at)
      select n, 'Banner ' || n, 'Words', n, '{"to":"nothing"}', '${EVERYBODY}', true, ${at('0.9')}, ${at('1.1')}, 8, ${at('0.9')}
      from ${upTo(20)}`,
    `insert into notification (state, title_en, title_hi, body_en, body_hi, target, audience, channels, send_at, started_at,
        finished_at, reached_member, all_reached_at, audience_count, reached, created_by, changed_at, key_digest, body_digest)
      select state, 'Message ' || n, 'Message ' || n, 'Body', 'Body', '{"to":"page","page":"scan"}', '${EVERYBODY}',
        array['inbox','webhook'], case when state <> 'draft' then at end, case when state in ('sent','sending') then at end,
        case when state = 'sent' then at end, case when state in ('sent','sending') then ${reached} end,
        case when state = 'sent' then at end, size, case when state in ('sent','sending') then size else 0 end, 8, at,
        int4send(n), ''
      from (select n, case when n > ${notifications - 3} then 'draft' when n > ${notifications - 6} then 'scheduled'
          when n = ${notifications - 6} then 'sending' else 'sent' end as state, ${at(`n / ${notifications}.0`)} as at,
          case when n % 50 = 1 and n < 150 then ${reached} else ${each} end as size from ${upTo(notifications)}) m`,
    `insert into notification_delivery (notification_id, member_id, inbox_at, read_at, webhook, webhook_at, trouble)
      select notification_id, member_id, started_at, case when (member_id * 7 + notification_id) % 3 = 0
          then started_at + interval '1 hour' end, webhook, case when webhook <> 'waiting' then started_at end,
        case when webhook = 'failed' then 'No such number' end
      from (select notification_id, member_id, started_at, case when state = 'sending' and member_id % 2 = 0 then 'waiting'
            when (member_id + notification_id) % 40 = 0 then 'failed'
            when (member_id + notification_id) % 400 = 1 then 'unknown' else 'sent' end as webhook
          from notification n cross join lateral generate_series(
            1 + case when audience_count = ${reached} then 0 else (notification_id * 977) % ${Math.max(reached - each, 1)} end,
            case when audience_count = ${reached} then 0 else (notification_id * 977) % ${Math.max(reached - each, 1)} end
              + audience_count) member_id
          where started_at is not null) d`,
    `insert into notification_count (notification_id, share, read, waiting, sent, failed, unknown)
      select notification_id, 0, count(read_at), count(*) filter (where webhook = 'waiting'),
        count(*) filter (where webhook = 'sent'), count(*) filter (where webhook = 'failed'),
        count(*) filter (where webhook = 'unknown') from notification_delivery group by 1`,
  ]
}

/** Rows of the trail whose hashes are not a chain: for plans, not for `audit:verify`. */
export function fillTrail(sizes: Sizes): string[] {
  const { audit, office, workers } = sizes
  const at = momentSql(sizes, `n / ${audit}.0`)
  return [
    `insert into audit (seq, at, staff_id, role, action, subject, subject_id, before, after, reason, request_id, hash)
      select n, ${at}, case when n % 20 = 0 then null when n % 3 = 0 then ${office} + ${spread('n', 61, workers)} + 1
          else 1 + ${spread('n', 62, office)} end, 'admin', action, split_part(action, '.', 1),
        case when split_part(action, '.', 1) = 'coupon' then n % 20000 || '/' || n % 1000
          else (${spread('n', 63, sizes.members)})::text end,
        null, jsonb_build_object('state', 'done', 'number', n), case when n % 9 = 0 then 'As agreed' end, null,
        ${digestSql('n::text')}
      from (select n, (array['coupon.activated','coupon.activated','coupon.activated','redemption.approved',
        'redemption.approved','kyc.opened','kyc.decided','payment.started','batch.requested','batch.approved',
        'report.downloaded','staff.signed_in','enquiry.answered','member.blocked','scheme.paused',
        'gift.changed'])[${spread('n', 64, 16)} + 1] as action from ${upTo(audit)}) a order by n`,
    `update audit_head set seq = ${audit}, hash = ${digestSql(`'${audit}'`)}`,
  ]
}
