import { firstPage } from '../../../contract/menu.ts'
import type { LinkDelivery } from '../../../contract/staff-changes.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { tellStaff } from '../notices/notices.service.ts'
import { resetMessage } from '../session/reset-message.ts'
import { LINK_HOURS, linkAddress } from '../session/session.service.ts'
import { programmeName } from '../setup/identity.service.ts'
import type { Settled } from './staff-change-effects.ts'
import { invitationMail, momentWords, proposedMail, sentenceOf } from './staff-change-words.ts'
import { officePeople, type FoundChange } from './staff-changes.queries.ts'

export const ACCOUNTS_LINK = '/dashboard/manageadmin'

/** What is left to do once the transaction is committed: nobody waits for a mail server. */
export type Mails = readonly { to: string; text: string }[]

export function sendMails(
  { channels, log }: Pick<Context, 'channels' | 'log'>,
  mails: Mails,
): void {
  if (channels.email.missing !== undefined) return
  for (const { to, text } of mails) {
    channels.email
      .send(to, text)
      .catch((error: unknown) => log.error({ err: error }, 'mail about an account not sent'))
  }
}

/**
 * The link of an account to its mailbox, and nowhere else: whoever asked for it must not be able to use
 * it. Where no mail can be sent, no link is made; the server's command prints one. Whose e-mail or second
 * factor changed is told of it.
 */
export async function mailLink(
  context: Pick<Context, 'db' | 'channels' | 'log' | 'publicUrl'>,
  { token, kind, email, language, sendNews }: Settled,
): Promise<LinkDelivery | null> {
  sendNews()
  if (kind !== 'create' && kind !== 'link') return null
  if (token === null) return 'server'
  const programme = await programmeName(context.db)
  const wordsOf = kind === 'create' ? invitationMail : resetMessage
  const text = wordsOf(language, programme, linkAddress(context, token), LINK_HOURS)
  sendMails(context, [{ to: email, text }])
  return 'mail'
}

type By = { staffId: number; name: string }

/**
 * Tells of a proposal: those who may decide it, the account itself, and everybody where it is effective
 * without a decision. Gives the mails to be sent after the commit.
 */
export async function tellProposed(tx: Tx, change: FoundChange, by: By, at: Date): Promise<Mails> {
  const words = sentenceOf(change)
  const due = change.dueAt && momentWords(change.dueAt)
  const programme = await programmeName(tx)
  const mails: { to: string; text: string }[] = []
  for (const person of await officePeople(tx, at)) {
    if (person.staffId === by.staffId) continue
    const decides = person.role === 'admin' || person.role === 'almond team'
    const concerned = due !== null || person.staffId === change.staffId
    if (person.disabledAt === null && (decides || concerned)) {
      const link = decides ? ACCOUNTS_LINK : firstPage(person.role)
      const what = due ? ` It takes effect on ${due} unless it is rejected.` : ''
      const notice = { words: `${by.name} proposes: ${words}${what}`, link, at }
      await tellStaff(tx, { staffId: person.staffId, ...notice })
    }
    if (concerned) {
      const facts = { programme, words, by: by.name, due }
      mails.push({ to: person.email, text: proposedMail(person.language, facts) })
    }
  }
  return mails
}
