import type { Occasion } from './message-occasion.ts'
import { ACCESS_OCCASIONS } from './message-occasions-access.ts'
import { REWARD_OCCASIONS } from './message-occasions-rewards.ts'

/** Every occasion on which the programme sends a message to one person. */
export const OCCASIONS = { ...ACCESS_OCCASIONS, ...REWARD_OCCASIONS } as const
export type OccasionKey = keyof typeof OCCASIONS

export const OCCASION_KEYS = Object.keys(OCCASIONS) as [OccasionKey, ...OccasionKey[]]
export const isOccasion = (key: string): key is OccasionKey => Object.hasOwn(OCCASIONS, key)
export const occasionOf = (key: OccasionKey): Occasion => OCCASIONS[key]

type VariableOf<K extends OccasionKey> = keyof (typeof OCCASIONS)[K]['variables']
/** What a message of an occasion is filled with; the programme's name is always put in by the sender. */
export type MessageValues<K extends OccasionKey> = Record<
  Exclude<VariableOf<K>, 'programme'>,
  string | number
>

/** Whoever can change a text that carries a link or a code could phish with it: it takes two people. */
export const needsTwoPeople = (key: OccasionKey): boolean =>
  Object.values(occasionOf(key).variables).some(({ kind }) => kind !== undefined)
