import { isIP } from 'node:net'
import type { NewPasskey } from '../../../../contract/platform/passkeys.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { sha256 } from '../../../lib/crypto.ts'
import { writeAudit } from '../audit/index.ts'
import { tellSecurity } from '../security-news/index.ts'
import { programmeName } from '../identity/index.ts'
import { loadWebAuthn, siteIdOf, useOnce } from './assertion.service.ts'
import { isOurChallenge, makeChallenge } from './challenge.ts'
import * as queries from './passkeys.queries.ts'

/** Far more than anybody has devices. */
const MOST = 20

type Act = { context: Context; caller: StaffCaller; origin: Origin }

/** A person's passkeys, for their own eyes. */
export async function myPasskeys(db: Db, staffId: number) {
  const rows = await queries.passkeysOf(db, staffId)
  return rows.map(({ passkeyId, userAgent, createdAt, usedAt }) => ({
    passkeyId,
    userAgent,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  }))
}

/** What a browser needs to make a passkey. Nothing is kept until its answer comes. */
export async function beginPasskey({ context, caller }: Act) {
  const { db, keys, now, publicUrl } = context
  const siteId = siteIdOf(context)
  if (isIP(siteId.replaceAll(/[[\]]/g, '')) !== 0) {
    throw new AppError(
      'conflict',
      `Passkeys need a domain name, and this dashboard is at ${publicUrl}. Ask your administrators.`,
    )
  }
  const { staffId, email, name } = caller
  const mine = await queries.passkeysOf(db, staffId)
  if (mine.length >= MOST) {
    throw new AppError('conflict', `You have ${MOST} passkeys. Remove one you no longer use.`)
  }
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: await programmeName(db),
    rpID: siteId,
    userName: email,
    userDisplayName: name,
    // The same for one person everywhere, and nothing that says who it is.
    userID: new Uint8Array(keys.digest('passkey-user', String(staffId))),
    challenge: Buffer.from(makeChallenge(keys, { make: staffId }, now())),
    attestationType: 'none',
    excludeCredentials: mine.map(({ credentialId }) => ({
      id: credentialId.toString('base64url'),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** Keeps a passkey that a browser made; it opens the account from now on. */
export async function addPasskey({ context, caller, origin }: Act, passkey: NewPasskey) {
  const { db, keys, now } = context
  const { staffId } = caller
  const at = now()
  const { verifyRegistrationResponse } = await loadWebAuthn()
  let challenge = ''
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: passkey as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: (answered) => {
      challenge = answered
      return isOurChallenge(keys, answered, { purpose: { make: staffId }, at })
    },
    expectedOrigin: context.publicUrl,
    expectedRPID: siteIdOf(context),
    requireUserVerification: true,
  }).catch((): never => {
    throw notMade()
  })
  if (!verified) throw notMade()
  await useOnce(context, challenge).catch(() => {
    throw notMade()
  })
  const { credential } = registrationInfo
  const credentialId = Buffer.from(credential.id, 'base64url')
  const publicKey = Buffer.from(credential.publicKey)
  const sendMail = await transaction(db, async (tx) => {
    const isNew = await queries.insertPasskey(tx, {
      credentialId,
      staffId,
      publicKey,
      counter: credential.counter,
      transports: credential.transports ?? [],
      userAgent: origin.userAgent,
      at,
    })
    if (!isNew) throw new AppError('conflict', 'This passkey is kept already.')
    const sent = await tellSecurity(context, tx, staffId, { kind: 'passkey_added' })
    // What opens the account stands in the trail: `npm run verify` compares.
    const digest = sha256(Buffer.concat([credentialId, publicKey])).toString('hex')
    await audit(tx, { context, caller, origin }, { action: 'passkey.added', after: { digest } })
    return sent
  })
  sendMail()
  return { message: 'The passkey is added. You can sign in with it.' }
}

export async function removePasskey({ context, caller, origin }: Act, passkeyId: string) {
  const { staffId } = caller
  const sendMail = await transaction(context.db, async (tx) => {
    if (!(await queries.deletePasskey(tx, { staffId, passkeyId }))) throw notFound('This passkey')
    const sent = await tellSecurity(context, tx, staffId, { kind: 'passkey_removed' })
    await audit(tx, { context, caller, origin }, { action: 'passkey.removed' })
    return sent
  })
  sendMail()
  return { message: 'The passkey is removed. It opens the account no more.' }
}

const notMade = (): AppError =>
  new AppError('invalid', 'The browser’s answer does not fit. Begin again with “Add a passkey”.')

async function audit(
  tx: Parameters<typeof writeAudit>[0],
  { context, caller, origin }: Act,
  done: { action: string; after?: object },
): Promise<void> {
  await writeAudit(tx, context.keys, {
    by: caller,
    ...done,
    subject: 'staff',
    subjectId: caller.staffId,
    requestId: origin.requestId,
    at: context.now(),
  })
}
