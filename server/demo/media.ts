import sharp from 'sharp'
import { PICTURE_WIDTHS } from '../../contract/platform/media.ts'
import type { Context } from '../context.ts'
import {
  addDrawn,
  mediaTitled,
  type Drawn,
  type DrawnPicture,
} from '../features/platform/media/drawn.service.ts'
import type { Act } from './kyc.ts'
import {
  bannerDrawing,
  pageDrawing,
  thingDrawing,
  type Art,
  type Shades,
} from './media-drawings.ts'
import { slidesVideo } from './slides-video.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

const HOUR_MS = 3_600_000
const BLUE: Shades = ['#2f50d4', '#1c2b66']
const SKY: Shades = ['#1f7fb8', '#123f74']
const WARM: Shades = ['#8a2b7a', '#c2491d']
const GREEN: Shades = ['#23775a', '#134434']
const LIGHT: Shades = ['#f8f9fb', '#d7dbe2']

type Picture = { title: string; tags: readonly string[]; draw: () => Buffer }
const banner = (title: string, lines: readonly string[], name: Art, shades: Shades): Picture => ({
  title,
  tags: ['banner'],
  draw: () => bannerDrawing(lines, name, shades),
})
const gift = (title: string, name: Art): Picture => ({
  title,
  tags: ['gift'],
  draw: () => thingDrawing(name, LIGHT),
})

/** The pictures of the gallery, the oldest first. Words in them are English: not every machine has another font. */
const PICTURES = {
  monsoon: banner(
    'Monsoon service camp',
    ['Monsoon camp', 'Free advice', 'on damp walls'],
    'rain',
    SKY,
  ),
  trowel: gift('Trowel set, steel', 'trowel'),
  drill: gift('Impact drill, 13 mm', 'drill'),
  helmet: gift('Safety helmet and gloves', 'helmet'),
  cooker: gift('Pressure cooker, 5 litres', 'cooker'),
  smartphone: gift('Smartphone, 128 GB', 'smartphone'),
  scan: banner('Scan every pack', ['Scan every pack', 'Points on the spot'], 'phone', BLUE),
  retailers: banner(
    'Handling charges for retailers',
    ['Retailers', 'More scans,', 'more charges'],
    'coins',
    GREEN,
  ),
  diwali: banner('Diwali greetings', ['Happy Diwali', 'from all of us at HIL'], 'lamp', WARM),
  survey: banner('Survey of painters', ['Two minutes', 'Tell us how we do'], 'list', GREEN),
  shop: { ...gift('दुकान का बोर्ड', 'shop'), tags: ['दुकान', 'poster'] },
  bag: { ...gift('Wall Putty 40 kg', 'bag'), tags: ['product', 'putty'] },
  winter: banner(
    'Winter waterproofing weeks',
    ['Winter weeks', 'Ten packs, and', 'the eleventh is free'],
    'drop',
    SKY,
  ),
  tools: banner('Tool month', ['Tool month', 'Sent to your door'], 'trowel', BLUE),
  newyear: banner('New year gifts', ['New year', 'New gifts for', 'your points'], 'gift', WARM),
} satisfies Record<string, Picture>

const CATALOGUE = {
  title: 'Product catalogue 2026–27',
  tags: ['catalogue'],
  pages: [
    [
      'Catalogue 2026–27',
      ['Putty · Waterproofing', 'Tile adhesives', 'Paints and primers'],
      'bag',
      BLUE,
    ],
    ['Putty', ['Wall Putty 40 kg', 'Wall Putty 20 kg', 'Acrylic Putty 20 kg'], 'bag', GREEN],
    ['Waterproofing', ['For roofs and terraces', 'For bathrooms', 'For damp walls'], 'drop', SKY],
    ['Tools', ['Trowels', 'Spatulas', 'Mixers'], 'trowel', WARM],
    [
      'Points',
      ['A coupon in every pack', 'Scan it with the app', 'Choose money or a gift'],
      'phone',
      BLUE,
    ],
    [
      'Where to buy',
      ['At dealers in all states', 'Ask for bills', 'Write to us in the app'],
      'shop',
      GREEN,
    ],
  ] satisfies [string, string[], Art, Shades][],
}

