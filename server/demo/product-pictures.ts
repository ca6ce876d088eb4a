import type { Context } from '../context.ts'
import { addDrawn } from '../features/platform/media/drawn.service.ts'
import { changeProduct, getProduct } from '../features/programme/products/products.service.ts'
import type { Act } from './kyc.ts'
import { PRODUCT_FIELDS } from './masters.ts'
import { packDrawing, type Pack, type Shades } from './media-drawings.ts'
import { drawnOnce, sizesOf } from './media.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

const HOUR_MS = 3_600_000
/** On the day after the gallery is filled. */
const HOURS_AGO = 118 * 24

const BRANDS: Record<string, Shades> = {
  Aerosmooth: ['#2f50d4', '#1c2b66'],
  Tilefix: ['#23775a', '#134434'],
  Drycoat: ['#1f7fb8', '#123f74'],
  Blockbond: ['#c2491d', '#6e2410'],
  Topline: ['#4b5464', '#1b202a'],
}
const PLAIN: Shades = ['#4b5464', '#1b202a']

/** The pack that stands on the shelf: liquids in a bucket, sheets and boards in a stack. */
function packOf(unit: string | null): Pack {
  if (unit === 'l') return 'bucket'
  return unit === 'kg' ? 'bag' : 'sheets'
}

/** A picture of each product in the gallery, and then at the product, as a person would add them. */
export function productPictureActs(staff: Pick<DemoStaff, 'almond'>, now: Date): Act[] {
  return PRODUCT_FIELDS.map((product, index): Act => {
    const { name, brand, packUnit } = product
    const shades = BRANDS[brand ?? ''] ?? PLAIN
    const drawn = drawnOnce(async () => ({
      kind: 'image',
      title: `${name}, pack`,
      tags: ['product'],
      pages: [await sizesOf(packDrawing(packOf(packUnit), { name, brand: brand ?? '', shades }))],
    }))
    return {
      at: new Date(now.getTime() - HOURS_AGO * HOUR_MS + index * 60_000),
      ahead: drawn,
      run: async (context: Context) => {
        const by = { caller: staff.almond, origin: DEMO_ORIGIN }
        const mediaId = await addDrawn({ context, ...by }, await drawn())
        const productId = index + 1
        const { version } = await getProduct(context, context.db, productId)
        await changeProduct(context, by, { productId, product: { ...product, mediaId }, version })
      },
    }
  })
}
