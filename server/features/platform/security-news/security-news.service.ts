import { TIME_ZONE } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { newToken, sha256 } from '../../../lib/crypto.ts'
import {
  message,
  type Message,
  type Recipient,
  type Sending,
  sendMessage,
} from '../messages/index.ts'
import { newsWords, type News } from './news-words.ts'
import * as queries from './security-news.queries.ts'

/** How long a person can say that it was somebody else. */
const NOT_ME_DAYS = 7

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
})

/**
 * Tells a person of a change of what opens the account, in the transaction that makes it: at the old
 * address and the new one, each with a link of its own by which it says that it was somebody else. Gives
 * what sends the mails once it is committed; nobody waits for a mail server.
 */
export async function tellSecurity(
  context: Sending & Pick<Context, 'log' | 'publicUrl'>,
  tx: Tx,
  staffId: number,
  news: News,
): Promise<() => void> {
  if (context.channels.email.missing !== undefined) return () => undefined
  const { email, language } = await queries.mailboxOf(tx, staffId)
  const at = new Date()
  const expiresAt = new Date(at.getTime() + NOT_ME_DAYS * 86_400_000)
  const mails: [Recipient, Message][] = []
  for (const to of news.kind === 'email' ? [news.from, news.to] : [email]) {
    const token = newToken()
    await queries.insertNotMe(tx, { tokenHash: sha256(token), staffId, email: to, at, expiresAt })
    const values = {
      moment: MOMENT.format(at),
      link: `${context.publicUrl}/not-me/${token}`,
      days: NOT_ME_DAYS,
    }
    const told = message('security_change', (sentIn) => ({
      ...values,
      what: newsWords(sentIn, news),
    }))
    mails.push([{ to, language }, told])
  }
  return () => {
    for (const [recipient, told] of mails) {
      sendMessage(context, recipient, told).catch((error: unknown) =>
        context.log.error({ err: error }, 'mail of a security change not sent'),
      )
    }
  }
}
