import { ONBOARDING_KINDS } from '../../../../contract/people/onboarding.ts'
import { idsOf } from './conditions.ts'
import type { Report } from './report.ts'
import { inWords, quoted } from '../../../db/sql-text.ts'
import { excelSerial } from '../../../lib/xlsx/serial.ts'

const KINDS = ONBOARDING_KINDS.map(
  (kind) => `when ${quoted(kind)} then ${quoted(inWords(kind))}`,
).join(' ')
const STATES = ['open', 'corrected', 'dismissed']
  .map((state) => `when ${quoted(state)} then ${quoted(inWords(state))}`)
  .join(' ')

/** What a row is refused for, a line for each reason; of its cells nothing. */
const onboardingErrors: Report = {
  withoutMembers: true,
  description: 'Rows of onboarding files that were refused: where, why, and what became of them.',
  page: '/dashboard/onboarding-logs',
  filters: ['from', 'to'],
  columns: [
    { header: 'File', type: 'text', width: 30, sql: 'u.name' },
    { header: 'Kind', type: 'text', width: 14, sql: `case u.kind ${KINDS} end` },
    { header: 'Sent', type: 'datetime', sql: excelSerial('u.came_at') },
    { header: 'Sent by', type: 'text', width: 22, sql: 'came.name' },
    { header: 'Row', type: 'integer', width: 10, sql: 'r.row_no' },
    { header: 'Code', type: 'text', width: 18, sql: 'r.code' },
    { header: 'Column', type: 'text', width: 20, sql: `p.problem->>'column'` },
    { header: 'Why it was refused', type: 'text', width: 60, sql: `p.problem->>'reason'` },
    { header: 'Stands', type: 'text', width: 14, sql: `case r.state ${STATES} end` },
    { header: 'Settled', type: 'datetime', sql: excelSerial('r.settled_at') },
    { header: 'Settled by', type: 'text', width: 22, sql: 'settler.name' },
    { header: 'Reference', type: 'text', width: 28, sql: `r.upload_id || '-' || r.row_no` },
  ],
  rows: (filters) => ({
    from: `onboarding_row r join onboarding_upload u using (upload_id)
      join staff came on came.staff_id = u.came_by
      left join staff settler on settler.staff_id = r.settled_by
      left join lateral jsonb_array_elements(r.problems) with ordinality p (problem, place) on true`,
    where: [
      `r.verdict = 'refused'`,
      `u.state in ('applying', 'stopped', 'applied')`,
      ...idsOf('r.upload_id', filters),
    ],
    orderBy: 'r.upload_id desc, r.row_no, p.place',
  }),
}

export const onboardingReports = { 'onboarding-errors': onboardingErrors }
