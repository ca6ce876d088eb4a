import type { Banner } from '../../../../contract/desk/banners.ts'
import { shownBodyOf } from '../../../lib/shown-draft.ts'
import { shownWords, stateAt } from '../../../lib/shown-time.ts'
import type { Slide } from './app-banners.tsx'
import type { BannerDraft } from './banner-draft.ts'

/** The number of a banner that is not saved yet. */
export const UNSAVED = 0

const slideOf = (banner: Banner, now: number): Slide => ({
  id: banner.bannerId,
  title: banner.title,
  words: banner.words,
  media: banner.media,
  note: shownWords(banner, now),
})

/** The banners that members see at this moment, in their order. */
export function liveSlides(banners: readonly Banner[], now: number): Slide[] {
  return banners
    .filter((banner) => stateAt(banner, now) === 'live')
    .map((banner) => slideOf(banner, now))
}

const UNSEEN = { live: '', planned: 'Planned. ', ended: '', off: 'Switched off. ' }

/** The live banners with the one that is edited at its place, live or not; a new one comes last. */
export function slidesWith(
  banners: readonly Banner[],
  { bannerId = UNSAVED, draft }: { bannerId: number | undefined; draft: BannerDraft },
  now: number,
): Slide[] {
  const time = shownBodyOf(draft)
  const edited: Slide = {
    id: bannerId,
    title: draft.title.trim() || 'This banner',
    words: draft.words,
    media: draft.media,
    note: UNSEEN[stateAt(time, now)] + shownWords(time, now),
  }
  const others = banners.filter(
    (banner) => banner.bannerId === bannerId || stateAt(banner, now) === 'live',
  )
  const shown = others.map((banner) =>
    banner.bannerId === bannerId ? edited : slideOf(banner, now),
  )
  return shown.includes(edited) ? shown : [...shown, edited]
}
