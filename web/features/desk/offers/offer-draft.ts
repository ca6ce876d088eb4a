import { audience, type Audience } from '../../../../contract/people/audience.ts'
import type { MediaItem } from '../../../../contract/platform/media.ts'
import type { Offer } from '../../../../contract/desk/offers.ts'
import {
  shownBodyOf,
  shownDraftOf,
  shownFromNow,
  shownProblems,
  type ShownDraft,
} from '../../../lib/shown-draft.ts'
import type { OfferBody } from './offer-queries.ts'

type InBoth = { en: string; hi: string }
export type OfferDraft = ShownDraft & {
  title: InBoth
  text: InBoth
  media: MediaItem | null
  audience: Audience
}

export function emptyDraft(now: Date): OfferDraft {
  return {
    title: { en: '', hi: '' },
    text: { en: '', hi: '' },
    media: null,
    audience: audience.parse({}),
    ...shownFromNow(now),
  }
}

export function draftOf(offer: Offer): OfferDraft {
  const { title, text, media, audience } = offer
  return { title, text, media, audience, ...shownDraftOf(offer) }
}

/** What is sent; without a picture its number is 0, which `problemsOf` names. */
export function bodyOfDraft(draft: OfferDraft, offerId: number | undefined): OfferBody {
  const { title, text, media, audience } = draft
  const mediaId = media?.mediaId ?? 0
  return { offerId, title, text, mediaId, audience, ...shownBodyOf(draft) }
}

/** What only the form knows to be wrong, by field. */
export function problemsOf(draft: OfferDraft): Record<string, string> {
  const mediaId = 'Choose a picture or a catalogue.'
  return { ...(draft.media === null && { mediaId }), ...shownProblems(draft) }
}
