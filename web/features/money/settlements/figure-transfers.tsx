import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { z } from 'zod'
import type { Page } from '../../../../contract/paging.ts'
import type {
  PointFigure,
  SettlementDetail,
  settlementTransfer,
} from '../../../../contract/money/settlements.ts'
import { formatAmount } from '../../../lib/format.ts'
import { monthName } from '../../../lib/month.ts'
import type { Column } from '../../../ui/list/types.ts'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Reference } from '../../ledger/points/reference.tsx'
import { KindTag } from '../../ledger/points/transfer-words.tsx'
import { PagedRows, usePages } from './paged-rows.tsx'
import classes from './settlement-drawer.module.css'
import { transfersOptions } from './settlement-queries.ts'
import { FIGURE_STYLES, signed } from './figures.ts'

type Transfer = z.output<typeof settlementTransfer>

const COLUMNS: Column<Transfer>[] = [
  {
    key: 'member',
    header: 'Member',
    width: 210,
    render: ({ memberId, memberName, memberCode }) => (
      <PageLink to="/dashboard/users" search={{ open: String(memberId) }}>
        {`${memberName} (${memberCode})`}
      </PageLink>
    ),
  },
  {
    key: 'points',
    header: 'Points',
    width: 90,
    align: 'right',
    card: 'corner',
    render: ({ points }) => <b>{signed(points)}</b>,
  },
  { key: 'kind', header: 'What', width: 150, render: ({ kind }) => <KindTag kind={kind} /> },
  {
    key: 'recordedAt',
    header: 'When',
    width: 150,
    render: ({ recordedAt }) => <Moment at={recordedAt} />,
  },
  { key: 'ref', header: 'Belongs to', width: 190, render: (row) => <Reference row={row} /> },
]

/** Whether the rows come to the figure; of one page among several, what it comes to. */
function Sum({
  page,
  figure,
  total,
}: {
  page: Page<Transfer>
  figure: string
  total: number
}): ReactElement {
  const sum = page.items.reduce((before, { points }) => before + points, 0)
  const amount = formatAmount(page.items.length, 'transfer')
  if (page.next !== null || page.previous !== null) {
    return (
      <p className={classes.about}>
        {`The ${amount} of this page come to ${signed(sum)} of ${signed(total)} points.`}
      </p>
    )
  }
  const equal = sum === total
  const Picture = equal ? IconCircleCheck : IconAlertTriangle
  return (
    <p className={classes.equals} data-differs={!equal || undefined}>
      <Picture size={16} stroke={1.8} aria-hidden />
      {`The ${amount} come to ${signed(sum)} points: ${
        equal
          ? `that is the figure of ${figure}`
          : `the figure of ${figure} says ${signed(total)}. The ledger has moved since it was computed`
      }.`}
    </p>
  )
}

const focusIt = (element: HTMLElement | null): void => element?.focus()

/** The transfers that a figure sums. */
export function FigureTransfers({
  settlement,
  figure,
  onBack,
}: {
  settlement: SettlementDetail
  figure: PointFigure
  onBack: () => void
}): ReactElement {
  const pages = usePages()
  const query = useQuery(transfersOptions(settlement, figure, pages.place))
  const { label, about } = FIGURE_STYLES[figure]
  const total = settlement[figure]
  return (
    <div className={classes.figure}>
      <div>
        <Button
          ref={focusIt}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconArrowLeft size={15} stroke={1.8} aria-hidden />}
          onClick={onBack}
        >
          Back to the figures
        </Button>
      </div>
      <div className={classes.head}>
        <h3>{`${label} in ${monthName(settlement.month)}`}</h3>
        <b>{`${signed(total)} points`}</b>
      </div>
      <p className={classes.about}>{about}</p>
      <PagedRows
        label={`Transfers of ${label.toLowerCase()}`}
        noun={['transfer', 'transfers']}
        columns={COLUMNS}
        rowId={({ transferId }) => transferId}
        query={query}
        pages={pages}
        none="No transfer belongs to this figure."
      />
      {query.data && query.data.items.length > 0 && (
        <Sum page={query.data} figure={label.toLowerCase()} total={total} />
      )}
    </div>
  )
}
