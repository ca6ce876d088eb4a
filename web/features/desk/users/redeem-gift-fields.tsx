import { NativeSelect, NumberInput, Radio, Stack, Text } from '@mantine/core'
import type { Dispatch, ReactElement, SetStateAction } from 'react'
import { placeInWords, type AddressPlace } from '../../../../contract/people/addresses.ts'
import type { GiftItem } from '../../../../contract/desk/offers.ts'
import { formatAmount } from '../../../lib/format.ts'
import { AddressFields } from '../../people/addresses/address-fields.tsx'
import type { AddressDraft } from '../../people/addresses/address-draft.ts'
import type { FieldState } from './member-fields.tsx'
import type { RedeemDraft } from './redeem-draft.ts'

const choiceOf = ({ giftId, name, points, stock }: GiftItem) => ({
  value: String(giftId),
  label: `${name} – ${stock === 0 ? 'out of stock' : formatAmount(points, 'point')}`,
  disabled: stock === 0,
})

/** Which gift, how many, and where it goes. */
export function RedeemGiftFields({
  draft,
  gifts,
  cost,
  last,
  onDraft,
  field,
}: {
  draft: RedeemDraft
  gifts: readonly GiftItem[]
  cost: number | null
  /** Where the last gift went; null before the first. */
  last: AddressPlace | null
  onDraft: (change: (before: RedeemDraft) => RedeemDraft) => void
  field: (name: string) => FieldState
}): ReactElement {
  const set = (values: Partial<RedeemDraft>): void =>
    onDraft((before) => ({ ...before, ...values }))
  const setAddress: Dispatch<SetStateAction<AddressDraft>> = (change) =>
    onDraft((before) => ({
      ...before,
      address: typeof change === 'function' ? change(before.address) : change,
    }))
  const offered = gifts.filter(({ active }) => active)
  if (offered.length === 0) return <Text>No gift is offered. Add one under Offers, Gifts.</Text>
  return (
    <>
      <NativeSelect
        label="Gift"
        data={[{ value: '', label: 'Choose a gift' }, ...offered.map(choiceOf)]}
        value={draft.giftId}
        onChange={(event) => set({ giftId: event.currentTarget.value })}
        {...field('giftId')}
      />
      <NumberInput
        label={`How many${cost === null ? '' : ` = ${formatAmount(cost, 'point')}`}`}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        hideControls
        value={draft.quantity}
        onChange={(quantity) => set({ quantity })}
        {...field('quantity')}
      />
      {last && (
        <Radio.Group
          label="Address"
          value={draft.elsewhere ? 'new' : 'last'}
          onChange={(value) => set({ elsewhere: value === 'new' })}
          error={field('lastAddress').error}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="last" label={`As the last gift: ${placeInWords(last)}`} />
            <Radio value="new" label="Another address" />
          </Stack>
        </Radio.Group>
      )}
      {(!last || draft.elsewhere) && (
        <AddressFields draft={draft.address} onDraft={setAddress} field={field} />
      )}
    </>
  )
}
