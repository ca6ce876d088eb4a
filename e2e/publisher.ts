import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { saveBanner, type Banner } from '../contract/desk/banners.ts'
import {
  beginMediaUpload,
  finishMediaUpload,
  PIECE_BYTES,
  type MediaDetail,
} from '../contract/platform/media.ts'
import { saveOffer, type Offer } from '../contract/desk/offers.ts'
import { BASE } from './kyc-review.ts'
import { asStaff, tokenOf } from './redeemer.ts'

type File = { name: string; type: string; bytes: Buffer }

/** Puts a file into the gallery as the page does: piece by piece. */
async function published({ name, type, bytes }: File, title: string): Promise<MediaDetail> {
  const fingerprint = createHash('sha256')
    .update(bytes.subarray(0, PIECE_BYTES))
    .update(String(bytes.length))
    .digest('hex')
  const { uploadId } = beginMediaUpload.response.parse(
    await asStaff('marketing', 'media-uploads', { name, type, bytes: bytes.length, fingerprint }),
  )
  for (let piece = 0; piece * PIECE_BYTES < bytes.length; piece++) {
    const answer = await fetch(`${BASE}/api/admin/media-uploads/${uploadId}/pieces/${piece}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${await tokenOf('marketing')}`,
        'content-type': 'application/octet-stream',
      },
      body: new Uint8Array(bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES)),
    })
    if (!answer.ok) throw new Error(`${answer.status} piece ${piece}: ${await answer.text()}`)
  }
  const finished = await asStaff('marketing', `media-uploads/${uploadId}/finish`, { title })
  return finishMediaUpload.response.parse(finished)
}

/** A picture of one colour with its title in large letters. */
export async function picture(title: string, color: string): Promise<MediaDetail> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540">
    <rect width="960" height="540" fill="${color}"/>
    <text x="60" y="300" font-size="72" font-family="sans-serif" fill="#fff">${title}</text></svg>`
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer()
  return published({ name: `${title}.png`, type: 'image/png', bytes }, title)
}

/** A document of so many pages, each with its number. */
export function catalogue(title: string, pages: number): Promise<MediaDetail> {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1)
  const first = 4
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${numbers.map((_, index) => `${first + index * 2} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...numbers.flatMap((number, index) => {
      const drawn = `BT /F1 96 Tf 80 400 Td (${title} ${number}) Tj ET`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${first + index * 2 + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
        `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return String(place).padStart(10, '0')
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${place} 00000 n \n`).join('')}`
  text += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`
  const bytes = Buffer.from(text, 'latin1')
  return published({ name: `${title}.pdf`, type: 'application/pdf', bytes }, title)
}

const EVERYBODY = {
  kinds: [],
  states: [],
  distributorIds: [],
  kycStates: [],
  languages: [],
  activity: null,
}
const HOUR_MS = 3_600_000
const hoursOn = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** A banner that is live for everybody for two days, where `fields` say nothing else. */
export async function bannerOf(
  media: MediaDetail,
  title: string,
  fields: Partial<Banner> = {},
): Promise<Banner> {
  const { banners, bannerId } = saveBanner.response.parse(
    await asStaff('marketing', 'banners', {
      title,
      mediaId: media.mediaId,
      words: `It says ${title}`,
      target: { to: 'nothing' },
      audience: EVERYBODY,
      on: true,
      from: hoursOn(-1),
      to: hoursOn(48),
      ...fields,
    }),
  )
  const saved = banners.find((banner) => banner.bannerId === bannerId)
  if (!saved) throw new Error(`The banner ${title} is not among the banners.`)
  return saved
}

/** An offer that is live for everybody for two days, where `fields` say nothing else. */
export async function offerOf(
  media: MediaDetail,
  title: Offer['title'],
  fields: Partial<Offer> = {},
): Promise<Offer> {
  return saveOffer.response.parse(
    await asStaff('marketing', 'offers', {
      title,
      text: { en: 'Buy three, get one.', hi: 'तीन खरीदें, एक पाएँ।' },
      mediaId: media.mediaId,
      audience: EVERYBODY,
      on: true,
      from: hoursOn(-1),
      to: hoursOn(48),
      ...fields,
    }),
  )
}
