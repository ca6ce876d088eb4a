import { SHIFT_LABELS, SHIFTS } from '../../../../contract/people/shifts.ts'
import { excelDate, excelSerial } from '../../../lib/xlsx/serial.ts'
import { momentsOf, stateNameOf } from './conditions.ts'
import type { Report } from './report.ts'
import { isAnyOf, quoted } from '../../../db/sql-text.ts'

const SHIFT_WORDS = SHIFTS.map(
  (shift) => `when ${quoted(shift)} then ${quoted(SHIFT_LABELS[shift])}`,
).join(' ')

/** Only masks of GSTIN and PAN: in full one sees them one by one, with a reason. */
const distributors: Report = {
  withoutMembers: true,
  description:
    'Each distributor with its place, its contact, its members, and masked GSTIN and PAN.',
  page: '/dashboard/distributor-onboard',
  filters: ['from', 'to', 'state'],
  columns: [
    { header: 'Code', type: 'text', width: 12, sql: 'd.code' },
    { header: 'Name', type: 'text', width: 28, sql: 'd.name' },
    { header: 'State', type: 'text', width: 20, sql: stateNameOf('d.state') },
    { header: 'City', type: 'text', width: 16, sql: 'd.city' },
    { header: 'Territory', type: 'text', width: 20, sql: 'd.territory' },
    { header: 'Contact person', type: 'text', width: 22, sql: 'd.contact_name' },
    { header: 'Mobile', type: 'text', width: 14, sql: 'd.mobile' },
    { header: 'E-mail', type: 'text', width: 26, sql: 'd.email' },
    { header: 'Address', type: 'text', width: 30, sql: 'd.address' },
    { header: 'PIN code', type: 'text', width: 10, sql: 'd.pincode' },
    { header: 'GSTIN', type: 'text', width: 18, sql: 'gstin.masked' },
    { header: 'PAN', type: 'text', width: 14, sql: 'pan.masked' },
    { header: 'Members', type: 'integer', total: true, sql: 'coalesce(m.members, 0)' },
    {
      header: 'Stands',
      type: 'text',
      width: 12,
      sql: `case when d.left_at is null then 'Active' else 'Deactivated' end`,
    },
    { header: 'Added', type: 'datetime', sql: excelSerial('d.added_at') },
    { header: 'Deactivated', type: 'datetime', sql: excelSerial('d.left_at') },
    { header: 'Reason', type: 'text', width: 30, sql: 'd.left_reason' },
  ],
  rows: (filters) => ({
    from: `distributor d
      left join distributor_identity gstin
        on gstin.distributor_id = d.distributor_id and gstin.field = 'gstin'
      left join distributor_identity pan
        on pan.distributor_id = d.distributor_id and pan.field = 'pan'
      left join (select distributor_id, count(*) as members from member group by distributor_id) m
        on m.distributor_id = d.distributor_id`,
    where: [
      ...momentsOf('d.added_at', filters),
      ...(filters.state ? [isAnyOf('d.state', filters.state)] : []),
    ],
    orderBy: 'd.code, d.distributor_id',
  }),
}

const workers: Report = {
  withoutMembers: true,
  description: 'Each plant worker with plant, shift, status and what they activated.',
  page: '/dashboard/workerlist',
  filters: ['from', 'to', 'plant'],
  columns: [
    { header: 'Employee code', type: 'text', width: 14, sql: 'w.employee_code' },
    { header: 'Name', type: 'text', width: 24, sql: 's.name' },
    { header: 'E-mail', type: 'text', width: 28, sql: 's.email' },
    { header: 'Mobile', type: 'text', width: 14, sql: 'w.mobile' },
    { header: 'Plant code', type: 'text', width: 11, sql: 'plant.code' },
    { header: 'Plant', type: 'text', width: 18, sql: 'plant.name' },
    { header: 'Shift', type: 'text', width: 9, sql: `case w.shift ${SHIFT_WORDS} end` },
    {
      header: 'Language',
      type: 'text',
      width: 10,
      sql: `case s.language when 'hi' then 'Hindi' else 'English' end`,
    },
    { header: 'Joined on', type: 'date', sql: excelDate('w.joined_on') },
    {
      header: 'Stands',
      type: 'text',
      width: 12,
      sql: `case when s.disabled_at is null then 'Active' else 'Deactivated' end`,
    },
    { header: 'Activated', type: 'integer', total: true, sql: 'w.activated' },
    { header: 'Deactivated', type: 'integer', total: true, sql: 'w.deactivated' },
    { header: 'Last activity', type: 'datetime', sql: excelSerial('w.last_activity_at') },
    { header: 'Last sign-in', type: 'datetime', sql: excelSerial('s.last_sign_in_at') },
    { header: 'Added', type: 'datetime', sql: excelSerial('s.created_at') },
  ],
  rows: (filters) => ({
    from: `worker w
      left join staff s on s.staff_id = w.staff_id
      left join plant on plant.plant_id = s.plant_id`,
    where: [
      ...momentsOf('s.created_at', filters),
      ...(filters.plant ? [isAnyOf('s.plant_id', filters.plant)] : []),
    ],
    orderBy: 'w.employee_code',
  }),
}

export const peopleReports = { distributors, workers }
