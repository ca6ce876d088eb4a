import { NumberInput, SegmentedControl, Textarea } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatPaise } from '../../../contract/money.ts'
import { requestForMember } from '../../../contract/redemptions.ts'
import { call } from '../../lib/api.ts'
import { formatAmount } from '../../lib/format.ts'
import { notifyDone } from '../../lib/notify.tsx'
import { rulesOptions } from '../redemptions/redemption-queries.ts'
import { DialogForm, useDialogForm } from '../../ui/dialog-form.tsx'
import type { DialogProps } from './user-dialog.ts'
import { refreshMember } from './user-queries.ts'

type Draft = { kind: 'bank' | 'upi'; points: number | string; reason: string }
const EMPTY: Draft = { kind: 'bank', points: '', reason: '' }

/** Redeems points on the member's word. Whoever asks does not approve. */
export function RedeemDialog({ user, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const { data: rules } = useQuery(rulesOptions())
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [draft, setDraft] = useState(EMPTY)
  const { memberId, name, available } = user
  const points = draft.points === '' ? undefined : Number(draft.points)
  const form = useDialogForm(requestForMember, { ...draft, points, idempotencyKey: key })
  const set = (values: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...values }))
    setKey(crypto.randomUUID())
  }
  const submit = (): void =>
    void form.send(async (body) => {
      const { number } = await call(requestForMember, { params: { memberId }, body })
      await refreshMember(client, memberId)
      notifyDone(`${number} is requested; the points are held.`)
      setDraft(EMPTY)
      setKey(crypto.randomUUID())
      onClose()
    })
  const worth = rules && points ? ` = ${formatPaise(points * rules.pointValuePaise)}` : ''
  return (
    <DialogForm
      opened={opened}
      title={`Redeem points of ${name}`}
      what={`${formatAmount(available, 'point')} are available. The points are held at once; somebody else decides.`}
      submit="Request it"
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label="Where to"
        data={[
          { value: 'bank', label: 'Bank account' },
          { value: 'upi', label: 'UPI address' },
        ]}
        value={draft.kind}
        onChange={(kind) => set({ kind: kind === 'upi' ? 'upi' : 'bank' })}
      />
      <NumberInput
        label={`Points${worth}`}
        description={rules && `At least ${formatAmount(rules.minPoints, 'point')}`}
        data-autofocus
        allowDecimal={false}
        allowNegative={false}
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
