import { randomInt } from 'node:crypto'
import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { createWorker, type WorkerDetail } from '../contract/people/workers.ts'
import { BASE, surname } from './kyc-review.ts'
import { asStaff } from './redeemer.ts'

export const WORKER_PASSWORD = 'seven green lathes'

/** What is typed of a worker whom no other test knows. */
export function newWorker() {
  const number = randomInt(1_000_000_000)
  return {
    employeeCode: `T-${number}`,
    name: `Raju ${surname()}`,
    email: `raju.${number}@plant.example`,
    mobile: `9${String(number).padStart(9, '0')}`,
  }
}

/** A worker made through the API, with the one-time link. */
export async function madeWorker(plantId = 1): Promise<{ worker: WorkerDetail; link: string }> {
  const body = { ...newWorker(), plantId, shift: 'A' }
  return createWorker.response.parse(await asStaff('admin', 'workers', body))
}

/** Sets the password with a link, through the API. */
export async function setPassword(link: string): Promise<Response> {
  return fetch(`${BASE}/api/admin/resetPassword`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token: link.split('/').at(-1),
      password: WORKER_PASSWORD,
      confirmPassword: WORKER_PASSWORD,
    }),
  })
}

/** Fills in the sign-in form of a page that shows it. */
export async function signInAsWorker(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(WORKER_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A phone of its own, where nobody is signed in. */
export async function phone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: BASE,
    viewport: { width: 390, height: 844 },
    locale: 'en-IN',
  })
  return context.newPage()
}

/** Nothing of the page stands out sideways. */
export async function expectNoSideways(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/** The dialog that shows a one-time link, and the link in it. */
export const linkDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^One-time link/ })
export const linkIn = async (page: Page): Promise<string> =>
  linkDialog(page).locator('code').innerText()
