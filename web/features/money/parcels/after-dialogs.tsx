import { Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  deliverParcels,
  restockParcel,
  returnParcel,
  type ParcelRow,
} from '../../../../contract/money/parcels.ts'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { SelectedRows } from '../../../ui/selected-rows.tsx'
import { FormBody, useDialogForm } from '../../../ui/dialog-form.tsx'
import type { LeftRow } from '../../../ui/left-alone.tsx'
import { ManyDialog } from '../../../ui/many-dialog.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import type { ManyProps } from './dispatch-dialog.tsx'
import { giftInWords } from './parcel-words.tsx'
import { refreshParcels } from './parcel-queries.ts'

type FormProps = {
  rows: readonly ParcelRow[]
  onDone: (left: readonly LeftRow[]) => void
  onClose: () => void
}

const What = ({ rows }: { rows: readonly ParcelRow[] }): ReactElement => (
  <SelectedRows
    rows={rows.map((row) => ({
      id: row.redemptionId,
      title: row.memberName,
      about: [row.number, giftInWords(row), row.trackingNumber].filter(Boolean).join(' · '),
    }))}
  />
)

function DeliverForm({ rows, onDone, onClose }: FormProps): ReactElement {
  const client = useQueryClient()
  const { busy, error, send } = useSending(async () => {
    try {
      const redemptionIds = rows.map(({ redemptionId }) => redemptionId)
      const { done, left } = await call(deliverParcels, { body: { redemptionIds } })
      if (done.length > 0) {
        notifyDone(`${formatAmount(done.length, 'parcel is', 'parcels are')} delivered.`)
      }
      onDone(left)
    } finally {
      void refreshParcels(client)
    }
  })
  const have = rows.length === 1 ? 'The member has the gift' : 'The members have their gifts'
  return (
    <FormBody
      submit={`${formatAmount(rows.length, 'parcel is', 'parcels are')} delivered`}
      focused
      busy={busy}
      failure={error}
      kept="What you chose is kept."
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <Text>{`${have}. The points are redeemed with that; it cannot be undone here.`}</Text>
      <What rows={rows} />
    </FormBody>
  )
}

export function DeliverDialog({ rows, ...dialog }: ManyProps): ReactElement {
  return (
    <ManyDialog about={rows} title="Delivered" {...dialog}>
      {(kept, ending) => <DeliverForm rows={kept} {...ending} />}
    </ManyDialog>
  )
}

const RETURN = {
  endpoint: returnParcel,
  submit: 'came back',
  what: 'It can be dispatched again or put back into stock. The points stay held until then.',
  done: (count: number) => `${formatAmount(count, 'parcel')} came back.`,
}
const RESTOCK = {
  endpoint: restockParcel,
  submit: 'back into stock',
  what: 'The gift is in stock again, and the member has the points back and reads your reason. This cannot be undone; the member may ask again.',
  done: (count: number) => `${formatAmount(count, 'gift is', 'gifts are')} back in stock.`,
}

/** Nobody decided anything about the parcel: the server is in trouble, or was not reached. */
const isTrouble = (failure: unknown): boolean =>
  !(failure instanceof ApiError) || failure.status === 0 || failure.status >= 500

/**
 * One after the other, as each is its own act; those that fail are told with their reason. In trouble
 * before any was done, nothing was: that fails as a whole.
 */
async function doEach(
  rows: readonly ParcelRow[],
  act: (row: ParcelRow) => Promise<unknown>,
): Promise<LeftRow[]> {
  const left: LeftRow[] = []
  for (const row of rows) {
    try {
      await act(row)
    } catch (failure) {
      if (rows.length === 1 || (isTrouble(failure) && row === rows[0])) throw failure
      left.push({ number: row.number, reason: sentenceOf(failure) })
    }
  }
  return left
}

function ReasonForm({
  rows,
  act,
  onDone,
  onClose,
}: FormProps & { act: typeof RETURN | typeof RESTOCK }): ReactElement {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const { endpoint, submit, what, done } = act
  const form = useDialogForm(endpoint, { reason })
  const send = (): void =>
    void form.send(async (body) => {
      try {
        const left = await doEach(rows, ({ redemptionId }) =>
          call(endpoint, { params: { redemptionId }, body }),
        )
        if (left.length < rows.length) notifyDone(done(rows.length - left.length))
        onDone(left)
      } finally {
        void refreshParcels(client)
      }
    })
  return (
    <FormBody
      submit={`${formatAmount(rows.length, 'parcel')} ${submit}`}
      busy={form.busy}
      failure={form.failure}
      onSubmit={send}
      onClose={onClose}
    >
      <Text>{what}</Text>
      <What rows={rows} />
      <Textarea
        label="Reason"
        description={
          rows.length === 1
            ? 'It stays in the record, with your name.'
            : 'The same for all of these. It stays in the record, with your name.'
        }
        data-autofocus
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

export function ReturnDialog({ rows, ...dialog }: ManyProps): ReactElement {
  return (
    <ManyDialog about={rows} title="Came back" {...dialog}>
      {(kept, ending) => <ReasonForm act={RETURN} rows={kept} {...ending} />}
    </ManyDialog>
  )
}

export function RestockDialog({ rows, ...dialog }: ManyProps): ReactElement {
  return (
    <ManyDialog about={rows} title="Put back into stock" {...dialog}>
      {(kept, ending) => <ReasonForm act={RESTOCK} rows={kept} {...ending} />}
    </ManyDialog>
  )
}
