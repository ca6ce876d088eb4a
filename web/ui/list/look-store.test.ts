import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListLook, SavedView } from '../../../contract/platform/views.ts'
import { lookIn, makeLookStore, type Place } from './look-store.ts'

const look = (changes: Partial<ListLook> = {}): ListLook => ({
  shown: [],
  hidden: [],
  widths: {},
  compact: false,
  rows: null,
  ...changes,
})
const compact = look({ compact: true })
const wide = look({ widths: { who: 300 } })

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
    look: ListLook
    answer: (how: 'kept' | 'refused' | Error) => void
  }[] = []
  const send = (list: string, of: ListLook) =>
    new Promise<'kept' | 'refused'>((resolve, reject) => {
      const answer = (how: 'kept' | 'refused' | Error) =>
        how instanceof Error ? reject(how) : resolve(how)
      sent.push({ list, look: of, answer })
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

test('a look stands at once and is sent once it has settled, the last one only', async () => {
  const { sent, send } = server()
  const store = makeLookStore(place(), place(), send)
  store.setLook('scans', compact)
  expect(store.now().looks.scans).toBe(compact)
  await pass(500)
  store.setLook('scans', wide)
  await pass(500)
  expect(sent).toEqual([])
  await pass(300)
  expect(sent.map((one) => [one.list, one.look])).toEqual([['scans', wide]])
  sent[0]?.answer('kept')
  await pass(60_000)
  expect(sent).toHaveLength(1)
  expect(store.now().unsent).toEqual([])
})

test('what was changed while it was on its way goes as well', async () => {
  const { sent, send } = server()
  const store = makeLookStore(place(), place(), send)
  store.setLook('scans', compact)
  await pass(700)
  store.setLook('scans', wide)
  sent[0]?.answer('kept')
  await pass(700)
  expect(sent.map((one) => one.look)).toEqual([compact, wide])
})

test('a server that fails is asked again, later and later, and then everything is there', async () => {
  const { sent, send } = server()
  const store = makeLookStore(place(), place(), send)
  store.setLook('scans', compact)
  store.setLook('users', wide)
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
  expect(store.now()).toMatchObject({ unsent: [], failing: false, looks: { scans: compact } })
})

test('what the server will never take is not sent again', async () => {
  const { sent, send } = server()
  const store = makeLookStore(place(), place(), send)
  store.setLook('gone', compact)
  await pass(700)
  sent[0]?.answer('refused')
  await pass(120_000)
  expect(sent).toHaveLength(1)
  expect(store.now()).toMatchObject({ looks: { gone: compact }, unsent: [] })
})

test('after a reload it is all there, and what was not taken is sent', async () => {
  const [shared, own] = [place(), place()]
  const before = makeLookStore(shared, own, server().send)
  before.setLook('scans', compact)
  before.setDraft(12, wide)
  const { sent, send } = server()
  const store = makeLookStore(shared, own, send)
  expect(store.now()).toMatchObject({ looks: { scans: compact }, drafts: { 12: wide } })
  store.takeIn({ looks: { scans: wide, users: wide }, views: [] }, performance.now())
  expect(store.now().looks).toEqual({ scans: compact, users: wide })
  await pass(700)
  expect(sent.map((one) => one.look)).toEqual([compact])
  // Drafts are this tab's alone.
  expect(makeLookStore(shared, place(), send).now().drafts).toEqual({})
})

test('an answer that was on its way when a look was taken does not put the old one back', async () => {
  const { sent, send } = server()
  const store = makeLookStore(place(), place(), send)
  const askedAt = performance.now()
  store.setLook('scans', compact)
  await pass(700)
  sent[0]?.answer('kept')
  await pass(10)
  store.takeIn({ looks: { scans: wide }, views: [] }, askedAt)
  expect(store.now().looks.scans).toBe(compact)
  store.takeIn({ looks: { scans: wide }, views: [] }, performance.now())
  expect(store.now().looks.scans).toBe(wide)
})

test('when the page goes, what is left goes after it; a failing server gets it next time', async () => {
  const [shared, { sent, send }] = [place(), server()]
  const store = makeLookStore(shared, place(), send)
  store.setLook('scans', compact)
  store.sendLast()
  expect(sent.map((one) => one.look)).toEqual([compact])
  expect(makeLookStore(shared, place(), send).now().unsent).toEqual([])
  store.setLook('scans', wide)
  await pass(700)
  sent[1]?.answer(down)
  await pass(0)
  store.sendLast()
  expect(sent).toHaveLength(2)
  expect(makeLookStore(shared, place(), send).now().unsent).toEqual(['scans'])
})

test('what cannot be read is nothing, and another tab is heard', () => {
  const [shared, broken] = [place('{"looks":{"scans":{"rows":"many"}},"told":true}'), place('{')]
  const store = makeLookStore(shared, broken, server().send)
  expect(store.now()).toMatchObject({ looks: {}, drafts: {}, unsent: [], told: true })
  const other = makeLookStore(shared, place(), server().send)
  other.setLook('scans', compact)
  let heard = 0
  const stop = store.subscribe(() => (heard += 1))
  store.reread()
  stop()
  store.reread()
  expect([heard, store.now().looks.scans]).toEqual([1, compact])
})

test('the opened view has its own look, changed or not, and leaves the person’s as it is', () => {
  const store = makeLookStore(place(), place(), server().send)
  store.setLook('scans', compact)
  const view: Pick<SavedView, 'viewId' | 'list' | 'look'> = {
    viewId: 12,
    list: 'scans',
    look: wide,
  }
  store.setView(view)
  const shown = (list: string, viewId: number | null) => lookIn(store.now(), list, viewId)
  expect(shown('scans', null)).toEqual({ look: compact, ofView: false })
  expect(shown('scans', 12)).toEqual({ look: wide, ofView: true })
  expect(shown('users', 12)).toEqual({ look: undefined, ofView: false })
  expect(shown('scans', 13)).toEqual({ look: compact, ofView: false })
  const tried = look({ hidden: ['who'] })
  store.setDraft(12, tried)
  expect(shown('scans', 12)).toEqual({ look: tried, ofView: true })
  store.setDraft(12, null)
  expect(shown('scans', 12).look).toBe(wide)
  store.dropView(12)
  expect(shown('scans', 12)).toEqual({ look: compact, ofView: false })
})
