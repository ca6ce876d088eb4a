import type { Role } from '../../../../contract/roles.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import { invalidField } from '../../../lib/app-error.ts'
import type { Keys } from '../../../lib/crypto.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { issueLink } from '../../platform/session/index.ts'
import { enrolWorker } from '../workers/index.ts'
import { ledgerIsEmpty } from './staff-changes.queries.ts'
import * as queries from './staff.queries.ts'

export type NewStaff = { email: string; name: string; role: Role; plantCode: string | undefined }

/**
 * Makes an account on the command line of the server, without a password; the one-time token given back
 * sets the first one. A worker needs a plant, and nobody else has one.
 */
export async function createStaff(
  { db, keys }: { db: Db; keys: Keys },
  person: NewStaff,
): Promise<{ staffId: number; token: string }> {
  const email = person.email.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalidField('email', 'This is not an e-mail address.')
  }
  return transaction(db, async (tx) => {
    const plantId = await plantOf(tx, person)
    const { name, role } = person
    const origin = role === 'worker' ? role : await originOnServer(tx)
    const at = new Date()
    const staffId = await queries.insertStaff(tx, { email, name, role, plantId, at, origin })
    if (staffId === undefined) {
      throw invalidField('email', `There is an account for ${email} already.`)
    }
    if (role === 'worker') await enrolWorker(tx, staffId)
    const token = await issueLink(tx, staffId)
    await writeAudit(tx, keys, {
      by: null,
      action: 'staff.created',
      subject: 'staff',
      subjectId: staffId,
      after: { email, name, role, plantId },
    })
    return { staffId, token }
  })
}

/** Once points have moved, an account from the server is young for its first days, as any other. */
export const originOnServer = async (tx: Tx): Promise<'founding' | 'server'> =>
  (await ledgerIsEmpty(tx)) ? 'founding' : 'server'

async function plantOf(tx: Tx, { role, plantCode }: NewStaff): Promise<number | null> {
  if (role !== 'worker') return null
  const plantId = plantCode ? await queries.plantByCode(tx, plantCode) : undefined
  if (plantId === undefined) {
    throw invalidField('plant', 'A worker needs the code of a plant that is active.')
  }
  return plantId
}
