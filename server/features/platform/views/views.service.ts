import type { z } from 'zod'
import {
  listPreferences,
  MOST_VIEWS,
  type changeView as changeViewEndpoint,
  type MyViews,
  type SavedView,
  type saveView as saveViewEndpoint,
  type ViewFilters,
} from '../../../../contract/platform/views.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { differing } from '../../../lib/change-words.ts'
import { writeAudit, type AuditEntry } from '../audit/index.ts'
import { isList, refuseBlind, refuseFilters, refuseUnseen, sees } from './list-access.ts'
import { preferencesOf } from './preferences.service.ts'
import * as queries from './views.queries.ts'

const TAKEN = '23505'

type By = { caller: StaffCaller; origin: Origin }
type Saved = z.output<NonNullable<typeof saveViewEndpoint.body>>
type Changes = z.output<NonNullable<typeof changeViewEndpoint.body>>
type Fields = Pick<SavedView, 'name' | 'filters' | 'preferences' | 'sharedWith'>

/** What the caller keeps of lists, and what others share with the role; only of lists that it sees. */
export async function myViews(
  { db }: Pick<Context, 'db'>,
  { staffId, role }: StaffCaller,
): Promise<MyViews> {
  const [preferences, found] = await Promise.all([
    preferencesOf(db, staffId),
    queries.viewsFor(db, { staffId, role }),
  ])
  const views = found.flatMap((row) => toView(row, staffId) ?? [])
  return { preferences, views: views.filter(({ list }) => sees(role, list)) }
}

/** A view as it is told; nothing where its list is no more. */
function toView({ staffId, ...row }: queries.FoundView, caller: number): SavedView | null {
  const { list } = row
  const preferences = listPreferences.safeParse(row.preferences)
  if (!isList(list) || !preferences.success) return null
  // Checked when it was stored; filters that the list lost since are told as they were.
  const filters = row.filters as ViewFilters
  return { ...row, list, filters, preferences: preferences.data, mine: staffId === caller }
}

/** Saves a view; sharing it is on record. Throws 403, 400 and 409 in words. */
export async function saveView(
  context: Context,
  by: By,
  { list, ...fields }: Saved,
): Promise<SavedView> {
  refuseUnseen(by.caller.role, list)
  refuseBlind(list, fields.sharedWith)
  refuseFilters(list, fields.filters, 'filters')
  return named(fields.name, () =>
    transaction(context.db, async (tx) => {
      const { staffId } = by.caller
      if ((await queries.countOwn(tx, staffId, list)) >= MOST_VIEWS) throw tooMany()
      const at = context.now()
      const values = { ...toColumns(fields), staff_id: staffId, list, changed_at: at }
      const viewId = await queries.insertView(tx, values)
      if (fields.sharedWith.length > 0) {
        const told = { action: 'view.shared', subjectId: viewId, after: { list, ...fields }, at }
        await audit(tx, context, by, told)
      }
      return savedOf(tx, viewId, staffId)
    }),
  )
}

function tooMany(): AppError {
  const words = `You have ${MOST_VIEWS} views of this list, the most there may be. Delete one first.`
  return new AppError('conflict', words)
}

/** Changes the caller's view as it was seen; anybody else's is not found. Throws 409 where it is newer. */
export async function changeView(
  context: Context,
  by: By,
  viewId: number,
  { version, name, sharedWith, content }: Changes,
): Promise<SavedView> {
  return named(name ?? '', () =>
    transaction(context.db, async (tx) => {
      const { staffId, role } = by.caller
      const before = await lockOwn(tx, viewId, staffId)
      if (before.version !== version) throw stale()
      const given = { ...(name !== undefined && { name }), ...(sharedWith && { sharedWith }) }
      const after = { ...fieldsOf(before), ...given, ...content }
      refuseUnseen(role, before.list)
      if (sharedWith) refuseBlind(before.list, sharedWith)
      if (content) refuseFilters(before.list, content.filters, 'content.filters')
      const changed = differing(fieldsOf(before), after)
      if (!changed) return before
      const at = context.now()
      const values = { ...toColumns(after), version: version + 1, changed_at: at }
      await queries.updateView(tx, viewId, values)
      await auditChange(tx, context, by, { before, after, changed, at })
      return savedOf(tx, viewId, staffId)
    }),
  )
}

function stale(): AppError {
  const words =
    'This view was changed meanwhile, in another window. It is shown as it is now; do it again if you still want to.'
  return new AppError('conflict', words, { fields: { version: words } })
}

/** What nobody else saw before and sees now is of no concern to others. */
async function auditChange(
  tx: Tx,
  context: Context,
  by: By,
  told: {
    before: SavedView
    after: Fields
    changed: NonNullable<ReturnType<typeof differing>>
    at: Date
  },
): Promise<void> {
  const { before, after, changed, at } = told
  const [wasShared, isShared] = [before.sharedWith.length > 0, after.sharedWith.length > 0]
  if (!wasShared && !isShared) return
  const { list, viewId: subjectId } = before
  const entry = wasShared
    ? { action: isShared ? 'view.changed' : 'view.unshared', ...changed }
    : { action: 'view.shared', after: { list, ...after } }
  await audit(tx, context, by, { ...entry, subjectId, at })
}

/** Deletes the caller's view; one that was shared is kept on record. */
export async function deleteView(
  context: Context,
  by: By,
  viewId: number,
): Promise<{ message: string }> {
  return transaction(context.db, async (tx) => {
    const before = await lockOwn(tx, viewId, by.caller.staffId)
    await queries.deleteView(tx, viewId)
    if (before.sharedWith.length > 0) {
      const { list } = before
      const told = { action: 'view.deleted', before: { list, ...fieldsOf(before) } }
      await audit(tx, context, by, { ...told, subjectId: viewId, at: context.now() })
    }
    return { message: `“${before.name}” is deleted.` }
  })
}

async function lockOwn(tx: Tx, viewId: number, staffId: number): Promise<SavedView> {
  const found = await queries.lockOwn(tx, viewId, staffId)
  const view = found && toView(found, staffId)
  if (!view) throw notFound('This view')
  return view
}

async function savedOf(tx: Tx, viewId: number, staffId: number): Promise<SavedView> {
  const found = await queries.viewById(tx, viewId)
  const view = found && toView(found, staffId)
  if (!view) throw new Error(`View ${viewId} is not there after it was written.`)
  return view
}

const fieldsOf = ({ name, filters, preferences, sharedWith }: SavedView): Fields => ({
  name,
  filters,
  preferences,
  sharedWith,
})

function toColumns({ name, filters, preferences, sharedWith }: Fields) {
  return {
    name,
    folded: name.normalize('NFKC').toLowerCase(),
    filters: JSON.stringify(filters),
    preferences: JSON.stringify(preferences),
    shared_with: sharedWith,
  }
}

/** Does it, and says in words where the person has a view of that name already. */
async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) !== TAKEN) throw error
    const words = `You have a view of this list called “${name}” already. Give this one another name.`
    throw new AppError('conflict', words, { fields: { name: words } })
  }
}

async function audit(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  { caller: { staffId, role }, origin }: By,
  told: Pick<AuditEntry, 'action' | 'subjectId' | 'before' | 'after' | 'at'>,
): Promise<void> {
  const by = { staffId, role }
  await writeAudit(tx, keys, { by, subject: 'saved_view', requestId: origin.requestId, ...told })
}
