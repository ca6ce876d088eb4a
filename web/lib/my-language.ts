import { useSyncExternalStore } from 'react'
import type { Language } from '../../contract/members.ts'
import { setMyLanguage } from '../../contract/my-account.ts'
import { call } from './api.ts'
import { readSession, staffIdOf } from './session.ts'

/** The language that the worker section is read in on this phone. */
const KEY = 'hil.plantLanguage'
/** The number of the person whose choice on this phone the account has not been told yet. */
const UNSENT = 'hil.plantLanguageUnsent'
const listeners = new Set<() => void>()

function me(): string | null {
  const session = readSession()
  const staffId = session && staffIdOf(session)
  return staffId === null ? null : String(staffId)
}

/** Hindi until somebody chooses. */
export function readLanguage(): Language {
  return localStorage.getItem(KEY) === 'en' ? 'en' : 'hi'
}

/** Whether somebody has chosen on this phone, or an account has. */
export const knowsLanguage = (): boolean => localStorage.getItem(KEY) !== null

function keep(language: Language): void {
  localStorage.setItem(KEY, language)
  for (const listener of listeners) listener()
}

const isUnsent = () =>
  localStorage.getItem(UNSENT) !== null && localStorage.getItem(UNSENT) === me()

/** Reads in this language from now on, and tells the account as soon as the network carries it. */
export function chooseLanguage(language: Language): void {
  const mine = me()
  if (mine !== null) localStorage.setItem(UNSENT, mine)
  keep(language)
  void sendLanguage()
}

/** Tells the account what was chosen here; what fails is tried again by the next call. */
export async function sendLanguage(): Promise<void> {
  if (!isUnsent()) return
  const language = readLanguage()
  try {
    await call(setMyLanguage, { body: { language } })
  } catch {
    return
  }
  // Another choice, made meanwhile, is on its way itself.
  if (isUnsent() && readLanguage() === language) localStorage.removeItem(UNSENT)
}

/** Reads in the language of the account, unless this phone has one for it that it does not know. */
export function followAccount(language: Language): void {
  if (isUnsent()) void sendLanguage()
  else keep(language)
}

/** The account has been told another way: what waits on this phone is out of date. */
export function languageIsSet(language: Language): void {
  if (isUnsent()) localStorage.removeItem(UNSENT)
  keep(language)
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
