import { Button, Group, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { approveSettlements, type SettlementRow } from '../../../../contract/money/settlements.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { monthName } from '../../../lib/month.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import type { LeftRow } from '../../../ui/left-alone.tsx'
import { ManyDialog } from '../../../ui/many-dialog.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import classes from './approve-many.module.css'
import { sumOf } from './ledger.ts'
import { refreshSettlements } from './settlement-queries.ts'
import { closingOf, rupees, signed } from './figures.ts'

function Form({
  month,
  rows,
  onDone,
  onClose,
}: {
  month: string
  rows: readonly SettlementRow[]
  onDone: (left: readonly LeftRow[]) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const sum = sumOf(rows)
  const { busy, error, send } = useSending(async () => {
    const distributorIds = rows.map(({ distributorId }) => distributorId)
    const body = { distributorIds, reason: note.trim() || undefined }
    try {
      const { done, left } = await call(approveSettlements, { params: { month }, body })
      if (done.length > 0) {
        const are = done.length === 1 ? 'settlement is' : 'settlements are'
        notifyDone(`${formatAmount(done.length, are, are)} approved and locked.`)
      }
      onDone(left.map(({ name, reason }) => ({ number: name, reason })))
    } finally {
      void refreshSettlements(client)
    }
  })
  const is = rows.length === 1 ? 'settlement' : 'settlements'
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Text>
        {`${formatAmount(rows.length, is, is)} of ${monthName(month)}, in all `}
        <b>{`${signed(closingOf(sum))} points outstanding`}</b>
        {' and '}
        <b>{`${rupees(sum.chargePaise)} of handling charges`}</b>
        {
          ', are approved and locked. Each is compared with the ledger once more; one that has moved is left alone.'
        }
      </Text>
      <Textarea
        label="Note (optional)"
        description="It stays in the record, with your name."
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={300}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {error !== null && <FailureAlert error={error} kept="What you chose and typed is kept." />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={rows.length === 0}>
          {`Approve ${formatAmount(rows.length, is, is)}`}
        </Button>
      </Group>
    </form>
  )
}

/** Approves the chosen settlements of a month: how many and how much, and afterwards those left alone. */
export function ApproveManyDialog({
  month,
  rows,
  opened,
  onDone,
  onClose,
}: {
  month: string
  rows: readonly SettlementRow[]
  opened: boolean
  onDone: () => void
  onClose: () => void
}): ReactElement {
  return (
    <ManyDialog
      about={rows}
      opened={opened}
      title={`Approve settlements of ${monthName(month)}`}
      onDone={onDone}
      onClose={onClose}
    >
      {(kept, ending) => <Form month={month} rows={kept} {...ending} />}
    </ManyDialog>
  )
}
