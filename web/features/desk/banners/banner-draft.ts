import { audience, type Audience, type Target } from '../../../../contract/people/audience.ts'
import type { Banner } from '../../../../contract/desk/banners.ts'
import type { MediaItem } from '../../../../contract/platform/media.ts'
import {
  shownBodyOf,
  shownDraftOf,
  shownFromNow,
  shownProblems,
  type ShownDraft,
} from '../../../lib/shown-draft.ts'
import type { BannerBody } from './banner-queries.ts'

export type BannerDraft = ShownDraft & {
  title: string
  media: MediaItem | null
  words: string
  target: Target
  audience: Audience
}

export function emptyDraft(now: Date): BannerDraft {
  return {
    title: '',
    media: null,
    words: '',
    target: { to: 'nothing' },
    audience: audience.parse({}),
    ...shownFromNow(now),
  }
}

export function draftOf(banner: Banner): BannerDraft {
  const { title, media, words, target, audience } = banner
  return { title, media, words, target, audience, ...shownDraftOf(banner) }
}

/** What is sent; without a picture its number is 0, which `problemsOf` names. */
export function bodyOfDraft(draft: BannerDraft, bannerId: number | undefined): BannerBody {
  const { title, media, words, target, audience } = draft
  const mediaId = media?.mediaId ?? 0
  return { bannerId, title, mediaId, words, target, audience, ...shownBodyOf(draft) }
}

/** What only the form knows to be wrong, by field. */
export function problemsOf(draft: BannerDraft): Record<string, string> {
  const mediaId = 'Choose a picture or a video.'
  return { ...(draft.media === null && { mediaId }), ...shownProblems(draft) }
}
