import { expect, test, type Page } from '@playwright/test'
import { addDays, dayOf } from '../contract/time.ts'
import { expectUsableByAll } from './axe.ts'
import { signIn } from './sign-in.ts'

const PROGRAMME = '/dashboard/manageadmin/programme'
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function addPlant(page: Page): Promise<void> {
  await signIn(page, 'admin', `${PROGRAMME}?show=plants`)
  await page.getByRole('button', { name: 'New plant' }).click()
  const form = dialog(page, 'New plant')
  await form.getByLabel('Code', { exact: true }).fill('nsk')
  await form.getByLabel('Name', { exact: true }).fill('Nashik')
  await form.getByLabel('State').selectOption('27')
  await form.getByLabel('City').fill('Nashik')
  await form.getByLabel('GSTIN').fill('06AAACH4821K1Z0')
  await form.getByLabel('Production lines').fill('Putty 1\nputty 1')
  await form.getByRole('button', { name: 'Add the plant' }).click()
  await expect(form.getByLabel('GSTIN')).toHaveAccessibleDescription(/GSTIN/)
  await expect(form.getByLabel('Production lines')).toHaveAccessibleDescription(/each line once/)
  await form.getByLabel('GSTIN').fill('')
  await form.getByLabel('Production lines').fill('Putty 1\nPutty 2')
  await form.getByRole('button', { name: 'Add the plant' }).click()
  await expect(dialog(page, 'Nashik (NSK)').getByText('Putty 1, Putty 2')).toBeVisible()
  await page.keyboard.press('Escape')
}

async function addProduct(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Product groups' }).click()
  await page.getByRole('button', { name: 'New group' }).click()
  const group = dialog(page, 'New product group')
  await group.getByLabel('Name').fill('Primer')
  await group.getByRole('button', { name: 'Add the group' }).click()
  await expect(dialog(page, 'Primer').getByText('0 products')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Products', exact: true }).first().click()
  await page.getByRole('button', { name: 'New product' }).click()
  const form = dialog(page, 'New product')
  await form.getByLabel('SKU code').fill('PR10')
  await form.getByLabel('Name', { exact: true }).fill('Wall Primer 10 l')
  await form.getByLabel('Name in Hindi').fill('वॉल प्राइमर 10 लीटर')
  await form.getByLabel('Group').selectOption('Primer')
  await form.getByLabel('Pack size').fill('10')
  await form.getByLabel('Unit').selectOption('l')
  await form.getByLabel('GTIN').fill('8906100009990')
  await form.getByLabel('MRP').fill('1249.50')
  await form.getByLabel('Points of each coupon').fill('70')
  await form.getByRole('button', { name: 'Add the product' }).click()
  await expect(form.getByLabel('GTIN')).toHaveAccessibleDescription(/should be 3/)
  await form.getByLabel('GTIN').fill('8906100009993')
  await form.getByRole('button', { name: 'Add the product' }).click()
  const made = dialog(page, 'Wall Primer 10 l (PR10)')
  await expect(made.getByText('₹1,249.50')).toBeVisible()
}

test('a plant, a group and a product are made, and a batch of them is requested with the product’s points', async ({
  page,
}) => {
  await addPlant(page)
  await addProduct(page)

  await signIn(page, 'sub admin', '/dashboard/QrTokenHistories')
  await page.getByRole('button', { name: 'Request a batch' }).click()
  const form = dialog(page, 'Request a batch')
  await form.getByRole('combobox', { name: 'Plant' }).click()
  await page.getByRole('option', { name: 'Nashik' }).click()
  await form.getByRole('combobox', { name: 'Product' }).click()
  await page.getByRole('option', { name: 'Wall Primer 10 l' }).click()
  await expect(form.getByRole('textbox', { name: 'Points of each coupon' })).toHaveValue('70')
  await form.getByRole('textbox', { name: 'Coupons', exact: true }).fill('100')
  await form.getByRole('textbox', { name: 'Expires on' }).fill(addDays(dayOf(new Date()), 200))
  await form.getByRole('button', { name: 'Request', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /^Batch \d+ / })).toContainText('Wall Primer 10 l')
})

test('more points are proposed by one and approved by another; a deactivated product is not offered @all', async ({
  page,
}) => {
  const address = `${PROGRAMME}?show=products&q=RS10`
  await signIn(page, 'admin', address)
  await page.locator('[data-row]').first().click()
  const drawer = dialog(page, 'Roofing Sheet 10 ft (RS10)')
  await drawer.getByRole('button', { name: 'Change points' }).click()
  const form = dialog(page, 'Change the points of Roofing Sheet 10 ft')
  await form.getByLabel('Points of each coupon').fill('65')
  await form.getByLabel('Reason').fill('Winter season')
  await form.getByRole('button', { name: 'Change points' }).click()
  await expect(drawer.getByText('Waits for approval')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Approve' })).toBeHidden()

  await signIn(page, 'almond team', new URL(page.url()).pathname + new URL(page.url()).search)
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await expect(drawer.getByText('Approved', { exact: true })).toBeVisible()
  await drawer.getByRole('button', { name: 'Deactivate' }).click()
  const confirm = dialog(page, 'Deactivate Roofing Sheet 10 ft')
  await confirm.getByLabel('Reason').fill('Not made any more')
  await confirm.getByRole('button', { name: 'Deactivate' }).click()
  await expect(drawer.getByText('Deactivated', { exact: true })).toBeVisible()

  await signIn(page, 'sub admin', '/dashboard/QrTokenHistories')
  await page.getByRole('button', { name: 'Request a batch' }).click()
  await page.getByRole('combobox', { name: 'Product' }).click()
  await expect(page.getByRole('option', { name: 'Panel Board 8 mm' })).toBeVisible()
  await expect(page.getByRole('option', { name: /Roofing Sheet/ })).toBeHidden()
})

const STATES: [name: string, open: (page: Page) => Promise<void>][] = [
  [
    'the plants',
    async (page) => {
      await signIn(page, 'admin', `${PROGRAMME}?show=plants`)
      await expect(page.locator('[data-row]').first()).toBeVisible()
    },
  ],
  [
    'a product',
    async (page) => {
      await signIn(page, 'admin', `${PROGRAMME}?show=products&q=WP20`)
      await page.locator('[data-row]').first().click()
      await expect(page.getByText('Points by day')).toBeVisible()
    },
  ],
  [
    'a product with faults',
    async (page) => {
      await signIn(page, 'admin', `${PROGRAMME}?show=products`)
      await page.getByRole('button', { name: 'New product' }).click()
      await page.getByRole('button', { name: 'Add the product' }).click()
      await expect(page.getByText('Enter the points of each coupon.')).toBeVisible()
    },
  ],
  [
    'a territory',
    async (page) => {
      await signIn(page, 'admin', `${PROGRAMME}?show=territories`)
      await page.getByRole('button', { name: 'New territory' }).click()
      await expect(dialog(page, 'New territory')).toBeVisible()
    },
  ],
]
for (const [name, open] of STATES) {
  test(`${name}: usable by all @all`, async ({ page }) => {
    await expectUsableByAll(page, () => open(page))
  })
}
