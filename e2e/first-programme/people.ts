import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { generate } from 'otplib'

export const PASSWORD = 'long purple river 42'

/** A person at a browser of their own. */
export async function newPerson(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  return context.newPage()
}

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

/** Opens a form by its button, fills it in, and sends it. */
export async function fillIn(
  page: Page,
  { open, title, submit }: Record<'open' | 'title' | 'submit', string>,
  fill: (form: Locator) => Promise<void>,
): Promise<void> {
  await button(page, open).first().click()
  const form = page.getByRole('dialog', { name: title, exact: true })
  await fill(form)
  await button(form, submit).click()
  await expect(form).toBeHidden()
}

/** Closes the drawer of what was added just now. */
export const closeDrawer = async (page: Page): Promise<void> => {
  await button(page.getByRole('dialog'), 'Close').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Sets the first password by a one-time link, and signs in. */
export async function joinByLink(page: Page, link: string, email: string): Promise<void> {
  // Links carry PUBLIC_URL, which knows nothing of a port that is chosen at the start.
  await page.goto(new URL(link).pathname)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await button(page, 'Set password').click()
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await fillInSignIn(page, email)
}

async function fillInSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign in').click()
}

type Account = { email: string; secret?: string; aheadMs?: number }

/** Signs in as a browser does that was away, with a second factor where there is one. */
export async function signInAgain(
  page: Page,
  { email, secret, aheadMs = 0 }: Account,
): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  // A server that has just begun is busy for a moment.
  await expect(async () => {
    await page.goto('/')
    await expect(page.getByLabel('Email')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await fillInSignIn(page, email)
  if (secret) {
    const epoch = Math.floor((Date.now() + aheadMs) / 1000)
    await page.getByLabel('Code').fill(await generate({ secret, epoch }))
    await button(page, 'Sign in').click()
  }
  await expect(page).toHaveURL(/\/dashboard/)
}

/** The one-time link that is shown now. */
export async function shownLink(page: Page): Promise<string> {
  const text = await page.getByText('/reset/').first().innerText()
  const [link] = /http\S+/.exec(text) ?? []
  if (!link) throw new Error(`There is no link in ${text}.`)
  return link
}

/** Confirms a decision that a dialog asks about once more. */
export async function approveIn(page: Page, title: string | RegExp): Promise<void> {
  await button(page, 'Approve').first().click()
  const asking = page.getByRole('dialog', { name: title })
  await button(asking, 'Approve').click()
  await expect(asking).toBeHidden()
}

/** Sends a file and applies what its preview shows. */
export async function applyFile(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await button(page, 'Apply').click()
  await button(page.getByRole('dialog', { name: /^Apply / }), 'Apply').click()
}
