import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListPreferences, SavedView } from '../../../contract/platform/views.ts'
import { preferencesIn, makePreferencesStore, type Place } from './preferences-store.ts'

const preferences = (changes: Partial<ListPreferences> = {}): ListPreferences => ({
  shown: [],
  hidden: [],
  widths: {},
  compact: false,
  rows: null,
  ...changes,
})
const compact = preferences({ compact: true })
const wide = preferences({ widths: { who: 300 } })

function place(text: string | null = null): Place & { text: string | null } {
  const it = {
    text,
    read: () => it.text,
    write: (next: string) => {
      it.text = next
    },
  }
  return it
}

/** A server that answers when it is told to. */
function server() {
  const sent: {
    list: string
    preferences: ListPreferences
    answer: (how: 'kept' | 'refused' | Error) => void
  }[] = []
  const send = (list: string, of: ListPreferences) =>
    new Promise<'kept' | 'refused'>((resolve, reject) => {
      const answer = (how: 'kept' | 'refused' | Error) =>
        how instanceof Error ? reject(how) : resolve(how)
      sent.push({ list, preferences: of, answer })
    })
  return { sent, send }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const down = new Error('down')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('preferences hold at once and are sent once they have settled, the last ones only', async () => {
  const { sent, send } = server()
  const store = makePreferencesStore(place(), place(), send)
  store.setPreferences('scans', compact)
  expect(store.now().preferences.scans).toBe(compact)
  await pass(500)
  store.setPreferences('scans', wide)
  await pass(500)
  expect(sent).toEqual([])
  await pass(300)
  expect(sent.map((one) => [one.list, one.preferences])).toEqual([['scans', wide]])
  sent[0]?.answer('kept')
  await pass(60_000)
  expect(sent).toHaveLength(1)
  expect(store.now().unsent).toEqual([])
})

test('what was changed while it was on its way goes as well', async () => {
  const { sent, send } = server()
  const store = makePreferencesStore(place(), place(), send)
  store.setPreferences('scans', compact)
  await pass(700)
  store.setPreferences('scans', wide)
  sent[0]?.answer('kept')
  await pass(700)
  expect(sent.map((one) => one.preferences)).toEqual([compact, wide])
})

test('a server that fails is asked again, later and later, and then everything is there', async () => {
  const { sent, send } = server()
  const store = makePreferencesStore(place(), place(), send)
  store.setPreferences('scans', compact)
  store.setPreferences('users', wide)
  await pass(700)
  sent[0]?.answer(down)
  await pass(0)
  expect(store.now().failing).toBe(true)
  await pass(1_999)
  expect(sent).toHaveLength(1)
  await pass(1)
  expect(sent).toHaveLength(2)
  sent[1]?.answer(down)
  await pass(3_999)
  expect(sent).toHaveLength(2)
  store.sendNow()
  sent[2]?.answer('kept')
  await pass(0)
  sent[3]?.answer('kept')
  await pass(0)
  expect(sent.slice(2).map((one) => one.list)).toEqual(['scans', 'users'])
  expect(store.now()).toMatchObject({ unsent: [], failing: false, preferences: { scans: compact } })
})

test('what the server will never take is not sent again', async () => {
  const { sent, send } = server()
  const store = makePreferencesStore(place(), place(), send)
  store.setPreferences('gone', compact)
  await pass(700)
  sent[0]?.answer('refused')
  await pass(120_000)
  expect(sent).toHaveLength(1)
  expect(store.now()).toMatchObject({ preferences: { gone: compact }, unsent: [] })
})

test('after a reload it is all there, and what was not taken is sent', async () => {
  const [shared, own] = [place(), place()]
  const before = makePreferencesStore(shared, own, server().send)
  before.setPreferences('scans', compact)
  before.setDraft(12, wide)
  const { sent, send } = server()
  const store = makePreferencesStore(shared, own, send)
  expect(store.now()).toMatchObject({ preferences: { scans: compact }, drafts: { 12: wide } })
  store.takeIn({ preferences: { scans: wide, users: wide }, views: [] }, performance.now())
  expect(store.now().preferences).toEqual({ scans: compact, users: wide })
  await pass(700)
  expect(sent.map((one) => one.preferences)).toEqual([compact])
  // Drafts are this tab's alone.
  expect(makePreferencesStore(shared, place(), send).now().drafts).toEqual({})
})

test('an answer that was on its way when preferences were sent does not put the old one back', async () => {
  const { sent, send } = server()
  const store = makePreferencesStore(place(), place(), send)
  const askedAt = performance.now()
  store.setPreferences('scans', compact)
  await pass(700)
  sent[0]?.answer('kept')
  await pass(10)
  store.takeIn({ preferences: { scans: wide }, views: [] }, askedAt)
  expect(store.now().preferences.scans).toBe(compact)
  store.takeIn({ preferences: { scans: wide }, views: [] }, performance.now())
  expect(store.now().preferences.scans).toBe(wide)
})

test('when the page goes, what is left goes after it; a failing server gets it next time', async () => {
  const [shared, { sent, send }] = [place(), server()]
  const store = makePreferencesStore(shared, place(), send)
  store.setPreferences('scans', compact)
  store.sendLast()
  expect(sent.map((one) => one.preferences)).toEqual([compact])
  expect(makePreferencesStore(shared, place(), send).now().unsent).toEqual([])
  store.setPreferences('scans', wide)
  await pass(700)
  sent[1]?.answer(down)
  await pass(0)
  store.sendLast()
  expect(sent).toHaveLength(2)
  expect(makePreferencesStore(shared, place(), send).now().unsent).toEqual(['scans'])
})

test('what cannot be read is nothing, and another tab is heard', () => {
  const [shared, broken] = [
    place('{"preferences":{"scans":{"rows":"many"}},"told":true}'),
    place('{'),
  ]
  const store = makePreferencesStore(shared, broken, server().send)
  expect(store.now()).toMatchObject({ preferences: {}, drafts: {}, unsent: [], told: true })
  const other = makePreferencesStore(shared, place(), server().send)
  other.setPreferences('scans', compact)
  let heard = 0
  const stop = store.subscribe(() => (heard += 1))
  store.reread()
  stop()
  store.reread()
  expect([heard, store.now().preferences.scans]).toEqual([1, compact])
})

test('the opened view has its own preferences, changed or not, and leaves the person’s as they are', () => {
  const store = makePreferencesStore(place(), place(), server().send)
  store.setPreferences('scans', compact)
  const view: Pick<SavedView, 'viewId' | 'list' | 'preferences'> = {
    viewId: 12,
    list: 'scans',
    preferences: wide,
  }
  store.setView(view)
  const shown = (list: string, viewId: number | null) => preferencesIn(store.now(), list, viewId)
  expect(shown('scans', null)).toEqual({ preferences: compact, ofView: false })
  expect(shown('scans', 12)).toEqual({ preferences: wide, ofView: true })
  expect(shown('users', 12)).toEqual({ preferences: undefined, ofView: false })
  expect(shown('scans', 13)).toEqual({ preferences: compact, ofView: false })
  const tried = preferences({ hidden: ['who'] })
  store.setDraft(12, tried)
  expect(shown('scans', 12)).toEqual({ preferences: tried, ofView: true })
  store.setDraft(12, null)
  expect(shown('scans', 12).preferences).toBe(wide)
  store.dropView(12)
  expect(shown('scans', 12)).toEqual({ preferences: compact, ofView: false })
})
