import { invalidField } from '../../lib/app-error.ts'
import { isCommonPassword } from '../../lib/common-passwords.ts'

/** What a new password must be beyond the contract's length and repetition. */
export function checkNewPassword(password: string, email: string, minimum: number): void {
  if (password.length < minimum) {
    throw invalidField('password', `Password must be at least ${minimum} characters`)
  }
  if (password.toLowerCase() === email) {
    throw invalidField('password', 'Your e-mail cannot be your password.')
  }
  if (isCommonPassword(password)) {
    throw invalidField('password', 'This password is among the most common ones. Choose another.')
  }
}
