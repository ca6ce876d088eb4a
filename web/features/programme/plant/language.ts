import type { Language } from '../../../../contract/people/members.ts'
import { useLanguage } from '../../../lib/read-language.ts'

/** The same texts in both languages: whoever adds one in English is made to add it in Hindi. */
export type Words<T> = Record<Language, T>

/** The texts of a page in the language that is read. */
export function useWords<T>(words: Words<T>): T {
  return words[useLanguage()]
}
