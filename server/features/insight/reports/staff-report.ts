import { ROLES, ROLE_NAMES } from '../../../../contract/roles.ts'
import { excelSerial } from '../../../lib/xlsx/serial.ts'
import { momentsOf } from './conditions.ts'
import type { Report } from './report.ts'
import { quoted } from '../../../db/sql-text.ts'

const ROLE = ROLES.map((role) => `when ${quoted(role)} then ${quoted(ROLE_NAMES[role])}`).join(' ')

const staffActivity: Report = {
  withoutMembers: true,
  description: 'Every change by staff: who, what, before and after, and why.',
  page: '/dashboard/manageadmin',
  filters: ['from', 'to'],
  columns: [
    { header: 'Number', type: 'integer', width: 10, sql: 'a.seq' },
    { header: 'When', type: 'datetime', sql: excelSerial('a.at') },
    { header: 'Who', type: 'text', sql: `coalesce(staff.name, 'The system')` },
    { header: 'E-mail', type: 'text', width: 26, sql: 'staff.email' },
    { header: 'Role', type: 'text', width: 14, sql: `case a.role ${ROLE} else a.role end` },
    { header: 'Action', type: 'text', sql: 'a.action' },
    { header: 'Thing', type: 'text', width: 14, sql: 'a.subject' },
    { header: 'Thing id', type: 'text', width: 14, sql: 'a.subject_id' },
    { header: 'Reason', type: 'text', width: 30, sql: 'a.reason' },
    { header: 'Before', type: 'text', width: 40, sql: 'a.before::text' },
    { header: 'After', type: 'text', width: 40, sql: 'a.after::text' },
    { header: 'Request', type: 'text', width: 38, sql: 'a.request_id' },
  ],
  rows: (filters) => ({
    from: 'audit a left join staff on staff.staff_id = a.staff_id',
    where: momentsOf('a.at', filters),
    orderBy: 'a.seq desc',
  }),
}

export const staffReports = { 'staff-activity': staffActivity }
