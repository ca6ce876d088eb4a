import type { z } from 'zod'
import type { kycHistoryQuery, kycLogQuery } from '../../../../contract/people/kyc-history.ts'
import type { Context } from '../../../context.ts'
import { seekMembers } from './kyc-review.service.ts'
import * as queries from './kyc-log.queries.ts'

const NOTHING = { items: [], next: null, previous: null, count: 0 }

/** Every decision. */
export async function kycHistory({ db }: Context, filters: z.output<typeof kycHistoryQuery>) {
  const sought = await seekMembers({ db }, filters)
  return sought ? queries.historyPage(db, filters, sought) : NOTHING
}

/** Every event. */
export async function kycLog({ db }: Context, filters: z.output<typeof kycLogQuery>) {
  const sought = await seekMembers({ db }, filters)
  return sought ? queries.logPage(db, filters, sought) : NOTHING
}

/** Whoever can be filtered by. */
export async function kycReviewers({ db }: Context) {
  return { items: await queries.reviewers(db) }
}
