import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  setAddress,
  type AddressPlace,
  type FullAddress,
} from '../../../../contract/people/addresses.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { bodyOfAddress, draftOfAddress } from './address-draft.ts'
import { AddressFields } from './address-fields.tsx'
import { refreshAddresses } from './address-queries.ts'

export type Addressed = { redemptionId: string; number: string }

const SENTENCE = 'Labels are printed from it. The member sees it in the request.'
const PLACE_ONLY = 'You see city, state and PIN code only: enter all of it again.'

function AddressForm({
  gift: { redemptionId, number },
  known,
  opened,
  onClose,
}: {
  gift: Addressed
  known: FullAddress | AddressPlace | null
  opened: boolean
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOfAddress(known))
  const [reason, setReason] = useState('')
  const form = useDialogForm(setAddress, { address: bodyOfAddress(draft), reason })
  const submit = (): void =>
    void form.send(async (body) => {
      await call(setAddress, { params: { redemptionId }, body })
      await refreshAddresses(client)
      notifyDone(`The address of ${number} is ${known ? 'corrected' : 'added'}.`)
      onClose()
    })
  const isPlaceOnly = known !== null && !('recipient' in known)
  return (
    <DialogForm
      opened={opened}
      title={known ? `Correct the address of ${number}` : `Add an address to ${number}`}
      what={isPlaceOnly ? `${PLACE_ONLY} ${SENTENCE}` : SENTENCE}
      submit="Save the address"
      size={620}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <AddressFields draft={draft} onDraft={setDraft} field={form.field} />
      <Textarea
        label="Reason"
        description="It stays in the record, with your name. Leave out the name and the address."
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

/** Gives or corrects the address of a gift. Each time it opens it begins with what is known. */
export function AddressDialog({
  opened,
  ...form
}: {
  gift: Addressed
  known: FullAddress | AddressPlace | null
  opened: boolean
  onClose: () => void
}): ReactElement {
  const [round, setRound] = useState(0)
  const [was, setWas] = useState(opened)
  if (was !== opened) {
    setWas(opened)
    if (opened) setRound(round + 1)
  }
  return <AddressForm key={round} opened={opened} {...form} />
}
