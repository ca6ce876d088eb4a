import type { Language } from '../people/members.ts'

/** What stands in braces in a text, such as `{code}`. A link or a code is what a phisher would ask for. */
export type Variable = {
  label: string
  example: string
  kind?: 'link' | 'code'
  /** A text without it says nothing. */
  needed?: true
}
export type MessageChannelKind = 'sms' | 'email'
/** The subject is that of a mail; an SMS has none. */
export type MessageText = { subject: string | null; body: string }

export const OCCASION_GROUPS = [
  'One-time passwords',
  'KYC',
  'Redemptions',
  'Payments',
  'Gifts',
  'Helpdesk',
  'Dashboard accounts',
] as const

/** When a message is sent, to whom and with which variables, and the texts that a programme begins with. */
export type Occasion<V extends string = string> = {
  group: (typeof OCCASION_GROUPS)[number]
  label: string
  when: string
  channel: MessageChannelKind
  variables: Readonly<Record<V, Variable>>
  texts: { en: MessageText } & Partial<Record<Language, MessageText>>
}

type About<V extends string> = Pick<Occasion<V>, 'group' | 'label' | 'when' | 'variables'>

const PROGRAMME = { label: 'Name of the programme', example: 'Shakti Rewards' } as const
/** Members know an SMS by the name of the programme in it. */
const SENDER: Variable = { ...PROGRAMME, needed: true }

export function smsOccasion<V extends string>({
  en,
  hi,
  variables,
  ...about
}: About<V> & { en: string; hi: string }): Occasion<V | 'programme'> {
  return {
    ...about,
    channel: 'sms',
    variables: { programme: SENDER, ...variables },
    texts: { en: { subject: null, body: en }, hi: { subject: null, body: hi } },
  }
}

export function mailOccasion<V extends string>({
  en,
  hi,
  variables,
  ...about
}: About<V> & { en: MessageText; hi: MessageText }): Occasion<V | 'programme'> {
  return {
    ...about,
    channel: 'email',
    variables: { programme: PROGRAMME, ...variables },
    texts: { en, hi },
  }
}
