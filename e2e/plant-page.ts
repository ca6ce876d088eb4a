import type { Page } from '@playwright/test'
import { signIn } from './sign-in.ts'

export const ACTIVATION = '/plant-representatives/activate-deactivate'
export const TRACKER = '/plant-representatives/coupon-tracker'
export const SHIFT = '/plant-representatives/dashboard'

/** Opens a page of the worker section as the worker of plant 1, in this language. */
export async function openPlant(
  page: Page,
  path: string,
  language: 'en' | 'hi' = 'en',
): Promise<void> {
  await signIn(page, 'worker', '/icon.svg')
  await readIn(page, language)
  await page.goto(path)
}

/**
 * Whoever is signed in on this phone has chosen this language, and the account is never told: one
 * worker serves tests that run side by side. The page shows something of ours, but not the section.
 */
export async function readIn(page: Page, language: 'en' | 'hi'): Promise<void> {
  await page.context().route('**/api/admin/my/language', (route) => route.abort())
  await page.evaluate((selected) => {
    const { staffId } = JSON.parse(localStorage.getItem('data') ?? '{}')
    localStorage.setItem('hil.plantLanguage', selected)
    localStorage.setItem('hil.plantLanguageUnsent', String(staffId))
  }, language)
}
