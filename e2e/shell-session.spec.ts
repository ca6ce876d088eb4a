import { expect, test, type Page } from '@playwright/test'
import { PASSWORD, STORED, emailOf, newSession, store, storedItems } from './sign-in.ts'

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

test('one click or several: signing in is asked for once @all', async ({ page }) => {
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

test('a one-time link that the server refuses is refused in words @all', async ({ page }) => {
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
  await page.getByLabel('New password').fill('password1')
  await page.getByLabel('Confirm password').fill('password1')
  await page.getByRole('dialog').getByRole('button', { name: 'Update Password' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible()
  expect(await storedItems(page)).toEqual(NOTHING)
  await fillIn(page, emailOf('admin'), PASSWORD)
  await expect(page).toHaveURL('/dashboard/points-settlement')
})
