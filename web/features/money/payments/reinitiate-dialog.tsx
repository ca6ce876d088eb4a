import { Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { reinitiatePayments } from '../../../../contract/money/payments.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { FormBody, useDialogForm } from '../../../ui/dialog-form.tsx'
import type { LeftRow } from '../../../ui/left-alone.tsx'
import { ManyDialog } from '../../../ui/many-dialog.tsx'
import { CheckedRows } from './checked-rows.tsx'
import { grossOf, type Payable } from './payable.ts'
import { refreshPayments } from './payment-queries.ts'
import { useWay } from './use-way.ts'
import { WayField } from './way-field.tsx'

function doneWords(queued: number, proposed: number): string {
  const parts = [
    queued > 0 && `${formatAmount(queued, 'payment is', 'payments are')} queued again.`,
    proposed > 0 &&
      `${formatAmount(proposed, 'payment waits', 'payments wait')} for another person, as the destination has changed.`,
  ]
  return parts.filter(Boolean).join(' ')
}

function ReinitiateForm({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly Payable[]
  onDone: (left: readonly LeftRow[]) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const way = useWay(rows)
  const { provider, carried, totalPaise } = way
  const form = useDialogForm(reinitiatePayments, {
    redemptionIds: carried.map(({ redemptionId }) => redemptionId),
    provider: provider ?? 'razorpayx',
    totalPaise,
    reason,
  })
  const submit = (): void =>
    void form.send(async (body) => {
      try {
        const { queued, proposed, left } = await call(reinitiatePayments, { body })
        const words = doneWords(queued.length, proposed.length)
        if (words) notifyDone(words)
        onDone(left)
      } finally {
        void refreshPayments(client)
      }
    })
  return (
    <FormBody
      submit={`Pay ${formatPaise(totalPaise)} again`}
      busy={form.busy}
      disabled={carried.length === 0}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>
        {`${formatAmount(rows.length, 'redemption')}, in all `}
        <b>{formatPaise(grossOf(rows))}</b>
        {rows.length === 1
          ? ' before tax, is paid in a new attempt. If it goes elsewhere than before, another person approves it first.'
          : ' before tax, are paid in a new attempt each. Those that go elsewhere than before, another person approves first.'}
      </Text>
      <CheckedRows rows={rows} />
      <WayField rows={rows} way={way} />
      <Textarea
        label="Reason"
        description="It stays in the record, with your name."
        autosize
        minRows={2}
        maxRows={6}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        {...form.field('reason')}
      />
    </FormBody>
  )
}

/** Begins another attempt at those that came to nothing. */
export function ReinitiateDialog({
  rows,
  opened,
  onDone,
  onClose,
}: {
  rows: readonly Payable[]
  opened: boolean
  onDone: () => void
  onClose: () => void
}): ReactElement {
  return (
    <ManyDialog
      about={rows}
      opened={opened}
      title="Re-initiate payments"
      size={560}
      onDone={onDone}
      onClose={onClose}
    >
      {(kept, ending) => <ReinitiateForm rows={kept} {...ending} />}
    </ManyDialog>
  )
}
