import { Button } from '@mantine/core'
import { IconBuildingBank, IconSend } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatPaise } from '../../../contract/money.ts'
import { SEND_MAX, type PaymentRow } from '../../../contract/payments.ts'
import { can } from '../../../contract/permissions.ts'
import { formatAmount, formatNumber } from '../../lib/format.ts'
import { useRole } from '../../lib/session.ts'
import { preloadList } from '../../ui/list/list-options.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { SelectionBar } from '../../ui/list/selection-bar.tsx'
import { useOpenRow } from '../../ui/list/use-open-row.ts'
import { useSelection } from '../../ui/list/use-selection.ts'
import { BankDesk } from './bank-desk.tsx'
import { Findings } from './findings.tsx'
import { grossOf } from './payable.ts'
import { PENDING_COLUMNS } from './payment-columns.tsx'
import { PaymentDrawer } from './payment-drawer.tsx'
import { PENDING_FILTERS, pendingSource, QUEUE_ORDERS, SEARCH_LABEL } from './payment-lists.tsx'
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

/** Pending Payment: what waits to be sent, what is on its way, and what nobody knows of. */
export function PendingPage(): ReactElement {
  const role = useRole()
  const open = useOpenRow()
  const { clear, ...selection } = useSelection(pendingSource, canBeSent)
  const [sending, setSending] = useState(false)
  const [bank, setBank] = useState(false)
  const rows = [...selection.chosen.values()]
  const tooMany = rows.length > SEND_MAX
  const bar = (
    <SelectionBar
      words={`${formatAmount(rows.length, 'payment')} chosen, ${formatPaise(grossOf(rows))} before tax`}
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
      noun={['payment', 'payments']}
      columns={PENDING_COLUMNS}
      filters={PENDING_FILTERS}
      orders={QUEUE_ORDERS}
      searchLabel={SEARCH_LABEL}
      empty={{
        title: 'No money waits',
        text: 'When a redemption to a bank account or UPI address is approved, it stands here until it is paid or has failed.',
      }}
      onOpen={open.show}
      notice={
        <>
          <Findings onShow={open.show} />
          <ProvidersStrip bankAction={bankAction} />
        </>
      }
      selection={can(role, 'payment.send') ? { ...selection, bar } : undefined}
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
      <BankDesk opened={bank} onClose={() => setBank(false)} />
      <PaymentDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
