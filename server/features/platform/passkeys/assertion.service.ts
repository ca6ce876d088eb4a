import type { UsedPasskey } from '../../../../contract/platform/passkeys.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { sha256 } from '../../../lib/crypto.ts'
import { takeFromWindow } from '../throttle/index.ts'
import { isOurChallenge, makeChallenge } from './challenge.ts'
import * as queries from './passkeys.queries.ts'

const REUSE_SECONDS = 600

type Needs = Pick<Context, 'db' | 'keys' | 'now' | 'publicUrl'>
type Site = Pick<Context, 'publicUrl'>

/** The name that passkeys of this installation are bound to. Source: WebAuthn level 3, relying party id. */
export const siteIdOf = ({ publicUrl }: Site): string => new URL(publicUrl).hostname

// Loaded with the first passkey: most starts and most tests see none.
export const loadWebAuthn = () => import('@simplewebauthn/server')

export const refusedPasskey = (): AppError =>
  new AppError(
    'unauthenticated',
    'This passkey opens no account here. Sign in with your password instead.',
  )

/** What a browser needs to use a passkey: for whoever has one, whose it is shows only its answer. */
export async function beginUse({ keys, now, publicUrl }: Needs) {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: siteIdOf({ publicUrl }),
    challenge: Buffer.from(makeChallenge(keys, 'use', now())),
    userVerification: 'required',
  })
  return { ...options }
}

/** Checks what a browser answered; gives whose passkey it is, and what notes its use. */
export async function checkUse(context: Needs, passkey: UsedPasskey) {
  const { db, keys, now, publicUrl } = context
  const at = now()
  const credentialId = Buffer.from(passkey.id, 'base64url')
  const found = await queries.passkeyById(db, credentialId)
  if (!found) throw refusedPasskey()
  const { staffId, publicKey, counter, transports } = found
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  let challenge = ''
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: passkey as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: (answered) => {
      challenge = answered
      return isOurChallenge(keys, answered, { purpose: 'use', at })
    },
    expectedOrigin: publicUrl,
    expectedRPID: siteIdOf({ publicUrl }),
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(publicKey),
      counter: Number(counter),
      transports,
    },
    requireUserVerification: true,
  }).catch(() => {
    throw refusedPasskey()
  })
  if (!verified) throw refusedPasskey()
  await useOnce(context, challenge)
  const use = { credentialId, before: counter, counter: authenticationInfo.newCounter, at }
  const noteUse = async (tx: Tx): Promise<void> => {
    if (!(await queries.noteUse(tx, use))) throw refusedPasskey()
  }
  return { staffId, noteUse }
}

/** Takes every passkey of a person away; says whether there was one. */
export const forgetPasskeys = (tx: Tx, staffId: number): Promise<boolean> =>
  queries.deletePasskeysOf(tx, staffId)

/** An answer is good once: whoever saw it on its way cannot send it again. */
export async function useOnce({ db }: Pick<Context, 'db'>, challenge: string): Promise<void> {
  const key = `passkey:${sha256(challenge).toString('hex')}`
  await takeFromWindow(db, key, { limit: 1, windowSeconds: REUSE_SECONDS }).catch(() => {
    throw refusedPasskey()
  })
}
