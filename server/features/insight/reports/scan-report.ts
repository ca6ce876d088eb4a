import { REVIEWS, SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { excelSerial } from '../../../lib/xlsx/serial.ts'
import { idsOf, MEMBER_COLUMNS, stateNameOf } from './conditions.ts'
import type { Report } from './report.ts'
import { inWords, isAnyOf, wholeText, wordsOf } from '../../../db/sql-text.ts'

const RESULTS = wordsOf(
  's.result',
  Object.entries(SCAN_RESULTS).map(([name, value]) => [value, inWords(name)]),
)
const REVIEW = wordsOf(
  's.review',
  REVIEWS.map((name, value) => [value, inWords(name)]),
)

const scans: Report = {
  description: 'Every attempt to scan a coupon, with its result, member, coupon and place.',
  page: '/dashboard/QrScanHistories',
  filters: ['from', 'to', 'state', 'plant', 'product', 'batch'],
  columns: [
    { header: 'Scan', type: 'text', sql: 's.id::text' },
    { header: 'Recorded', type: 'datetime', sql: excelSerial('s.recorded_at') },
    { header: 'Scanned', type: 'datetime', sql: excelSerial('s.occurred_at') },
    { header: 'Result', type: 'text', width: 16, sql: RESULTS },
    { header: 'Points', type: 'integer', total: true, sql: 's.points' },
    { header: 'Review', type: 'text', width: 12, sql: REVIEW },
    {
      header: 'Flags',
      type: 'text',
      sql: `replace(array_to_string(s.flags, ', '), '_', ' ')`,
    },
    ...MEMBER_COLUMNS,
    { header: 'State', type: 'text', sql: stateNameOf('s.state') },
    { header: 'Batch', type: 'integer', width: 10, sql: 's.batch_id' },
    { header: 'Serial', type: 'integer', width: 10, sql: 's.serial' },
    { header: 'Product', type: 'text', width: 26, sql: 'product.name' },
    { header: 'Plant', type: 'text', width: 18, sql: 'plant.name' },
    { header: 'Latitude', type: 'decimal', sql: 's.lat' },
    { header: 'Longitude', type: 'decimal', sql: 's.lng' },
    { header: 'Device', type: 'text', sql: 's.device' },
  ],
  rows: (filters) => ({
    from: `scan s
      left join member m on m.member_id = s.member_id
      left join product on product.product_id = s.product_id
      left join plant on plant.plant_id = s.plant_id`,
    where: [
      ...idsOf('s.id', filters),
      ...(filters.state ? [isAnyOf('s.state', filters.state)] : []),
      ...(filters.plant ? [isAnyOf('s.plant_id', filters.plant)] : []),
      ...(filters.product ? [isAnyOf('s.product_id', filters.product)] : []),
      ...(filters.batch === undefined ? [] : [`s.batch_id = ${wholeText(filters.batch)}`]),
    ],
    orderBy: 's.id desc, s.member_id desc',
  }),
}

export const scanReports = { scans }
