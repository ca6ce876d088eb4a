import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { signIn } from './sign-in.ts'

// The context serves the next test too.
test.afterEach(({ context }) => context.setOffline(false))

const text = (seconds: number): string =>
  `No Internet Connection. Retrying to connect in ${seconds} seconds.`

/** The clock stands still from here on, and moves only when told. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
}

async function goOffline(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  await expect(page.getByText(text(10))).toBeVisible()
}

test.beforeEach(async ({ page }) => {
  await page.clock.install()
})

test.afterEach(async ({ context }) => {
  await context.setOffline(false)
})

test("section 2: when the device is offline, the content is replaced by 'No Internet Connection. Retrying to connect in N seconds.'", async ({
  page,
  context,
}) => {
  await signIn(page, 'admin', '/dashboard/points-settlement')
  const heading = page.getByRole('heading', { name: 'Points Settlement' })
  await expect(heading).toBeVisible()
  await stopClock(page)
  await goOffline(page, context)
  await expect(heading).toBeHidden()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('section 4: going from online to offline starts a 10-second countdown', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin', '/dashboard/points-settlement')
  await expect(page.getByRole('heading', { name: 'Points Settlement' })).toBeVisible()
  await stopClock(page)
  await goOffline(page, context)
  for (let left = 9; left >= 0; left--) {
    await page.clock.runFor(1000)
    await expect(page.getByText(text(left))).toBeVisible()
  }
})

test('section 4: at 0 the page reloads one second later', async ({ page }) => {
  await signIn(page, 'admin', '/dashboard/points-settlement')
  await expect(page.getByRole('heading', { name: 'Points Settlement' })).toBeVisible()
  await stopClock(page)
  // Only the event, so that the page can come back.
  await page.evaluate(() => {
    document.body.dataset.loaded = 'before'
    window.dispatchEvent(new Event('offline'))
  })
  await page.clock.runFor(10_000)
  await expect(page.getByText(text(0))).toBeVisible()
  await page.clock.runFor(900)
  await expect(page.locator('body')).toHaveAttribute('data-loaded', 'before')
  const loaded = page.waitForEvent('load')
  await page.clock.runFor(100)
  await loaded
  await expect(page.getByRole('heading', { name: 'Points Settlement' })).toBeVisible()
  await expect(page.locator('body')).not.toHaveAttribute('data-loaded', 'before')
})

test('section 4: an online event restores the content and resets the countdown to 10', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin', '/dashboard/points-settlement')
  await expect(page.getByRole('heading', { name: 'Points Settlement' })).toBeVisible()
  await page.evaluate(() => (document.body.dataset.loaded = 'once'))
  await stopClock(page)
  await goOffline(page, context)
  await page.clock.runFor(7000)
  await expect(page.getByText(text(3))).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Points Settlement' })).toBeVisible()
  await expect(page.getByText('No Internet Connection')).toHaveCount(0)
  await page.clock.runFor(20_000)
  await expect(page.locator('body')).toHaveAttribute('data-loaded', 'once')
  await goOffline(page, context)
})

test('the content comes back as it was: what was typed, and the focus', async ({
  page,
  context,
}) => {
  await page.goto('/')
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('half.typed@hil')
  await email.evaluate((input) => input.setAttribute('data-same', 'yes'))
  await stopClock(page)
  await goOffline(page, context)
  await expect(email).toBeHidden()
  await context.setOffline(false)
  await expect(email).toHaveValue('half.typed@hil')
  await expect(email).toHaveAttribute('data-same', 'yes')
  await expect(email).toBeFocused()
})

test('an open dialog waits as well, with what was typed in it', async ({ page, context }) => {
  await signIn(page, 'admin', '/dashboard/points-settlement')
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Update Password' }).click()
  await page.getByLabel('New password').fill('half typed')
  await goOffline(page, context)
  await expect(page.getByRole('dialog')).toBeHidden()
  await context.setOffline(false)
  await expect(page.getByLabel('New password')).toHaveValue('half typed')
})

test('screen readers are told once, not every second', async ({ page, context }) => {
  await signIn(page, 'admin', '/dashboard/points-settlement')
  const said = page.getByRole('status').filter({ hasText: /^You are / })
  await expect(page.getByRole('heading', { name: 'Points Settlement' })).toBeVisible()
  await stopClock(page)
  await goOffline(page, context)
  await expect(said).toHaveText('You are offline. The page will load again by itself.')
  await page.clock.runFor(3000)
  await expect(said).toHaveText('You are offline. The page will load again by itself.')
  expect(
    await page
      .getByText(text(7))
      .evaluate((element) => element.closest('[aria-live],[role=status],[role=alert]')),
  ).toBe(null)
  await context.setOffline(false)
  await expect(said).toHaveText('You are online again.')
})
