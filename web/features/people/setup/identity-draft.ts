import type { ProgrammeBody } from '../../../../contract/platform/programme.ts'
import type { Language } from '../../../../contract/people/members.ts'

/** What the fields of the programme hold; an empty text is none. */
export type IdentityDraft = {
  name: string
  colour: string
  supportPhone: string
  supportEmail: string
  languages: readonly Language[]
}

export const FIRST_COLOUR = '#1f5eb8'

type Stored = {
  name: string | null
  colour: string | null
  supportPhone: string | null
  supportEmail: string | null
  languages: readonly Language[]
}

export const identityDraft = (stored: Stored): IdentityDraft => ({
  name: stored.name ?? '',
  colour: stored.colour ?? FIRST_COLOUR,
  supportPhone: stored.supportPhone ?? '',
  supportEmail: stored.supportEmail ?? '',
  languages: stored.languages,
})

export const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

export const identityBody = (draft: IdentityDraft): ProgrammeBody => ({
  ...draft,
  languages: [...draft.languages],
  supportPhone: orNull(draft.supportPhone),
  supportEmail: orNull(draft.supportEmail),
})
