import type { z } from 'zod'
import type { MediaItem } from '../../../../contract/platform/media.ts'
import type { GiftItem, saveGiftItem } from '../../../../contract/desk/offers.ts'
import { hundredthsOf, typedOf } from '../../../lib/amounts.ts'

export type GiftBody = z.input<NonNullable<(typeof saveGiftItem)['body']>>
export type GiftDraft = {
  code: string
  name: string
  text: string
  points: number | string
  /** In rupees, as it is typed. */
  cost: string
  media: MediaItem | null
  active: boolean
}

export const EMPTY_GIFT: GiftDraft = {
  code: '',
  name: '',
  text: '',
  points: '',
  cost: '',
  media: null,
  active: true,
}

export function draftOf(gift: GiftItem): GiftDraft {
  const { code, name, text, points, valuePaise, media, active } = gift
  return { code, name, text, points, cost: typedOf(valuePaise), media, active }
}

/** What is sent; a cost that cannot be read is none, which the schema refuses in its own words. */
export function bodyOfDraft(draft: GiftDraft, giftId: number | undefined): GiftBody {
  const { code, name, text, points, cost, media, active } = draft
  return {
    giftId,
    code,
    name,
    text,
    points: points === '' ? 0 : Number(points),
    valuePaise: hundredthsOf(cost) ?? 0,
    mediaId: media?.mediaId ?? null,
    active,
  }
}

export const STOCK_WAYS = ['in', 'out'] as const
export type StockWay = (typeof STOCK_WAYS)[number]
export type StockDraft = { way: StockWay; pieces: number | string; reason: string }

/** Pieces that are put in, or taken out when negative; 0 while nothing is typed. */
export function changeOf({ way, pieces }: StockDraft): number {
  const count = pieces === '' ? 0 : Number(pieces)
  return way === 'in' ? count : 0 - count
}
