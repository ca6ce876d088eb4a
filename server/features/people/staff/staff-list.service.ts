import type { ActivityListQuery, StaffListQuery } from '../../../../contract/people/staff.ts'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import * as activity from './activity.queries.ts'
import * as queries from './staff-list.queries.ts'

/** Everybody who can sign in, by the filters of the list. */
export async function listStaff({ db }: Pick<Context, 'db'>, filters: StaffListQuery) {
  return queries.staffPage(db, filters)
}

/** How many people have each role. */
export async function roleCounts({ db }: Pick<Context, 'db'>) {
  return { counts: await queries.countRoles(db) }
}

/** The audit trail by the filters of the page. */
export async function listActivity({ db }: Pick<Context, 'db'>, filters: ActivityListQuery) {
  return activity.activityPage(db, filters)
}

/** One entry of the trail, or 404. */
export async function getActivity({ db }: Pick<Context, 'db'>, seq: string) {
  const entry = isId(seq) ? await activity.activityEntry(db, seq) : undefined
  if (!entry) throw notFound('This entry')
  return entry
}

/** What the filters of the trail choose from. */
export async function activityWords({ db }: Pick<Context, 'db'>) {
  return activity.activityWords(db)
}
