import { DISPUTE_STATES } from '../../../../contract/desk/disputes.ts'
import { ENQUIRY_CATEGORIES, ENQUIRY_STATES } from '../../../../contract/desk/enquiry-states.ts'
import { excelSerial } from '../../../lib/xlsx/serial.ts'
import { MEMBER_COLUMNS, membersAmong, momentsOf, stateNameOf } from './conditions.ts'
import type { Programme, Report, ReportColumn, ReportRows } from './report.ts'
import {
  isAnyOf,
  isOneOfTexts,
  momentText,
  textOf,
  wholeText,
  wordsFor,
} from '../../../db/sql-text.ts'

const PAGE = '/dashboard/enquiry'
const CATEGORIES = Object.fromEntries(
  Object.entries(ENQUIRY_CATEGORIES).map(([name, { label }]) => [name, label]),
)

/** A deadline is missed when it passed before what it is for was done, or now: as the list has it. */
const missed = (by: string, done: string) =>
  `case when coalesce(${done}, clock.now) > ${by} then 'Yes' else 'No' end`

const enquiries: Report = {
  description: 'Each enquiry with its member, owner, both deadlines and where it stands.',
  page: PAGE,
  filters: ['from', 'to', 'enquiryState', 'state', 'memberKind', 'distributor'],
  columns: [
    { header: 'Number', type: 'text', width: 12, sql: 'e.number' },
    { header: 'Opened', type: 'datetime', sql: excelSerial('e.opened_at') },
    { header: 'Opened by', type: 'text', width: 22, sql: `coalesce(opener.name, 'Member')` },
    ...MEMBER_COLUMNS,
    { header: 'State of the member', type: 'text', sql: stateNameOf('m.state') },
    { header: 'About', type: 'text', width: 18, sql: textOf('e.category', CATEGORIES) },
    { header: 'Subject', type: 'text', width: 40, sql: 'e.subject' },
    { header: 'Stands', type: 'text', width: 14, sql: textOf('e.state', wordsFor(ENQUIRY_STATES)) },
    { header: 'Owner', type: 'text', width: 22, sql: 'owner.name' },
    { header: 'Answer by', type: 'datetime', sql: excelSerial('e.answer_by') },
    { header: 'Answered', type: 'datetime', sql: excelSerial('e.answered_at') },
    {
      header: 'Answer late',
      type: 'text',
      width: 12,
      sql: missed('e.answer_by', 'e.answered_at'),
    },
    {
      // While the member is waited for, it moves with the time.
      header: 'Settle by',
      type: 'datetime',
      sql: excelSerial(
        `(e.resolve_by + greatest(coalesce(clock.now - e.waiting_since, interval '0'), interval '0'))`,
      ),
    },
    { header: 'Settled', type: 'datetime', sql: excelSerial('e.resolved_at') },
    {
      header: 'Settled late',
      type: 'text',
      width: 12,
      sql: missed('e.resolve_by', 'coalesce(e.waiting_since, e.resolved_at)'),
    },
    { header: 'Closed', type: 'datetime', sql: excelSerial('e.closed_at') },
    { header: 'Last message', type: 'datetime', sql: excelSerial('e.last_message_at') },
    {
      header: 'Last word',
      type: 'text',
      width: 12,
      sql: `case when e.member_wrote_last then 'Member' else 'Staff' end`,
    },
    {
      header: 'Messages',
      type: 'integer',
      total: true,
      sql: `(select count(*) from enquiry_message t
        where t.enquiry_id = e.enquiry_id and t.kind in ('member', 'answer'))`,
    },
  ],
  rows: (filters, { now }: Programme): ReportRows => ({
    from: `enquiry e
      cross join (select ${momentText(now)} as now) clock
      left join member m on m.member_id = e.member_id
      left join staff opener on opener.staff_id = e.opened_by
      left join staff owner on owner.staff_id = e.owner_id`,
    where: [
      ...momentsOf('e.opened_at', filters),
      ...(filters.enquiryState ? [isOneOfTexts('e.state', filters.enquiryState)] : []),
      ...membersAmong(filters),
    ],
    orderBy: 'e.opened_at desc, e.enquiry_id desc',
  }),
}

/** One of the two who claim a coupon, from the tables joined under these names. */
const claimant = (label: string, member: string, scan: string): ReportColumn[] => [
  { header: `${label}: code`, type: 'text', width: 14, sql: `${member}.code` },
  { header: label, type: 'text', width: 24, sql: `${member}.name` },
  { header: `${label}: mobile`, type: 'text', width: 14, sql: `${member}.mobile` },
  { header: `${label}: scanned`, type: 'datetime', sql: excelSerial(`${scan}.occurred_at`) },
  { header: `${label}: state`, type: 'text', sql: stateNameOf(`${scan}.state`) },
]

const disputes: Report = {
  description: 'Each coupon that two members claim: both scans, what was proposed and decided.',
  page: PAGE,
  filters: ['from', 'to', 'product', 'batch'],
  columns: [
    { header: 'Enquiry', type: 'text', width: 12, sql: 'e.number' },
    { header: 'Opened', type: 'datetime', sql: excelSerial('d.opened_at') },
    { header: 'Stands', type: 'text', width: 12, sql: textOf('d.state', wordsFor(DISPUTE_STATES)) },
    { header: 'Batch', type: 'integer', width: 10, sql: 'd.batch_id' },
    { header: 'Serial', type: 'integer', width: 10, sql: 'd.serial' },
    { header: 'Product', type: 'text', width: 26, sql: 'product.name' },
    { header: 'Points', type: 'integer', total: true, sql: 'b.points' },
    ...claimant('First', 'f', 'fs'),
    ...claimant('Claimant', 'c', 'cs'),
    {
      header: 'Proposed',
      type: 'text',
      width: 12,
      sql: textOf('d.outcome', { move: 'To move', keep: 'To keep' }),
    },
    { header: 'Why', type: 'text', width: 40, sql: 'd.reason' },
    { header: 'Proposed by', type: 'text', width: 22, sql: 'p.name' },
    { header: 'Proposed at', type: 'datetime', sql: excelSerial('d.proposed_at') },
    { header: 'Decided by', type: 'text', width: 22, sql: 's.name' },
    { header: 'Decided at', type: 'datetime', sql: excelSerial('d.decided_at') },
    { header: 'Note', type: 'text', width: 40, sql: 'd.note' },
  ],
  rows: (filters) => ({
    from: `dispute d
      left join enquiry e on e.enquiry_id = d.enquiry_id
      left join coupon_batch b on b.batch_id = d.batch_id
      left join product on product.product_id = b.product_id
      left join member f on f.member_id = d.first_member_id
      left join scan fs on fs.member_id = d.first_member_id and fs.id = d.first_scan_id
      left join member c on c.member_id = d.claimant_id
      left join scan cs on cs.member_id = d.claimant_id and cs.id = d.claimant_scan_id
      left join staff p on p.staff_id = d.proposed_by
      left join staff s on s.staff_id = d.decided_by`,
    where: [
      ...momentsOf('d.opened_at', filters),
      ...(filters.product ? [isAnyOf('b.product_id', filters.product)] : []),
      ...(filters.batch === undefined ? [] : [`d.batch_id = ${wholeText(filters.batch)}`]),
    ],
    orderBy: 'd.opened_at desc, d.enquiry_id desc',
  }),
}

export const enquiryReports = { enquiries, disputes }
