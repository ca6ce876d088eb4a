import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { listName } from '../../../contract/lists.ts'
import type { Role } from '../../../contract/roles.ts'
import {
  changeView,
  deleteView,
  saveView,
  type ListPreferences,
  type SavedView,
} from '../../../contract/platform/views.ts'
import { call } from '../../lib/api.ts'
import { myPreferences, viewIn, viewsOptions } from './preferences.ts'
import type { Filter, ListQuery, ListSource } from './types.ts'
import { dropView, isStale, putView } from './view-cache.ts'
import { BESIDE_VIEW, filtersIn, isAsSaved, openable, viewNames } from './view-filters.ts'

type Search = Record<string, unknown>
type Changes = Omit<z.input<NonNullable<typeof changeView.body>>, 'version'>
export type ViewFields = { name: string; sharedWith: Role[] }

export type SavedViews = {
  /** Of this list, by name; undefined while they are on their way. */
  views: readonly SavedView[] | undefined
  failure: unknown
  retry: () => void
  opened: SavedView | undefined
  /** The address opens a view that is not there, or not for this person. */
  missing: boolean
  /** Filters or preferences are not those of the opened view. */
  changed: boolean
  /** Filters of the opened view that the list no longer has. */
  lost: readonly string[]
  open: (view: SavedView) => void
  /** Takes the view and its filters out of the address. */
  leave: () => void
  save: (fields: ViewFields) => Promise<void>
  /** Gives the opened view the filters and the preferences that are shown. */
  update: () => Promise<void>
  change: (fields: Partial<ViewFields>) => Promise<void>
  remove: () => Promise<void>
}

/** The views of a list, the one that the address opens, and what can be done with them. */
export function useSavedViews<Row, Q extends ListQuery>(
  { name, schema }: Pick<ListSource<Row, Q>, 'name' | 'schema'>,
  {
    filters,
    query,
    preferences,
  }: { filters: readonly Filter[]; query: Q; preferences: ListPreferences },
): SavedViews {
  const client = useQueryClient()
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const asked = useQuery(viewsOptions())
  const [seen, setSeen] = useState<Pick<SavedView, 'viewId' | 'version'>>()
  const viewId = viewIn(search)
  const views = asked.data?.filter(({ list }) => list === name)
  const opened = views?.find((view) => view.viewId === viewId)
  // The version that was on the screen is the one to be changed, whatever comes meanwhile.
  if (opened && seen?.viewId !== opened.viewId) setSeen(opened)
  const readable = { schema, filters }
  const now = { filters: filtersIn(query, readable), preferences }
  const saved = opened && openable(opened.filters, readable)

  const go = (next: (before: Search) => Search, replace = false): void =>
    void navigate({ to: '.', search: next, replace, resetScroll: false })
  const bare = (before: Search): Search => {
    const gone = new Set<string>([...viewNames(filters), ...BESIDE_VIEW])
    return Object.fromEntries(Object.entries(before).filter(([key]) => !gone.has(key)))
  }
  const kept = async (view: SavedView): Promise<void> => {
    setSeen(view)
    await putView(client, view)
  }
  const send = async (changes: Changes): Promise<void> => {
    if (!opened) return
    const body = { version: seen?.version ?? opened.version, ...changes }
    try {
      await kept(await call(changeView, { params: { viewId: opened.viewId }, body }))
    } catch (failure) {
      if (isStale(failure)) {
        await asked.refetch()
        setSeen(undefined)
      }
      throw failure
    }
  }
  return {
    views,
    failure: asked.data ? null : asked.error,
    retry: () => void asked.refetch(),
    opened,
    missing: viewId !== null && views !== undefined && !opened,
    changed: opened !== undefined && !isAsSaved(now, { ...opened, filters: saved?.filters ?? {} }),
    lost: saved?.lost ?? [],
    open: (view) => {
      myPreferences().setDraft(view.viewId, null)
      setSeen(view)
      const content = openable(view.filters, readable).filters
      go((before) => ({ ...bare(before), ...content, view: String(view.viewId) }))
    },
    leave: () => go(bare),
    save: async (fields) => {
      const body = { list: listName.parse(name), ...fields, ...now }
      const view = await call(saveView, { body })
      await kept(view)
      if (opened) myPreferences().setDraft(opened.viewId, null)
      go((before) => ({ ...before, view: String(view.viewId) }))
    },
    update: () => send({ content: now }),
    change: send,
    remove: async () => {
      if (!opened) return
      await call(deleteView, { params: { viewId: opened.viewId } })
      await dropView(client, opened.viewId)
      go((before) => ({ ...before, view: undefined }), true)
    },
  }
}
