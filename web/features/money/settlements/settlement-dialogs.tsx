import { TextInput } from '@mantine/core'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  approveSettlements,
  askReopen,
  decideReopen,
  settleSettlement,
  type SettlementDetail,
} from '../../../../contract/money/settlements.ts'
import { call } from '../../../lib/api.ts'
import { monthName } from '../../../lib/month.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { keepSettlement, refreshSettlements } from './settlement-queries.ts'
import { closingOf, rupees, signed } from './figures.ts'

export type ActProps = { settlement: SettlementDetail; opened: boolean; onClose: () => void }

const nameOf = ({ distributorName, month }: SettlementDetail): string =>
  `${distributorName}, ${monthName(month)}`
const amountsOf = (settlement: SettlementDetail): string =>
  `${signed(closingOf(settlement))} points outstanding and ${rupees(settlement.chargePaise)} of handling charges`
const paramsOf = ({ month, distributorId }: SettlementDetail) => ({ month, distributorId })

/** What is refused is told in the dialog, over the settlement as it is by now. */
async function orRefresh<T>(client: QueryClient, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (failure) {
    void refreshSettlements(client)
    throw failure
  }
}

export function ApproveDialog({ settlement, opened, onClose }: ActProps): ReactElement {
  const client = useQueryClient()
  const { month, distributorId } = settlement
  const approve = (note: string): Promise<void> =>
    orRefresh(client, async () => {
      const body = { distributorIds: [distributorId], reason: note || undefined }
      const { left } = await call(approveSettlements, { params: { month }, body })
      if (left[0]) throw new Error(left[0].reason)
      await refreshSettlements(client)
      notifyDone(`${nameOf(settlement)}: approved and locked.`)
      onClose()
    })
  return (
    <ConfirmDialog
      opened={opened}
      title="Approve the settlement"
      what={`${nameOf(settlement)}: ${amountsOf(settlement)} are compared with the ledger once more, approved and locked.`}
      submit="Approve"
      optional
      onConfirm={approve}
      onClose={onClose}
    />
  )
}

/** Says that it was settled with the distributor, and by which payment or credit note. */
export function SettleDialog({ settlement, opened, onClose }: ActProps): ReactElement {
  const client = useQueryClient()
  const [reference, setReference] = useState('')
  const form = useDialogForm(settleSettlement, { reference })
  const submit = (): void =>
    void form.send((body) =>
      orRefresh(client, async () => {
        const params = paramsOf(settlement)
        keepSettlement(client, await call(settleSettlement, { params, body }))
        notifyDone(`${nameOf(settlement)}: settled with ${body.reference}.`)
        onClose()
      }),
    )
  return (
    <DialogForm
      opened={opened}
      title="Settle"
      what={`${nameOf(settlement)}: ${amountsOf(settlement)} are marked as settled with the distributor. Only two people together can open it again.`}
      submit="Settle"
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Reference"
        description="Of the payment or the credit note"
        data-autofocus
        autoComplete="off"
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
        {...form.field('reference')}
      />
    </DialogForm>
  )
}

export function AskReopenDialog({ settlement, opened, onClose }: ActProps): ReactElement {
  const client = useQueryClient()
  const ask = (reason: string): Promise<void> =>
    orRefresh(client, async () => {
      const params = paramsOf(settlement)
      keepSettlement(client, await call(askReopen, { params, body: { reason } }))
      notifyDone('Somebody who approves settlements decides on it now.')
      onClose()
    })
  return (
    <ConfirmDialog
      opened={opened}
      title="Ask to open it again"
      what={`${nameOf(settlement)} with ${amountsOf(settlement)} stays as it is until somebody else decides. Opened again, it is computed and approved again.`}
      submit="Ask for it"
      onConfirm={ask}
      onClose={onClose}
    />
  )
}

export function ReopenDialog({ settlement, opened, onClose }: ActProps): ReactElement {
  const client = useQueryClient()
  const open = (reason: string): Promise<void> =>
    orRefresh(client, async () => {
      const params = paramsOf(settlement)
      const body = { reopen: true, reason }
      keepSettlement(client, await call(decideReopen, { params, body }))
      notifyDone(`${nameOf(settlement)}: open again. It can be computed and approved again.`)
      onClose()
    })
  return (
    <ConfirmDialog
      opened={opened}
      title="Open the settlement again"
      what={`${nameOf(settlement)}: ${amountsOf(settlement)} are no longer approved${settlement.state === 'settled' ? ' and no longer count as settled' : ''}, until it is computed and approved again.`}
      submit="Open it again"
      danger
      onConfirm={open}
      onClose={onClose}
    />
  )
}

export function KeepClosedDialog({ settlement, opened, onClose }: ActProps): ReactElement {
  const client = useQueryClient()
  const keep = (reason: string): Promise<void> =>
    orRefresh(client, async () => {
      const params = paramsOf(settlement)
      const body = { reopen: false, reason }
      keepSettlement(client, await call(decideReopen, { params, body }))
      notifyDone(`${nameOf(settlement)}: stays closed.`)
      onClose()
    })
  return (
    <ConfirmDialog
      opened={opened}
      title="Keep the settlement closed"
      what={`${nameOf(settlement)}: ${amountsOf(settlement)} stay as they were approved, and ${settlement.reopen?.askedBy ?? 'whoever asked'} reads why.`}
      submit="Keep it closed"
      onConfirm={keep}
      onClose={onClose}
    />
  )
}
