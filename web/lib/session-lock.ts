import { useSyncExternalStore } from 'react'
import { readSession } from './session.ts'

/** Which session waits for the PIN, by the first letters of its token: kept, so that a reload opens nothing. */
const KEY = 'hil.locked'
const NAMED_BY = 12

const listeners = new Set<() => void>()
const nameOf = (token: string): string => token.slice(0, NAMED_BY)

function tellListeners(): void {
  for (const listener of listeners) listener()
}

/** The server refuses this session until the PIN is entered. */
export function sessionLocked(token: string): void {
  if (readSession()?.token !== token) return
  localStorage.setItem(KEY, nameOf(token))
  tellListeners()
}

export function sessionUnlocked(): void {
  localStorage.removeItem(KEY)
  tellListeners()
}

function isLocked(): boolean {
  const token = readSession()?.token
  return token !== undefined && localStorage.getItem(KEY) === nameOf(token)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function useLocked(): boolean {
  return useSyncExternalStore(subscribe, isLocked)
}
