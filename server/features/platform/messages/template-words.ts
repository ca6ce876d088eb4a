import { LANGUAGE_NAMES, type Language } from '../../../../contract/people/members.ts'
import { PROGRAMME } from '../../../../contract/menu.ts'
import {
  isOccasion,
  occasionOf,
  type OccasionKey,
} from '../../../../contract/platform/message-occasions.ts'
import type { TemplateChange } from '../../../../contract/platform/message-templates.ts'
import type { FoundChange } from './templates.queries.ts'

export const MESSAGES_LINK = `${PROGRAMME}?show=messages`

/** A text by what people call it, such as “Signing in” in Hindi. */
export const nameOf = ({ occasion, language }: { occasion: OccasionKey; language: Language }) =>
  `“${occasionOf(occasion).label}” in ${LANGUAGE_NAMES[language]}`

/** Whether this version of the product sends such a message. */
export const isKnown = ({ occasion }: Pick<FoundChange, 'occasion'>): boolean =>
  isOccasion(occasion)

/** A stored change as the contract has it. Throws for an occasion of another version. */
export function toChange(found: FoundChange): TemplateChange {
  const { occasion, proposedAt, decidedAt, ...change } = found
  const { proposedById, proposedByName, decidedById, decidedByName, ...rest } = change
  if (!isOccasion(occasion)) throw new TypeError(`A text for ${occasion} cannot be read.`)
  return {
    ...rest,
    occasion,
    proposedBy: { staffId: proposedById, name: proposedByName },
    proposedAt: proposedAt.toISOString(),
    decidedBy:
      decidedById === null || decidedByName === null
        ? null
        : { staffId: decidedById, name: decidedByName },
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}
