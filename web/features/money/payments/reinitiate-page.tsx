import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { SEND_MAX, type PaymentRow } from '../../../../contract/money/payments.ts'
import { can } from '../../../../contract/permissions.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { Findings } from './findings.tsx'
import { grossOf } from './payable.ts'
import { FAILED_COLUMNS } from './payment-columns.tsx'
import { PaymentDrawer } from './payment-drawer.tsx'
import { failedSource } from './payment-lists.tsx'
import { alertsOptions } from './payment-queries.ts'
import { ReinitiateDialog } from './reinitiate-dialog.tsx'

export function preloadReinitiate(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, failedSource, search)
  void queries.prefetchQuery(alertsOptions())
}

const mayGoAgain = ({ mayReinitiate }: PaymentRow): boolean => mayReinitiate
const whyNotAgain = ({ whyNot }: PaymentRow): string | null => whyNot

/** Payment Reinitiate: what came to nothing, why, and paying it again or giving it up. */
export function ReinitiatePage(): ReactElement {
  const role = useRole()
  const open = useOpenRow()
  const { clear, ...selection } = useSelection(failedSource, mayGoAgain, whyNotAgain)
  const [paying, setPaying] = useState(false)
  const rows = [...selection.selected.values()]
  const tooMany = rows.length > SEND_MAX
  const bar = (
    <SelectionBar
      words={`${formatAmount(rows.length, 'payment')} selected, ${formatPaise(grossOf(rows))} before tax`}
      onClear={clear}
    >
      {tooMany && <span>{`At most ${formatNumber(SEND_MAX)} at once`}</span>}
      <Button
        size="xs"
        disabled={tooMany}
        leftSection={<IconRefresh size={15} stroke={2} aria-hidden />}
        onClick={() => setPaying(true)}
      >
        Re-initiate them
      </Button>
    </SelectionBar>
  )
  return (
    <ListPage
      source={failedSource}
      title="Payment Reinitiate"
      about="Payments that failed, came back or were declined: why, and what can be done about each."
      columns={FAILED_COLUMNS}
      onOpen={open.show}
      notice={<Findings onShow={open.show} />}
      selection={can(role, 'payment.reinitiate') ? { ...selection, bar } : undefined}
    >
      <ReinitiateDialog
        rows={rows}
        opened={paying}
        onDone={() => {
          clear()
          setPaying(false)
        }}
        onClose={() => setPaying(false)}
      />
      <PaymentDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
