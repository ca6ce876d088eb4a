import { IconLockOpen } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import {
  SETTLEMENT_STATES,
  type Figures,
  type SettlementRow,
} from '../../../../contract/money/settlements.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { Column, Filter } from '../../../ui/list/types.ts'
import { Tag } from '../../../ui/tag.tsx'
import { sumOf } from './ledger.ts'
import { changeOf, ordersOf } from './settlement-search.ts'
import { change, closingOf, earnedOf, redeemedOf, rupees, signed } from './figures.ts'
import { STATE_STYLES, StateTag } from './settlement-words.tsx'

export const rowIdOf = ({ distributorId }: SettlementRow): string => String(distributorId)

/** The columns that are summed under the rows, each as it reads there and in a row. */
const SUMMED = {
  members: (row) => formatNumber(row.members),
  opening: (row) => signed(row.opening),
  moved: (row) => change(row.moved),
  brought: (row) => change(row.brought),
  earned: (row) => change(earnedOf(row)),
  redeemed: (row) => change(-redeemedOf(row)),
  expired: (row) => change(-row.expired),
  adjusted: (row) => change(row.adjusted),
  outstanding: (row) => <b>{signed(closingOf(row))}</b>,
  held: (row) => signed(row.held),
  charges: (row) => rupees(row.chargePaise),
} as const satisfies Record<string, (row: Figures) => ReactNode>
type Summed = keyof typeof SUMMED

function summed(key: Summed, column: Omit<Column<SettlementRow>, 'key' | 'render' | 'align'>) {
  return { ...column, key, align: 'right', render: SUMMED[key] } as const
}

function State({ row: { state, reopenAsked } }: { row: SettlementRow }): ReactElement {
  if (!reopenAsked) return <StateTag state={state} />
  return (
    <Tag tone="yellow" Picture={IconLockOpen}>
      Reopen asked
    </Tag>
  )
}

/** The columns; who moved between distributors, and opening points, are shown where there are any, so that rows add up. */
export function settlementColumns(rows: readonly SettlementRow[]): Column<SettlementRow>[] {
  const someMoved = rows.some(({ moved }) => moved !== 0)
  const someBrought = rows.some(({ brought }) => brought !== 0)
  return [
    {
      key: 'name',
      header: 'Distributor',
      width: 184,
      sort: { descending: 'name-down', ascending: 'name' },
      render: ({ distributorName }) => distributorName,
    },
    {
      key: 'state',
      header: 'Status',
      width: 122,
      card: 'corner',
      render: (row) => <State row={row} />,
    },
    summed('opening', { header: 'Opening', width: 92, sort: ordersOf('opening') }),
    summed('moved', { header: 'Moved', width: 84, optional: !someMoved }),
    summed('brought', { header: 'Brought in', width: 96, optional: !someBrought }),
    summed('earned', { header: 'Earned', width: 92, sort: ordersOf('earned') }),
    summed('redeemed', { header: 'Redeemed', width: 106, sort: ordersOf('redeemed') }),
    summed('expired', { header: 'Expired', width: 86, sort: ordersOf('expired') }),
    summed('adjusted', { header: 'Adjusted', width: 94, sort: ordersOf('adjusted') }),
    summed('outstanding', { header: 'Outstanding', width: 112, sort: ordersOf('outstanding') }),
    {
      key: 'change',
      header: 'Change',
      width: 86,
      align: 'right',
      sort: ordersOf('change'),
      render: (row) => {
        const difference = changeOf(row)
        return difference === null ? '–' : change(difference)
      },
    },
    summed('charges', { header: 'Charges', width: 110, sort: ordersOf('charges') }),
    summed('held', { header: 'Of it held', width: 90, optional: true }),
    summed('members', { header: 'Members', width: 86, optional: true }),
    {
      key: 'code',
      header: 'Code',
      width: 100,
      optional: true,
      render: ({ distributorCode }) => distributorCode,
    },
  ]
}

const isSummed = (key: string): key is Summed => key in SUMMED

/** The sums of these rows by column. */
export function sumCells(rows: readonly SettlementRow[]): (column: string) => ReactNode {
  const sum = sumOf(rows)
  const changes = rows.map(changeOf)
  return (column) => {
    if (isSummed(column)) return SUMMED[column](sum)
    if (column !== 'change' || changes.includes(null)) return null
    return change(changes.reduce((total: number, one) => total + (one ?? 0), 0))
  }
}

export const SETTLEMENT_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'status',
    label: 'Status',
    primary: true,
    choices: SETTLEMENT_STATES.filter((state) => state !== 'open').map((value) => ({
      value,
      label: STATE_STYLES[value].label,
    })),
  },
  {
    kind: 'choices',
    name: 'reopen',
    label: 'Opening again',
    primary: true,
    one: true,
    choices: [{ value: 'yes', label: 'Asked for' }],
  },
]
