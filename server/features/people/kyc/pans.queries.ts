import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** One sealed field for each digest of a PAN; whose it is does not matter, the value is the same. */
export async function sealedPans(db: Db, digests: readonly Buffer[]) {
  return db
    .selectFrom('kyc_field')
    .distinctOn('digest')
    .select(['member_id as memberId', 'digest', 'sealed'])
    .where('field', '=', 'pan')
    .where('digest', '=', sql<Buffer>`any(${digests}::bytea[])`)
    .where('sealed', 'is not', null)
    .orderBy('digest')
    .orderBy('member_id')
    .execute()
}
