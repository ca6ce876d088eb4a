import { NumberInput, SegmentedControl, Textarea } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { redemptionKind } from '../../../../contract/money/redemption-states.ts'
import { requestForMember } from '../../../../contract/money/redemptions.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { lastPlaceOptions } from '../../people/addresses/address-queries.ts'
import { giftsOptions } from '../offers/gift-queries.ts'
import { rulesOptions } from '../../money/redemptions/redemption-queries.ts'
import {
  bodyOfRedemption,
  costOf,
  emptyRedemption,
  redemptionProblems,
  type RedeemDraft,
} from './redeem-draft.ts'
import { RedeemGiftFields } from './redeem-gift-fields.tsx'
import type { DialogProps } from './user-dialog.ts'
import { refreshMember } from './user-queries.ts'

/** Redeems points on the member's word. Whoever asks does not approve. */
export function RedeemDialog({ user, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const { memberId, name, available } = user
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [draft, setDraft] = useState(() => emptyRedemption(user))
  const isGift = draft.kind === 'gift'
  const { data: rules } = useQuery(rulesOptions())
  const gifts = useQuery({ ...giftsOptions(), enabled: opened && isGift })
  const last = useQuery(lastPlaceOptions(memberId, opened && isGift))
  const place = last.data?.place ?? null
  const cost = costOf(draft, gifts.data?.gifts ?? [])
  const form = useDialogForm(
    requestForMember,
    { ...bodyOfRedemption(draft, place), idempotencyKey: key },
    redemptionProblems(draft, cost, available),
  )
  const change = (next: (before: RedeemDraft) => RedeemDraft): void => {
    setDraft(next)
    setKey(crypto.randomUUID())
  }
  const set = (values: Partial<RedeemDraft>): void => change((before) => ({ ...before, ...values }))
  const submit = (): void =>
    void form.send(async (body) => {
      const { number } = await call(requestForMember, { params: { memberId }, body })
      await refreshMember(client, memberId)
      notifyDone(`${number} is requested; the points are held.`)
      change(() => emptyRedemption(user))
      onClose()
    })
  const worth = rules && cost ? ` = ${formatPaise(cost * rules.pointValuePaise)}` : ''
  const isRead = gifts.isSuccess && last.isSuccess
  return (
    <DialogForm
      opened={opened}
      title={`Redeem points of ${name}`}
      what={`${formatAmount(available, 'point')} are available. The points are held at once; somebody else decides.`}
      submit="Request it"
      size={isGift ? 620 : undefined}
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
          { value: 'gift', label: 'Gift' },
        ]}
        value={draft.kind}
        onChange={(kind) => set({ kind: redemptionKind.parse(kind) })}
      />
      {isGift ? (
        <>
          {gifts.error && <FailureAlert error={gifts.error} title="The gifts did not come" />}
          {last.error && <FailureAlert error={last.error} title="The last address did not come" />}
          {isRead && (
            <RedeemGiftFields
              draft={draft}
              gifts={gifts.data.gifts}
              cost={cost}
              last={place}
              onDraft={change}
              field={form.field}
            />
          )}
        </>
      ) : (
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
      )}
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
