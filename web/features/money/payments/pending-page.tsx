import { Button } from '@mantine/core'
import { IconBuildingBank, IconSend } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo, useState, type ReactElement, type ReactNode } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { SEND_MAX, type PaymentRow } from '../../../../contract/money/payments.ts'
import { findingsInWords } from '../../../../contract/money/payment-words.ts'
import { rolesInWords } from '../../../../contract/permission-words.ts'
import { can } from '../../../../contract/permissions.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { BankDesk } from './bank-desk.tsx'
import { Findings } from './findings.tsx'
import { grossOf } from './payable.ts'
import { PENDING_COLUMNS } from './payment-columns.tsx'
import { PaymentDrawer } from './payment-drawer.tsx'
import { pendingSource } from './payment-lists.tsx'
import { alertsOptions, providersOptions } from './payment-queries.ts'
import { ProvidersStrip } from './providers-strip.tsx'
import { SendDialog } from './send-dialog.tsx'

export function preloadPending(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, pendingSource, search)
  void queries.prefetchQuery(providersOptions())
  void queries.prefetchQuery(alertsOptions())
}

/** Nobody has sent it, and nothing stands against sending it. */
const canBeSent = ({ state, alerts }: PaymentRow): boolean => state === 'ready' && alerts === 0

const NONE: readonly PaymentRow[] = []
const WHO_SENDS = `By ${rolesInWords('payment.send')}`

function whyNotSent({ state, alerts }: PaymentRow): string {
  if (state !== 'ready') return 'It was sent already: it moves on by itself.'
  return `${findingsInWords(alerts)} about it must be settled first.`
}

/** The columns, with the way to send beside what is ready. */
function columnsWithSend(onSend: ((row: PaymentRow) => void) | null): Column<PaymentRow>[] {
  return PENDING_COLUMNS.map((column) => {
    if (column.key !== 'stage') return column
    const render = (row: PaymentRow): ReactNode => {
      if (!canBeSent(row)) return column.render(row)
      return onSend ? (
        <Button size="compact-xs" variant="light" onClick={() => onSend(row)}>
          Send
        </Button>
      ) : (
        WHO_SENDS
      )
    }
    return { ...column, render }
  })
}

/** Pending Payment: what waits to be sent, what is on its way, and what nobody knows of. */
export function PendingPage(): ReactElement {
  const role = useRole()
  const open = useOpenRow()
  const { clear, ...selection } = useSelection(pendingSource, canBeSent, whyNotSent)
  const [sending, setSending] = useState(false)
  const [one, setOne] = useState<PaymentRow | null>(null)
  const [bank, setBank] = useState(false)
  const rows = [...selection.selected.values()]
  const maySend = can(role, 'payment.send')
  const columns = useMemo(() => columnsWithSend(maySend ? setOne : null), [maySend])
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
        leftSection={<IconSend size={15} stroke={2} aria-hidden />}
        onClick={() => setSending(true)}
      >
        Send payments
      </Button>
    </SelectionBar>
  )
  const bankAction = (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconBuildingBank size={15} stroke={1.8} aria-hidden />}
      onClick={() => setBank(true)}
    >
      Files and answers
    </Button>
  )
  return (
    <ListPage
      source={pendingSource}
      title="Pending Payment"
      about="Approved money on its way: ready to send, queued, with the provider, or without an answer. The rows move on by themselves."
      columns={columns}
      onOpen={open.show}
      notice={
        <>
          <Findings onShow={open.show} />
          <ProvidersStrip bankAction={bankAction} />
        </>
      }
      selection={maySend ? { ...selection, bar } : undefined}
    >
      <SendDialog
        rows={rows}
        opened={sending}
        onDone={() => {
          clear()
          setSending(false)
        }}
        onClose={() => setSending(false)}
      />
      <SendDialog
        rows={one ? [one] : NONE}
        opened={one !== null}
        onDone={() => setOne(null)}
        onClose={() => setOne(null)}
      />
      <BankDesk opened={bank} onClose={() => setBank(false)} />
      <PaymentDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
