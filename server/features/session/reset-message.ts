import type { Language } from '../../../contract/members.ts'

type Words = (programme: string, link: string, hours: number) => string

const WORDS: Record<Language, Words> = {
  en: (programme, link, hours) =>
    `Set a new password for the ${programme} dashboard: ${link} (good for ${hours} hours, once)`,
  hi: (programme, link, hours) =>
    `${programme} डैशबोर्ड का नया पासवर्ड यहाँ बनाएँ: ${link} (${hours} घंटे तक, केवल एक बार चलेगा)`,
}

/** What somebody is sent who forgot the password, in the language of the account. */
export const resetMessage = (language: Language, ...about: Parameters<Words>): string =>
  WORDS[language](...about)
