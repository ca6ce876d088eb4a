import {
  CONSENT_PURPOSES,
  NOTICES,
  type ConsentPurpose,
  type Language,
} from '../../../../contract/people/members.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { MemberCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import * as queries from './consents.queries.ts'
import { languageOf } from './members.queries.ts'
import { endSessionsOf, lockedSelf, setBlocks } from './status.service.ts'

/** Whether a member's consent to a purpose stands. */
export async function hasConsent(
  db: Db | Tx,
  memberId: number,
  purpose: ConsentPurpose,
): Promise<boolean> {
  return (await queries.currentConsent(db, memberId, purpose)) !== undefined
}

/** Refuses what needs the consent to KYC while it is not given. */
export async function requireKycConsent(db: Db | Tx, memberId: number): Promise<void> {
  if (await hasConsent(db, memberId, 'kyc')) return
  throw new AppError(
    'conflict',
    'KYC needs your consent: agree to the notice on your details first.',
  )
}

/**
 * The first sign-in of a member whom staff enrolled: the consent to the programme is recorded now, or the
 * sign-in is refused with the notice that wants it. Of anybody else nothing is asked.
 */
export async function confirmEnrolment(
  tx: Tx,
  { memberId, consent, at }: { memberId: number; consent: true | undefined; at: Date },
): Promise<void> {
  if (!(await queries.isUnconfirmed(tx, memberId))) return
  const notice = NOTICES.programme
  if (!consent) throw invalidField('consent', notice[await languageOf(tx, memberId)])
  await queries.insertConsent(tx, { memberId, purpose: 'programme', version: notice.version, at })
}

/** The notices in force, and what the member agreed to. */
export async function myConsents({ db }: Pick<Context, 'db'>, caller: MemberCaller) {
  return consentsIn(db, caller.memberId)
}

async function consentsIn(db: Db | Tx, memberId: number) {
  const given = await queries.consentsOf(db, memberId)
  const language: Language = await languageOf(db, memberId)
  return {
    items: CONSENT_PURPOSES.map((purpose) => {
      const last = given.find((consent) => consent.purpose === purpose)
      return {
        purpose,
        version: NOTICES[purpose].version,
        notice: NOTICES[purpose][language],
        givenVersion: last?.version ?? null,
        givenAt: last?.givenAt.toISOString() ?? null,
        withdrawnAt: last?.withdrawnAt?.toISOString() ?? null,
      }
    }),
  }
}

/**
 * Records that a member agrees to a notice; twice is once. A newer version takes the place of an
 * older one. Whoever left the programme comes back with it, unless staff have blocked them.
 */
export async function giveConsent(
  { db, now }: Context,
  caller: MemberCaller,
  { purpose, version }: { purpose: ConsentPurpose; version: string },
) {
  const inForce = NOTICES[purpose].version
  if (version !== inForce) {
    throw invalidField('version', `The notice in force is ${inForce}: show that one.`)
  }
  const { memberId } = caller
  return transaction(db, async (tx) => {
    const member = await lockedSelf(tx, memberId)
    const current = await queries.currentConsent(tx, memberId, purpose)
    if (current?.version !== version) {
      const at = now()
      await queries.endConsent(tx, { memberId, purpose, at })
      await queries.insertConsent(tx, { memberId, purpose, version, at })
    }
    if (purpose === 'programme' && member.leftAt !== null) {
      await setBlocks(tx, member, { leftAt: null })
    }
    return consentsIn(tx, memberId)
  })
}

/**
 * Withdraws a consent. Without `kyc` nothing new is redeemed, and what was requested before is paid
 * only when the consent is given again; staff can reject it. Without `programme` the account closes: it
 * earns nothing more and its sessions end. Points stay, and consent given again opens it again.
 */
export async function withdrawConsent(
  { db, now }: Context,
  caller: MemberCaller,
  purpose: ConsentPurpose,
) {
  const { memberId } = caller
  return transaction(db, async (tx) => {
    const member = await lockedSelf(tx, memberId)
    const at = now()
    await queries.endConsent(tx, { memberId, purpose, at })
    if (purpose === 'programme') {
      if (member.leftAt === null) await setBlocks(tx, member, { leftAt: at })
      await endSessionsOf(tx, memberId)
    }
    return consentsIn(tx, memberId)
  })
}

/** Everything a member agreed to and withdrew, newest first. */
export async function consentHistoryOf(db: Db | Tx, memberId: number) {
  const consents = await queries.consentsOf(db, memberId)
  return consents.map(({ givenAt, withdrawnAt, ...consent }) => ({
    ...consent,
    givenAt: givenAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  }))
}
