// Who takes part: plants, products, distributors, staff, workers, members. Statements in their order.
import { stateSql } from './programme-rules.ts'
import type { Sizes } from './sizes.ts'

const FIRST = `(array['Ramesh','Suresh','Anita','Kavita','Mohammed','Arjun','Priya','Sunil','Deepak','Lakshmi','Vijay','Geeta','Rajesh','Asha','Imran','Neha'])`
const LAST = `(array['Kumar','Sharma','Patel','Singh','Yadav','Gupta','Khan','Reddy','Das','Nair','Verma','Joshi','Mehta','Rao','Chauhan','Pillai'])`
/** Spread over all values, the same in every run. */
export const spread = (n: string, salt: number, below: number | string) =>
  `((hashint8(${n}::bigint * 31 + ${salt}) & 2147483647) % ${below})`
const nameOf = (n: string) =>
  `${FIRST}[${spread(n, 1, 16)} + 1] || ' ' || ${LAST}[${spread(n, 2, 16)} + 1]`
export const upTo = (count: number) => `generate_series(1, ${count}) n`
/** A moment of the history: `part` 0 is its beginning, 1 its end. */
export const momentSql = ({ now, days }: Sizes, part: string) =>
  `(timestamptz '${now.toISOString()}' - interval '${days} days' * (1 - (${part})::float8))`
/** The id of a moment, of slot and counter `low`. */
export const idSql = (moment: string, low: string) =>
  `((((extract(epoch from ${moment}) * 1000)::bigint - 1735689600000) << 22) | (${low})::bigint)`
export const digestSql = (text: string) => `sha256((${text})::bytea)`

export function fillPeople(sizes: Sizes): string[] {
  const { members, erased, distributors, office, workers, plants, products } = sizes
  const at = (part: string) => momentSql(sizes, part)
  const gone = `n > ${members - erased}`
  return [
    `insert into plant (code, name, state, city)
      select 'P' || n, 'Plant ' || n, ${stateSql('n')}, 'City ' || n from ${upTo(plants)}`,
    `insert into product_group (name) values ('Putty'), ('Cement'), ('Paint'), ('Tile glue')`,
    `insert into product (code, name, product_group, points)
      select 'C' || n, 'Product ' || n, (array['Putty','Cement','Paint','Tile glue'])[n % 4 + 1],
        20 + 5 * (n % 7) from ${upTo(products)}`,
    `insert into territory (code, name)
      select 'T' || n, 'Territory ' || n from generate_series(0, 59) n`,
    `insert into distributor (code, name, state, city, territory, contact_name, mobile, email,
        address, pincode, added_at, left_at, left_reason)
      select 'D' || lpad(n::text, 5, '0'), ${nameOf('n')} || ' Traders ' || n, ${stateSql('n')},
        'City ' || n % 400, 'Territory ' || n % 60, ${nameOf('n + 7')},
        case when n % 9 > 0 then (7000000000 + n)::text end, 'd' || n || '@bench.example',
        n || ' Market Road', (110001 + n % 80000)::text, ${at(`n / ${distributors}.0 - 1`)},
        case when n % 25 = 0 then ${at('0.9')} end, case when n % 25 = 0 then 'Closed' end
      from ${upTo(distributors)}`,
    `insert into distributor_identity (distributor_id, field, masked, sealed, digest)
      select n, field, '••••' || n, '\\x02'::bytea || int4send((select max(key_id) from data_key
          where purpose = 'seal')) || '\\x00'::bytea, ${digestSql(`field || n`)}
      from ${upTo(distributors)}, unnest(array['gstin','pan']) field
      where n % 6 > 0 and (field = 'pan' or n % 4 > 0)`,
    `insert into staff (email, name, role, plant_id, created_at, last_sign_in_at, disabled_at)
      select 'o' || n || '@bench.example', ${nameOf('n')},
        (array['admin','finance','hod','cs','courier','sub admin','almond team','marketing'])[(n - 1) % 8 + 1],
        null, ${at('0')}, ${at('0.99')}, case when n > 36 then ${at('0.8')} end
      from ${upTo(office)}`,
    `insert into staff (email, name, role, plant_id, created_at, disabled_at, language)
      select 'w' || n || '@bench.example', ${nameOf('n * 3')}, 'worker', n % ${plants} + 1,
        ${at(`n / ${workers}.0 - 1`)}, case when n % 12 = 0 then ${at('0.9')} end, 'hi'
      from ${upTo(workers)}`,
    `insert into worker (staff_id, employee_code, mobile, shift, joined_on, activated, deactivated,
        last_activity_at)
      select ${office} + n, 'W' || lpad(n::text, 5, '0'), (6000000000 + n)::text,
        (array['A','B','C','G'])[n % 4 + 1], date '2025-01-01' + n % 300,
        0, 0, case when n % 10 > 0 then ${at(`1 - power(${spread('n', 5, 1000)} / 1000.0, 3)`)} end
      from ${upTo(workers)}`,
    `insert into member (code, mobile, name, kind, state, city, language, distributor_id, joined_at,
        tier, blocked_reason, left_at, erased_at, kyc_state)
      select 'M' || lpad(n::text, 7, '0'),
        case when ${gone} then 'erased-' || n else (9000000000 + n)::text end,
        case when ${gone} then 'Erased member' else ${nameOf('n')} end,
        (array['retailer','contractor','mason','painter'])[n % 4 + 1], ${stateSql('n')},
        case when ${gone} then '' else 'City ' || n % 400 end,
        case when n % 3 = 0 then 'hi' else 'en' end,
        case when n % 10 > 0 then ${spread('n', 6, distributors)} + 1 end,
        ${at(`2.0 * ${spread('n', 7, 1000000)} / 1000000.0 - 1`)},
        case when n % 4 = 0 and n % 20 = 0 then 'gold' when n % 4 = 0 and n % 8 = 0 then 'silver'
          else 'standard' end,
        case when ${gone} then 'Asked for it' when n % 250 = 3 then 'Shared his account' end,
        case when ${gone} or n % 300 = 7 then ${at('0.95')} end,
        case when ${gone} then ${at('0.97')} end,
        case when ${gone} then 'none' else ${kycStateSql('n')} end
      from ${upTo(members)}`,
    `insert into member_points (member_id, name_key, kind, state, distributor_id, kyc_state, status,
        joined_at)
      select member_id, lower(name), kind, state, distributor_id, kyc_state, status, joined_at
      from member`,
    `insert into member_distributor (member_id, from_at, distributor_id)
      select member_id, joined_at, distributor_id from member`,
    `insert into member_belonging (member_id, from_day, distributor_id, set_at)
      select member_id, (joined_at at time zone 'Asia/Kolkata')::date, distributor_id, joined_at
      from member where distributor_id is not null`,
    `insert into member_consent (member_id, purpose, version, given_at, withdrawn_at)
      select member_id, 'programme', '1', joined_at, left_at from member`,
  ]
}

const KYC_STATES = [
  ['none', 20],
  ['pending', 22],
  ['resubmit', 25],
  ['rejected', 28],
] as const

/** The state of a member's KYC follows from their number. */
export function kycStateSql(n: string): string {
  const draw = spread(n, 8, 100)
  const cases = KYC_STATES.map(([state, below]) => `when ${draw} < ${below} then '${state}'`)
  return `(case ${cases.join(' ')} else 'approved' end)`
}
