import type { z } from 'zod'
import { audience, target } from '../../../../contract/people/audience.ts'
import type { memberBanners as memberBannersEndpoint } from '../../../../contract/desk/banners.ts'
import type { Context } from '../../../context.ts'
import type { MemberCaller } from '../../../http/caller.ts'
import { audiencesOf } from '../../people/audience/index.ts'
import { shownMedia } from '../../platform/media/index.ts'
import * as queries from './banners.queries.ts'

type Shown = z.input<typeof memberBannersEndpoint.response>

/** The banners that are live for a member, in order: three statements, however many there are. */
export async function memberBanners(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { memberId }: Pick<MemberCaller, 'memberId'>,
): Promise<Shown> {
  const at = now()
  const live = await queries.liveBanners(db, at)
  if (live.length === 0) return { banners: [] }
  const rows = live.map((row) => ({ ...row, audience: audience.parse(row.audience) }))
  const { isOf } = await audiencesOf(
    db,
    memberId,
    rows.map((row) => row.audience),
    at,
  )
  const mine = rows.filter((row) => isOf(row.audience))
  const media = await shownMedia(
    db,
    mine.map(({ mediaId }) => mediaId),
  )
  return {
    banners: mine.map(({ bannerId, words, mediaId, toAt, ...row }) => {
      const { pagePictures = [], videoUrl = null } = media.get(mediaId) ?? {}
      return {
        bannerId,
        words,
        pictures: pagePictures[0] ?? [],
        videoUrl,
        target: target.parse(row.target),
        to: toAt?.toISOString() ?? null,
      }
    }),
  }
}
