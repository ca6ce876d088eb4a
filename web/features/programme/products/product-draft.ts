import type { z } from 'zod'
import { shownGtin } from '../../../../contract/programme/gtin.ts'
import type { MediaItem } from '../../../../contract/platform/media.ts'
import {
  packUnit,
  type createProduct,
  type ProductDetail,
} from '../../../../contract/programme/products.ts'
import { hundredthsOf, typedOf } from '../../../lib/amounts.ts'

const TEXTS = ['code', 'name', 'nameHi', 'brand', 'packSize', 'gtin', 'mrp', 'points'] as const
export type TextName = (typeof TEXTS)[number]
export type ProductDraft = Record<TextName, string> & {
  group: string
  /** Empty: no unit. */
  packUnit: string
  media: MediaItem | null
}

export function draftOf(product: ProductDetail | undefined): ProductDraft {
  return {
    code: product?.code ?? '',
    name: product?.name ?? '',
    nameHi: product?.nameHi ?? '',
    brand: product?.brand ?? '',
    packSize: product?.packSize == null ? '' : String(product.packSize),
    gtin: product?.gtin ? shownGtin(product.gtin) : '',
    mrp: typedOf(product?.mrpPaise ?? null),
    points: product ? String(product.points) : '',
    group: product?.group ?? '',
    packUnit: product?.packUnit ?? '',
    media: product?.media ?? null,
  }
}

const orNull = (text: string): string | null => text.trim() || null
/** What cannot be read is no number, which the schema refuses in its own words. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

export type ProductBody = z.input<NonNullable<(typeof createProduct)['body']>>

export const bodyOf = (draft: ProductDraft): ProductBody => ({
  code: draft.code,
  name: draft.name,
  nameHi: orNull(draft.nameHi),
  group: draft.group,
  brand: orNull(draft.brand),
  packSize: draft.packSize.trim() === '' ? null : Number(draft.packSize),
  packUnit: packUnit.safeParse(draft.packUnit).data ?? null,
  gtin: orNull(draft.gtin),
  mrpPaise: draft.mrp.trim() === '' ? null : (hundredthsOf(draft.mrp) ?? Number.NaN),
  mediaId: draft.media?.mediaId ?? null,
  points: numberOf(draft.points),
})
