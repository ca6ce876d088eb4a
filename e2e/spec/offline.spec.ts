import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { signIn } from '../sign-in.ts'
import { setOffline } from '../network.ts'
import { openPage, PAGE as SCANNING, untilKept } from '../scanning-page.ts'
import { openProfile } from './shared-page.ts'

// Each test has a browser context of its own: emptying one does not stop a worker that is being installed.
test.use({ serviceWorkers: 'allow', reuseContext: false })

const text = (seconds: number): string =>
  `No Internet Connection. Retrying to connect in ${seconds} seconds.`
const GUARD = /^No Internet Connection\. Retrying to connect in \d+ seconds\.$/
const PAGE = '/dashboard/points-settlement'
const heading = (page: Page) => page.getByRole('heading', { name: 'Points Settlement' })

/** The clock stands still from here on, and moves only when told. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
}

async function goOffline(page: Page, context: BrowserContext): Promise<void> {
  await setOffline(context, true)
  await expect(page.getByText(GUARD)).toBeVisible()
}

test.beforeEach(({ page }) => page.clock.install())
test.afterEach(({ context }) => context.setOffline(false))

test("§2 When the device is offline, the content is replaced; §4 Offline guard: a 10-second countdown, which an online event resets; §8 Offline: 'No Internet Connection. Retrying to connect in N seconds.'", async ({
  page,
  context,
}) => {
  await signIn(page, 'admin', PAGE)
  await expect(heading(page)).toBeVisible()
  await page.evaluate(() => (document.body.dataset.loaded = 'once'))
  await stopClock(page)
  await goOffline(page, context)
  await expect(page.getByText(text(10))).toBeVisible()
  await expect(heading(page)).toBeHidden()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  // Screen readers are told once, not every second.
  const said = page.getByRole('status').filter({ hasText: /^You are / })
  await expect(said).toHaveText('You are offline. The page will load again by itself.')
  for (let left = 9; left >= 0; left--) {
    await page.clock.runFor(1000)
    await expect(page.getByText(text(left))).toBeVisible()
  }
  await expect(said).toHaveText('You are offline. The page will load again by itself.')
  const counted = page.getByText(text(0))
  expect(await counted.evaluate((it) => it.closest('[aria-live],[role=status],[role=alert]'))).toBe(
    null,
  )
  await setOffline(context, false)
  await expect(heading(page)).toBeVisible()
  await expect(page.getByText('No Internet Connection')).toHaveCount(0)
  await expect(said).toHaveText('You are online again.')
  await page.clock.runFor(20_000)
  await expect(page.locator('body')).toHaveAttribute('data-loaded', 'once')
  await goOffline(page, context)
  await expect(page.getByText(text(10))).toBeVisible()
})

test('§4 Offline guard: at 0 the page reloads one second later; §9 Offline retry countdown: 10 seconds, then reload after 1 second', async ({
  page,
}) => {
  await signIn(page, 'admin', PAGE)
  await expect(heading(page)).toBeVisible()
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
  await expect(heading(page)).toBeVisible()
  await expect(page.locator('body')).not.toHaveAttribute('data-loaded', 'before')
})

test('§4 Offline guard: an online event restores the content, what was typed and an open dialog', async ({
  page,
  context,
}) => {
  await page.goto('/')
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('half.typed@hil')
  await email.evaluate((input) => input.setAttribute('data-same', 'yes'))
  await goOffline(page, context)
  await expect(email).toBeHidden()
  await setOffline(context, false)
  await expect(email).toHaveValue('half.typed@hil')
  await expect(email).toHaveAttribute('data-same', 'yes')
  await expect(email).toBeFocused()

  await signIn(page, 'admin', PAGE)
  await openProfile(page)
  await page.getByRole('menuitem', { name: 'Update Password' }).click()
  await page.getByLabel('New password').fill('half typed')
  await goOffline(page, context)
  await expect(page.getByRole('dialog')).toBeHidden()
  await setOffline(context, false)
  await expect(page.getByLabel('New password')).toHaveValue('half typed')
})

/** What of the page and its code the service worker does not keep yet. */
function notKept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Not by the list of `performance`, which the clock of the test has replaced.
    const loaded = await new Promise<string[]>((done) => {
      const observer = new PerformanceObserver((list) => {
        observer.disconnect()
        done(list.getEntries().map(({ name }) => name))
      })
      observer.observe({ type: 'resource', buffered: true })
    })
    const code = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`))
    const wanted = [...code, '/dashboard']
    const kept = await Promise.all(wanted.map((name) => caches.match(name)))
    return code.length === 0 ? ['code'] : wanted.filter((_, index) => !kept[index])
  })
}

const FILES_OF_BUILD = /^\/(assets\/|[\w-]+\.(js|svg)$)/

/** Everything that any cache of this browser holds. */
function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })
}

test('§4 Offline guard: a device that is still offline after the reload gets the guard again, and drafts are still there afterwards', async ({
  page,
  context,
}) => {
  await signIn(page, 'cs', '/dashboard/scheme?edit=new')
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true })
  await expect(name).toBeVisible()
  await page.clock.runFor(5000)
  await expect.poll(() => notKept(page)).toEqual([])
  expect((await keptPaths(page)).filter((path) => !FILES_OF_BUILD.test(path))).toEqual([
    '/dashboard',
  ])
  await name.fill('Monsoon bonus')
  await page.evaluate(() => (document.body.dataset.loaded = 'before'))
  await goOffline(page, context)
  for (const round of ['once', 'twice']) {
    const loaded = page.waitForEvent('load')
    await page.clock.runFor(11_000)
    await loaded
    await expect(page.getByText(GUARD), round).toBeVisible()
    await expect(page.locator('body')).not.toHaveAttribute('data-loaded', 'before')
    await expect(page.getByRole('banner')).toBeVisible()
  }
  await setOffline(context, false)
  await expect(name).toHaveValue('Monsoon bonus')
  await expect(page.getByText('No Internet Connection')).toHaveCount(0)
  // It is a draft as before: leaving it is asked about.
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
})

test('§4 Offline guard on QR scanning: it stands there too, and lets the worker scan without a network, once or always', async ({
  page,
  context,
}) => {
  await openPage(page)
  await untilKept(page)
  const code = page.getByLabel('Type a code')
  await goOffline(page, context)
  await expect(code).toBeHidden()
  await page.getByRole('button', { name: 'Scan without network' }).click()
  await expect(page.getByText('No Internet Connection')).toHaveCount(0)
  await expect(code).toBeVisible()
  await expect(page.getByText('No network. Go on scanning')).toBeVisible()
  await page.evaluate(() => (document.body.dataset.loaded = 'once'))
  await page.clock.runFor(20_000)
  await expect(page.locator('body')).toHaveAttribute('data-loaded', 'once')
  // Once: the next time the guard stands again. Other pages of the section have it all along.
  await page.getByRole('link', { name: 'Coupon Tracker' }).click()
  await expect(page.getByText(GUARD)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scan without network' })).toHaveCount(0)
  await setOffline(context, false)
  await page.getByRole('link', { name: 'QR Scanning' }).click()
  await expect(code).toBeVisible()
  await goOffline(page, context)
  await page.getByRole('button', { name: 'Always on this phone' }).click()
  await expect(code).toBeVisible()
  // Also when the phone is switched off and on again.
  await page.reload()
  await expect(page).toHaveURL(SCANNING)
  await expect(code).toBeVisible()
  await expect(page.getByText('No Internet Connection')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Always go on scanning without a network' }).click()
  await expect(page.getByText(GUARD)).toBeVisible()
})
