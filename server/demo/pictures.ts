import sharp from 'sharp'
import type { DocumentField } from '../../contract/people/kyc-states.ts'
import type { Identity, Named } from './identities.ts'

/** Drawn at 900 × 560 and kept smaller: a start of the demo draws more than a hundred. */
const WIDTH = 600
const HEIGHT = 373

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const line = (text: string, at: { x: number; y: number; size?: number; bold?: boolean }) =>
  `<text x="${at.x}" y="${at.y}" font-family="DejaVu Sans, Liberation Sans, sans-serif" font-size="${at.size ?? 26}" ${at.bold ? 'font-weight="700"' : ''} fill="#1d2733">${escaped(text)}</text>`
const card = (colour: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 900 560">
    <rect width="900" height="560" fill="#d8d2c4"/>
    <rect x="30" y="30" width="840" height="500" rx="26" fill="${colour}" stroke="#8a8f98"/>
    ${body}
    ${line('SPECIMEN · demo data', { x: 600, y: 510, size: 18 })}
  </svg>`

const person = (x: number, y: number, tone: string) =>
  `<circle cx="${x}" cy="${y}" r="62" fill="${tone}"/><path d="M${x - 105} ${y + 190} q105 -160 210 0z" fill="${tone}"/>`
const TONES = ['#8d5b3f', '#a66d4a', '#7a4b32', '#b57b55'] as const

const DRAW: Record<DocumentField, (who: Named, own: Identity) => string> = {
  pan: ({ name, memberId }, { pan }) =>
    card(
      '#e8f0e4',
      [
        line('Permanent Account Number Card', { x: 70, y: 95, size: 28, bold: true }),
        line(pan, { x: 70, y: 210, size: 46, bold: true }),
        line('Name', { x: 70, y: 300, size: 20 }),
        line(name.toUpperCase(), { x: 70, y: 338, bold: true }),
        person(740, 220, TONES[memberId % 4] ?? TONES[0]),
      ].join(''),
    ),
  gstin: ({ name }, { gstin }) =>
    card(
      '#f6f3ea',
      [
        line('Registration Certificate', { x: 70, y: 95, size: 28, bold: true }),
        line(gstin, { x: 70, y: 200, size: 42, bold: true }),
        line(`Legal name: ${name}`, { x: 70, y: 280 }),
      ].join(''),
    ),
  bank: ({ name }, { account, ifsc }) =>
    card(
      '#e6edf6',
      [
        line('CANCELLED', { x: 320, y: 120, size: 54, bold: true }),
        line(`A/C No. ${account}`, { x: 70, y: 260, size: 34, bold: true }),
        line(`IFSC ${ifsc}`, { x: 70, y: 315, size: 30 }),
        line(name, { x: 70, y: 420, bold: true }),
      ].join(''),
    ),
  shop_photo: ({ name, memberId }) =>
    card(
      '#cfe0ec',
      [
        `<rect x="120" y="220" width="660" height="270" fill="#c9b79c"/>`,
        `<rect x="120" y="150" width="660" height="90" fill="hsl(${(memberId * 47) % 360} 45% 42%)"/>`,
        `<rect x="390" y="300" width="130" height="190" fill="#5f5140"/>`,
        line(`${name.split(' ').at(-1)} Hardware & Paints`, {
          x: 170,
          y: 208,
          size: 34,
          bold: true,
        }),
      ].join(''),
    ),
  selfie: ({ name, memberId }) =>
    card(
      `hsl(${(memberId * 31) % 360} 24% 84%)`,
      [
        person(450, 230, TONES[memberId % 4] ?? TONES[0]),
        line(name, { x: 70, y: 505, size: 20 }),
      ].join(''),
    ),
}

/** A drawn document of a member of the demo, as the document service keeps its pages. */
export async function drawDocument(field: DocumentField, who: Named, own: Identity) {
  const bytes = Buffer.from(DRAW[field](who, own))
  const webp = await sharp(bytes).webp({ quality: 70, effort: 0 }).toBuffer()
  return { bytes, pictures: [{ webp, width: WIDTH, height: HEIGHT }] }
}

/** A torn coupon on a table, as a member photographs it for the helpdesk. */
export async function drawTornCoupon() {
  const squares = Array.from({ length: 60 }, (_, index) => {
    const [x, y] = [330 + (index % 10) * 22, 150 + Math.floor(index / 10) * 22]
    return (index * 7) % 3 === 0 ? '' : `<rect x="${x}" y="${y}" width="20" height="20"/>`
  })
  const torn = '<path d="M560 30 L640 200 L590 300 L660 420 L620 530 H900 V30z" fill="#d8d2c4"/>'
  const body = [...squares, torn, line('HIL', { x: 90, y: 180, size: 60, bold: true })].join('')
  const bytes = Buffer.from(card('#f4f1e6', body))
  const webp = await sharp(bytes).webp({ quality: 70, effort: 0 }).toBuffer()
  return [{ webp, width: WIDTH, height: HEIGHT }]
}
