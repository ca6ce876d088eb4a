import type { Figures, SettlementDetail } from '../../../../contract/money/settlements.ts'
import type { Cell, XlsxColumn, XlsxOptions } from '../../../lib/xlsx/types.ts'
import { FIGURE_COLUMNS, FIGURES } from './figures.ts'
import { membersOfSql, sharesSql } from './figures-sql.ts'
import { spanOfMonth } from './months.ts'
import { FIGURE_NAMES, monthInWords } from './settlement-words.ts'

const OWN = FIGURES.filter((figure) => figure !== 'members')
const columnOf = (figure: keyof Figures): XlsxColumn => ({
  header: FIGURE_NAMES[figure],
  type: figure === 'chargePaise' ? 'money' : 'integer',
  total: true,
})

/** The members' lines, as a COPY selects them. */
export function statementSelect({
  month,
  distributorId,
}: {
  month: string
  distributorId: number
}): string {
  const span = spanOfMonth(month)
  const values = OWN.map((figure) =>
    figure === 'chargePaise' ? 'round(f.charge_paise / 100.0, 2)' : `f.${FIGURE_COLUMNS[figure]}`,
  )
  return `select m.code, m.name, ${values.join(', ')}
    from (${sharesSql(span, membersOfSql(span, [distributorId]), distributorId === 0 ? 'many' : 'few')}) f
    join member m on m.member_id = f.member_id
    where f.distributor_id = ${distributorId}
      and (f.members = 1 or f.opening <> 0 or f.moved <> 0)
    order by m.code`
}

/** The statement's sheet but for its rows; the notes say what the rows come to. */
export function statementWorkbook(
  settlement: SettlementDetail,
  madeAt: Date,
): Omit<XlsxOptions, 'rows'> {
  return {
    sheetName: monthInWords(settlement.month),
    columns: [
      { header: 'Member code', type: 'text', width: 14 },
      { header: 'Member', type: 'text', width: 28 },
      ...OWN.map(columnOf),
    ],
    notes: notesOf(settlement, madeAt),
  }
}

function notesOf(settlement: SettlementDetail, madeAt: Date): [string, Cell][] {
  const moment = (at: string | null) => (at === null ? null : new Date(at))
  const { distributorName, distributorCode, month } = settlement
  const name = distributorCode ? `${distributorName} (${distributorCode})` : distributorName
  const facts: [string, Cell][] = [
    ['Points settlement', settlement.state === 'computed' ? 'DRAFT, not approved' : 'Approved'],
    ['Distributor', name],
    ['Month', monthInWords(month)],
    ['Computed on', moment(settlement.computedAt)],
    ['Computed by', settlement.computedBy],
    ['Approved on', moment(settlement.approvedAt)],
    ['Approved by', settlement.approvedBy],
    ['Settled on', moment(settlement.settledAt)],
    ['Reference', settlement.settledReference],
    ['Made on', madeAt],
  ]
  const known = facts.filter(([, value]) => value !== null)
  const figures = FIGURES.map((figure): [string, Cell] =>
    figure === 'chargePaise'
      ? ['Charges due in rupees', settlement.chargePaise / 100]
      : [FIGURE_NAMES[figure], settlement[figure]],
  )
  return [...known, ...figures]
}
