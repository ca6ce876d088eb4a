import { useSyncExternalStore } from 'react'

export type Language = 'en' | 'hi'
/** The same texts in both languages: whoever adds one in English is made to add it in Hindi. */
export type Words<T> = { en: T; hi: T }

const KEY = 'hil.plantLanguage'
const listeners = new Set<() => void>()

/** What somebody chose on this phone; null as long as nobody did. */
function chosenLanguage(): Language | null {
  const stored = localStorage.getItem(KEY)?.replaceAll('"', '')
  return stored === 'en' || stored === 'hi' ? stored : null
}

function setLanguage(language: Language): void {
  localStorage.setItem(KEY, language)
  for (const listener of listeners) listener()
}

/** Takes the account's language where nobody has chosen one on this phone. */
export function startWith(language: Language): void {
  if (chosenLanguage() === null) setLanguage(language)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const current = (): Language => chosenLanguage() ?? 'hi'

/** The language the worker section is read in, kept on this phone; Hindi until somebody chooses. */
export function useLanguage(): [Language, (language: Language) => void] {
  return [useSyncExternalStore(subscribe, current), setLanguage]
}

/** The texts of a page in the language that is read. */
export function useWords<T>(words: Words<T>): T {
  const [language] = useLanguage()
  return words[language]
}
