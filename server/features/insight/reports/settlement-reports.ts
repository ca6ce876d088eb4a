import { startOfDay } from '../../../../contract/time.ts'
import { excelDate, excelSerial } from '../../../lib/xlsx/serial.ts'
import type { Report } from './report.ts'
import { isAnyOf, momentText } from '../../../db/sql-text.ts'

const monthText = (day: string) =>
  `date_trunc('month', ${momentText(startOfDay(day))} at time zone 'Asia/Kolkata')::date`
const dayText = (day: string) =>
  `(${momentText(startOfDay(day))} at time zone 'Asia/Kolkata')::date`

const settlements: Report = {
  withoutMembers: true,
  description:
    'Each distributor and month with the points of its network, its charges and where it stands.',
  page: '/dashboard/points-settlement',
  also: ['finance'],
  filters: ['from', 'to', 'distributor'],
  columns: [
    { header: 'Month', type: 'date', sql: excelDate('s.month') },
    { header: 'Distributor code', type: 'text', width: 16, sql: 'd.code' },
    {
      header: 'Distributor',
      type: 'text',
      width: 28,
      sql: `coalesce(d.name, 'Without a distributor')`,
    },
    { header: 'Stands', type: 'text', width: 12, sql: 'initcap(s.state)' },
    { header: 'Members', type: 'integer', sql: 's.members' },
    { header: 'Opening', type: 'integer', sql: 's.opening' },
    { header: 'From or to other distributors', type: 'integer', total: true, sql: 's.moved' },
    { header: 'Brought in', type: 'integer', total: true, sql: 's.brought' },
    { header: 'Earned', type: 'integer', total: true, sql: 's.earned' },
    { header: 'Bonus', type: 'integer', total: true, sql: 's.bonus' },
    { header: 'Reversed', type: 'integer', total: true, sql: 's.reversed' },
    { header: 'Redeemed', type: 'integer', total: true, sql: 's.redeemed' },
    { header: 'Returned', type: 'integer', total: true, sql: 's.returned' },
    { header: 'Expired', type: 'integer', total: true, sql: 's.expired' },
    { header: 'Adjusted', type: 'integer', total: true, sql: 's.adjusted' },
    { header: 'Closing', type: 'integer', sql: 's.available + s.held' },
    { header: 'Available', type: 'integer', sql: 's.available' },
    { header: 'Held', type: 'integer', sql: 's.held' },
    { header: 'Charges', type: 'integer', total: true, sql: 's.charges' },
    {
      header: 'Charges due',
      type: 'money',
      total: true,
      sql: 'round(s.charge_paise / 100.0, 2)',
    },
    { header: 'Computed', type: 'datetime', sql: excelSerial('s.computed_at') },
    { header: 'Approved', type: 'datetime', sql: excelSerial('s.approved_at') },
    { header: 'Approved by', type: 'text', width: 24, sql: 'a.name' },
    { header: 'Settled', type: 'datetime', sql: excelSerial('s.settled_at') },
    { header: 'Reference', type: 'text', width: 24, sql: 's.settled_reference' },
  ],
  rows: ({ from, to, distributor }) => ({
    from: `settlement s
      left join distributor d on d.distributor_id = s.distributor_id
      left join staff a on a.staff_id = s.approved_by`,
    // The months that hold any of these days.
    where: [
      ...(from ? [`s.month >= ${monthText(from)}`] : []),
      ...(to ? [`s.month <= ${monthText(to)}`] : []),
      ...(distributor ? [isAnyOf('s.distributor_id', distributor)] : []),
    ],
    orderBy: `s.month desc, s.distributor_id = 0, d.name, s.distributor_id`,
  }),
}

const liability: Report = {
  withoutMembers: true,
  description: 'What the programme owed its members at the end of each day, and what moved it.',
  page: '/dashboard/points-settlement',
  also: ['finance'],
  filters: ['from', 'to'],
  columns: [
    { header: 'Day', type: 'date', sql: excelDate('l.day') },
    { header: 'Brought in', type: 'integer', total: true, sql: 'l.brought' },
    { header: 'Earned', type: 'integer', total: true, sql: 'l.earned' },
    { header: 'Redeemed', type: 'integer', total: true, sql: 'l.redeemed' },
    { header: 'Expired', type: 'integer', total: true, sql: 'l.expired' },
    { header: 'Adjusted', type: 'integer', total: true, sql: 'l.adjusted' },
    { header: 'Available', type: 'integer', sql: 'l.available' },
    { header: 'Held', type: 'integer', sql: 'l.held' },
    { header: 'All points', type: 'integer', sql: 'l.available + l.held' },
  ],
  rows: ({ from, to }) => ({
    from: 'liability_day l',
    where: [
      ...(from ? [`l.day >= ${dayText(from)}`] : []),
      ...(to ? [`l.day <= ${dayText(to)}`] : []),
    ],
    orderBy: 'l.day desc',
  }),
}

export const settlementReports = { settlements, liability }
