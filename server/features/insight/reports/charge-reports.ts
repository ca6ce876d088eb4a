import { CHARGE_STATES } from '../../../../contract/programme/charges.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { excelSerial } from '../../../lib/xlsx/serial.ts'
import { beganBefore, cutsOn, pointsOverSql } from '../../ledger/expiry/index.ts'
import { idsOf, MEMBER_COLUMNS, membersAmong, stateNameOf } from './conditions.ts'
import { rupees } from './money-reports.ts'
import type { Report, ReportColumn } from './report.ts'
import { inWords, isAnyOf, wholeText, wordsOf } from '../../../db/sql-text.ts'

const STATES = wordsOf(
  'c.state',
  CHARGE_STATES.map((state, stored) => [stored, inWords(state)]),
)

const handlingCharges: Report = {
  description: 'Every handling charge with its scan, retailer, rule and amount.',
  page: '/dashboard/retailer-charges',
  filters: ['from', 'to', 'state', 'product'],
  columns: [
    { header: 'Scan', type: 'text', sql: 'c.scan_id::text' },
    { header: 'Recorded', type: 'datetime', sql: excelSerial('c.recorded_at') },
    { header: 'Retailer code', type: 'text', width: 14, sql: 'r.code' },
    { header: 'Retailer', type: 'text', width: 24, sql: 'r.name' },
    { header: 'Mobile of the retailer', type: 'text', width: 14, sql: 'r.mobile' },
    { header: 'State of the retailer', type: 'text', sql: stateNameOf('r.state') },
    { header: 'Scanned by', type: 'text', width: 14, sql: 'm.code' },
    { header: 'Product', type: 'text', width: 24, sql: 'p.name' },
    { header: 'Product group', type: 'text', width: 14, sql: 'p.product_group' },
    { header: 'Points of the coupon', type: 'integer', sql: 'c.points' },
    { header: 'Rule', type: 'integer', width: 8, sql: 'c.rule_id' },
    { header: 'Stands', type: 'text', width: 10, sql: STATES },
    { header: 'Due since', type: 'datetime', sql: excelSerial('c.due_at') },
    { header: 'Charge', type: 'money', sql: rupees('c.paise') },
    {
      header: 'Due',
      type: 'money',
      total: true,
      sql: `case when c.state = ${CHARGE_STATES.indexOf('due')} then ${rupees('c.paise')} end`,
    },
  ],
  rows: (filters) => ({
    from: `handling_charge c
      left join member r on r.member_id = c.retailer_id
      left join member m on m.member_id = c.member_id
      left join product p on p.product_id = c.product_id`,
    where: [
      ...idsOf('c.scan_id', filters),
      ...(filters.state ? [isAnyOf('r.state', filters.state)] : []),
      ...(filters.product ? [isAnyOf('c.product_id', filters.product)] : []),
    ],
    orderBy: 'c.scan_id desc, c.retailer_id desc',
  }),
}

const WITHIN = [30, 60, 90] as const
const within = (days: number): ReportColumn[] => [
  {
    header: `Within ${days} days`,
    type: 'integer',
    total: true,
    sql: `e.within_${days}`,
  },
  {
    header: `Worth within ${days} days`,
    type: 'money',
    total: true,
    sql: rupees(`(e.within_${days} * e.point_value)`),
  },
]

/** What expires to the end of a day is what the run on the next one takes. */
const pointsExpiring: Report = {
  description:
    'Members with points that expire within 30, 60 and 90 days if they do not use them, and their worth.',
  page: '/dashboard/users',
  also: ['finance'],
  filters: ['state', 'memberKind', 'distributor'],
  columns: [
    ...MEMBER_COLUMNS,
    { header: 'State', type: 'text', sql: stateNameOf('m.state') },
    { header: 'City', type: 'text', sql: 'm.city' },
    { header: 'Available', type: 'integer', total: true, sql: 'a.available' },
    ...WITHIN.flatMap(within),
  ],
  rows: (filters, { now, expireMonths, pointValuePaise }) => {
    const today = dayOf(now)
    const cutsWithin = (days: number) => cutsOn(addDays(today, days + 1), expireMonths)
    const cuts = Object.fromEntries(WITHIN.map((days) => [`within_${days}`, cutsWithin(days)]))
    const last = cutsWithin(WITHIN[2])
    return {
      from: `member m
        join member_account a on a.member_id = m.member_id
        cross join lateral (select over.*, ${wholeText(pointValuePaise)}::bigint as point_value
          from (${pointsOverSql(cuts)}) as over) as e`,
      where: [
        ...(expireMonths === 0 ? ['false'] : []),
        beganBefore(last.earnedFrom),
        'e.within_90 > 0',
        ...membersAmong(filters),
      ],
      orderBy: 'm.code',
    }
  },
}

export const chargeReports = {
  'handling-charges': handlingCharges,
  'points-expiring': pointsExpiring,
}
