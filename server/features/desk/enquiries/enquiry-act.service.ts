import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { equalBytes } from '../../../lib/crypto.ts'
import { isId } from '../../../lib/ids.ts'
import { lockedMember } from '../../people/members/index.ts'
import * as queries from './enquiries.queries.ts'

export type Digests = { keyDigest: Buffer; bodyDigest: Buffer }

/** An enquiry, locked to the end of the transaction, or 404. */
export async function lockedEnquiry(tx: Tx, enquiryId: string): Promise<queries.LockedEnquiry> {
  const enquiry = isId(enquiryId) && (await queries.lockEnquiry(tx, enquiryId))
  if (!enquiry) throw notFound('This enquiry')
  return enquiry
}

/** The same, with its member locked before it, as who opens an enquiry does. */
export async function lockedWithMember(tx: Tx, enquiryId: string): Promise<queries.LockedEnquiry> {
  const memberId = isId(enquiryId) && (await queries.memberIdOf(tx, enquiryId))
  if (!memberId) throw notFound('This enquiry')
  await lockedMember(tx, memberId)
  return lockedEnquiry(tx, enquiryId)
}

/** What a key and what is sent with it are remembered by, so that neither can be read back. */
export async function digestsOf(
  { vault }: Pick<Context, 'vault'>,
  idempotencyKey: string,
  body: unknown,
): Promise<Digests> {
  const digest = (text: string) => vault.digest('enquiry', text)
  const [keyDigest, bodyDigest] = await Promise.all([
    digest(idempotencyKey),
    digest(canonicalJson(body)),
  ])
  return { keyDigest, bodyDigest }
}

/** Refuses a key that came with another body before. */
export function refuseOtherBody(earlier: Buffer | null, { bodyDigest }: Digests): void {
  if (earlier !== null && equalBytes(earlier, bodyDigest)) return
  const message = 'This idempotency key was used for other words. Use a new key for new words.'
  throw new AppError('conflict', message, { fields: { idempotencyKey: message } })
}

/** Whether these words were written with their key before; refuses others under the same key. */
export async function isWritten(tx: Tx, enquiryId: string, digests: Digests): Promise<boolean> {
  const earlier = await queries.writtenUnder(tx, enquiryId, digests.keyDigest)
  if (!earlier) return false
  refuseOtherBody(earlier.bodyDigest, digests)
  return true
}
