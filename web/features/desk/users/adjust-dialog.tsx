import { NumberInput, Textarea } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { requestAdjustment } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import type { DialogProps } from './user-dialog.ts'
import { refreshMember } from './user-queries.ts'

const EMPTY = { points: '' as number | string, reason: '' }

/** Asks for points to be given or taken; the key stays with what was typed, so sending again is safe. */
export function AdjustDialog({ user, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [draft, setDraft] = useState(EMPTY)
  const { memberId, name, available } = user
  const points = draft.points === '' ? Number.NaN : Number(draft.points)
  const form = useDialogForm(requestAdjustment, {
    idempotencyKey: key,
    points,
    reason: draft.reason,
  })
  const set = (values: Partial<typeof EMPTY>): void => {
    setDraft((before) => ({ ...before, ...values }))
    setKey(crypto.randomUUID())
  }
  const submit = (): void =>
    void form.send(async (body) => {
      await call(requestAdjustment, { params: { memberId }, body })
      await refreshMember(client, memberId)
      notifyDone('The adjustment waits for a second person.')
      setDraft(EMPTY)
      setKey(crypto.randomUUID())
      onClose()
    })
  return (
    <DialogForm
      opened={opened}
      title={`Adjust the points of ${name}`}
      what={`${name} has ${formatAmount(available, 'point')} available. Nothing moves until somebody else approves it.`}
      submit="Ask for it"
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberInput
        label="Points"
        description="A minus takes them away"
        data-autofocus
        allowDecimal={false}
        clampBehavior="none"
        hideControls
        thousandSeparator=","
        thousandsGroupStyle="lakh"
        value={draft.points}
        onChange={(value) => set({ points: value })}
        {...form.field('points')}
      />
      <Textarea
        label="Reason"
        description="It stays in the record, with your name."
        autosize
        minRows={2}
        maxRows={6}
        value={draft.reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
        {...form.field('reason')}
      />
    </DialogForm>
  )
}
