import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { z } from 'zod'
import { can } from '../../../../contract/permissions.ts'
import { OFFICE_ROLES, ROLE_NAMES, type Role } from '../../../../contract/roles.ts'
import {
  addStaff,
  changeStaff,
  getStaff,
  type StaffDetail,
} from '../../../../contract/people/staff.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useRole } from '../../../lib/session.ts'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { useMerge } from '../../../ui/edit/use-merge.tsx'
import { keepAccount } from './account-queries.ts'
import { afterChange, staffChangesOptions } from './staff-change-queries.ts'

type Office = z.input<NonNullable<(typeof addStaff)['body']>>['role']
type Draft = { name: string; email: string; role: Office | ''; reason: string }
const EMPTY: Draft = { name: '', email: '', role: '', reason: '' }

/** What the schema gets of a choice that was not made yet: it refuses it in words. */
const roleOf = (role: Draft['role']): Office => role as Office

function Fields({
  draft,
  onDraft,
  field,
  own = false,
}: {
  draft: Draft
  onDraft: (draft: Draft) => void
  field: (name: string) => { error: string | undefined; onBlur: () => void }
  own?: boolean
}): ReactElement {
  const mine = useRole()
  const roles = OFFICE_ROLES.filter((role) => role !== 'admin' || mine === 'admin')
  const choices = [
    ...(draft.role === '' ? [{ value: '', label: 'Choose a role' }] : []),
    ...roles.map((value) => ({ value, label: ROLE_NAMES[value] })),
  ]
  return (
    <>
      <TextInput
        label="Name"
        data-autofocus
        value={draft.name}
        onChange={(event) => onDraft({ ...draft, name: event.currentTarget.value })}
        {...field('name')}
      />
      <TextInput
        label="E-mail"
        description="What the person signs in with"
        type="email"
        value={draft.email}
        onChange={(event) => onDraft({ ...draft, email: event.currentTarget.value })}
        {...field('email')}
      />
      <NativeSelect
        label="Role"
        description={
          own ? 'Nobody changes their own role.' : 'User Roles shows what each of them may do.'
        }
        data={choices}
        value={draft.role}
        disabled={own}
        onChange={(event) =>
          onDraft({ ...draft, role: roleOf(event.currentTarget.value as Role as Office) })
        }
        {...field('role')}
      />
    </>
  )
}

/** Proposes an account. What was typed survives closing. */
export function AddDialog({
  opened,
  onServer,
  onClose,
}: {
  opened: boolean
  onServer: (email: string) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState(EMPTY)
  const { name, email, role } = draft
  const form = useDialogForm(addStaff, { name, email, role: roleOf(role) })
  const submit = (): void =>
    void form.send(async (body) => {
      const done = await call(addStaff, { body })
      setDraft(EMPTY)
      onClose()
      afterChange(client, done, onServer)
    })
  return (
    <DialogForm
      opened={opened}
      title="New account"
      what="A second person approves it. Then the mailbox gets a link with which the person sets a password."
      submit="Propose the account"
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields draft={draft} onDraft={setDraft} field={form.field} />
    </DialogForm>
  )
}

const draftOf = ({ name, email, role }: StaffDetail): Draft => ({
  name,
  email,
  role: roleOf(role as Office),
  reason: '',
})

/** Changes name, e-mail or role of an account, with the reason. */
export function EditDialog({
  person,
  own,
  opened,
  onClose,
}: {
  person: StaffDetail
  own: boolean
  opened: boolean
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(person))
  const { name, email, role, reason } = draft
  const { staffId } = person
  const values = { name, email, role: roleOf(role), reason, version: 0 }
  const form = useDialogForm(changeStaff, values)
  const merge = useMerge({
    item: person,
    draft,
    onDraft: setDraft,
    draftOf: (now) => ({ ...draftOf(now), reason }),
    load: () => call(getStaff, { params: { staffId } }),
  })
  const submit = (): void =>
    void form.send((body) =>
      merge.saving(async (version) => {
        const changed = await call(changeStaff, { params: { staffId }, body: { ...body, version } })
        keepAccount(client, changed)
        setDraft(draftOf(changed))
        void client.invalidateQueries({ queryKey: staffChangesOptions().queryKey })
        notifyDone(
          changed.waiting
            ? `It waits for a second person. ${changed.waiting.words}`
            : `The account of ${changed.name} is changed.`,
        )
        onClose()
      }),
    )
  return (
    <DialogForm
      opened={opened}
      title={`Change ${person.name}`}
      what="Another e-mail or role waits for a second person, and then signs the person out everywhere."
      submit="Save"
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields draft={draft} onDraft={setDraft} field={form.field} own={own} />
      {merge.changes}
      <Textarea
        label="Reason"
        description="It stays in the record, with your name."
        autosize
        minRows={2}
        maxRows={5}
        value={reason}
        onChange={(event) => setDraft({ ...draft, reason: event.currentTarget.value })}
        {...form.field('reason')}
      />
    </DialogForm>
  )
}

/** Whether somebody of this role may change an account of that one. */
export function mayChange(mine: Role | null, role: Role): boolean {
  return can(mine, 'staff.manage') && role !== 'worker' && (role !== 'admin' || mine === 'admin')
}
