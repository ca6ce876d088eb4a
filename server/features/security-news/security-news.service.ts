import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { newToken, sha256 } from '../../lib/crypto.ts'
import { programmeName } from '../setup/identity.service.ts'
import { newsMail, newsWords, type News } from './news-words.ts'
import * as queries from './security-news.queries.ts'

/** How long a person can say that it was somebody else. */
const NOT_ME_DAYS = 7

/**
 * Tells a person of a change of what opens the account, in the transaction that makes it: at the old
 * address and the new one, each with a link of its own by which it says that it was somebody else. Gives
 * what sends the mails once it is committed; nobody waits for a mail server.
 */
export async function tellSecurity(
  context: Pick<Context, 'channels' | 'log' | 'publicUrl'>,
  tx: Tx,
  staffId: number,
  news: News,
): Promise<() => void> {
  const { channels, log, publicUrl } = context
  if (channels.email.missing !== undefined) return () => undefined
  const { email, language } = await queries.mailboxOf(tx, staffId)
  const [programme, at] = [await programmeName(tx), new Date()]
  const expiresAt = new Date(at.getTime() + NOT_ME_DAYS * 86_400_000)
  const what = newsWords(language, news)
  const mails: { to: string; text: string }[] = []
  for (const to of news.kind === 'email' ? [news.from, news.to] : [email]) {
    const token = newToken()
    await queries.insertNotMe(tx, { tokenHash: sha256(token), staffId, email: to, at, expiresAt })
    const link = `${publicUrl}/not-me/${token}`
    mails.push({ to, text: newsMail(language, { programme, what, at, link, days: NOT_ME_DAYS }) })
  }
  return () => {
    for (const { to, text } of mails) {
      channels.email
        .send(to, text)
        .catch((error: unknown) => log.error({ err: error }, 'mail of a security change not sent'))
    }
  }
}
