import type { UsedPasskey } from '../../../../contract/platform/passkeys.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import { sha256 } from '../../../lib/crypto.ts'
import { checkUse, refusedPasskey } from '../passkeys/index.ts'
import { tellSecurity } from '../security-news/index.ts'
import { giveBackTry, takeTry } from '../throttle/index.ts'
import { knownDevice, staffAccount } from './known-device.ts'
import { beginSession, type Browser, type SignedIn } from './session.service.ts'
import * as queries from './session.queries.ts'
import { ADDRESS_LIMIT } from './sign-in-limits.ts'

/**
 * Signs a member of staff in by a passkey: what the person has, and a finger, a face or a PIN, so no code
 * is asked for and the session is as good as one with two factors. The session that the browser had,
 * `held` by its cookie, is replaced.
 */
export async function signInByPasskey(
  context: Context,
  passkey: UsedPasskey,
  origin: Browser & { held: string | undefined },
): Promise<SignedIn> {
  const { db, keys, now } = context
  const tries = `passkey:${origin.address}`
  await takeTry(db, tries, ADDRESS_LIMIT)
  const { staffId, noteUse } = await checkUse(context, passkey)
  await giveBackTry(db, tries, ADDRESS_LIMIT)
  const { signedIn, sendMail } = await transaction(db, async (tx) => {
    const at = now()
    const person = await queries.noteSignIn(tx, staffId, at)
    if (!person) throw refusedPasskey()
    await noteUse(tx)
    const { userAgent, address, known, held } = origin
    if (held) await queries.deleteSession(tx, { cookieHash: sha256(held) })
    const isKnown = knownDevice(keys, known, staffAccount(person), at) !== null
    const news = { kind: 'new_browser', userAgent, address } as const
    return {
      signedIn: await beginSession(context, tx, { ...person, proved: true }, origin),
      sendMail: isKnown ? null : await tellSecurity(context, tx, staffId, news),
    }
  })
  sendMail?.()
  return signedIn
}
