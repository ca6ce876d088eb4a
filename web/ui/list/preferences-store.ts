import { z } from 'zod'
import {
  listPreferences,
  type ListPreferences,
  type MyViews,
  type SavedView,
} from '../../../contract/platform/views.ts'

const SETTLES_MS = 700
const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 60_000

const viewPreferences = z.object({ list: z.string(), preferences: listPreferences })
const kept = z.object({
  preferences: z.record(z.string(), listPreferences).catch({}),
  /** Of saved views, by their number. */
  views: z.record(z.string(), viewPreferences).catch({}),
  /** Lists whose preferences the server has not taken yet. */
  unsent: z.array(z.string()).catch([]),
  /** Whether the server told at least once; until then nothing is known of the person. */
  told: z.boolean().catch(false),
})
const drafts = z.record(z.string(), listPreferences).catch({})

/** What one person set up, as this browser knows it. */
export type KeptPreferences = z.output<typeof kept> & {
  /** Changes to views that are not saved, by the view's number; of this tab alone. */
  drafts: Record<string, ListPreferences>
  /** The server does not take looks for the moment. */
  failing: boolean
}

export type Place = { read: () => string | null; write: (text: string) => void }
/** Throws where another try may help; `refused` is for ever. */
export type SendPreferences = (
  list: string,
  preferences: ListPreferences,
  options: { keepalive: boolean },
) => Promise<'kept' | 'refused'>

function parsed<S extends z.ZodType>(schema: S, text: string | null): z.output<S> {
  try {
    return schema.parse(JSON.parse(text ?? '{}'))
  } catch {
    return schema.parse({})
  }
}

const without = <T>(all: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name !== key))

/**
 * Keeps the preferences of one person: at once in the browser, a moment later on the server, again and
 * again until it took them. `shared` is the same for all tabs, `own` this tab's alone.
 */
export function makePreferencesStore(shared: Place, own: Place, send: SendPreferences) {
  let now: KeptPreferences = {
    ...parsed(kept, shared.read()),
    drafts: parsed(drafts, own.read()),
    failing: false,
  }
  const listeners = new Set<() => void>()
  const takenAt = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = false
  let failures = 0

  const set = (changes: Partial<KeptPreferences>): void => {
    now = { ...now, ...changes }
    const { drafts: mine, failing: _failing, ...ours } = now
    shared.write(JSON.stringify(ours))
    own.write(JSON.stringify(mine))
    for (const listener of listeners) listener()
  }
  const isTaken = (list: string, preferences: ListPreferences): void => {
    takenAt.set(list, performance.now())
    // Changed while it was on its way: what it is now still has to go.
    if (now.preferences[list] !== preferences) return
    set({ unsent: now.unsent.filter((one) => one !== list) })
  }
  const sendAll = async (): Promise<void> => {
    if (sending) return
    sending = true
    try {
      for (const list of now.unsent) {
        const preferences = now.preferences[list]
        if (!preferences) continue
        await send(list, preferences, { keepalive: false })
        isTaken(list, preferences)
      }
      failures = 0
      if (now.failing) set({ failing: false })
    } catch {
      failures += 1
      if (!now.failing) set({ failing: true })
    } finally {
      sending = false
    }
    if (now.unsent.length > 0) sendSoon()
  }
  const sendSoon = (): void => {
    clearTimeout(timer)
    const retry = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS)
    timer = setTimeout(() => void sendAll(), failures > 0 ? retry : SETTLES_MS)
  }

  return {
    now: () => now,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setPreferences: (list: string, preferences: ListPreferences): void => {
      const others = now.unsent.filter((one) => one !== list)
      set({ preferences: { ...now.preferences, [list]: preferences }, unsent: [...others, list] })
      sendSoon()
    },
    /** A view as it is looked at without being saved; null: as it is saved. */
    setDraft: (viewId: number, preferences: ListPreferences | null): void =>
      set({
        drafts: preferences
          ? { ...now.drafts, [String(viewId)]: preferences }
          : without(now.drafts, String(viewId)),
      }),
    setView: ({
      viewId,
      list,
      preferences,
    }: Pick<SavedView, 'viewId' | 'list' | 'preferences'>): void =>
      set({ views: { ...now.views, [String(viewId)]: { list, preferences } } }),
    dropView: (viewId: number): void => set({ views: without(now.views, String(viewId)) }),
    /** What the server told; asked at `askedAt`, so what it took later is not in it. */
    takeIn: ({ preferences, views }: MyViews, askedAt: number): void => {
      const ours = Object.entries(now.preferences).filter(
        ([list]) => now.unsent.includes(list) || (takenAt.get(list) ?? -1) > askedAt,
      )
      set({
        preferences: { ...preferences, ...Object.fromEntries(ours) },
        views: Object.fromEntries(
          views.map(({ viewId, list, preferences }) => [String(viewId), { list, preferences }]),
        ),
        told: true,
      })
      if (now.unsent.length > 0) sendSoon()
    },
    /** Tries at once: the network is back, or somebody looks at the page again. */
    sendNow: (): void => {
      if (now.unsent.length > 0) void sendAll()
    },
    /** The page goes away: what is left goes after it, where the server takes anything. */
    sendLast: (): void => {
      if (now.failing || now.unsent.length === 0) return
      for (const list of now.unsent) {
        const preferences = now.preferences[list]
        if (preferences) void send(list, preferences, { keepalive: true }).catch(() => undefined)
      }
      set({ unsent: [] })
    },
    /** Another tab wrote. */
    reread: (): void => {
      now = { ...now, ...parsed(kept, shared.read()) }
      for (const listener of listeners) listener()
    },
  }
}
export type PreferencesStore = ReturnType<typeof makePreferencesStore>

/** The preferences that a list is shown by: of the opened view, if it is one of this list, else the person's own. */
export function preferencesIn(
  { preferences, views, drafts: changed }: KeptPreferences,
  list: string,
  viewId: number | null,
) {
  const view = viewId === null ? undefined : views[String(viewId)]
  if (view?.list !== list) return { preferences: preferences[list], ofView: false }
  return { preferences: changed[String(viewId)] ?? view.preferences, ofView: true }
}
