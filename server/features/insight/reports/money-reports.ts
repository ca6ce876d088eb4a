import {
  FAILURE_CODES,
  PAYMENT_STATE_NAMES,
  failureOf,
} from '../../../../contract/money/payment-states.ts'
import {
  REDEMPTION_KIND_NAMES,
  REDEMPTION_STATE_NAMES,
} from '../../../../contract/money/redemption-states.ts'
import { excelSerial } from '../../../lib/xlsx/serial.ts'
import { MEMBER_COLUMNS, membersAmong, momentsOf, stateNameOf } from './conditions.ts'
import type { Report } from './report.ts'
import { isOneOfTexts, textOf } from '../../../db/sql-text.ts'

/** Who sees what money was paid and which tax was taken. */
export const MONEY_ROLES = ['finance', 'admin', 'almond team'] as const

/** Rupees, as a money column wants them. */
export const rupees = (paise: string) => `round(${paise} / 100.0, 2)`

const redemptions: Report = {
  description: 'Every request to redeem points: for what, who decided, where it stands.',
  page: '/dashboard/approvals/redemption',
  also: ['finance'],
  filters: ['from', 'to', 'state', 'memberKind', 'distributor'],
  columns: [
    { header: 'Number', type: 'text', width: 12, sql: 'r.number' },
    { header: 'Requested', type: 'datetime', sql: excelSerial('r.requested_at') },
    ...MEMBER_COLUMNS,
    { header: 'State of the member', type: 'text', sql: stateNameOf('m.state') },
    {
      header: 'Kind',
      type: 'text',
      width: 14,
      sql: textOf('r.kind', REDEMPTION_KIND_NAMES),
    },
    { header: 'Gift', type: 'text', width: 24, sql: 'g.name' },
    { header: 'Quantity', type: 'integer', sql: 'r.quantity' },
    { header: 'Points', type: 'integer', total: true, sql: 'r.points' },
    { header: 'Amount', type: 'money', total: true, sql: rupees('r.amount_paise') },
    { header: 'Taxed on', type: 'money', total: true, sql: rupees('r.benefit_paise') },
    { header: 'To', type: 'text', sql: 'r.destination' },
    { header: 'Stands', type: 'text', sql: textOf('r.state', REDEMPTION_STATE_NAMES) },
    { header: 'Since', type: 'datetime', sql: excelSerial('r.changed_at') },
    { header: 'Approved', type: 'datetime', sql: excelSerial('r.approved_at') },
    {
      header: 'Approved by',
      type: 'text',
      width: 30,
      sql: `(select string_agg(s.name, ', ' order by e.event_id) from redemption_event e
        join staff s on s.staff_id = e.staff_id
        where e.redemption_id = r.redemption_id and e.action = 'approve')`,
    },
    { header: 'Asked for by', type: 'text', sql: `coalesce(by.name, 'Member')` },
    { header: 'Why rejected', type: 'text', width: 30, sql: 'r.reject_reason' },
  ],
  rows: (filters) => ({
    from: `redemption r
      left join member m on m.member_id = r.member_id
      left join gift g on g.gift_id = r.gift_id
      left join staff by on by.staff_id = r.requested_by`,
    where: [...momentsOf('r.requested_at', filters), ...membersAmong(filters)],
    orderBy: 'r.requested_at desc, r.redemption_id desc',
  }),
}

const FAILURES = Object.fromEntries(FAILURE_CODES.map((code) => [code, failureOf(code).words]))

const payments: Report = {
  description: 'Every attempt to pay a redemption, with tax, net amount and UTR.',
  page: '/dashboard/complete-payment',
  only: MONEY_ROLES,
  filters: ['from', 'to', 'payment', 'state', 'memberKind', 'distributor'],
  columns: [
    { header: 'Number', type: 'text', width: 12, sql: 'p.number' },
    { header: 'Redemption', type: 'text', width: 12, sql: 'r.number' },
    { header: 'Attempt', type: 'integer', sql: 'p.attempt' },
    { header: 'Begun', type: 'datetime', sql: excelSerial('p.initiated_at') },
    ...MEMBER_COLUMNS,
    { header: 'State of the member', type: 'text', sql: stateNameOf('m.state') },
    {
      header: 'By',
      type: 'text',
      sql: textOf('p.provider', { razorpayx: 'RazorpayX', 'bank-file': 'Bank file' }),
    },
    { header: 'Mode', type: 'text', width: 8, sql: 'p.mode' },
    { header: 'To', type: 'text', sql: 'p.destination' },
    { header: 'Gross', type: 'money', sql: rupees('p.gross_paise') },
    { header: 'Tax', type: 'money', sql: rupees('p.tax_paise') },
    { header: 'Net', type: 'money', sql: rupees('p.net_paise') },
    {
      header: 'Net paid',
      type: 'money',
      total: true,
      sql: `case when p.state = 'processed' then ${rupees('p.net_paise')} end`,
    },
    { header: 'Stands', type: 'text', sql: textOf('p.state', PAYMENT_STATE_NAMES) },
    { header: 'Since', type: 'datetime', sql: excelSerial('p.since') },
    { header: 'Sent', type: 'datetime', sql: excelSerial('p.sent_at') },
    { header: 'Paid', type: 'datetime', sql: excelSerial('p.processed_at') },
    { header: 'Came back', type: 'datetime', sql: excelSerial('p.reversed_at') },
    { header: 'UTR', type: 'text', width: 22, sql: 'p.utr' },
    { header: 'Id at the provider', type: 'text', width: 22, sql: 'p.provider_id' },
    { header: 'Bank file', type: 'text', sql: 'f.number' },
    { header: 'Why not', type: 'text', width: 30, sql: textOf('p.failure_code', FAILURES) },
    { header: 'Begun by', type: 'text', sql: 's.name' },
  ],
  rows: (filters) => ({
    from: `payment p
      left join redemption r on r.redemption_id = p.redemption_id
      left join member m on m.member_id = p.member_id
      left join bank_file f on f.bank_file_id = p.bank_file_id
      left join staff s on s.staff_id = p.initiated_by`,
    where: [
      ...momentsOf('p.initiated_at', filters),
      ...(filters.payment ? [isOneOfTexts('p.state', filters.payment)] : []),
      ...membersAmong(filters),
    ],
    orderBy: 'p.initiated_at desc, p.payment_id desc',
  }),
}

export const moneyReports = { redemptions, payments }
