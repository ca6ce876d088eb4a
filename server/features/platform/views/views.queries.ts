import { sql, type Insertable, type Updateable } from 'kysely'
import type { Role } from '../../../../contract/roles.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { number } from '../../../db/database.ts'
import type { Database } from '../../../db/schema.ts'

export async function preferencesOf(db: Db, staffId: number) {
  return db
    .selectFrom('list_preferences')
    .select(['list', 'preferences'])
    .where('staff_id', '=', staffId)
    .execute()
}

export async function putPreferences(
  db: Db,
  values: Insertable<Database['list_preferences']>,
): Promise<void> {
  await db
    .insertInto('list_preferences')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['staff_id', 'list']).doUpdateSet(({ ref }) => ({
        preferences: ref('excluded.preferences'),
        changed_at: ref('excluded.changed_at'),
      })),
    )
    .execute()
}

function viewsOf(db: Db | Tx) {
  return db
    .selectFrom('saved_view as v')
    .innerJoin('staff as s', 's.staff_id', 'v.staff_id')
    .select([
      'v.view_id as viewId',
      'v.staff_id as staffId',
      'v.list',
      'v.name',
      'v.filters',
      'v.preferences',
      'v.shared_with as sharedWith',
      'v.version',
      's.name as owner',
    ])
}
export type FoundView = Awaited<ReturnType<ReturnType<typeof viewsOf>['executeTakeFirstOrThrow']>>

/** A person's own views and those shared with the role, by name. */
export async function viewsFor(db: Db, { staffId, role }: { staffId: number; role: Role }) {
  return viewsOf(db)
    .where((where) =>
      where.or([
        where('v.staff_id', '=', staffId),
        sql<boolean>`v.shared_with @> array[${role}::text]`,
      ]),
    )
    .orderBy('v.folded')
    .orderBy('v.view_id')
    .execute()
}

export async function viewById(tx: Tx, viewId: number) {
  return viewsOf(tx).where('v.view_id', '=', viewId).executeTakeFirst()
}

/** The view of its owner, locked to the end of the transaction; nothing where it is another's. */
export async function lockOwn(tx: Tx, viewId: number, staffId: number) {
  return viewsOf(tx)
    .where('v.view_id', '=', viewId)
    .where('v.staff_id', '=', staffId)
    .forUpdate('v')
    .executeTakeFirst()
}

/** How many views of a list a person has; until the end of the transaction no other is added. */
export async function countOwn(tx: Tx, staffId: number, list: string): Promise<number> {
  await tx
    .selectFrom('staff')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .forNoKeyUpdate()
    .execute()
  const { views } = await tx
    .selectFrom('saved_view')
    .select((select) => number(select.fn.countAll()).as('views'))
    .where('staff_id', '=', staffId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  return views
}

export async function insertView(
  tx: Tx,
  values: Omit<Insertable<Database['saved_view']>, 'view_id'>,
): Promise<number> {
  const { viewId } = await tx
    .insertInto('saved_view')
    .values(values)
    .returning('view_id as viewId')
    .executeTakeFirstOrThrow()
  return viewId
}

export async function updateView(
  tx: Tx,
  viewId: number,
  values: Updateable<Database['saved_view']>,
): Promise<void> {
  await tx.updateTable('saved_view').set(values).where('view_id', '=', viewId).execute()
}

export async function deleteView(tx: Tx, viewId: number): Promise<void> {
  await tx.deleteFrom('saved_view').where('view_id', '=', viewId).execute()
}