const VIDEO = {
  title: 'How to scan a coupon',
  tags: ['banner', 'video'],
  slides: [
    [['1', 'Open the pack'], 'bag', GREEN],
    [['2', 'Scan the coupon'], 'phone', BLUE],
    [['3', 'Choose your gift'], 'gift', WARM],
  ] satisfies [string[], Art, Shades][],
  width: 480,
  height: 240,
  timing: { framesPerSecond: 20, framesEach: 50, framesToWipe: 12 },
}

export type DemoMedia = keyof typeof PICTURES | 'catalogue' | 'video'
const titleOf = (key: DemoMedia) =>
  key === 'catalogue' ? CATALOGUE.title : key === 'video' ? VIDEO.title : PICTURES[key].title

/** An item of the demo's gallery, for what shows it. */
export const demoMedia = (context: Context, key: DemoMedia): Promise<number> =>
  mediaTitled(context, titleOf(key))

/** So early is the gallery filled that whatever shows something of it comes later. */
const HOURS_AGO = 119 * 24

/** The gallery, filled in the first days of the history. */
export function mediaActs(staff: Pick<DemoStaff, 'subadmin'>, now: Date): Act[] {
  const makers: (() => Promise<Drawn>)[] = [
    drawCatalogue,
    drawVideo,
    ...Object.values(PICTURES).map((picture) => () => drawPicture(picture)),
  ]
  return makers.map((make, index): Act => {
    const drawn = drawnOnce(make)
    return {
      at: new Date(now.getTime() - HOURS_AGO * HOUR_MS + index * 60_000),
      ahead: drawn,
      run: async (context) =>
        addDrawn({ context, caller: staff.subadmin, origin: DEMO_ORIGIN }, await drawn()),
    }
  })
}

/** Makes a drawing when it is asked for first: ahead of its turn, or in it. */
export function drawnOnce(make: () => Promise<Drawn>): () => Promise<Drawn> {
  let made: Promise<Drawn> | null = null
  return () => (made ??= make())
}

async function drawPicture({ title, tags, draw }: Picture): Promise<Drawn> {
  return { kind: 'image', title, tags, pages: [await sizesOf(draw())] }
}

async function drawCatalogue(): Promise<Drawn> {
  const { title, tags } = CATALOGUE
  const pages = CATALOGUE.pages.map(([title, lines, name, shades], index) =>
    sizesOf(pageDrawing(title, lines, { name, shades, page: index + 1 })),
  )
  return { kind: 'document', title, tags, pages: await Promise.all(pages) }
}

async function drawVideo(): Promise<Drawn> {
  const { title, tags, width, height, timing } = VIDEO
  const drawings = VIDEO.slides.map(([lines, name, shades]) => bannerDrawing(lines, name, shades))
  const slides = await Promise.all(
    drawings.map(async (drawing) => {
      const data = await sharp(drawing).resize(width, height).removeAlpha().raw().toBuffer()
      return { data, width, height }
    }),
  )
  const bytes = await slidesVideo(slides, timing)
  const frames = slides.length * timing.framesEach
  const durationMs = Math.round((frames * 1000) / timing.framesPerSecond)
  const [poster] = drawings
  const pages = poster ? [await sizesOf(poster)] : []
  return { kind: 'video', title, tags, pages, video: { bytes, width, height, durationMs } }
}

/** A drawing in the widths of the gallery: drawn once, then made smaller. */
export async function sizesOf(drawing: Buffer): Promise<DrawnPicture[]> {
  const { data, info } = await sharp(drawing)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const wanted = [...PICTURE_WIDTHS.filter((one) => one < width), width]
  return Promise.all(
    wanted.map(async (one) => {
      const made = await sharp(data, { raw: { width, height, channels: 3 } })
        .resize({ width: one })
        .webp({ quality: 80, effort: 0 })
        .toBuffer({ resolveWithObject: true })
      return { webp: made.data, width: made.info.width, height: made.info.height }
    }),
  )
}
