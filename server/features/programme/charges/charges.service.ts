import type { ChargeListQuery, RetailerTier } from '../../../../contract/programme/charges.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import { idsOfDays } from '../../../db/id-range.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { mustBeVersion, withVersion, writeAudit } from '../../platform/audit/index.ts'
import {
  keepOutOfRecord,
  lockedMember,
  memberNamed,
  notErased,
  readMemberWords,
  RECORD_WORDS,
} from '../../people/members/index.ts'
import { setTier, tierOf } from './charge-rules.queries.ts'
import * as queries from './charges.queries.ts'

const NOTHING = { items: [], next: null, previous: null, count: 0 }
/** Ids of this product's time have more digits than any phone number. */
const SCAN_ID = /^\d{15,}$/

/** Handling charges, scan by scan; days are those of recording. */
export async function listCharges({ db }: Context, filters: ChargeListQuery) {
  const ids = idsOfDays(filters)
  const sought = filters.q ? await seek({ db }, filters.q) : {}
  return sought ? queries.chargePage(db, filters, ids, sought) : NOTHING
}

/** What a search narrows the list to; null when it names nobody. */
async function seek({ db }: Pick<Context, 'db'>, text: string): Promise<queries.Sought | null> {
  if (SCAN_ID.test(text) && isId(text)) return { scanId: text }
  const words = readMemberWords(text)
  if (!words) {
    throw invalidField('q', 'Search by mobile number or member code of the retailer, or scan id.')
  }
  const retailerId = await memberNamed({ db }, words)
  return retailerId === null ? null : { retailerId }
}

type Grading = { memberId: number; tier: RetailerTier; version: number; reason: string }

/** Grades a retailer for scans from now on; charges that were made stay as they are. */
export async function setRetailerTier(
  { db, keys, now }: Context,
  by: StaffCaller,
  { memberId, tier, version, reason }: Grading,
  origin: Origin,
): Promise<{ memberId: number; tier: RetailerTier }> {
  return transaction(db, async (tx) => {
    const member = await lockedMember(tx, memberId)
    notErased(member)
    const before = await tierOf(tx, memberId)
    if (before.kind !== 'retailer') {
      throw new AppError('conflict', `Only retailers have a tier: this member is a ${before.kind}.`)
    }
    await mustBeVersion(tx, 'member', { id: memberId, seen: version, words: RECORD_WORDS })
    if (before.tier === tier) return { memberId, tier }
    keepOutOfRecord(member, reason)
    await setTier(tx, memberId, tier)
    await writeAudit(tx, keys, {
      by,
      action: 'member.tier',
      subject: 'member',
      subjectId: memberId,
      before: { tier: before.tier },
      after: await withVersion(tx, 'member', memberId, { tier }),
      reason,
      requestId: origin.requestId,
      at: now(),
    })
    return { memberId, tier }
  })
}
