import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { sendPayments } from '../../../../contract/money/payments.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { FormBody } from '../../../ui/dialog-form.tsx'
import type { LeftRow } from '../../../ui/left-alone.tsx'
import { ManyDialog } from '../../../ui/many-dialog.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { grossOf, type Payable } from './payable.ts'
import { refreshPayments } from './payment-queries.ts'
import { useWay } from './use-way.ts'
import { WayField } from './way-field.tsx'

function SendForm({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly Payable[]
  onDone: (left: readonly LeftRow[]) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const way = useWay(rows)
  const { provider, carried, totalPaise } = way
  const { busy, error, send } = useSending(async () => {
    if (!provider) return
    const redemptionIds = carried.map(({ redemptionId }) => redemptionId)
    try {
      const body = { redemptionIds, provider, totalPaise }
      const { queued, left } = await call(sendPayments, { body })
      if (queued.length > 0) {
        const are = queued.length === 1 ? 'payment is' : 'payments are'
        notifyDone(`${formatAmount(queued.length, are, are)} queued.`)
      }
      onDone(left)
    } finally {
      void refreshPayments(client)
    }
  })
  return (
    <FormBody
      submit={`Send ${formatAmount(carried.length, 'payment')}, ${formatPaise(totalPaise)}`}
      busy={busy}
      disabled={carried.length === 0}
      failure={error}
      kept="What you chose is kept."
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <Text>
        {`${formatAmount(rows.length, 'approved redemption')}, in all `}
        <b>{formatPaise(grossOf(rows))}</b>
        {
          ' before tax. Each is checked once more when its turn comes, and its tax is taken then. What has gone out cannot be called back.'
        }
      </Text>
      <WayField rows={rows} way={way} />
    </FormBody>
  )
}

/** Sends the first payment of the chosen ones: how, how many, how much. */
export function SendDialog({
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
      title="Send payments"
      onDone={onDone}
      onClose={onClose}
    >
      {(kept, ending) => <SendForm rows={kept} {...ending} />}
    </ManyDialog>
  )
}
