import { ACCOUNTS, TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import { excelSerial } from '../../../lib/xlsx/serial.ts'
import { membersAmong, stateNameOf, idsOf, MEMBER_COLUMNS } from './conditions.ts'
import { KYC_STATE_NAMES } from '../../../../contract/people/kyc-states.ts'
import type { Report } from './report.ts'
import { inWords, textOf, wordsOf } from '../../../db/sql-text.ts'

const named = (column: string, numbers: Record<string, number>): string =>
  wordsOf(
    column,
    Object.entries(numbers).map(([name, value]) => [value, inWords(name)]),
  )

const pointsLedger: Report = {
  description: 'Every transfer of points with both accounts and the balances after it.',
  page: '/dashboard/QrPointHistories',
  also: ['finance'],
  filters: ['from', 'to', 'state', 'memberKind', 'distributor'],
  columns: [
    { header: 'Transfer', type: 'text', sql: 't.id::text' },
    { header: 'Recorded', type: 'datetime', sql: excelSerial('t.recorded_at') },
    { header: 'Occurred', type: 'datetime', sql: excelSerial('t.occurred_at') },
    ...MEMBER_COLUMNS,
    { header: 'Number', type: 'integer', width: 9, sql: 't.seq' },
    { header: 'Kind', type: 'text', sql: named('t.kind', TRANSFER_KINDS) },
    { header: 'From account', type: 'text', width: 14, sql: named('t.debit', ACCOUNTS) },
    { header: 'To account', type: 'text', width: 14, sql: named('t.credit', ACCOUNTS) },
    { header: 'Points', type: 'integer', total: true, sql: 't.points' },
    { header: 'Available after', type: 'integer', sql: 't.available_after' },
    { header: 'Held after', type: 'integer', sql: 't.held_after' },
    { header: 'Scheme', type: 'text', width: 26, sql: 'scheme.name' },
    { header: 'Belongs to', type: 'text', sql: 't.ref::text' },
    { header: 'Reverses number', type: 'integer', sql: 't.reverses' },
  ],
  rows: (filters) => ({
    from: `transfer t
      left join member m on m.member_id = t.member_id
      left join scheme on scheme.scheme_id = t.scheme_id`,
    where: [...idsOf('t.id', filters), ...membersAmong(filters)],
    orderBy: 't.id desc, t.member_id desc, t.seq desc',
  }),
}

const memberBalances: Report = {
  description: 'Each member with the points that can be used and those held: the liability of now.',
  page: '/dashboard/users',
  also: ['finance'],
  filters: ['state', 'memberKind', 'kyc', 'distributor'],
  columns: [
    ...MEMBER_COLUMNS,
    { header: 'State', type: 'text', sql: stateNameOf('m.state') },
    { header: 'City', type: 'text', sql: 'm.city' },
    { header: 'Distributor', type: 'text', width: 28, sql: 'd.name' },
    { header: 'KYC', type: 'text', width: 14, sql: textOf('m.kyc_state', KYC_STATE_NAMES) },
    { header: 'Joined', type: 'datetime', sql: excelSerial('m.joined_at') },
    { header: 'Available', type: 'integer', total: true, sql: 'coalesce(a.available, 0)' },
    { header: 'Held', type: 'integer', total: true, sql: 'coalesce(a.held, 0)' },
    {
      header: 'All points',
      type: 'integer',
      total: true,
      sql: 'coalesce(a.available + a.held, 0)',
    },
    { header: 'Last scan', type: 'datetime', sql: excelSerial('a.last_scan_at') },
    {
      header: 'Blocked',
      type: 'text',
      width: 10,
      sql: `case when a.blocked then 'Yes' else 'No' end`,
    },
  ],
  rows: (filters) => ({
    from: `member m
      left join member_account a on a.member_id = m.member_id
      left join distributor d on d.distributor_id = m.distributor_id`,
    where: membersAmong(filters),
    orderBy: 'm.code',
  }),
}

export const pointReports = { 'points-ledger': pointsLedger, 'member-balances': memberBalances }
