import { useSyncExternalStore } from 'react'
import { readSession, staffIdOf } from '../lib/session.ts'

/**
 * A new password that was sent and whose outcome the server has not told. `refusal` is why it was not
 * changed; null while no answer is known.
 */
export type AskedPassword = { staffId: number; at: string; refusal: string | null }

/** Kept until its person has seen it, also when the page is closed before an answer comes. */
const KEY = 'hil.askedPassword'
const listeners = new Set<() => void>()
let lastText: string | null = null
let last: AskedPassword | null = null

function isAsked(value: unknown): value is AskedPassword {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'staffId') === 'number' &&
    typeof Reflect.get(value, 'at') === 'string' &&
    ['string', 'object'].includes(typeof Reflect.get(value, 'refusal'))
  )
}

function read(): AskedPassword | null {
  const text = localStorage.getItem(KEY)
  if (text === lastText) return last
  lastText = text
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    last = isAsked(value) ? value : null
  } catch {
    last = null
  }
  return last
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

export function keepAsked(asked: AskedPassword): void {
  localStorage.setItem(KEY, JSON.stringify(asked))
  tellListeners()
}

/** Its outcome is known or was seen. A later one stays. */
export function forgetAsked({ staffId, at }: AskedPassword): void {
  const kept = read()
  if (kept?.staffId !== staffId || kept.at !== at) return
  localStorage.removeItem(KEY)
  tellListeners()
}

function readMine(): AskedPassword | null {
  const [asked, session] = [read(), readSession()]
  return asked && session && asked.staffId === staffIdOf(session) ? asked : null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The one of whoever is signed in; null when there is none. */
export function useAskedPassword(): AskedPassword | null {
  return useSyncExternalStore(subscribe, readMine)
}
