import type { Language } from '../../../../contract/people/members.ts'
import type { MessageText } from '../../../../contract/platform/message-occasion.ts'
import { occasionOf, type OccasionKey } from '../../../../contract/platform/message-occasions.ts'
import { textFaults } from '../../../../contract/platform/message-text.ts'

export type Template = MessageText & { language: Language; dltTemplate: string | null }
export type Choosing = {
  occasion: OccasionKey
  language: Language
  /** The approved texts of the occasion, at most one a language. */
  stored: readonly Template[]
  linkHosts: readonly string[]
  /** Whether the company is registered with the operators: they let only registered texts through. */
  registered: boolean
}

export function builtIn(occasion: OccasionKey, language: Language): Template | null {
  const text = occasionOf(occasion).texts[language]
  return text ? { ...text, language, dltTemplate: null } : null
}

/** Why a text may not be sent as it is; null where it may. */
export function templateFault(
  { occasion, linkHosts }: Pick<Choosing, 'occasion' | 'linkHosts'>,
  template: Template,
): string | null {
  const { subject, body } = textFaults(occasionOf(occasion), template, linkHosts)
  return subject ?? body ?? null
}

/**
 * The text that is sent to somebody: that of the language, else the English one, and the built-in ones
 * behind each. A text that no longer fits is passed over, and so is one without a registration where
 * the next one has it.
 */
export function chooseTemplate(choosing: Choosing): Template {
  const { occasion, language, stored, registered } = choosing
  const languages: Language[] = language === 'en' ? ['en'] : [language, 'en']
  const usable = languages
    .flatMap((one) => [
      stored.find((template) => template.language === one),
      builtIn(occasion, one),
    ])
    .filter((template) => template !== undefined && template !== null)
    .filter((template) => templateFault(choosing, template) === null)
  const isSms = occasionOf(occasion).channel === 'sms'
  const registeredOne =
    registered && isSms && usable.find(({ dltTemplate }) => dltTemplate !== null)
  const selected = registeredOne || usable[0]
  if (!selected) throw new Error(`There is no text for ${occasion}.`)
  return selected
}
