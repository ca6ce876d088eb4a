import { z } from 'zod'
import {
  listLook,
  type ListLook,
  type MyViews,
  type SavedView,
} from '../../../contract/platform/views.ts'

const SETTLES_MS = 700
const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 60_000

const viewLook = z.object({ list: z.string(), look: listLook })
const kept = z.object({
  looks: z.record(z.string(), listLook).catch({}),
  /** Of saved views, by their number. */
  views: z.record(z.string(), viewLook).catch({}),
  /** Lists whose look the server has not taken yet. */
  unsent: z.array(z.string()).catch([]),
  /** Whether the server told at least once; until then nothing is known of the person. */
  told: z.boolean().catch(false),
})
const drafts = z.record(z.string(), listLook).catch({})

/** What one person set up, as this browser knows it. */
export type Looks = z.output<typeof kept> & {
  /** Changes to views that are not saved, by the view's number; of this tab alone. */
  drafts: Record<string, ListLook>
  /** The server does not take looks for the moment. */
  failing: boolean
}

export type Place = { read: () => string | null; write: (text: string) => void }
/** Throws where another try may help; `refused` is for ever. */
export type SendLook = (
  list: string,
  look: ListLook,
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
 * Keeps the looks of one person: at once in the browser, a moment later on the server, again and
 * again until it took them. `shared` is the same for all tabs, `own` this tab's alone.
 */
export function makeLookStore(shared: Place, own: Place, send: SendLook) {
  let now: Looks = {
    ...parsed(kept, shared.read()),
    drafts: parsed(drafts, own.read()),
    failing: false,
  }
  const listeners = new Set<() => void>()
  const takenAt = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = false
  let failures = 0

  const set = (changes: Partial<Looks>): void => {
    now = { ...now, ...changes }
    const { drafts: mine, failing: _failing, ...ours } = now
    shared.write(JSON.stringify(ours))
    own.write(JSON.stringify(mine))
    for (const listener of listeners) listener()
  }
  const isTaken = (list: string, look: ListLook): void => {
    takenAt.set(list, performance.now())
    // Changed while it was on its way: what it is now still has to go.
    if (now.looks[list] !== look) return
    set({ unsent: now.unsent.filter((one) => one !== list) })
  }
  const sendAll = async (): Promise<void> => {
    if (sending) return
    sending = true
    try {
      for (const list of now.unsent) {
        const look = now.looks[list]
        if (!look) continue
        await send(list, look, { keepalive: false })
        isTaken(list, look)
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
    setLook: (list: string, look: ListLook): void => {
      const others = now.unsent.filter((one) => one !== list)
      set({ looks: { ...now.looks, [list]: look }, unsent: [...others, list] })
      sendSoon()
    },
    /** A view as it is looked at without being saved; null: as it is saved. */
    setDraft: (viewId: number, look: ListLook | null): void =>
      set({
        drafts: look
          ? { ...now.drafts, [String(viewId)]: look }
          : without(now.drafts, String(viewId)),
      }),
    setView: ({ viewId, list, look }: Pick<SavedView, 'viewId' | 'list' | 'look'>): void =>
      set({ views: { ...now.views, [String(viewId)]: { list, look } } }),
    dropView: (viewId: number): void => set({ views: without(now.views, String(viewId)) }),
    /** What the server told; asked at `askedAt`, so what it took later is not in it. */
    takeIn: ({ looks, views }: MyViews, askedAt: number): void => {
      const ours = Object.entries(now.looks).filter(
        ([list]) => now.unsent.includes(list) || (takenAt.get(list) ?? -1) > askedAt,
      )
      set({
        looks: { ...looks, ...Object.fromEntries(ours) },
        views: Object.fromEntries(
          views.map(({ viewId, list, look }) => [String(viewId), { list, look }]),
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
        const look = now.looks[list]
        if (look) void send(list, look, { keepalive: true }).catch(() => undefined)
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
export type LookStore = ReturnType<typeof makeLookStore>

/** The look of a list as it is shown: of the opened view, if it is one of this list, else the person's own. */
export function lookIn(
  { looks, views, drafts: changed }: Looks,
  list: string,
  viewId: number | null,
) {
  const view = viewId === null ? undefined : views[String(viewId)]
  if (view?.list !== list) return { look: looks[list], ofView: false }
  return { look: changed[String(viewId)] ?? view.look, ofView: true }
}
