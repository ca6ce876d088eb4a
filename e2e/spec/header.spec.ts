import { expect, test, type Page } from '@playwright/test'
import { canSee, itemsFor } from '../../contract/menu.ts'
import { newSession, signIn, store } from '../sign-in.ts'
import { openPlant, TRACKER } from '../plant-page.ts'
import { moveTo, openProfile } from './shared-page.ts'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle sidebar' })
const leftOfMain = async (page: Page) => (await page.getByRole('main').boundingBox())?.x

test.describe('on a wide screen', () => {
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    await store(page, {
      ...(await newSession(page.request, 'cs')),
      roleName: 'Customer Care, North',
    })
    await page.goto('/dashboard/nowhere')
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  })
  test.afterAll(() => page.close())

  test('§2 Header: a logo linking to /dashboard', async () => {
    const logo = page.getByRole('banner').getByRole('link')
    await expect(logo).toHaveAttribute('href', '/dashboard')
    await logo.click()
    await expect(page).toHaveURL('/dashboard')
    await moveTo(page, '/dashboard/nowhere')
  })

  test('§9 Sidebar width: 235px; §2 Header: a sidebar toggle', async () => {
    expect((await sidebar(page).boundingBox())?.width).toBe(235)
    await expect.poll(() => leftOfMain(page)).toBe(235)
    await toggle(page).click()
    await expect(sidebar(page)).toBeHidden()
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
    await expect.poll(() => leftOfMain(page)).toBe(0)
    // Kept on this device.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
    await expect(sidebar(page)).toBeHidden()
    await toggle(page).click()
    await expect(sidebar(page)).toBeVisible()
  })

  test('§2 Header: a fullscreen toggle', async () => {
    await page.getByRole('button', { name: 'Fullscreen' }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('HTML')
    await page.getByRole('button', { name: 'Leave fullscreen' }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)
  })

  test("§2 Header: a profile menu that shows the stored role name and offers 'Update Password' and 'Logout'", async () => {
    await openProfile(page, 'Customer Care, North')
    await expect(page.getByRole('menuitem', { name: 'Update Password' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test.describe('§9 Narrow-screen breakpoint: 768px', () => {
  test('at 768px the sidebar stands beside the content and stays', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 })
    await openPlant(page, TRACKER)
    await expect(sidebar(page)).toBeVisible()
    await expect.poll(() => leftOfMain(page)).toBe(235)
    await page.getByRole('link', { name: 'QR Scanning' }).click()
    await expect(page.getByRole('heading', { name: 'QR Scanning' })).toBeVisible()
    await expect(sidebar(page)).toBeVisible()
    // The logo leads a worker on, who has no dashboard among its links.
    await page.getByRole('banner').getByRole('link').click()
    await expect(page).toHaveURL('/plant-representatives/dashboard')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('You may not see this page')).toHaveCount(0)
  })

  test('§2 On screens narrower than 768px the sidebar closes after a worker-menu click', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 767, height: 900 })
    await openPlant(page, TRACKER)
    await expect(page.getByRole('heading', { name: 'Coupon Tracker' })).toBeVisible()
    await expect(sidebar(page)).toBeHidden()
    await toggle(page).click()
    await expect(sidebar(page)).toBeVisible()
    await sidebar(page).getByRole('link', { name: 'QR Scanning' }).click()
    await expect(page.getByRole('heading', { name: 'QR Scanning' })).toBeVisible()
    await expect(sidebar(page)).toBeHidden()
  })
})

for (const role of ['marketing', 'finance', 'courier'] as const)
  test(`§2 The logo and every link on the pages of ${role} lead to pages of ${role}`, async ({
    page,
  }) => {
    await signIn(page, role, '/dashboard')
    const [first] = itemsFor(role)
    await expect(page).toHaveURL((url) => url.pathname === first?.path)
    for (const { path } of itemsFor(role)) {
      await moveTo(page, path)
      await expect(page).toHaveURL((url) => url.pathname === path)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
      const links = await main
        .getByRole('link')
        .evaluateAll((all) =>
          all.flatMap((link) =>
            link instanceof HTMLAnchorElement && link.origin === location.origin
              ? [link.pathname]
              : [],
          ),
        )
      expect(
        links.filter((to) => !canSee(role, to)),
        path,
      ).toEqual([])
    }
    await moveTo(page, '/dashboard/nowhere')
    await page.getByRole('banner').getByRole('link').click()
    await expect(page).toHaveURL((url) => url.pathname === first?.path)
  })
