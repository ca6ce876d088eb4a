import type { QueryClient } from '@tanstack/react-query'
import type { SavedView } from '../../../contract/platform/views.ts'
import { ApiError } from '../../lib/api-error.ts'
import { myPreferences, viewsOptions } from './preferences.ts'

type Next = (views: readonly SavedView[]) => SavedView[]

async function change(client: QueryClient, next: Next): Promise<void> {
  const { queryKey } = viewsOptions()
  // What was asked before would put the old ones back.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (views) => views && next(views))
  if (!client.getQueryData(queryKey)) void client.invalidateQueries({ queryKey })
}

const byName = (one: SavedView, other: SavedView): number => one.name.localeCompare(other.name)

/** Puts a view that was saved or changed where all pages find it; what was tried on it is forgotten. */
export async function putView(client: QueryClient, view: SavedView): Promise<void> {
  myPreferences().setView(view)
  myPreferences().setDraft(view.viewId, null)
  await change(client, (all) =>
    [...all.filter(({ viewId }) => viewId !== view.viewId), view].toSorted(byName),
  )
}

export async function dropView(client: QueryClient, viewId: number): Promise<void> {
  await change(client, (all) => all.filter((view) => view.viewId !== viewId))
  myPreferences().setDraft(viewId, null)
  myPreferences().dropView(viewId)
}

/** Whether a view was changed since it was read. */
export function isStale(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 409 && 'version' in failure.fields
}
