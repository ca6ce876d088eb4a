import type { Context } from '../../context.ts'
import { idsOfDays } from '../../db/id-range.ts'
import type { MemberCaller } from '../../http/caller.ts'
import { invalidField } from '../../lib/app-error.ts'
import { isId } from '../../lib/ids.ts'
import { readMemberWords } from '../members/member-words.ts'
import { memberNamed } from '../members/members.service.ts'
import { memberOfScan } from '../scans/scans.service.ts'
import * as queries from './points.queries.ts'

const NOTHING = { items: [], next: null, previous: null, count: 0 }
/** Ids of this product's time have more digits than any phone number. */
const REFERENCE = /^\d{15,}$/

/** The ledger of all members, newest first. */
export async function listTransfers({ db }: Context, filters: queries.TransferQuery) {
  const ids = idsOfDays(filters)
  const sought = filters.q ? await seek({ db }, filters.q) : {}
  return sought ? queries.ledgerPage(db, filters, ids, sought) : NOTHING
}

/** What a search narrows the ledger to; null when it names nothing that exists. */
async function seek({ db }: Pick<Context, 'db'>, text: string): Promise<queries.Sought | null> {
  if (REFERENCE.test(text) && isId(text)) {
    // Rows are found by member and reference; without a scan of that id it is the transfer's own.
    const memberId = await memberOfScan({ db }, text)
    return memberId === null ? { transferId: text } : { memberId, ref: text }
  }
  const words = readMemberWords(text)
  if (!words) throw invalidField('q', 'Search by mobile number, member code or reference.')
  const memberId = await memberNamed({ db }, words)
  return memberId === null ? null : { memberId }
}

/** A member's own ledger. */
export async function memberPoints(
  { db }: Pick<Context, 'db'>,
  caller: MemberCaller,
  filters: queries.MemberPointsQuery,
) {
  return queries.memberPage(db, caller.memberId, filters, idsOfDays(filters))
}
