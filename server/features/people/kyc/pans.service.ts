import type { Context } from '../../../context.ts'
import { identityOf } from './kyc-fields.ts'
import { sealedPans } from './pans.queries.ts'
import { openField } from './sealed-fields.ts'

/**
 * Whole PANs by their digests in hex; one that was erased with its member has no entry. They are for
 * what the law wants filed: who calls this has written down before, committed, who gets them.
 */
export async function pansByDigest(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  digests: readonly string[],
): Promise<Map<string, string>> {
  if (digests.length === 0) return new Map()
  const rows = await sealedPans(
    db,
    digests.map((digest) => Buffer.from(digest, 'hex')),
  )
  const found = new Map<string, string>()
  for (const { memberId, digest, sealed } of rows) {
    const pan = identityOf('pan', await openField(vault, memberId, { field: 'pan', sealed }))
    if (pan !== null && digest !== null) found.set(digest.toString('hex'), pan)
  }
  return found
}
