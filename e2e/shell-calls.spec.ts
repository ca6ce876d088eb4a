import { expect, test } from '@playwright/test'
import { signIn } from './sign-in.ts'

test('a page whose code cannot be loaded says so in the layout and offers to try again', async ({
  page,
}) => {
  await signIn(page, 'admin', '/dashboard/nowhere')
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await page.route('**/assets/*.js', (route) => route.abort('failed'))
  await page.getByRole('link', { name: 'Points Settlement' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Points Settlement' })).toBeVisible()
})

const STATES = [
  ['usable', true, 'This coupon is genuine'],
  ['used', true, 'This coupon is genuine, and used'],
  ['not_usable', true, 'This coupon cannot be used now'],
  ['unknown', false, 'This is not one of our coupons'],
] as const
for (const [state, genuine, title] of STATES)
  test(`the page behind a QR says when a code is ${state}, and how to earn @all`, async ({
    page,
  }) => {
    await page.route('**/api/public/codes/**', (route) =>
      route.fulfill({ json: { genuine, state, productName: genuine ? 'Roof sheet' : null } }),
    )
    const sent = page.waitForRequest('**/api/public/codes/**')
    await page.goto('/c/ABCD-EFGH')
    expect(new URL((await sent).url()).pathname).toBe('/api/public/codes/ABCD-EFGH')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('heading', { name: 'How to earn points' })).toBeVisible()
  })

test('the page behind a QR, asked of the server itself, knows a code that was never made', async ({
  page,
}) => {
  for (const address of ['/c/NEVERMADE0000', '/01/08901234567894/21/NEVERMADE0000']) {
    const sent = page.waitForRequest('**/api/public/codes/**')
    await page.goto(address)
    expect(new URL((await sent).url()).pathname).toBe('/api/public/codes/NEVERMADE0000')
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText('This is not one of our coupons')
  }
})
