import { z } from 'zod'
import { stateId } from '../india.ts'
import { kycState } from './kyc-states.ts'
import { language, memberKind } from './members.ts'
import { wholeNumber } from '../paging.ts'
import { webAddress } from '../web-address.ts'

/** Whether a member had points of a scan within so many days; who never scanned has not. */
const activity = z.object({
  scanned: z.enum(['within', 'not_within'], { error: 'Scanned within the days, or not within.' }),
  days: wholeNumber('Days', 3650).min(1, 'At least one day.'),
})

const several = <T extends z.ZodType>(schema: T, most: number) =>
  z.array(schema).max(most, `At most ${most} can be selected.`).default([])

/**
 * Which members: each list narrows, an empty one narrows nothing, so `{}` is everybody. Blocked, left
 * and erased members are never among them.
 */
export const audience = z.object({
  kinds: several(memberKind, 4),
  states: several(stateId, 40),
  distributorIds: several(wholeNumber('Distributor'), 200),
  kycStates: several(kycState, 5),
  languages: several(language, 2),
  activity: activity.nullable().default(null),
})
export type Audience = z.output<typeof audience>

/** Where a tap on a banner, an offer or a message leads in the member's app. */
export const APP_PAGES = {
  scan: 'Scan a coupon',
  points: 'My points',
  gifts: 'Gifts',
  offers: 'Offers',
  kyc: 'My KYC',
  help: 'Help',
} as const
export type AppPage = keyof typeof APP_PAGES

const targetWith = (address: z.ZodString) =>
  z.discriminatedUnion(
    'to',
    [
      z.object({ to: z.literal('nothing') }),
      z.object({
        to: z.literal('page'),
        page: z.enum(Object.keys(APP_PAGES) as [AppPage, ...AppPage[]], {
          error: 'Choose a page.',
        }),
      }),
      z.object({ to: z.literal('offer'), offerId: wholeNumber('Offer') }),
      z.object({ to: z.literal('web'), address }),
    ],
    { error: 'Choose where it leads.' },
  )
export const target = targetWith(webAddress)
/** As it is answered: what was kept before addresses were read more strictly is still shown. */
export const keptTarget = targetWith(z.string())
export type Target = z.output<typeof target>
