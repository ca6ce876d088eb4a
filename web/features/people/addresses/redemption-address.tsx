import { Alert, Button, Group } from '@mantine/core'
import { IconEye, IconEyeOff, IconMapPinOff } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import {
  ADDRESS_OPEN,
  placeInWords,
  revealAddress,
  type FullAddress,
} from '../../../../contract/people/addresses.ts'
import { can } from '../../../../contract/permissions.ts'
import type { RedemptionDetail } from '../../../../contract/money/redemptions.ts'
import { call } from '../../../lib/api.ts'
import { useRole } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useShownBriefly } from '../../../ui/use-shown-briefly.ts'
import { AddressDialog } from './address-dialog.tsx'
import { AddressLines } from './address-lines.tsx'

type Dialog = 'edit' | 'reveal'

/** Where the gift of a redemption goes: its place, and in full for a minute to whoever may reveal it. */
export function RedemptionAddress({
  redemption,
  onDialog,
}: {
  redemption: RedemptionDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  const role = useRole()
  const { shown, show, hide } = useShownBriefly<'address', FullAddress>()
  const [open, setOpen] = useState<Dialog | null>(null)
  const turn = (dialog: Dialog | null): void => {
    setOpen(dialog)
    onDialog(dialog !== null)
  }
  const { redemptionId, state, address } = redemption
  const reveal = async (reason: string): Promise<void> => {
    const found = await call(revealAddress, { params: { redemptionId }, body: { reason } })
    show('address', found.address)
    turn(null)
  }
  const full = shown.address
  const mayEdit = can(role, 'address.edit') && ADDRESS_OPEN.includes(state)
  return (
    <Section title="Address">
      {address ? (
        <Facts
          facts={[
            ['Goes to', full ? <AddressLines key="full" address={full} /> : placeInWords(address)],
            ['Given by', address.setBy ?? 'The member'],
            ['Given', <Moment key="at" at={address.setAt} />],
          ]}
        />
      ) : (
        <NoAddress />
      )}
      <Group gap="xs">
        {address && can(role, 'pii.reveal') && (
          <Button
            size="xs"
            variant="default"
            leftSection={
              full ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />
            }
            onClick={() => (full ? hide('address') : turn('reveal'))}
          >
            {full ? 'Hide the address' : 'Reveal the address'}
          </Button>
        )}
        {mayEdit && (
          <Button size="xs" variant="default" onClick={() => turn('edit')}>
            {address ? 'Correct the address' : 'Add an address'}
          </Button>
        )}
      </Group>
      <AddressDialog
        gift={redemption}
        known={full ?? address}
        opened={open === 'edit'}
        onClose={() => turn(null)}
      />
      <ConfirmDialog
        opened={open === 'reveal'}
        title="Reveal the address"
        what="You see it for a minute. The record keeps that you looked, and why."
        submit="Reveal"
        oneLine
        onConfirm={reveal}
        onClose={() => turn(null)}
      />
    </Section>
  )
}

/** Says that nobody has given the address of a gift. */
export function NoAddress(): ReactElement {
  return (
    <Alert color="yellow" p="xs" icon={<IconMapPinOff size={18} />}>
      No address yet: it cannot be approved or dispatched.
    </Alert>
  )
}
