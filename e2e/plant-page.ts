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
  await page.evaluate(
    (chosen) => localStorage.setItem('hil.plantLanguage', JSON.stringify(chosen)),
    language,
  )
  await page.goto(path)
}
