import { ALPHABET } from '../../../../contract/programme/code.ts'
import { excelDate, excelSerial } from '../../../lib/xlsx/serial.ts'
import { momentsOf, stateNameOf } from './conditions.ts'
import type { Report, ReportColumn } from './report.ts'
import { isAnyOf, quoted, wholeText } from '../../../db/sql-text.ts'

/** The four letters that the codes of a batch begin with: batchLetters() of contract/programme/code.ts. */
const lettersOf = (column: string): string =>
  [15, 10, 5, 0]
    .map((shift) => `substr(${quoted(ALPHABET)}, ((${column} >> ${shift}) & 31) + 1, 1)`)
    .join(' || ')

const capital = (column: string): string => `upper(left(${column}, 1)) || substr(${column}, 2)`

const LOT_COLUMNS = (batch: string): readonly ReportColumn[] => [
  { header: 'Batch', type: 'integer', width: 10, sql: batch },
  { header: 'Letters', type: 'text', width: 9, sql: lettersOf(batch) },
  { header: 'Plant', type: 'text', width: 18, sql: 'plant.name' },
  { header: 'Product code', type: 'text', width: 13, sql: 'product.code' },
  { header: 'Product', type: 'text', width: 26, sql: 'product.name' },
]

const MENU_PAGE = '/dashboard/QrTokenHistories'

const couponBatches: Report = {
  withoutMembers: true,
  description: 'Each batch with its life so far: how many coupons stand in which state.',
  page: MENU_PAGE,
  filters: ['from', 'to', 'plant', 'product', 'batch'],
  columns: [
    ...LOT_COLUMNS('b.batch_id'),
    { header: 'Status', type: 'text', width: 12, sql: capital('b.status') },
    { header: 'Requested', type: 'datetime', sql: excelSerial('b.requested_at') },
    { header: 'Requested by', type: 'text', sql: 'staff.name' },
    { header: 'Quantity', type: 'integer', total: true, sql: 'b.quantity' },
    { header: 'Points each', type: 'integer', sql: 'b.points' },
    {
      // the batch ends with this day, at the beginning of the next
      header: 'Expires on',
      type: 'date',
      sql: excelDate(`((b.expires_at - interval '1 second') at time zone 'Asia/Kolkata')::date`),
    },
    { header: 'Sent to state', type: 'text', sql: stateNameOf('b.sent_to_state') },
    { header: 'Generated', type: 'integer', total: true, sql: 'b.generated' },
    {
      header: 'Not activated',
      type: 'integer',
      total: true,
      sql: 'coalesce(batch_count.printed, 0)',
    },
    {
      header: 'Active',
      type: 'integer',
      total: true,
      sql: 'coalesce(batch_count.activated, 0) - coalesce(r.scanned, 0)',
    },
    {
      header: 'Deactivated',
      type: 'integer',
      total: true,
      sql: 'coalesce(batch_count.deactivated, 0)',
    },
    { header: 'Blocked', type: 'integer', total: true, sql: 'coalesce(batch_count.blocked, 0)' },
    { header: 'Scanned', type: 'integer', total: true, sql: 'coalesce(r.scanned, 0)' },
    { header: 'Note', type: 'text', width: 30, sql: 'b.note' },
  ],
  rows: (filters) => ({
    from: `coupon_batch b
      left join plant on plant.plant_id = b.plant_id
      left join product on product.product_id = b.product_id
      left join staff on staff.staff_id = b.requested_by
      left join batch_count on batch_count.batch_id = b.batch_id
      left join (select batch_id, sum(scanned) as scanned from rollup_batch group by batch_id) r
        on r.batch_id = b.batch_id`,
    where: [
      ...momentsOf('b.requested_at', filters),
      ...(filters.plant ? [isAnyOf('b.plant_id', filters.plant)] : []),
      ...(filters.product ? [isAnyOf('b.product_id', filters.product)] : []),
      ...(filters.batch === undefined ? [] : [`b.batch_id = ${wholeText(filters.batch)}`]),
    ],
    orderBy: 'b.requested_at desc, b.batch_id desc',
  }),
}

const couponActivations: Report = {
  withoutMembers: true,
  description: 'Each change of coupons by a worker or by staff: range, count, who and why.',
  page: MENU_PAGE,
  filters: ['from', 'to', 'plant', 'product', 'batch'],
  columns: [
    { header: 'Change', type: 'text', width: 10, sql: 'c.change_id::text' },
    { header: 'When', type: 'datetime', sql: excelSerial('c.at') },
    { header: 'Action', type: 'text', width: 12, sql: capital('c.action') },
    ...LOT_COLUMNS('c.batch_id'),
    { header: 'First serial', type: 'integer', sql: 'c.from_serial' },
    { header: 'Last serial', type: 'integer', sql: 'c.to_serial' },
    { header: 'Changed', type: 'integer', total: true, sql: 'c.changed' },
    { header: 'Reason', type: 'text', width: 30, sql: 'c.reason' },
    { header: 'By', type: 'text', sql: 'staff.name' },
    { header: 'E-mail', type: 'text', width: 26, sql: 'staff.email' },
    { header: 'Device', type: 'text', sql: 'c.device' },
  ],
  rows: (filters) => ({
    from: `coupon_change c
      left join coupon_batch b on b.batch_id = c.batch_id
      left join plant on plant.plant_id = c.plant_id
      left join product on product.product_id = b.product_id
      left join staff on staff.staff_id = c.staff_id`,
    where: [
      ...momentsOf('c.at', filters),
      ...(filters.plant ? [isAnyOf('c.plant_id', filters.plant)] : []),
      ...(filters.product ? [isAnyOf('b.product_id', filters.product)] : []),
      ...(filters.batch === undefined ? [] : [`c.batch_id = ${wholeText(filters.batch)}`]),
    ],
    orderBy: 'c.at desc, c.change_id desc',
  }),
}

export const couponReports = {
  'coupon-batches': couponBatches,
  'coupon-activations': couponActivations,
}
