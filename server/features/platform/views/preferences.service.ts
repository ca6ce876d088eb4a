import {
  listPreferences,
  preferencesName,
  type ListPreferences,
  type PreferencesName,
} from '../../../../contract/platform/views.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { refuseUnseen } from './list-access.ts'
import * as queries from './views.queries.ts'

/** How a person set up the lists; what was kept of a list or in a form that is gone is left out. */
export async function preferencesOf(
  db: Db,
  staffId: number,
): Promise<Partial<Record<PreferencesName, ListPreferences>>> {
  const all: Partial<Record<PreferencesName, ListPreferences>> = {}
  for (const { list, preferences } of await queries.preferencesOf(db, staffId)) {
    const [name, read] = [preferencesName.safeParse(list), listPreferences.safeParse(preferences)]
    if (name.success && read.success) all[name.data] = read.data
  }
  return all
}

/** Keeps how the caller set up a list; the last writer wins. */
export async function setListPreferences(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { staffId, role }: StaffCaller,
  { list, preferences }: { list: PreferencesName; preferences: ListPreferences },
): Promise<{ preferences: ListPreferences }> {
  refuseUnseen(role, list)
  const values = {
    staff_id: staffId,
    list,
    preferences: JSON.stringify(preferences),
    changed_at: now(),
  }
  await queries.putPreferences(db, values)
  return { preferences }
}
