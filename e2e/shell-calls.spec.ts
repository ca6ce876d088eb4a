import { expect, test, type Page } from '@playwright/test'
import { newSession, signIn, store } from './sign-in.ts'

async function submitPassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Update Password' }).click()
  await page.getByLabel('New password').fill('a new one')
  await page.getByLabel('Confirm password').fill('a new one')
  await page.getByRole('dialog').getByRole('button', { name: 'Update Password' }).click()
}

test('section 7: all admin calls go to one API base, {host}/api, of the same origin by default', async ({
  page,
  baseURL,
}) => {
  await page.route('**/api/admin/updatePassword', (route) =>
    route.fulfill({ json: { message: 'ok' } }),
  )
  await signIn(page, 'admin', '/dashboard/points-settlement')
  const sent = page.waitForRequest('**/updatePassword')
  await submitPassword(page)
  expect((await sent).url()).toBe(`${baseURL}/api/admin/updatePassword`)
})

test('section 7: host is configuration at run time, and logout stays on the same origin', async ({
  page,
  baseURL,
}) => {
  // The page as a server gives it out whose API stands elsewhere.
  await page.route('**/dashboard/points-settlement', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      /(name="hil-api-host" content=")[^"]*/,
      '$1https://api.hil.example/',
    )
    const headers = { ...answer.headers() }
    delete headers['content-security-policy']
    await route.fulfill({ response: answer, headers, body })
  })
  const allowed = {
    'access-control-allow-origin': baseURL ?? '',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-allow-methods': 'PUT',
  }
  await page.route('https://api.hil.example/**', (route) =>
    route.request().method() === 'OPTIONS'
      ? route.fulfill({ status: 204, headers: allowed })
      : route.fulfill({ headers: allowed, json: { message: 'Changed over there.' } }),
  )
  await store(page, await newSession(page.request, 'admin'))
  await page.goto('/dashboard/points-settlement')
  const sent = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith('/updatePassword'),
  )
  await submitPassword(page)
  expect((await sent).url()).toBe('https://api.hil.example/api/admin/updatePassword')
  await expect(page.getByText('Changed over there.')).toBeVisible()
  const left = page.waitForRequest('**/api/logout')
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  expect((await left).url()).toBe(`${baseURL}/api/logout`)
  expect((await left).method()).toBe('GET')
})

test("section 8: 'Request failed with status code N'", async ({ page }) => {
  await page.route('**/api/public/codes/**', (route) =>
    route.fulfill({ status: 418, body: '<html>' }),
  )
  await page.goto('/c/ABCD')
  await expect(page.getByText('Request failed with status code 418')).toBeVisible()
})

test("section 8: 'Network Error'", async ({ page }) => {
  await page.route('**/api/admin/forgotPassword', (route) => route.abort('connectionrefused'))
  await page.goto('/')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email', { exact: true }).fill('someone@hil.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('alert')).toHaveText('Network Error')
})

test('section 9: request timeout: none is set', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'admin', '/dashboard/points-settlement')
  let answer: (() => void) | undefined
  await page.route('**/api/admin/updatePassword', async (route) => {
    await new Promise<void>((done) => (answer = done))
    await route.fulfill({ json: { message: 'Changed at last.' } })
  })
  await submitPassword(page)
  await expect.poll(() => answer !== undefined).toBe(true)
  await page.clock.runFor(15 * 60_000)
  await expect(page.getByRole('dialog')).toBeVisible()
  answer?.()
  await expect(page.getByText('Changed at last.')).toBeVisible()
})

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
  test(`the page behind a QR says when a code is ${state}, and how to earn`, async ({ page }) => {
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
  await page.goto('/c/NEVERMADE0000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This is not one of our coupons')
})
