import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { placeInWords, type FullAddress } from '../../../../contract/people/addresses.ts'
import type { ParcelRow } from '../../../../contract/money/parcels.ts'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { Section } from '../../../ui/facts.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { AddressLines } from './address-lines.tsx'
import { parcelAddressOptions } from './address-queries.ts'
import { NoAddress } from './redemption-address.tsx'

const IN_FULL: readonly ParcelRow['state'][] = ['to_dispatch', 'dispatched', 'returned']
const EDITED: readonly ParcelRow['state'][] = ['to_dispatch', 'returned']

/** Where a parcel goes: in full to who dispatches it while it is to go out or on its way. */
export function ParcelAddress({
  parcel,
  onDialog,
}: {
  parcel: ParcelRow
  onDialog: (opened: boolean) => void
}): ReactElement | null {
  const role = useRole()
  const { redemptionId, state, address: place } = parcel
  const inFull = can(role, 'dispatch.update') && IN_FULL.includes(state)
  const { data, error, isPending } = useQuery(parcelAddressOptions(redemptionId, inFull))
  const [open, setOpen] = useState(false)
  const turn = (opened: boolean): void => {
    setOpen(opened)
    onDialog(opened)
  }
  const mayEdit = can(role, 'address.edit') && EDITED.includes(state)
  if (!place && !EDITED.includes(state)) return null
  const known = data?.address ?? place
  const full: FullAddress | null = (inFull && data?.address) || null
  return (
    <Section title="Address">
      {error && <FailureAlert error={error} title="The address did not come" />}
      {full && <AddressLines address={full} />}
      {!full && inFull && isPending && <Skeleton height={110} />}
      {!full && !inFull && place && <span>{placeInWords(place)}</span>}
      {!known && !(inFull && isPending) && <NoAddress />}
      {mayEdit && !(inFull && isPending) && (
        <Group>
          <Button size="xs" variant="default" onClick={() => turn(true)}>
            {known ? 'Correct the address' : 'Add an address'}
          </Button>
        </Group>
      )}
      <AddressDialog gift={parcel} known={known} opened={open} onClose={() => turn(false)} />
    </Section>
  )
}
