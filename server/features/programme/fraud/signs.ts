import { sql, type RawBuilder } from 'kysely'
import type { FraudRuleKey } from '../../../../contract/platform/rule-fraud.ts'
import type { Rules } from '../../../../contract/platform/rule-definitions.ts'
import { SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { AREAS, EARTH_RADIUS_KM } from '../scans/index.ts'

/**
 * Which scans a rule of fraud means, as SQL over `c`, the credited scans of a time with their day and
 * their square of about a kilometre. Each gives member_id and id. Simulations count them; of those
 * that the engine cannot see in a scan by itself, the watch flags them.
 */
type Sign = (value: number, rules: Rules) => RawBuilder<unknown>

const credited = sql`result = ${SCAN_RESULTS.credited}`
const squareOf = (column: string) => sql`floor(${sql.ref(column)}::float8 * 100)::int`

/** `c` and all attempts; materialized, because most signs look at them more than once. */
export const scansWith = (from: string, before: string) => sql`attempts as materialized (
    select member_id, id, recorded_at, occurred_at, lat, lng, device, retailer_id, batch_id, serial,
      result, clock_ahead_s, (recorded_at at time zone 'Asia/Kolkata')::date as day,
      ${squareOf('lat')} as north, ${squareOf('lng')} as east
    from scan where id >= ${from}::bigint and id < ${before}::bigint
  ), c as materialized (select * from attempts where ${credited})`

/** Those beyond so many of a day, in the order of recording. */
const beyond = (value: number, by: RawBuilder<unknown>, where = sql`true`) => sql`
  select member_id, id from (
    select member_id, id, row_number() over (partition by ${by}, day order by id) as nth
    from c where ${where}) x
  where nth > ${value}`

/** Those with more than so many in the hour that ends with them. */
const withinHour = (value: number, by: RawBuilder<unknown>, where = sql`true`) => sql`
  select member_id, id from (
    select member_id, id, count(*) over (partition by ${by} order by recorded_at
      range between interval '1 hour' preceding and current row) as within
    from c where ${where}) x
  where within > ${value}`

const distance = (lat: RawBuilder<unknown>, lng: RawBuilder<unknown>) => sql`
  2 * ${EARTH_RADIUS_KM} * asin(sqrt(least(1, sin(radians(lat - ${lat}) / 2) ^ 2
    + cos(radians(${lat})) * cos(radians(lat)) * sin(radians(lng - ${lng}) / 2) ^ 2)))`

/** Each against the newest place, by when the phone was there, of the scans recorded before it. */
const tooFar = (kmh: number, fromKm: number) => sql`
  select member_id, id from (
    select *, ${distance(sql`last[2]`, sql`last[3]`)} as km,
      abs(extract(epoch from occurred_at)::float8 - last[1]) / 3600 as hours
    from (
      select *, max(array[extract(epoch from occurred_at)::float8, lat, lng]) over (
        partition by member_id order by id rows between unbounded preceding and 1 preceding) as last
      from (select member_id, id, occurred_at, lat::float8 as lat, lng::float8 as lng
        from c where lat is not null and lng is not null) placed) x
    where last is not null) y
  where km > ${fromKm} and km > ${kmh} * hours`

const sharedDevice = (value: number) => sql`
  select c.member_id, c.id from c join (
    select device, day, first_id from (
      select *, row_number() over (partition by device, day order by first_id) as nth
      from (select device, day, member_id, min(id) as first_id from c
        where device is not null group by device, day, member_id) f) x
    where nth = ${value + 1}) crossed using (device, day)
  where c.id >= crossed.first_id`

const newDevices = (value: number) => sql`
  select member_id, id from (
    select c.member_id, c.id, row_number() over (partition by c.member_id, c.day order by c.id) as nth
    from c
    join (select member_id, device, min(day) as day from c where device is not null
      group by member_id, device) first using (member_id, device, day)
    join (select distinct on (member_id) member_id, device from c where device is not null
      order by member_id, id) own on own.member_id = c.member_id and own.device <> c.device) x
  where nth > ${value}`

const areas = sql.join(
  Object.entries(AREAS).map(
    ([state, area]) =>
      sql`(${Number(state)}::int, ${sql.join(area.map((one) => sql`${one}::float8`))})`,
  ),
)
const farFromDestination = (value: number) => sql`
  select member_id, id from (
    select member_id, id, lat::float8 as lat, lng::float8 as lng,
      least(greatest(lat, south), north_edge) as near_lat,
      least(greatest(lng, west), east_edge) as near_lng
    from c join coupon_batch b using (batch_id)
    join (values ${areas}) a (state, south, north_edge, west, east_edge) on a.state = b.sent_to_state
    where lat is not null and lng is not null) x
  where ${distance(sql`near_lat`, sql`near_lng`)} > ${value}`

/** A run goes on where the next serial is one of the three after the last: packs get lost. */
const inSequence = (value: number) => sql`
  select member_id, id from (
    select member_id, id, count(*) over run as long,
      min(member_id) over run <> max(member_id) over run as several
    from (
      select *, sum(begins) over (partition by shop, batch_id, day order by id) as run_nr from (
        select *, case when serial - lag(serial) over (partition by shop, batch_id, day order by id)
          between 1 and 3 then 0 else 1 end as begins
        from (
          select c.*, coalesce(b.retailer_id, c.retailer_id) as shop from c
          left join member_belonging b on b.member_id = c.member_id and b.retailer_id is not null
            and c.day between b.from_day and coalesce(b.to_day, '9999-12-31')) named
        where shop is not null and serial is not null) stepped) runs
    window run as (partition by shop, batch_id, day, run_nr)) x
  where long >= ${value} and several`

/** Attempts that a member made on a day after so many wrong codes. */
const afterWrongCodes = (value: number) => sql`
  select member_id, id from (
    select member_id, id, count(*) filter (where result = ${SCAN_RESULTS.unknown}) over (
      partition by member_id, day order by id rows between unbounded preceding and 1 preceding) as wrong
    from attempts) x
  where wrong >= ${value}`

const named = (column: string) => sql`${sql.ref(column)} is not null`

export const SIGNS: Record<FraudRuleKey, Sign> = {
  scansPerDay: (value) => beyond(value, sql`member_id`),
  wrongCodesPerDay: afterWrongCodes,
  membersPerDevice: sharedDevice,
  serialsPerPlace: (value) => beyond(value, sql`north, east, batch_id`, named('north')),
  fastestKmh: (value, { fastestFromKm }) => tooFar(value, fastestFromKm),
  fastestFromKm: (value, { fastestKmh }) => tooFar(fastestKmh, value),
  scansWithoutPlace: (value) => beyond(value, sql`member_id`, sql`lat is null or lng is null`),
  scansWithoutDevice: (value) => beyond(value, sql`member_id`, sql`device is null`),
  scansOnNewDevices: newDevices,
  clockAheadMinutes: (value) =>
    sql`select member_id, id from c where clock_ahead_s > ${value}::bigint * 60`,
  keptOfflineHours: (value) => sql`
    select member_id, id from c where recorded_at - occurred_at > ${value} * interval '1 hour'`,
  farFromDestinationKm: farFromDestination,
  memberScansPerHour: (value) => withinHour(value, sql`member_id`),
  deviceScansPerHour: (value) => withinHour(value, sql`device`, named('device')),
  retailerScansPerHour: (value) => withinHour(value, sql`retailer_id`, named('retailer_id')),
  placeScansPerHour: (value) => withinHour(value, sql`north, east`, named('north')),
  batchScansPerHour: (value) => withinHour(value, sql`batch_id`),
  serialsInSequence: inSequence,
}
