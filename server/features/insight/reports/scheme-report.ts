import { SCHEME_KIND_NAMES } from '../../../../contract/programme/scheme-terms.ts'
import { SCHEME_STATUS_NAMES } from '../../../../contract/programme/schemes.ts'
import { endOfDay, startOfDay } from '../../../../contract/time.ts'
import { excelDate, excelSerial } from '../../../lib/xlsx/serial.ts'
import { stateNameOf } from './conditions.ts'
import type { Report } from './report.ts'
import { momentText, quoted, wholeText } from '../../../db/sql-text.ts'

const nameOf = (column: string, names: Readonly<Record<string, string>>) =>
  `case ${column} ${Object.entries(names)
    .map(([value, name]) => `when ${quoted(value)} then ${quoted(name)}`)
    .join(' ')} end`

/** What a scan brings on top, as a cell: `+50 %`, `10`, `10 from scan 5, 20 from scan 15`. */
const GIVES = `case s.kind when 'multiplier' then '+' || (s.value - 100) || ' %'
  when 'fixed' then s.value::text
  else (select string_agg((slab ->> 'points') || ' from scan ' || (slab ->> 'from'), ', '
      order by (slab ->> 'from')::int) from jsonb_array_elements(s.slabs) as slab) end`

/** The names of a condition's values; empty where any will do. */
const named = (list: string, from: string, name: string, key: string) =>
  `(select string_agg(${name}, ', ' order by ${name}) from ${from} where ${key} = any(${list}))`
const STATE_NAMES = `(select string_agg(${stateNameOf('one')}, ', ' order by ${stateNameOf('one')})
  from unnest(s.states) as one)`
const MEMBER_TYPES = `(select string_agg(initcap(one), ', ' order by one) from unnest(s.member_kinds) as one)`

const dayIn = (moment: string) => `((${moment}) at time zone 'Asia/Kolkata')::date`
const SPENT = `(select coalesce(sum(l.spent), 0) - s.returned from scheme_lease l
  where l.scheme_id = s.scheme_id)`
const given = (column: 'bonuses' | 'points') =>
  `(select coalesce(sum(r.${column}), 0) from rollup_scheme r where r.scheme_id = s.scheme_id)`

/** A condition that is empty, which means any, or names one of these. */
const meets = (column: string, ids: readonly number[]) =>
  `(${column} = '{}' or ${column}::int[] && array[${ids.map(wholeText).join(', ')}]::int[])`

const schemes: Report = {
  withoutMembers: true,
  description: 'Each scheme with its rule, days and budget, and what it gave so far.',
  page: '/dashboard/scheme',
  filters: ['from', 'to', 'state', 'product'],
  columns: [
    { header: 'Scheme', type: 'integer', width: 9, sql: 's.scheme_id' },
    { header: 'Name', type: 'text', width: 30, sql: 's.name' },
    { header: 'Stands', type: 'text', width: 10, sql: nameOf('s.status', SCHEME_STATUS_NAMES) },
    { header: 'Kind', type: 'text', width: 12, sql: nameOf('s.kind', SCHEME_KIND_NAMES) },
    { header: 'Points more for a scan', type: 'text', width: 30, sql: GIVES },
    {
      header: 'Products',
      type: 'text',
      width: 30,
      sql: named('s.product_ids', 'product p', 'p.name', 'p.product_id'),
    },
    { header: 'Member types', type: 'text', width: 22, sql: MEMBER_TYPES },
    { header: 'States', type: 'text', width: 22, sql: STATE_NAMES },
    {
      header: 'Distributors',
      type: 'text',
      width: 30,
      sql: named('s.distributor_ids', 'distributor d', 'd.name', 'd.distributor_id'),
    },
    { header: 'First day', type: 'date', sql: excelDate(dayIn('s.from_at')) },
    {
      header: 'Last day',
      type: 'date',
      sql: excelDate(dayIn(`s.to_at - interval '1 second'`)),
    },
    { header: 'Priority', type: 'integer', width: 8, sql: 's.priority' },
    {
      header: 'With others',
      type: 'text',
      width: 12,
      sql: `case when s.stacks then 'Yes' else 'Never' end`,
    },
    { header: 'Most for a member', type: 'integer', sql: 's.cap_per_member' },
    { header: 'Budget', type: 'integer', total: true, sql: 's.budget' },
    { header: 'Spent', type: 'integer', total: true, sql: SPENT },
    { header: 'Left', type: 'integer', total: true, sql: `s.budget - ${SPENT}` },
    { header: 'Bonuses given', type: 'integer', total: true, sql: given('bonuses') },
    { header: 'Points given', type: 'integer', total: true, sql: given('points') },
    { header: 'Drafted by', type: 'text', sql: 'staff.name' },
    { header: 'Drafted', type: 'datetime', sql: excelSerial('s.created_at') },
    { header: 'Note', type: 'text', width: 30, sql: 's.note' },
  ],
  rows: (filters) => ({
    from: 'scheme s left join staff on staff.staff_id = s.created_by',
    // Schemes with a day among these, whenever they begin and end.
    where: [
      ...(filters.from ? [`s.to_at > ${momentText(startOfDay(filters.from))}`] : []),
      ...(filters.to ? [`s.from_at < ${momentText(endOfDay(filters.to))}`] : []),
      ...(filters.state ? [meets('s.states', filters.state)] : []),
      ...(filters.product ? [meets('s.product_ids', filters.product)] : []),
    ],
    orderBy: 's.scheme_id desc',
  }),
}

export const schemeReports = { schemes }
