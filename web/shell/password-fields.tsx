import { PasswordInput } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { updatePassword } from '../../contract/platform/session.ts'

type NewPassword = { newPassword: string; confirmPassword: string }
type Field = keyof NewPassword
const EMPTY: NewPassword = { newPassword: '', confirmPassword: '' }

/** The first message for each field, by the same rules as the server's. */
function passwordErrors({ newPassword, confirmPassword }: NewPassword): Partial<NewPassword> {
  const checked = updatePassword.body?.safeParse({ password: newPassword, confirmPassword })
  const messageAt = (path: string): string | undefined =>
    checked?.error?.issues.find((issue) => issue.path[0] === path)?.message
  return { newPassword: messageAt('password'), confirmPassword: messageAt('confirmPassword') }
}

export type PasswordForm = {
  values: NewPassword
  shown: Partial<NewPassword>
  valid: boolean
  change: (field: Field, value: string) => void
  touch: (...fields: Field[]) => void
  reset: () => void
}

/** A new password typed twice; an error shows once its field has been touched. */
export function usePasswordForm(): PasswordForm {
  const [values, setValues] = useState(EMPTY)
  const [touched, setTouched] = useState<readonly Field[]>([])
  const errors = passwordErrors(values)
  return {
    values,
    shown: {
      newPassword: touched.includes('newPassword') ? errors.newPassword : undefined,
      confirmPassword: touched.includes('confirmPassword') ? errors.confirmPassword : undefined,
    },
    valid: !errors.newPassword && !errors.confirmPassword,
    change: (field, value) => setValues((before) => ({ ...before, [field]: value })),
    touch: (...fields) => setTouched((before) => [...before, ...fields]),
    reset: () => {
      setValues(EMPTY)
      setTouched([])
    },
  }
}

const FIELDS = [
  { name: 'newPassword', label: 'New password' },
  { name: 'confirmPassword', label: 'Confirm password' },
] as const

export function PasswordFields({
  form,
  disabled,
}: {
  form: PasswordForm
  disabled?: boolean
}): ReactElement {
  return (
    <>
      {FIELDS.map(({ name, label }) => (
        <PasswordInput
          key={name}
          name={name}
          label={label}
          autoComplete="new-password"
          value={form.values[name]}
          error={form.shown[name]}
          aria-invalid={Boolean(form.shown[name])}
          readOnly={disabled}
          data-autofocus={name === 'newPassword' || undefined}
          onChange={(event) => form.change(name, event.currentTarget.value)}
          onBlur={() => form.touch(name)}
        />
      ))}
    </>
  )
}
