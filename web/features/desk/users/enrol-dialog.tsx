import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { enrolUser } from '../../../../contract/desk/member-records.ts'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { BelongsFields } from './belongs-fields.tsx'
import { codesOf, EMPTY_MEMBER, NOBODY, openChoice, recordOf } from './member-draft.ts'
import { MemberFields } from './member-fields.tsx'
import { keepUser } from './user-queries.ts'
import { userSource } from './users-list.tsx'

const EMPTY = { mobile: '', record: EMPTY_MEMBER, belongs: NOBODY }
type Draft = typeof EMPTY
type Made = (user: UserDetail) => void

/** A new member; closing keeps what was typed, and so does a failure. */
export function EnrolDialog({
  opened,
  onMade,
  onClose,
}: {
  opened: boolean
  onMade: Made
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState(EMPTY)
  const [round, setRound] = useState(0)
  const made: Made = (user) => {
    keepUser(client, user)
    void client.invalidateQueries({ queryKey: [userSource.name] })
    setDraft(EMPTY)
    setRound((before) => before + 1)
    notifyDone(`${user.name} is enrolled as ${user.code}.`)
    onMade(user)
  }
  // With the next member the form starts over: nothing of it was touched.
  return (
    <EnrolForm
      key={round}
      draft={draft}
      opened={opened}
      onDraft={setDraft}
      onMade={made}
      onClose={onClose}
    />
  )
}

function EnrolForm({
  draft,
  opened,
  onDraft,
  onMade,
  onClose,
}: {
  draft: Draft
  opened: boolean
  onDraft: (change: (before: Draft) => Draft) => void
  onMade: Made
  onClose: () => void
}): ReactElement {
  const { mobile, record, belongs } = draft
  const values = { mobile, ...recordOf(record), ...codesOf(belongs) }
  const form = useDialogForm(enrolUser, values, openChoice(belongs))
  const submit = (): void => void form.send(async (body) => onMade(await call(enrolUser, { body })))
  return (
    <DialogForm
      opened={opened}
      title="New member"
      what="The member can sign in with this mobile at once, and agrees to the notice of the programme then."
      submit="Enrol the member"
      size={680}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <MemberFields
        draft={record}
        onDraft={(change) => onDraft((before) => ({ ...before, record: change(before.record) }))}
        field={form.field}
      >
        <TextInput
          label="Mobile"
          type="tel"
          description="Ten digits"
          autoComplete="off"
          data-autofocus
          value={mobile}
          onChange={(event) => {
            const { value } = event.currentTarget
            onDraft((before) => ({ ...before, mobile: value }))
          }}
          {...form.field('mobile')}
        />
      </MemberFields>
      <BelongsFields
        draft={belongs}
        kind={record.kind}
        onDraft={(next) => onDraft((before) => ({ ...before, belongs: next }))}
        field={form.field}
      />
    </DialogForm>
  )
}
