import {
  listLook,
  lookName,
  type ListLook,
  type LookName,
} from '../../../../contract/platform/views.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { refuseUnseen } from './list-access.ts'
import * as queries from './views.queries.ts'

/** How a person set up the lists; what was kept of a list or in a form that is gone is left out. */
export async function looksOf(
  db: Db,
  staffId: number,
): Promise<Partial<Record<LookName, ListLook>>> {
  const looks: Partial<Record<LookName, ListLook>> = {}
  for (const { list, look } of await queries.looksOf(db, staffId)) {
    const [name, read] = [lookName.safeParse(list), listLook.safeParse(look)]
    if (name.success && read.success) looks[name.data] = read.data
  }
  return looks
}

/** Keeps how the caller set up a list; the last writer wins. */
export async function setListLook(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { staffId, role }: StaffCaller,
  { list, look }: { list: LookName; look: ListLook },
): Promise<{ look: ListLook }> {
  refuseUnseen(role, list)
  const values = { staff_id: staffId, list, look: JSON.stringify(look), changed_at: now() }
  await queries.putLook(db, values)
  return { look }
}
