import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { activityList } from '../../../../contract/lists/activity.ts'
import { activityListQuery, listActivity } from '../../../../contract/people/staff.ts'
import { plainWords } from '../../../../contract/trail.ts'
import { call } from '../../../lib/api.ts'
import type { Choice } from '../../../../contract/lists/query.ts'

export const activitySource = listSource(activityList, {
  schema: activityListQuery,
  fetchPage: (query, signal) => call(listActivity, { query, signal }),
})

export const ACTIVITY_COLUMNS = columnsFor(activityList, {
  at: 150,
  by: 160,
  role: 110,
  action: 200,
  subject: 276,
  reason: { width: 220, card: 'wide' },
  seq: { width: 90, align: 'right' },
  request: 280,
})

/** The words of the trail as choices of a filter. */
export const wordChoices = (values: readonly string[] | undefined): Choice[] | undefined =>
  values?.map((value) => ({ value, label: plainWords(value) }))
