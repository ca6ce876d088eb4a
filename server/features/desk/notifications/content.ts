import { sql } from 'kysely'
import {
  CHANNELS,
  type Channel,
  type NotificationDetail,
} from '../../../../contract/desk/notifications.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { tidyAudience } from '../../people/audience/index.ts'

/** What a message says, to whom and by which ways. */
export type Content = Pick<
  NotificationDetail,
  'en' | 'hi' | 'mediaId' | 'target' | 'audience' | 'channels'
>

/** As it is kept: each choice once and in one order, so that the same content is written the same. */
export function tidyContent({ en, hi, mediaId, target, audience, channels }: Content): Content {
  return {
    en: { title: en.title, body: en.body },
    hi: { title: hi.title, body: hi.body },
    mediaId,
    target,
    audience: tidyAudience(audience),
    channels: CHANNELS.filter((channel) => channels.includes(channel)),
  }
}

export const isSameContent = (one: Content, other: Content): boolean =>
  canonicalJson(tidyContent(one)) === canonicalJson(tidyContent(other))

/** The columns that hold it; `offerId` is the offer that the target names. */
export function columnsOf({ en, hi, mediaId, target, audience, channels }: Content) {
  return {
    title_en: en.title,
    title_hi: hi.title,
    body_en: en.body,
    body_hi: hi.body,
    media_id: mediaId,
    target: JSON.stringify(target),
    offer_id: target.to === 'offer' ? target.offerId : null,
    audience: JSON.stringify(audience),
    channels,
  }
}

/** The same columns as a query of `notification as n` selects them. */
export const CONTENT_COLUMNS = [
  'n.title_en as titleEn',
  'n.title_hi as titleHi',
  'n.body_en as bodyEn',
  'n.body_hi as bodyHi',
  'n.media_id as mediaId',
  sql<Content['target']>`n.target`.as('target'),
  sql<Content['audience']>`n.audience`.as('audience'),
  sql<Channel[]>`n.channels`.as('channels'),
] as const

type Selected = Omit<Content, 'en' | 'hi'> & {
  titleEn: string
  titleHi: string
  bodyEn: string
  bodyHi: string
}

export function contentOf(row: Selected): Content {
  const { mediaId, target, audience, channels } = row
  return {
    en: { title: row.titleEn, body: row.bodyEn },
    hi: { title: row.titleHi, body: row.bodyHi },
    mediaId,
    target,
    audience,
    channels,
  }
}
