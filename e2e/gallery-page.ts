import { randomBytes, randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { PIECE_BYTES } from '../contract/platform/media.ts'

export const GALLERY_PAGE = '/dashboard/media/gallery'

export const unique = (name: string): string => `${name} ${randomInt(1_000_000)}`
export const grid = (page: Page): Locator => page.getByRole('list', { name: 'Gallery' })
export const card = (page: Page, title: string): Locator =>
  grid(page).getByRole('listitem').filter({ hasText: title })
export const link = (page: Page, title: string): Locator =>
  grid(page).getByRole('link', { name: title })
export const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Uploads' })
export const row = (page: Page, title: string): Locator =>
  panel(page)
    .getByRole('listitem')
    .filter({ has: page.locator(`input[value="${title}"]`) })
export const drawer = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(Image|Video|Document)$/ })
export const chooser = (page: Page): Locator => page.getByRole('main').locator('input[type=file]')

type Given = { name: string; mimeType: string; buffer: Buffer }

export async function png(name: string, color: string, size = 400): Promise<Given> {
  const buffer = await sharp({
    create: { width: size, height: size, channels: 3, background: color },
  })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** A picture that does not shrink: so many pieces of an upload, and a little more. */
export async function noise(name: string, pieces: number): Promise<Given> {
  const side = Math.ceil(Math.sqrt((pieces * PIECE_BYTES) / 3))
  const raw = { width: side, height: side, channels: 3 as const }
  const pixels = randomBytes(side * side * 3)
  const buffer = await sharp(pixels, { raw }).png({ compressionLevel: 0 }).toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Lets go of files over the page, or pastes them, as the browser does it. */
export async function bring(
  page: Page,
  how: 'drop' | 'paste',
  files: readonly Given[],
): Promise<void> {
  const given = files.map(({ buffer, ...file }) => ({ ...file, text: buffer.toString('base64') }))
  await page.evaluate(
    ([how, given]) => {
      const data = new DataTransfer()
      for (const { name, mimeType, text } of given) {
        const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      const options = { bubbles: true, cancelable: true }
      if (how === 'paste') {
        document.body.dispatchEvent(
          new ClipboardEvent('paste', { ...options, clipboardData: data }),
        )
        return
      }
      const drag = (kind: string): DragEvent =>
        new DragEvent(kind, { ...options, dataTransfer: data })
      document.body.dispatchEvent(drag('dragenter'))
      const zone = document.querySelector('.mantine-Dropzone-root') ?? document.body
      for (const kind of ['dragenter', 'dragover', 'drop']) zone.dispatchEvent(drag(kind))
    },
    [how, given] as const,
  )
}

/** The numbers of the pieces that this page sends, as they are sent. */
export function piecesSent(page: Page): number[] {
  const numbers: number[] = []
  page.on('request', (request) => {
    const number = /\/pieces\/(\d+)$/.exec(request.url())?.[1]
    if (number !== undefined && request.method() === 'PUT') numbers.push(Number(number))
  })
  return numbers
}

/** Makes each piece take a while, so that something can happen meanwhile. */
export async function slowly(page: Page, milliseconds: number): Promise<void> {
  await page.route('**/pieces/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    await route.continue().catch(() => undefined)
  })
}
