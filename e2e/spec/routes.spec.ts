import { expect, test, type Page } from '@playwright/test'
import { signIn } from '../sign-in.ts'
import { moveTo } from './shared-page.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('inside', () => {
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    await signIn(page, 'admin', '/dashboard/nowhere')
    await expect(heading(page)).toHaveText('There is no such page')
  })
  test.afterAll(() => page.close())

  test("§2 The layout (top header, sidebar, content area, page title 'HIL Dashboard') applies to any path starting with /dashboard or /plant-representatives", async () => {
    for (const path of [
      '/dashboard/points-settlement',
      '/dashboard/nowhere',
      '/dashboards-of-old',
      '/plant-representatives/nowhere',
      '/plant-representatives-old',
    ]) {
      await moveTo(page, path)
      await expect(page, path).toHaveURL(path)
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page).toHaveTitle('HIL Dashboard')
    }
  })

  test('§2 A loading indicator shows during page changes', async () => {
    await moveTo(page, '/dashboard/nowhere')
    await expect(heading(page)).toHaveText('There is no such page')
    const bar = page.getByRole('progressbar', { name: 'Loading the page' })
    await expect(bar).toHaveCount(0)
    // The code of the page comes when it is let.
    let letIt = (): void => undefined
    const held = new Promise<void>((done) => (letIt = done))
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await moveTo(page, '/dashboard/meltag-DB')
    await expect(bar).toBeVisible()
    letIt()
    await expect(heading(page)).toHaveText('Meltag DB')
    await expect(bar).toHaveCount(0)
    await page.unroute('**/assets/*.js')
  })

  test("§2 The layout's title goes with the layout", async () => {
    await moveTo(page, '/nowhere')
    await expect(page.getByRole('link', { name: 'Go to the start' })).toBeVisible()
    await expect(page).toHaveTitle('Page not found · HIL')
    await moveTo(page, '/dashboard/nowhere')
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page).toHaveTitle('HIL Dashboard')
  })
})

const OUTSIDE = [
  ['/nowhere', 'Page not found · HIL'],
  ['/x/dashboard', 'Page not found · HIL'],
  ['/', 'Sign in · HIL'],
  ['/reset/abcdefghijklmnopqrstuvwxyz', 'Set password · HIL'],
  ['/c/ABCD', 'Coupon check · HIL'],
] as const

test('§2 Other paths render without the layout, each with a title of its own', async ({ page }) => {
  await page.goto('/nowhere')
  for (const [path, title] of OUTSIDE) {
    await moveTo(page, path)
    await expect(page).toHaveTitle(title)
    await expect(page).toHaveURL(path)
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  await moveTo(page, '/')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page).toHaveTitle('Forgot password · HIL')
})
