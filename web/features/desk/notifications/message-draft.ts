import { audience, type Audience, type Target } from '../../../../contract/people/audience.ts'
import type { MediaItem } from '../../../../contract/platform/media.ts'
import {
  saveNotification,
  type NotificationDetail,
} from '../../../../contract/desk/notifications.ts'
import type { Language } from '../../../../contract/people/members.ts'

export type Words = { title: string; body: string }
/** A message as it is written. */
export type Draft = Record<Language, Words> & {
  media: MediaItem | null
  target: Target
  audience: Audience
  /** Handed to whoever sends SMS or push as well. */
  webhook: boolean
}

type Content = Pick<
  NotificationDetail,
  'en' | 'hi' | 'mediaId' | 'target' | 'audience' | 'channels'
>

/** The most characters of a title and of a message. */
export const LONGEST = { title: 60, body: 300 }

export const emptyDraft = (): Draft => ({
  en: { title: '', body: '' },
  hi: { title: '', body: '' },
  media: null,
  target: { to: 'nothing' },
  audience: audience.parse({}),
  webhook: false,
})

export const draftOf = ({
  en,
  hi,
  media,
  target,
  audience: selected,
  channels,
}: NotificationDetail): Draft => ({
  en,
  hi,
  media,
  target,
  audience: selected,
  webhook: channels.includes('webhook'),
})

export const contentOf = ({
  en,
  hi,
  media,
  target,
  audience: selected,
  webhook,
}: Draft): Content => ({
  en,
  hi,
  mediaId: media?.mediaId ?? null,
  target,
  audience: selected,
  channels: webhook ? ['inbox', 'webhook'] : ['inbox'],
})

export const isSame = (one: Draft, other: Draft): boolean =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other))

export type Problems = Record<string, string>

/** A text of the contract about one language, at the field that it is about. */
const UNSAID: Problems = {
  'en.title': 'Write the title in English.',
  'en.body': 'Write the message in English.',
  'hi.title': 'Write the title in Hindi.',
  'hi.body': 'Write the message in Hindi.',
  'target.offerId': 'Choose an offer.',
  'target.address': 'Enter a whole address that begins with https://.',
}

const FIELDS = ['en', 'hi', 'mediaId', 'target', 'audience', 'channels']

function isUnsaid(draft: Draft, path: string): boolean {
  const [part = '', field = ''] = path.split('.')
  const inside: unknown = Reflect.get(Reflect.get(draft, part) ?? {}, field)
  return inside === '' || Number.isNaN(inside)
}

/** The first thing that is wrong with each field, by its path and from the top of the form to its end. */
export function problemsOf(draft: Draft): Problems {
  const body = { ...contentOf(draft), idempotencyKey: 'only-to-check' }
  const read = saveNotification.body?.safeParse(body)
  if (!read || read.success) return {}
  const placeOf = (path: string): number => FIELDS.indexOf(path.split('.')[0] ?? '')
  const told = read.error.issues.map(({ path, message }): [string, string] => {
    const name = path.join('.')
    return [name, isUnsaid(draft, name) ? (UNSAID[name] ?? message) : message]
  })
  const inOrder = told.toSorted(([one], [other]) => placeOf(one) - placeOf(other))
  // Where a field has several, the first is told.
  return Object.fromEntries([...inOrder, ...inOrder.toReversed()])
}
