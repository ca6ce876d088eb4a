import type { Language } from '../../../contract/members.ts'

type Words = (link: string, hours: number) => string

const WORDS: Record<Language, Words> = {
  en: (link, hours) =>
    `Set a new password for the HIL Dashboard: ${link} (good for ${hours} hours, once)`,
  hi: (link, hours) =>
    `HIL Dashboard का नया पासवर्ड यहाँ बनाएँ: ${link} (${hours} घंटे तक, केवल एक बार चलेगा)`,
}

/** What somebody is sent who forgot the password, in the language of the account. */
export const resetMessage = (language: Language, ...[link, hours]: Parameters<Words>): string =>
  WORDS[language](link, hours)
