import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactElement } from 'react'
import { setupAdmin } from '../../../../contract/people/setup.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { PasswordFields, usePasswordForm } from '../../../shell/password-fields.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import type { StepProps } from './programme-step.tsx'
import classes from './setup.module.css'

/** Name, e-mail and password of the first administrator. */
export function AdminStep({
  token,
  guide,
  onSaved,
  onBack,
}: StepProps & { onBack: () => void }): ReactElement {
  const [person, setPerson] = useState(guide.admin ?? { name: '', email: '' })
  const form = usePasswordForm()
  const { busy, error, send } = useSending(async () => {
    const { newPassword: password, confirmPassword } = form.values
    onSaved(await call(setupAdmin, { body: { token, ...person, password, confirmPassword } }))
  })
  const fields = error instanceof ApiError ? error.fields : {}
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    form.touch('newPassword', 'confirmPassword')
    if (form.valid) void send()
  }
  const isTold = fields.name !== undefined || fields.email !== undefined
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.note}>
        The administrator sees everything and makes the accounts of the others. A second one should
        follow soon: what touches money needs two people.
      </p>
      <TextInput
        label="Name"
        autoComplete="name"
        value={person.name}
        error={fields.name}
        onChange={(event) => setPerson({ ...person, name: event.currentTarget.value })}
      />
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        value={person.email}
        error={fields.email}
        onChange={(event) => setPerson({ ...person, email: event.currentTarget.value })}
      />
      <PasswordFields form={form} disabled={busy} />
      {error !== null && !isTold && <FailureAlert error={error} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack} disabled={busy}>
          Back
        </Button>
        <Button type="submit" loading={busy}>
          Continue
        </Button>
      </div>
    </form>
  )
}
