import { sql, type RawBuilder } from 'kysely'
import type { Audience } from '../../../../contract/people/audience.ts'
import type { BannerState } from '../../../../contract/desk/banners.ts'
import { tidyAudience } from '../../people/audience/index.ts'

/** Where a row of `banner` or `offer` stands at a moment: what lists, filters and members go by. */
export function shownState(now: Date): RawBuilder<BannerState> {
  return sql<BannerState>`case
    when not shown then 'off'
    when from_at > ${now} then 'planned'
    when to_at <= ${now} then 'ended'
    else 'live' end`
}

type Times = { from: string; to: string | null }

/** When it is shown, as columns hold it. */
export const toColumns = ({ from, to }: Times) => ({
  from_at: new Date(from),
  to_at: to === null ? null : new Date(to),
})

/** When it is shown, as JSON carries it. */
export const toTimes = ({ fromAt, toAt }: { fromAt: Date; toAt: Date | null }): Times => ({
  from: fromAt.toISOString(),
  to: toAt?.toISOString() ?? null,
})

/** As it is kept: the audience and the moments in one spelling. */
export const inOneSpelling = <T extends Times & { audience: Audience }>(fields: T): T => ({
  ...fields,
  audience: tidyAudience(fields.audience),
  from: new Date(fields.from).toISOString(),
  to: fields.to === null ? null : new Date(fields.to).toISOString(),
})
