import { expect, test } from '@playwright/test'
import { signIn } from './sign-in.ts'

test('an unknown path inside gives 404 in the layout @all', async ({ page }) => {
  await signIn(page, 'admin', '/dashboard/nowhere')
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await expect(page.getByText('404: there is nothing at /dashboard/nowhere.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

for (const width of [390, 320])
  test(`at ${width} px every button of the header is whole, beside a long name of a role @all`, async ({
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

test('the theme can be light, dark or as the system has it, and is remembered @all', async ({
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
