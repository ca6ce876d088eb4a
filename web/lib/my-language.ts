import type { Language } from '../../contract/people/members.ts'
import { setMyLanguage } from '../../contract/platform/my-account.ts'
import { call } from './api.ts'
import { keepLanguage, readLanguage } from './read-language.ts'
import { readSession, staffIdOf } from './session.ts'

/** The number of the person whose choice on this phone the account has not been told yet. */
const UNSENT = 'hil.plantLanguageUnsent'

function me(): string | null {
  const session = readSession()
  const staffId = session && staffIdOf(session)
  return staffId === null ? null : String(staffId)
}

const isUnsent = () =>
  localStorage.getItem(UNSENT) !== null && localStorage.getItem(UNSENT) === me()

/** Reads in this language from now on, and tells the account as soon as the network carries it. */
export function chooseLanguage(language: Language): void {
  const mine = me()
  if (mine !== null) localStorage.setItem(UNSENT, mine)
  keepLanguage(language)
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
  else keepLanguage(language)
}

/** The account has been told another way: what waits on this phone is out of date. */
export function languageIsSet(language: Language): void {
  if (isUnsent()) localStorage.removeItem(UNSENT)
  keepLanguage(language)
}
