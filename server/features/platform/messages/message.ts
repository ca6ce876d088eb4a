import type { Language } from '../../../../contract/people/members.ts'
import type { MessageValues, OccasionKey } from '../../../../contract/platform/message-occasions.ts'

/** What somebody is told: the occasion, and what its text is filled with, in the language it is sent in. */
export type Message = {
  occasion: OccasionKey
  values: (language: Language) => Readonly<Record<string, string | number>>
}

export const message = <K extends OccasionKey>(
  occasion: K,
  values: MessageValues<K> | ((language: Language) => MessageValues<K>),
): Message => ({ occasion, values: typeof values === 'function' ? values : () => values })
