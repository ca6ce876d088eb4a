import { Radio, Stack, TextInput, Textarea } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { settlePayment } from '../../../../contract/money/payments.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import type { ActProps } from './act-props.ts'
import { keepStory } from './payment-queries.ts'

type Outcome = 'processed' | 'failed'

/** Settles a payment whose answer was lost, by what the bank's statement says. */
export function SettleDialog({ story, opened, onClose }: ActProps): ReactElement {
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [utr, setUtr] = useState('')
  const [reason, setReason] = useState('')
  const [attempt] = story.attempts
  const selected = outcome ?? 'failed'
  const paid = outcome === 'processed'
  const form = useDialogForm(
    settlePayment,
    { outcome: selected, reason, ...(paid && { utr }) },
    outcome === null ? { outcome: 'Say which of the two.' } : {},
  )
  const submit = (): void =>
    void form.send(async (body) => {
      const params = { paymentId: attempt?.paymentId ?? '' }
      keepStory(client, await call(settlePayment, { params, body }))
      notifyDone(`${attempt?.number} is settled as ${paid ? 'paid' : 'not paid'}.`)
      onClose()
    })
  const amount = formatPaise(attempt?.netPaise ?? story.grossPaise)
  return (
    <DialogForm
      opened={opened}
      title={`Settle ${attempt?.number ?? 'the payment'}`}
      what={`${amount} to ${attempt?.destination ?? story.memberName}: look into the bank’s statement whether it left the account. This cannot be undone; if you say it was not paid and it was, the member may be paid twice.`}
      submit="Settle"
      danger
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Radio.Group
        label="What the statement says"
        value={outcome ?? ''}
        onChange={(value) => setOutcome(value === 'processed' ? 'processed' : 'failed')}
        error={form.field('outcome').error}
      >
        <Stack gap={8} mt={4}>
          <Radio value="processed" label="It was paid" data-autofocus />
          <Radio value="failed" label="It was not paid" />
        </Stack>
      </Radio.Group>
      {paid && (
        <TextInput
          label="UTR"
          description="From the bank’s statement"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={utr}
          onChange={(event) => setUtr(event.currentTarget.value)}
          {...form.field('utr')}
        />
      )}
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
    </DialogForm>
  )
}
