import { firstPage } from '../../../../contract/menu.ts'
import type { Language } from '../../../../contract/people/members.ts'
import { TIME_ZONE } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { message, type Message, type Recipient, sendMessage } from '../messages/index.ts'
import { tellStaff } from '../notices/index.ts'
import { tellSecurity } from '../security-news/index.ts'
import { languageOf } from './session.queries.ts'

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
})

const CHANGED: Record<Language, string> = {
  en: 'Your password was changed. Your other sessions were ended.',
  hi: 'आपका पासवर्ड बदल गया। आपके बाकी सेशन बंद कर दिए गए।',
}
const REFUSED: Record<Language, (why: string) => string> = {
  en: (why) => `Your password was not changed: ${why}`,
  hi: (why) => `आपका पासवर्ड नहीं बदला: ${why}`,
}

type Changer = Pick<StaffCaller, 'staffId' | 'role'>

async function tell(tx: Tx, { staffId, role }: Changer, words: string, at: Date): Promise<void> {
  await tellStaff(tx, { staffId, words, link: firstPage(role), at })
}

/** Not awaited: the answer must not depend on how long the mail server takes. */
function send(context: Context, recipient: Recipient, told: Message): void {
  sendMessage(context, recipient, told).catch((error: unknown) =>
    context.log.error({ err: error }, 'password mail not sent'),
  )
}

/**
 * Writes the notice of a changed password, in the transaction that changes it. Gives the mail that
 * is to be sent once it is committed.
 */
export async function tellChanged(context: Context, tx: Tx, caller: StaffCaller) {
  const language = await languageOf(tx, caller.staffId)
  await tell(tx, caller, CHANGED[language], context.now())
  return tellSecurity(context, tx, caller.staffId, { kind: 'password' })
}

/**
 * The dialog shows no outcome, so a refused password is told by a notice and a mail. Gives the
 * refusal marked as told, so that the page does not tell it as well; any other error is given back
 * as it is.
 */
export async function tellRefused(
  context: Context,
  caller: StaffCaller,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'invalid') return error
  const at = context.now()
  const language = await languageOf(context.db, caller.staffId)
  const words = REFUSED[language](error.message)
  await transaction(context.db, (tx) => tell(tx, caller, words, at))
  const told = message('password_refused', { moment: MOMENT.format(at), reason: error.message })
  send(context, { to: caller.email, language }, told)
  const { fields } = error
  return new AppError('invalid', error.message, {
    ...(fields && { fields }),
    reason: 'password_refused',
    cause: error,
  })
}
