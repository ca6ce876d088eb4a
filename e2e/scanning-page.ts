import { expect, type BrowserContext, type Page } from '@playwright/test'
import { formatCode } from '../contract/programme/code.ts'
import { readIn } from './plant-page.ts'
import { signIn } from './sign-in.ts'

export const PAGE = '/plant-representatives/qr-scanning'

export const band = (page: Page) => page.locator('[role=status][data-tone]')
export const readings = (page: Page) =>
  page.getByRole('list', { name: /^(Last readings|पिछले स्कैन)$/ }).getByRole('listitem')
export const reading = (page: Page, code: string | undefined) =>
  readings(page).filter({ hasText: formatCode(code ?? '') })

/** Opens the page as the worker, in English unless it is said otherwise. */
export async function openPage(page: Page, language: 'en' | 'hi' = 'en'): Promise<void> {
  await signIn(page, 'worker', '/icon.svg')
  await readIn(page, language)
  await page.goto(PAGE)
  await expect(
    page.getByText(/^(Everything is sent|All others are sent|सब भेज दिया)$/),
  ).toBeVisible()
}

export async function type(page: Page, code: string | undefined): Promise<void> {
  await page.getByLabel('Type a code').fill(code ?? '')
  await page.getByRole('button', { name: 'Add' }).click()
}

/** The names of the readings that leave this browser from now on, in their order. */
export function listenForReadings(context: BrowserContext): string[] {
  const ids: string[] = []
  context.on('request', (request) => {
    if (!request.url().endsWith('/api/plant/scans')) return
    const { items } = request.postDataJSON()
    ids.push(...items.map(({ id }: { id: string }) => id))
  })
  return ids
}

/** The worker section can be opened without a network from here on. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
}
