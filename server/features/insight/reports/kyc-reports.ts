import {
  KYC_FIELD_NAMES,
  KYC_FIELDS,
  type KycField,
  KYC_DECISION_NAMES,
  KYC_STATE_NAMES,
} from '../../../../contract/people/kyc-states.ts'
import { excelSerial } from '../../../lib/xlsx/serial.ts'
import { stateNameOf, MEMBER_COLUMNS, membersAmong, momentsOf } from './conditions.ts'
import { FIELD_WORDS } from './kyc-words.ts'
import type { Report, ReportColumn } from './report.ts'
import { textOf, wordsFor } from '../../../db/sql-text.ts'

/** Fields whose value has a mask; the others are pictures. */
const MASKED = ['pan', 'aadhaar', 'gstin', 'bank', 'upi'] as const satisfies KycField[]

const hoursBetween = (from: string, to: string) =>
  `round((extract(epoch from greatest(${to} - ${from}, interval '0')) / 3600)::numeric, 1)`

const fieldColumns = (field: KycField): ReportColumn[] => [
  ...(MASKED.some((one) => one === field)
    ? [{ header: KYC_FIELD_NAMES[field], type: 'text', width: 18, sql: `f_${field}.mask` } as const]
    : []),
  {
    header: `${KYC_FIELD_NAMES[field]} stands`,
    type: 'text',
    width: 14,
    sql: textOf(`f_${field}.state`, FIELD_WORDS),
  },
]

const FIELD_JOINS = KYC_FIELDS.map(
  (field) =>
    `left join kyc_field f_${field} on f_${field}.member_id = k.member_id and f_${field}.field = '${field}'`,
).join('\n')

/** Only masks: in full one sees values one by one, with a reason. */
const kyc: Report = {
  description: 'Each member who sent KYC: where it and each field stands, with masked values.',
  page: '/dashboard/approvals/kyc_history',
  filters: ['from', 'to', 'kyc', 'state', 'memberKind', 'distributor'],
  columns: [
    ...MEMBER_COLUMNS,
    { header: 'State', type: 'text', sql: stateNameOf('m.state') },
    { header: 'City', type: 'text', sql: 'm.city' },
    { header: 'Distributor', type: 'text', width: 28, sql: 'd.name' },
    { header: 'KYC', type: 'text', width: 14, sql: textOf('k.state', KYC_STATE_NAMES) },
    { header: 'Round', type: 'integer', width: 8, sql: 'k.round' },
    { header: 'Sent', type: 'datetime', sql: excelSerial('k.submitted_at') },
    { header: 'Decided', type: 'datetime', sql: excelSerial('k.decided_at') },
    { header: 'Decided by', type: 'text', width: 22, sql: 'by.name' },
    ...KYC_FIELDS.flatMap(fieldColumns),
  ],
  rows: (filters) => ({
    from: `kyc k
      left join member m on m.member_id = k.member_id
      left join distributor d on d.distributor_id = m.distributor_id
      left join staff by on by.staff_id = k.decided_by
      ${FIELD_JOINS}`,
    where: [...momentsOf('k.submitted_at', filters), ...membersAmong(filters)],
    orderBy: 'k.submitted_at desc, k.member_id',
  }),
}

const FIELD_LIST = `(select string_agg(${textOf('one', KYC_FIELD_NAMES)}, ', ' order by place)
  from unnest(e.accepted) with ordinality as a (one, place))`
const REFUSED_LIST = `(select string_agg(${textOf(`one ->> 'field'`, KYC_FIELD_NAMES)}
    || ': ' || (one -> 'reason' ->> 'label'), '; ' order by place)
  from jsonb_array_elements(e.refused) with ordinality as a (one, place))`

const kycDecisions: Report = {
  description:
    'Each decision about a KYC: what was accepted and refused, by whom, and how long it took.',
  page: '/dashboard/approvals/kyc_history',
  filters: ['from', 'to', 'state', 'memberKind', 'distributor'],
  columns: [
    { header: 'Decided', type: 'datetime', sql: excelSerial('e.at') },
    ...MEMBER_COLUMNS,
    { header: 'State', type: 'text', sql: stateNameOf('m.state') },
    { header: 'Decision', type: 'text', width: 14, sql: textOf('e.decision', KYC_DECISION_NAMES) },
    { header: 'Round', type: 'integer', width: 8, sql: 'e.round' },
    { header: 'Accepted', type: 'text', width: 30, sql: FIELD_LIST },
    { header: 'Refused', type: 'text', width: 40, sql: REFUSED_LIST },
    { header: 'Sent', type: 'datetime', sql: excelSerial('e.submitted_at') },
    { header: 'Hours waited', type: 'decimal', sql: hoursBetween('e.submitted_at', 'e.at') },
    { header: 'Decided by', type: 'text', width: 22, sql: 'staff.name' },
    { header: 'Note', type: 'text', width: 40, sql: 'e.note' },
  ],
  rows: (filters) => ({
    from: `kyc_event e
      left join member m on m.member_id = e.member_id
      left join staff on staff.staff_id = e.staff_id`,
    where: [`e.action = 'decided'`, ...momentsOf('e.at', filters), ...membersAmong(filters)],
    orderBy: 'e.at desc, e.event_id desc',
  }),
}

const ACTION_WORDS = {
  ...wordsFor(['submitted', 'opened', 'field_accepted', 'field_refused', 'decided']),
  resubmitted: 'Sent again',
  revealed: 'Value revealed',
}

const kycLog: Report = {
  description:
    'Every step of every KYC: sent, opened, decided field by field, revealed, and by whom.',
  page: '/dashboard/approvals/kyc_logs',
  filters: ['from', 'to', 'state', 'memberKind', 'distributor'],
  columns: [
    { header: 'When', type: 'datetime', sql: excelSerial('e.at') },
    ...MEMBER_COLUMNS,
    { header: 'Step', type: 'text', width: 16, sql: textOf('e.action', ACTION_WORDS) },
    { header: 'Field', type: 'text', width: 16, sql: textOf('e.field', KYC_FIELD_NAMES) },
    { header: 'Decision', type: 'text', width: 14, sql: textOf('e.decision', KYC_DECISION_NAMES) },
    { header: 'Reason', type: 'text', width: 24, sql: `e.reason ->> 'label'` },
    { header: 'Round', type: 'integer', width: 8, sql: 'e.round' },
    { header: 'By', type: 'text', width: 22, sql: `coalesce(staff.name, 'Member')` },
    { header: 'Note', type: 'text', width: 40, sql: 'e.note' },
  ],
  rows: (filters) => ({
    from: `kyc_event e
      left join member m on m.member_id = e.member_id
      left join staff on staff.staff_id = e.staff_id`,
    where: [...momentsOf('e.at', filters), ...membersAmong(filters)],
    orderBy: 'e.at desc, e.event_id desc',
  }),
}

export const kycReports = { kyc, 'kyc-decisions': kycDecisions, 'kyc-log': kycLog }
