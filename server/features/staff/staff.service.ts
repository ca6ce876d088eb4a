import type { Role } from '../../../contract/roles.ts'
import { transaction, type Db } from '../../db/database.ts'
import { invalidField } from '../../lib/app-error.ts'
import type { Keys } from '../../lib/crypto.ts'
import { writeAudit } from '../audit/audit.service.ts'
import { issueLink } from '../session/session.service.ts'
import { enrolWorker } from '../workers/activity.service.ts'
import * as queries from './staff.queries.ts'

export type NewStaff = { email: string; name: string; role: Role; plantCode: string | undefined }

/**
 * Makes an account without a password; the one-time token given back sets the first one. A worker
 * needs a plant, and nobody else has one. `by` is null for the command line.
 */
export async function createStaff(
  { db, keys }: { db: Db; keys: Keys },
  person: NewStaff,
  by: { staffId: number; role: string } | null,
): Promise<{ staffId: number; token: string }> {
  const email = person.email.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalidField('email', 'This is not an e-mail address.')
  }
  return transaction(db, async (tx) => {
    const plantId = await plantOf(tx, person)
    const { name, role } = person
    const staffId = await queries.insertStaff(tx, { email, name, role, plantId, at: new Date() })
    if (staffId === undefined) {
      throw invalidField('email', `There is an account for ${email} already.`)
    }
    if (role === 'worker') await enrolWorker(tx, staffId)
    const token = await issueLink(tx, staffId)
    await writeAudit(tx, keys, {
      by,
      action: 'staff.created',
      subject: 'staff',
      subjectId: staffId,
      after: { email, name, role, plantId },
    })
    return { staffId, token }
  })
}

async function plantOf(
  tx: Parameters<typeof queries.plantByCode>[0],
  { role, plantCode }: NewStaff,
): Promise<number | null> {
  if (role !== 'worker') return null
  const plantId = plantCode ? await queries.plantByCode(tx, plantCode) : undefined
  if (plantId === undefined) {
    throw invalidField('plant', 'A worker needs the code of a plant that is active.')
  }
  return plantId
}
