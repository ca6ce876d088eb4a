import { Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { proposePoints, type ProductDetail } from '../../../../contract/programme/products.ts'
import { dayOf } from '../../../../contract/time.ts'
import { call } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import classes from '../../people/masters/masters.module.css'
import { keepProduct } from './product-queries.ts'

const EMPTY = { points: '', reason: '' }

/** Changes the points of a product's new batches from a day on. */
export function PointsDialog({
  product,
  opened,
  onClose,
}: {
  product: ProductDetail
  opened: boolean
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [today] = useState(() => dayOf(new Date()))
  const [draft, setDraft] = useState({ ...EMPTY, fromDay: today })
  const set = (changes: Partial<typeof draft>): void =>
    setDraft((before) => ({ ...before, ...changes }))
  const { productId, name, points } = product
  const form = useDialogForm(proposePoints, {
    fromDay: draft.fromDay,
    points: draft.points.trim() === '' ? Number.NaN : Number(draft.points),
    reason: draft.reason,
  })
  const submit = (): void =>
    void form.send(async (body) => {
      const saved = await call(proposePoints, { params: { productId }, body })
      keepProduct(client, saved)
      notifyDone(
        saved.waiting > product.waiting
          ? `The points of ${name} are proposed. Somebody else approves them.`
          : `The points of ${name} are changed from their day on.`,
      )
      onClose()
    })
  return (
    <DialogForm
      opened={opened}
      title={`Change the points of ${name}`}
      what={`A coupon has ${formatNumber(points)} points today. Batches keep the points of their request. More points need the approval of another person; fewer do not.`}
      submit="Change points"
      size={520}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <TextInput
          label="Points of each coupon"
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          value={draft.points}
          onChange={(event) => set({ points: event.currentTarget.value })}
          {...form.field('points')}
        />
        <TextInput
          label="From"
          description="Days begin at midnight in India"
          type="date"
          min={today}
          value={draft.fromDay}
          onChange={(event) => set({ fromDay: event.currentTarget.value })}
          {...form.field('fromDay')}
        />
        <Textarea
          className={classes.wide}
          label="Reason"
          description="It stays in the record, with your name."
          autosize
          minRows={2}
          maxRows={6}
          value={draft.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
          {...form.field('reason')}
        />
      </div>
    </DialogForm>
  )
}
