import { login, type Session } from '../../../../contract/platform/session.ts'
import { beginPasskeySignIn, signInByPasskey } from '../../../../contract/platform/passkeys.ts'
import { call } from '../../../lib/api.ts'
import { askPasskey, PasskeyCancelled } from '../../../lib/passkey.ts'

/** `code` is of two-factor sign-in, once the server asked for it. */
export type Credentials = { email: string; password: string; code?: string }

/** The first message for each field; none when both can be sent. */
export function errorsOf(credentials: Credentials): Partial<Credentials> {
  const issues = login.body?.safeParse(credentials).error?.issues ?? []
  const at = (path: string) => issues.find((issue) => issue.path[0] === path)?.message
  return { email: at('email'), password: at('password') }
}

/** Null where the person chose no passkey. */
export async function askSessionByPasskey(): Promise<Session | null> {
  try {
    const passkey = await askPasskey(await call(beginPasskeySignIn, {}))
    return await call(signInByPasskey, { body: { passkey } })
  } catch (failure) {
    if (failure instanceof PasskeyCancelled) return null
    throw failure
  }
}

export function askSession(credentials: Credentials): Promise<Session> {
  return call(login, { body: credentials })
}
