import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { takeDraft, writeDraft } from './kept-drafts.ts'

const EMPTY = { name: '', days: 30 }

/** A storage as browsers have it: its entries are its own keys. */
function makeStorage(items: Record<string, string> = {}): Record<string, unknown> {
  const methods = {
    getItem: (name: string) => items[name] ?? null,
    setItem: (name: string, value: string) => void (items[name] = value),
    removeItem: (name: string) => void delete items[name],
  }
  return new Proxy(items, {
    get: (_, name) => Reflect.get(methods, name) as unknown,
  })
}

function signInAs(staffId: number): void {
  const session = { token: 'a', userRole: 'admin', data: JSON.stringify({ staffId }) }
  vi.stubGlobal('localStorage', makeStorage(session))
}

afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => {
  vi.stubGlobal('sessionStorage', makeStorage())
  signInAs(7)
})

test('a draft is taken once', () => {
  writeDraft('scheme.new', { name: 'Monsoon', days: 10 })
  expect(takeDraft('scheme.12', EMPTY)).toBeUndefined()
  expect(takeDraft('scheme.new', EMPTY)).toEqual({ name: 'Monsoon', days: 10 })
  expect(takeDraft('scheme.new', EMPTY)).toBeUndefined()
})

test('a draft of another version of the form is not taken', () => {
  writeDraft('scheme.new', { name: 'Monsoon' })
  expect(takeDraft('scheme.new', EMPTY)).toBeUndefined()
})

test('what is no draft is not taken', () => {
  sessionStorage.setItem('hil.draft.7.scheme.new', '{half')
  expect(takeDraft('scheme.new', EMPTY)).toBeUndefined()
})

test('a draft of another person is not taken, and is removed', () => {
  writeDraft('scheme.new', { name: 'Monsoon', days: 10 })
  signInAs(8)
  expect(takeDraft('scheme.new', EMPTY)).toBeUndefined()
  expect(Object.keys(sessionStorage)).toEqual([])
})
