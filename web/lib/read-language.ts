import { useSyncExternalStore } from 'react'
import type { Language } from '../../contract/people/members.ts'

/** The language that the worker section is read in on this phone. */
const KEY = 'hil.plantLanguage'
const listeners = new Set<() => void>()

/** Hindi until somebody chooses. */
export function readLanguage(): Language {
  return localStorage.getItem(KEY) === 'en' ? 'en' : 'hi'
}

/** Whether somebody has chosen on this phone, or an account has. */
export const knowsLanguage = (): boolean => localStorage.getItem(KEY) !== null

export function keepLanguage(language: Language): void {
  localStorage.setItem(KEY, language)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The language the worker section is read in, kept on this phone and by the account. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, readLanguage)
}
