import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { editUser } from '../../../../contract/desk/member-records.ts'
import { getUser } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { useMerge } from '../../../ui/edit/use-merge.tsx'
import { draftOf, recordOf } from './member-draft.ts'
import { MemberFields } from './member-fields.tsx'
import type { DialogProps } from './user-dialog.ts'
import { keepUser, refreshMember } from './user-queries.ts'

/** Changes what is known of a member; name and type wait for another person once KYC hangs on them. */
export function EditDialog({ user, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(user))
  const [reason, setReason] = useState('')
  const { memberId, name, kyc } = user
  const values = { ...recordOf(draft), version: 0, reason: reason.trim() || undefined }
  const form = useDialogForm(editUser, values)
  const merge = useMerge({
    item: user,
    draft,
    onDraft: setDraft,
    draftOf,
    load: () => call(getUser, { params: { memberId } }),
  })
  const submit = (): void =>
    void form.send((body) =>
      merge.saving(async (version) => {
        const after = await call(editUser, { params: { memberId }, body: { ...body, version } })
        keepUser(client, after)
        await refreshMember(client, memberId)
        const waits = after.change !== null && user.change === null
        notifyDone(
          waits
            ? 'Saved. The new name or type waits for a second person.'
            : `What is known of ${after.name} is changed.`,
        )
        setReason('')
        onClose()
      }),
    )
  return (
    <DialogForm
      opened={opened}
      title={`Edit ${name}`}
      what={
        kyc === 'none'
          ? 'The mobile is changed by its own button, as the new number has to answer.'
          : 'A new name or type waits for a second person where KYC was accepted. Everything else is changed at once.'
      }
      submit="Save"
      size={680}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <MemberFields draft={draft} onDraft={setDraft} field={form.field} />
      {merge.changes}
      <Textarea
        label={kyc === 'none' ? 'Reason (optional)' : 'Reason'}
        description="It stays in the record, with your name. Leave out the member’s name."
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
