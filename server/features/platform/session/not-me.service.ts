import { transaction } from '../../../db/database.ts'
import type { Context } from '../../../context.ts'
import type { Origin } from '../../../http/caller.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { sha256 } from '../../../lib/crypto.ts'
import { writeAudit } from '../audit/index.ts'
import { tellOthersWith } from '../notices/index.ts'
import { takeTry } from '../throttle/index.ts'
import * as queries from './not-me.queries.ts'
import * as session from './session.service.ts'

const RATE_LIMIT = { free: 20, longestSeconds: 60, windowSeconds: 900 }
const ACCOUNTS_LINK = '/dashboard/manageadmin'

/**
 * Somebody says that a change was not theirs: every session of the account ends, and its password,
 * passkeys and links open it no more. A link for a new password goes to the mailbox, unless that is no longer the
 * account's: an address that was corrected may be a stranger's. Then the administrators decide; they are
 * told in any case.
 */
export async function itWasNotMe(context: Context, token: string, origin: Origin) {
  const { db, keys } = context
  await takeTry(db, `not-me:${origin.address}`, RATE_LIMIT)
  const at = new Date()
  const done = await transaction(db, async (tx) => {
    const person = await queries.useNotMe(tx, sha256(token), at)
    if (!person) throw invalidField('token', 'This link was used or has ended.')
    const { staffId, email, mailbox, name, role } = person
    await session.endSessionsOf(tx, [staffId])
    await session.endLinksOf(tx, staffId)
    await session.forgetOwnKeys(tx, staffId)
    const isTheirs = mailbox === email
    await tellOthersWith(tx, { staffId }, 'staff.manage', {
      words: `${name} says that a change of their account was somebody else’s. Its sessions and its password ended.${isTheirs ? '' : ' The old e-mail says so: look at the new one.'}`,
      link: ACCOUNTS_LINK,
      at,
    })
    await writeAudit(tx, keys, {
      by: { staffId, role },
      action: 'account.not_me',
      subject: 'staff',
      subjectId: staffId,
      requestId: origin.requestId,
    })
    const link = isTheirs ? await session.issueLink(tx, staffId) : null
    return { person, link }
  })
  if (done.link === null) {
    return {
      message: 'All sessions ended. Your administrators were told: ask them to correct the e-mail.',
    }
  }
  const { language, email } = done.person
  session.mailResetLink(context, { to: email, language }, done.link)
  return { message: 'All sessions ended. A link for a new password is on its way to you.' }
}
