import { expect, test, type Page } from '@playwright/test'
import {
  PASSWORD,
  STORED,
  emailOf,
  newSession,
  signIn,
  store,
  storedItems,
  type RoleName,
} from './sign-in.ts'

const NOTHING = STORED.map(() => null)

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function logOut(page: Page, roleName: string): Promise<void> {
  await page.getByRole('button', { name: roleName, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

const FIRST_PAGES: [RoleName, string][] = [
  ['finance', '/dashboard'],
  ['marketing', '/dashboard/media/gallery'],
  ['worker', '/plant-representatives/dashboard'],
]
for (const [role, path] of FIRST_PAGES)
  test(`signing in as ${role} leads to the role's first page`, async ({ page }) => {
    await page.goto('/')
    await fillIn(page, emailOf(role), PASSWORD)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('banner')).toBeVisible()
    await page.goto('/')
    await expect(page).toHaveURL(path)
  })

test('section 3: the items kept on the client are token, userRole, roleName, email, data', async ({
  page,
}) => {
  await page.goto('/')
  await fillIn(page, emailOf('sub admin'), PASSWORD)
  await expect(page).toHaveURL('/dashboard')
  const [token, userRole, roleName, email, data] = await storedItems(page)
  expect(token?.length).toBeGreaterThanOrEqual(32)
  expect(userRole?.toLowerCase()).toBe('sub admin')
  expect(roleName).toBe('Sub Admin')
  expect(email).toBe('subadmin@hil.example')
  expect(JSON.parse(data ?? '')).toHaveProperty('name')
})

test('a browser is known for the account it signed in with, also after Logout, and no script sees how', async ({
  page,
  context,
}) => {
  await page.goto('/')
  const known = async () =>
    (await context.cookies('http://localhost/api/admin/login')).find(
      ({ name }) => name === 'hil_known',
    )
  expect(await known()).toBeUndefined()
  await fillIn(page, emailOf('courier'), PASSWORD)
  await expect(page).toHaveURL('/dashboard')
  expect(await known()).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
  expect(await page.evaluate(() => document.cookie)).not.toContain('hil_known')
  await logOut(page, 'Courier')
  await expect(page).toHaveURL('/')
  expect(await known()).toBeDefined()
  const again = page.waitForRequest('**/api/admin/login')
  await fillIn(page, emailOf('courier'), PASSWORD)
  expect((await (await again).allHeaders()).cookie).toContain('hil_known=')
  await expect(page).toHaveURL('/dashboard')
})

test('signing in says in words what is missing and what is wrong', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your e-mail.')).toBeVisible()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  const answered = page.waitForResponse('**/api/admin/login')
  await fillIn(page, 'nobody@hil.example', 'not the password')
  const { message } = await (await answered).json()
  await expect(page.getByRole('alert')).toHaveText(message)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('nobody@hil.example')
  expect(await storedItems(page)).toEqual(NOTHING)
})

test('one click or several: signing in is asked for once', async ({ page }) => {
  let asked = 0
  await page.route('**/api/admin/login', async (route) => {
    asked += 1
    await new Promise((done) => setTimeout(done, 500))
    await route.continue()
  })
  await page.goto('/')
  await page.getByLabel('Email', { exact: true }).fill(emailOf('finance'))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  for (let press = 0; press < 3; press++) await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  expect(asked).toBe(1)
})

test('a forgotten password: the answer is the same for any e-mail', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Enter your e-mail.')).toBeVisible()
  const sent = page.waitForRequest('**/api/admin/forgotPassword')
  await page.getByLabel('Email', { exact: true }).fill('nobody@hil.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  expect((await sent).postDataJSON()).toEqual({ email: 'nobody@hil.example' })
  await expect(
    page.getByRole('status').filter({ hasText: 'If this e-mail has an account' }),
  ).toBeVisible()
})

test('a one-time link sets a password, by the rules of the password dialog', async ({ page }) => {
  await page.route('**/api/admin/resetPassword', (route) =>
    route.fulfill({ json: { message: 'Your password is set. Sign in with it.' } }),
  )
  await page.goto('/reset/abcdefghijklmnopqrstuvwxyz')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('New password is required')).toBeVisible()
  await expect(page.getByText('Confirm password is required')).toBeVisible()
  await page.getByLabel('New password').fill('a new one')
  await page.getByLabel('Confirm password').fill('a new one')
  const sent = page.waitForRequest('**/api/admin/resetPassword')
  await page.getByRole('button', { name: 'Set password' }).click()
  expect((await sent).postDataJSON()).toEqual({
    token: 'abcdefghijklmnopqrstuvwxyz',
    password: 'a new one',
    confirmPassword: 'a new one',
  })
  await expect(page.getByText('Your password is set.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await expect(page).toHaveURL('/')
})

test('a one-time link that the server refuses is refused in words', async ({ page }) => {
  await page.goto('/reset/abcdefghijklmnopqrstuvwxyz')
  await page.getByLabel('New password').fill('a new one')
  await page.getByLabel('Confirm password').fill('a new one')
  const answered = page.waitForResponse('**/api/admin/resetPassword')
  await page.getByRole('button', { name: 'Set password' }).click()
  const { message } = await (await answered).json()
  await expect(page.getByRole('alert')).toHaveText(message)
})

test('inside, someone who is not signed in is asked to, and comes back to where they were', async ({
  page,
}) => {
  await page.goto('/dashboard/points-settlement?month=2026-10')
  await expect(page).toHaveURL('/')
  await fillIn(page, emailOf('admin'), PASSWORD)
  await expect(page).toHaveURL('/dashboard/points-settlement?month=2026-10')
})

test('a session that has ended: cleared, told, and back where they were', async ({ page }) => {
  const session = await newSession(page.request, 'admin')
  await store(page, session)
  await page.goto('/dashboard/points-settlement')
  await page.route('**/api/admin/updatePassword', (route) =>
    route.fulfill({
      status: 401,
      json: { code: 'unauthenticated', message: 'Sign in.', requestId: 'r-1' },
    }),
  )
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Update Password' }).click()
  await page.getByLabel('New password').fill('a new one')
  await page.getByLabel('Confirm password').fill('a new one')
  await page.getByRole('dialog').getByRole('button', { name: 'Update Password' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible()
  expect(await storedItems(page)).toEqual(NOTHING)
  await fillIn(page, emailOf('admin'), PASSWORD)
  await expect(page).toHaveURL('/dashboard/points-settlement')
})

test('section 4: logout is broadcast across open tabs; each tab clears the stored session and returns to /', async ({
  context,
  page,
}) => {
  await store(page, await newSession(page.request, 'admin'))
  const tabs = [page, await context.newPage(), await context.newPage()]
  const paths = ['/dashboard/points-settlement', '/dashboard/meltag-DB', '/dashboard/nowhere']
  for (const [index, tab] of tabs.entries()) {
    await tab.goto(paths[index] ?? '/')
    await expect(tab.getByRole('navigation', { name: 'Main' })).toBeVisible()
  }
  const calls: Page[] = []
  for (const tab of tabs)
    tab.on('request', (request) => {
      if (request.method() === 'GET' && new URL(request.url()).pathname === '/api/logout')
        calls.push(tab)
    })
  await logOut(page, 'Admin')
  const from = Date.now()
  for (const tab of tabs) {
    await expect(tab).toHaveURL('/', { timeout: 2000 })
    await expect(tab.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: 2000 })
    expect(await storedItems(tab)).toEqual(NOTHING)
  }
  expect(Date.now() - from).toBeLessThan(2000)
  // Section 7: GET /api/logout (same origin) is sent on the logout broadcast, once by each tab.
  await expect.poll(() => new Set(calls).size).toBe(3)
  expect(calls).toHaveLength(3)
})

test('after logout the server knows the session no more, and going back shows nothing', async ({
  page,
}) => {
  const session = await newSession(page.request, 'admin')
  await store(page, session)
  await page.goto('/dashboard/points-settlement')
  await page.getByRole('link', { name: 'Distributor Onboarding' }).click()
  const left = page.waitForResponse('**/api/logout')
  await logOut(page, 'Admin')
  expect((await left).ok()).toBe(true)
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  const again = await page.request.get('/api/admin/me', {
    headers: { Authorization: `Bearer ${session.token}` },
  })
  expect(again.status()).toBe(401)
})

test('where channels are missing, the cleared storage tells the other tabs', async ({
  context,
  page,
}) => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'))
  await store(page, await newSession(page.request, 'admin'))
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto('/dashboard/points-settlement')
  const told = other.waitForRequest('**/api/logout')
  await logOut(page, 'Admin')
  await expect(other).toHaveURL('/', { timeout: 2000 })
  await told
})

test('a tab at the sign-in page goes on when another tab signs in', async ({ context, page }) => {
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await signIn(page, 'finance', '/dashboard')
  await expect(other).toHaveURL('/dashboard')
})
