import { expect, test } from '@playwright/test'
import { signIn } from './sign-in.ts'

const ADDRESS = '/dashboard/manageadmin/programme?show=products&q=WP20'

test('two people change a product at once: the second chooses field by field, and loses nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  const other = await context.newPage()
  const open = async (on: typeof page, role: 'admin' | 'almond team') => {
    await signIn(on, role, ADDRESS)
    await on.locator('[data-row]').first().click()
    await on.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
    return on.getByRole('dialog', { name: /^Edit/ })
  }
  const [mine, theirs] = [await open(page, 'admin'), await open(other, 'almond team')]
  await theirs.getByLabel('MRP').fill('951')
  await theirs.getByLabel('Brand').fill('Theirs')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs).toBeHidden()

  await mine.getByLabel('Brand').fill('Mine')
  await mine.getByLabel('Name in Hindi').fill('वॉल पुट्टी')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByText('Changed while you had this open')).toBeVisible()
  await expect(mine.getByText(/Nothing was saved: look at the changes/)).toBeVisible()
  await expect(mine.getByRole('textbox', { name: 'MRP' })).toHaveValue('951.00')
  await expect(mine.getByRole('textbox', { name: 'Brand' })).toHaveValue('Mine')
  await expect(mine.getByRole('textbox', { name: 'Name in Hindi' })).toHaveValue('वॉल पुट्टी')
  const brand = mine.getByRole('group', { name: 'Brand' })
  await brand.getByRole('button', { name: 'Take theirs' }).click()
  await expect(mine.getByRole('textbox', { name: 'Brand' })).toHaveValue('Theirs')
  await brand.getByRole('button', { name: 'Keep mine' }).click()
  if (process.env.SHOTS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.SHOTS}/merge-${colorScheme}.png` })
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await mine.getByText('Changed while you had this open').scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${process.env.SHOTS}/merge-narrow.png` })
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine).toBeHidden()
  const product = page.getByRole('dialog')
  await expect(product.getByText('₹951.00').first()).toBeVisible()
  await expect(product.getByText('Mine', { exact: true }).first()).toBeVisible()
  await context.close()
})
