import type { ReportFilters } from '../../../../contract/insight/reports.ts'
import { TIME_ZONE } from '../../../../contract/time.ts'
import { excelDate, excelSerial } from '../../../lib/xlsx/serial.ts'
import { MEMBER_COLUMNS } from './conditions.ts'
import { MONEY_ROLES, rupees } from './money-reports.ts'
import type { Report, ReportColumn } from './report.ts'
import { quoted } from '../../../db/sql-text.ts'

/** Calendar quarters and those of the financial year begin on the same days. */
const QUARTER_ENDS = `(date_trunc('quarter', b.given_on) + interval '3 months')::date`
const unlessUndone = (paise: string) => `case when b.undone_at is null then ${rupees(paise)} end`
/** Of the financial year: April begins the first. */
const QUARTER = `'Q' || ((extract(quarter from b.given_on)::int + 2) % 4 + 1) || ' of ' ||
  b.financial_year || '-' || lpad(((b.financial_year + 1) % 100)::text, 2, '0')`

/** The PAN is sealed: here is its mask, and in a file that opens it its digest goes to the vault. */
const PAN: ReportColumn = {
  header: 'PAN',
  type: 'text',
  width: 14,
  sql: `(select f.mask from kyc_field f where f.field = 'pan' and f.digest = b.person limit 1)`,
  whole: `encode(b.person, 'hex')`,
}

const COLUMNS: readonly ReportColumn[] = [
  { header: 'Given on', type: 'date', sql: excelDate('b.given_on') },
  { header: 'Quarter', type: 'text', width: 14, sql: QUARTER },
  { header: 'Section', type: 'text', width: 40, sql: 'b.section' },
  { header: 'Form', type: 'text', sql: 'b.form' },
  { header: 'Payment code', type: 'text', sql: 'b.payment_code' },
  PAN,
  {
    header: 'With PAN',
    type: 'text',
    width: 10,
    sql: `case when b.person is null then 'No' else 'Yes' end`,
  },
  ...MEMBER_COLUMNS,
  {
    header: 'Kind',
    type: 'text',
    width: 10,
    sql: `case b.kind when 'money' then 'Money' when 'gift' then 'Gift' else 'Outside' end`,
  },
  { header: 'Redemption', type: 'text', width: 12, sql: 'r.number' },
  { header: 'Payment', type: 'text', width: 12, sql: 'p.number' },
  { header: 'Given before', type: 'money', sql: rupees('b.before_paise') },
  { header: 'Value', type: 'money', total: true, sql: unlessUndone('b.value_paise') },
  { header: 'Taxed', type: 'money', total: true, sql: unlessUndone('b.base_paise') },
  { header: 'Rate %', type: 'decimal', width: 9, sql: 'round(b.rate_bps / 100.0, 2)' },
  {
    header: 'Grossed up',
    type: 'text',
    width: 11,
    sql: `case when b.grossed_up and b.base_paise > 0 then 'Yes' else 'No' end`,
  },
  { header: 'Tax', type: 'money', total: true, sql: unlessUndone('b.tax_paise') },
  { header: 'UTR', type: 'text', width: 22, sql: 'p.utr' },
  { header: 'Came back', type: 'datetime', sql: excelSerial('b.undone_at') },
  {
    header: 'Tax that came back',
    type: 'money',
    sql: `case when b.undone_at is not null then ${rupees('b.tax_paise')} end`,
  },
  { header: 'How it was found', type: 'text', width: 60, sql: 'b.words' },
]

/** What came back within its quarter never was; what came back later stays seen, outside the sums. */
const rows = ({ from, to }: ReportFilters) => ({
  from: `benefit b
    left join member m on m.member_id = b.member_id
    left join redemption r on r.redemption_id = b.redemption_id
    left join payment p on p.payment_id = b.payment_id`,
  where: [
    `(b.undone_at is null or (b.undone_at at time zone ${quoted(TIME_ZONE)})::date >= ${QUARTER_ENDS})`,
    ...(from ? [`b.given_on >= ${quoted(from)}::date`] : []),
    ...(to ? [`b.given_on <= ${quoted(to)}::date`] : []),
  ],
  orderBy: 'b.given_on, b.benefit_id',
})

const taxRegister: Report = {
  description: 'Benefits with the tax on each, by day; take a quarter for its return. PAN masked.',
  page: '/dashboard/complete-payment',
  only: MONEY_ROLES,
  filters: ['from', 'to'],
  columns: COLUMNS,
  rows,
}

/** For the return itself, which wants whole PANs: each file is on record as their disclosure. */
const taxRegisterWithPan: Report = {
  ...taxRegister,
  description:
    'The tax register with whole PANs, for filing: at most a quarter, the running one unless you choose days. Each download is recorded.',
  only: ['finance', 'admin'],
  mostDays: 92,
}

export const taxReports = { 'tax-register': taxRegister, 'tax-register-pan': taxRegisterWithPan }
