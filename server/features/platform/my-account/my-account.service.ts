import type { Language } from '../../../../contract/people/members.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../audit/index.ts'
import { myPasskeys } from '../passkeys/index.ts'
import { twoFactorStatus } from '../two-factor/index.ts'
import * as queries from './my-account.queries.ts'

type Act = { context: Context; caller: StaffCaller; origin: Origin }

export async function myAccount(context: Context, caller: StaffCaller) {
  const { db, now } = context
  const { staffId, sessionHash } = caller
  const [language, twoFactor, passkeys, sessions] = [
    await queries.languageOf(db, staffId),
    await twoFactorStatus(context, caller),
    await myPasskeys(db, staffId),
    await queries.mySessions(db, staffId, now()),
  ]
  const current = sessionHash.toString('hex').slice(0, 32)
  return {
    language,
    twoFactor,
    passkeys,
    sessions: sessions.map(({ createdAt, seenAt, ...session }) => ({
      ...session,
      current: session.sessionId === current,
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
    })),
  }
}

/** The language of the worker section, and of what the programme sends the person. */
export async function setMyLanguage(
  { context, caller, origin }: Act,
  language: Language,
): Promise<{ language: Language }> {
  const { staffId } = caller
  return transaction(context.db, async (tx) => {
    const before = await queries.lockLanguage(tx, staffId)
    if (before === language) return { language }
    await queries.setLanguage(tx, staffId, language)
    await writeAudit(tx, context.keys, {
      by: caller,
      action: 'staff.language_set',
      subject: 'staff',
      subjectId: staffId,
      before: { language: before },
      after: { language },
      requestId: origin.requestId,
      at: context.now(),
    })
    return { language }
  })
}

export async function endMySession({ context, caller, origin }: Act, sessionId: string) {
  const { staffId } = caller
  await transaction(context.db, async (tx) => {
    const ended = await queries.endSession(tx, staffId, sessionId)
    if (!ended) throw notFound('This session')
    await writeAudit(tx, context.keys, {
      by: caller,
      action: 'session.ended',
      subject: 'staff',
      subjectId: staffId,
      requestId: origin.requestId,
      at: context.now(),
    })
  })
  return { message: 'The session is ended.' }
}
