import type { z } from 'zod'
import { audience } from '../../../../contract/people/audience.ts'
import type { memberOffers as memberOffersEndpoint } from '../../../../contract/desk/offers.ts'
import type { Context } from '../../../context.ts'
import type { MemberCaller } from '../../../http/caller.ts'
import { audiencesOf } from '../../people/audience/index.ts'
import { shownMedia } from '../../platform/media/index.ts'
import * as queries from './offers.queries.ts'

type Shown = z.input<typeof memberOffersEndpoint.response>

/** The offers that are live for a member, in the member's language: three statements for all. */
export async function memberOffers(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { memberId }: Pick<MemberCaller, 'memberId'>,
): Promise<Shown> {
  const at = now()
  const live = await queries.liveOffers(db, at)
  if (live.length === 0) return { offers: [] }
  const rows = live.map((row) => ({ ...row, audience: audience.parse(row.audience) }))
  const audiences = rows.map((row) => row.audience)
  const { isOf, language } = await audiencesOf(db, memberId, audiences, at)
  const mine = rows.filter((row) => isOf(row.audience))
  const media = await shownMedia(
    db,
    mine.map(({ mediaId }) => mediaId),
  )
  return {
    offers: mine.map((row) => ({
      offerId: row.offerId,
      title: language === 'hi' ? row.titleHi : row.titleEn,
      text: language === 'hi' ? row.textHi : row.textEn,
      pages: media.get(row.mediaId)?.pagePictures ?? [],
      to: row.toAt?.toISOString() ?? null,
    })),
  }
}
