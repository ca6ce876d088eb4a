import type PdfFile from 'pdfkit'
import type { Letterhead } from './identity.service.ts'

type Page = InstanceType<typeof PdfFile>
type Place = { left: number; width: number }
type Ink = { regular: string; bold: string; soft: string }

/** Where the lines of the company stand, above the foot of a page of A4. */
const COMPANY = [768, 779] as const
const LOGO = { top: 18, width: 160, height: 32 }

/** The company’s legal name, else the programme’s, with the logo above it. */
export function drawLetterhead(
  page: Page,
  { title, legalName, logo, colour }: Letterhead,
  { left, width }: Place,
  { bold, soft }: Ink,
): void {
  if (logo) page.image(logo, left, LOGO.top, { fit: [LOGO.width, LOGO.height] })
  page
    .font(bold)
    .fontSize(11)
    .fillColor(colour ?? soft)
    .text(legalName ?? title, left, 56, { width: width * 0.7, height: 16, ellipsis: true })
}

/** Address, numbers and contact at the foot; nothing where the company has not said them. */
export function drawCompany(
  page: Page,
  letterhead: Letterhead,
  { left, width }: Place,
  { regular, soft, support }: Ink & { support?: string },
): void {
  const lines = companyLines(letterhead, support)
  page.font(regular).fontSize(8.5).fillColor(soft)
  lines.forEach((line, index) => {
    const top = COMPANY[index + COMPANY.length - lines.length]
    page.text(line, left, top, { width, height: 11, ellipsis: true, lineBreak: false })
  })
}

export function companyLines(about: Letterhead, support = 'Support'): string[] {
  const { legalName, title, address, gstin, pan, tan, supportPhone, supportEmail } = about
  const named = (label: string, value: string | null) =>
    value === null ? [] : [`${label} ${value}`]
  const place = address?.replaceAll(/\s*\n\s*/g, ', ')
  const contact = [supportPhone, supportEmail].filter((it) => it !== null)
  const first = place ? [legalName ?? title, place].join(', ') : ''
  const second = [
    ...named('GSTIN', gstin),
    ...named('PAN', pan),
    ...named('TAN', tan),
    ...(contact.length > 0 ? [`${support}: ${contact.join(', ')}`] : []),
  ].join(' · ')
  return [first, second].filter((line) => line !== '')
}
