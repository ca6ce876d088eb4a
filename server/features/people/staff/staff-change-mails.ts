import { firstPage } from '../../../../contract/menu.ts'
import type { LinkDelivery } from '../../../../contract/people/staff-changes.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import {
  type Message,
  type Recipient,
  type Sending,
  sendMessage,
} from '../../platform/messages/index.ts'
import { tellStaff } from '../../platform/notices/index.ts'
import { mailInvitation } from '../../platform/session/index.ts'
import type { Settled } from './staff-change-effects.ts'
import { formatMoment, proposedMail, sentenceOf } from './staff-change-words.ts'
import { officePeople, type FoundChange } from './staff-changes.queries.ts'

export const ACCOUNTS_LINK = '/dashboard/manageadmin'

/** What is left to do once the transaction is committed: nobody waits for a mail server. */
export type Mails = readonly (Recipient & { mail: Message })[]

export function sendMails(context: Sending & Pick<Context, 'log'>, mails: Mails): void {
  if (context.channels.email.missing !== undefined) return
  for (const { mail, ...recipient } of mails) {
    sendMessage(context, recipient, mail).catch((error: unknown) =>
      context.log.error({ err: error }, 'mail about an account not sent'),
    )
  }
}

/**
 * The link of an account to its mailbox, and nowhere else: whoever asked for it must not be able to use
 * it. Where no mail can be sent, no link is made; the server's command prints one. Whose e-mail or second
 * factor changed is told of it.
 */
export function mailLink(
  context: Context,
  { token, kind, staffId, sendNews }: Settled,
): LinkDelivery | null {
  sendNews()
  if (kind !== 'create' && kind !== 'link') return null
  if (token === null) return 'server'
  mailInvitation(context, staffId, token)
  return 'mail'
}

type By = { staffId: number; name: string }

/**
 * Tells of a proposal: those who may decide it, the account itself, and everybody where it is effective
 * without a decision. Gives the mails to be sent after the commit.
 */
export async function tellProposed(tx: Tx, change: FoundChange, by: By, at: Date): Promise<Mails> {
  const words = sentenceOf(change)
  const due = change.dueAt && formatMoment(change.dueAt)
  const mail = proposedMail(by.name, words, due)
  const mails: (Recipient & { mail: Message })[] = []
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
    if (concerned) mails.push({ to: person.email, language: person.language, mail })
  }
  return mails
}
