import { updatePassword } from '../../contract/platform/session.ts'
import { ApiError } from '../lib/api-error.ts'
import { call } from '../lib/api.ts'
import { queries } from '../lib/queries.ts'
import { readSession, staffIdOf } from '../lib/session.ts'
import { forgetAsked, keepAsked, type AskedPassword } from './asked-password.ts'
import { noticesOptions } from './bell-query.ts'

type NewPassword = { newPassword: string; confirmPassword: string }

/** Why it was surely not changed; null where nobody can tell, such as a proxy's 502. */
function refusalOf(failure: unknown): string | null {
  const refused = failure instanceof ApiError && failure.status >= 400 && failure.status < 500
  return refused ? failure.message : null
}

/** Whether the server has told the outcome itself, by a notice and a mail. */
function isTold(failure: unknown): boolean {
  return failure instanceof ApiError && failure.reason === 'password_refused'
}

/**
 * Sends a new password and shows nothing. Until the server's own notice is there, the bell keeps that
 * it was sent, so that nobody takes a password for changed that is not.
 */
export async function sendNewPassword({
  newPassword,
  confirmPassword,
}: NewPassword): Promise<void> {
  const session = readSession()
  const staffId = (session && staffIdOf(session)) ?? 0
  const asked: AskedPassword = { staffId, at: new Date().toISOString(), refusal: null }
  keepAsked(asked)
  try {
    await call(updatePassword, {
      body: { password: newPassword, confirmPassword },
      keepalive: true,
    })
  } catch (failure) {
    if (!isTold(failure)) {
      keepAsked({ ...asked, refusal: refusalOf(failure) })
      return
    }
  }
  await queries.invalidateQueries({ queryKey: noticesOptions().queryKey })
  forgetAsked(asked)
}
