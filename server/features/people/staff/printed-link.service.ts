import { transaction, type Db } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Keys } from '../../../lib/crypto.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { endLinksOf, issueLink } from '../../platform/session/index.ts'
import * as queries from './staff.queries.ts'

/**
 * A one-time link for whoever has the server's command line, where no mail reaches the person. Ends the
 * older links and leaves the password until the new one is used. Gives the token.
 */
export async function printedLink(
  { db, keys }: { db: Db; keys: Keys },
  email: string,
): Promise<{ token: string }> {
  return transaction(db, async (tx) => {
    const person = await queries.accountByEmail(tx, email.trim().toLowerCase())
    if (!person) throw new AppError('not_found', `There is no account for ${email}.`)
    if (person.disabledAt !== null) {
      throw new AppError('conflict', `The account of ${email} is disabled: enable it first.`)
    }
    const { staffId } = person
    await endLinksOf(tx, staffId)
    const token = await issueLink(tx, staffId)
    await writeAudit(tx, keys, {
      by: null,
      action: 'staff.link_printed',
      subject: 'staff',
      subjectId: staffId,
    })
    return { token }
  })
}
