import { expect, test } from '@playwright/test'
import { openPlant, TRACKER } from './plant-page.ts'
import { newSession, signIn, store } from './sign-in.ts'

const INSIDE = [
  '/dashboard/points-settlement',
  '/dashboard/nowhere',
  '/dashboards-of-old',
  '/plant-representatives/nowhere',
  '/plant-representatives-old',
]
const OUTSIDE = ['/', '/reset/abcdefghijklmnopqrstuvwxyz', '/c/ABCD', '/nowhere', '/x/dashboard']

for (const path of INSIDE)
  test(`section 2: the layout (top header, sidebar, content area, page title 'HIL Dashboard') applies to ${path}`, async ({
    page,
  }) => {
    await signIn(page, 'admin', path)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page).toHaveTitle('HIL Dashboard')
  })

for (const path of OUTSIDE)
  test(`section 2: other paths render without the layout and its title: ${path}`, async ({
    page,
  }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page).toHaveTitle('')
  })

test('section 2: the title goes when the layout is left', async ({ page }) => {
  await signIn(page, 'admin', '/dashboard/nowhere')
  await expect(page).toHaveTitle('HIL Dashboard')
  await page.evaluate(() => window.history.pushState({}, '', '/nowhere'))
  await expect(page.getByRole('link', { name: 'Go to the start' })).toBeVisible()
  await expect(page).toHaveTitle('')
})

test('an unknown path inside gives 404 in the layout', async ({ page }) => {
  await signIn(page, 'admin', '/dashboard/nowhere')
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await expect(page.getByText('Nothing stands at /dashboard/nowhere.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('section 2: a loading indicator shows during page changes', async ({ page }) => {
  await signIn(page, 'admin', '/dashboard/meltag-DB')
  await expect(page.getByRole('heading', { name: 'Meltag DB' })).toBeVisible()
  const bar = page.getByRole('progressbar', { name: 'Loading the page' })
  await expect(bar).toHaveCount(0)
  await page.getByRole('link', { name: 'Points Settlement' }).click()
  await expect(bar).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Points Settlement' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('section 2: the header has a logo linking to /dashboard', async ({ page }) => {
  await signIn(page, 'admin', '/dashboard/points-settlement')
  const logo = page.getByRole('banner').getByRole('link')
  await expect(logo).toHaveAttribute('href', '/dashboard')
  await logo.click()
  await expect(page).toHaveURL('/dashboard')
})

test('section 2: the header has a sidebar toggle, and being closed is remembered', async ({
  page,
}) => {
  await signIn(page, 'admin', '/dashboard/points-settlement')
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
  await expect(sidebar).toBeVisible()
  await toggle.click()
  await expect(sidebar).toBeHidden()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(async () => (await page.getByRole('main').boundingBox())?.x).toBe(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Points Settlement' })).toBeVisible()
  await expect(sidebar).toBeHidden()
  await toggle.click()
  await expect(sidebar).toBeVisible()
})

test('section 2: the header has a fullscreen toggle', async ({ page }) => {
  await signIn(page, 'admin', '/dashboard/points-settlement')
  await page.getByRole('button', { name: 'Fullscreen' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('HTML')
  await page.getByRole('button', { name: 'Leave fullscreen' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)
})

test("section 2: the profile menu shows the stored role name and offers 'Update Password' and 'Logout'", async ({
  page,
}) => {
  const session = await newSession(page.request, 'cs')
  await store(page, { ...session, roleName: 'Customer Care, North' })
  await page.goto('/dashboard/enquiry')
  await page.getByRole('button', { name: 'Customer Care, North' }).click()
  await expect(page.getByRole('menuitem', { name: 'Update Password' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
})

for (const width of [390, 320])
  test(`at ${width} px every button of the header is whole, beside a long name of a role`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, 'almond team', '/dashboard/enquiry')
    const header = page.getByRole('banner')
    await expect(header.getByRole('button', { name: 'Almond Team' })).toBeVisible()
    await expect(header.getByRole('button')).toHaveCount(5)
    for (const button of await header.getByRole('button').all()) {
      await expect(button).toBeInViewport({ ratio: 1 })
      expect((await button.boundingBox())?.width).toBeGreaterThanOrEqual(36)
    }
  })

test('section 9: sidebar width 235px', async ({ page }) => {
  await signIn(page, 'admin', '/dashboard/points-settlement')
  const box = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  expect(box?.width).toBe(235)
  await expect.poll(async () => (await page.getByRole('main').boundingBox())?.x).toBe(235)
})

test.describe('section 9: narrow-screen breakpoint 768px', () => {
  test('at 768px the sidebar stands beside the content', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 })
    await openPlant(page, TRACKER)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect.poll(async () => (await page.getByRole('main').boundingBox())?.x).toBe(235)
    await page.getByRole('link', { name: 'QR Scanning' }).click()
    await expect(page.getByRole('heading', { name: 'QR Scanning' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  test('section 2: on screens narrower than 768px the sidebar closes after a worker-menu click', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 767, height: 900 })
    await openPlant(page, TRACKER)
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    await expect(page.getByRole('heading', { name: 'Coupon Tracker' })).toBeVisible()
    await expect(sidebar).toBeHidden()
    await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    await expect(sidebar).toBeVisible()
    await sidebar.getByRole('link', { name: 'QR Scanning' }).click()
    await expect(page.getByRole('heading', { name: 'QR Scanning' })).toBeVisible()
    await expect(sidebar).toBeHidden()
  })

  test('the drawer closes with Escape and beside it, and the page does not scroll sideways', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await signIn(page, 'admin', '/dashboard/points-settlement')
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
    await toggle.click()
    await expect(sidebar).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sidebar).toBeHidden()
    await toggle.click()
    await page.mouse.click(300, 400)
    await expect(sidebar).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

test('the theme can be light, dark or as the system has it, and is remembered', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, 'admin', '/dashboard/points-settlement')
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(scheme).toBe('dark')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Points Settlement' })).toBeVisible()
  expect(await scheme()).toBe('dark')
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'As the system' }).click()
  await expect.poll(scheme).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(scheme).toBe('dark')
})

test('nothing in the shell breaks the content security policy', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text())
  })
  await signIn(page, 'admin', '/dashboard/points-settlement')
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Update Password' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(refused).toEqual([])
})
