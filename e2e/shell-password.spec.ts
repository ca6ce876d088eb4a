import { expect, test, type Page } from '@playwright/test'
import { signIn } from './sign-in.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const MESSAGES = {
  required: 'New password is required',
  short: 'Password must be at least 6 characters',
  confirm: 'Confirm password is required',
  match: 'Passwords must match',
}
const URL_OF_CALL = '**/api/admin/updatePassword'

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Update Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Password' })
  await expect(dialog).toBeVisible()
  return {
    dialog,
    password: dialog.getByLabel('New password'),
    confirm: dialog.getByLabel('Confirm password'),
    submit: dialog.getByRole('button', { name: 'Update Password' }),
    close: dialog.getByRole('button', { name: 'Close' }),
  }
}

/** The answer is made up: the account's real password stays as it is. */
async function answerWith(page: Page, status: number, json: object): Promise<() => number> {
  let calls = 0
  await page.route(URL_OF_CALL, async (route) => {
    calls += 1
    await route.fulfill({ status, json })
  })
  return () => calls
}

const DONE = { message: 'Your password was changed.' }

test.beforeEach(async ({ page }) => {
  await signIn(page, 'admin', '/dashboard/points-settlement')
})

test('section 4: the password dialog opens from the profile menu', async ({ page }) => {
  const { password, confirm } = await openDialog(page)
  await expect(password).toBeFocused()
  await expect(confirm).toBeVisible()
})

test('section 9: change-password dialog maximum width 400px', async ({ page }) => {
  const { dialog } = await openDialog(page)
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(400)
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeLessThanOrEqual(320)
})

test('section 5: errors show once the field has been touched', async ({ page }) => {
  const { dialog, password, confirm } = await openDialog(page)
  await expect(dialog.getByText(/required|must/)).toHaveCount(0)
  await password.pressSequentially('abc')
  await expect(dialog.getByText(/required|must/)).toHaveCount(0)
  await confirm.focus()
  await expect(dialog.getByText(MESSAGES.short)).toBeVisible()
  await expect(dialog.getByText(MESSAGES.confirm)).toHaveCount(0)
})

test("section 5: newPassword is required, with the message 'New password is required'", async ({
  page,
}) => {
  const { dialog, password, confirm } = await openDialog(page)
  await password.focus()
  await confirm.focus()
  await expect(dialog.getByText(MESSAGES.required)).toBeVisible()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
})

test("section 5 and 9: it needs at least 6 characters, with the message 'Password must be at least 6 characters'", async ({
  page,
}) => {
  const { dialog, password, confirm } = await openDialog(page)
  await password.fill('12345')
  await confirm.focus()
  await expect(dialog.getByText(MESSAGES.short)).toBeVisible()
  await password.fill('123456')
  await expect(dialog.getByText(MESSAGES.short)).toHaveCount(0)
})

test("section 5: confirmPassword is required, with the message 'Confirm password is required'", async ({
  page,
}) => {
  const { dialog, password, confirm } = await openDialog(page)
  await confirm.focus()
  await password.focus()
  await expect(dialog.getByText(MESSAGES.confirm)).toBeVisible()
})

test("section 5: it must equal newPassword, with the message 'Passwords must match'", async ({
  page,
}) => {
  const { dialog, password, confirm } = await openDialog(page)
  await password.fill('first one')
  await confirm.fill('other one')
  await password.focus()
  await expect(dialog.getByText(MESSAGES.match)).toBeVisible()
  await password.fill('other one')
  await expect(dialog.getByText(MESSAGES.match)).toHaveCount(0)
})

test('nothing is sent while something is wrong, and each field says what', async ({ page }) => {
  const calls = await answerWith(page, 200, DONE)
  const { dialog, submit } = await openDialog(page)
  await submit.click()
  await expect(dialog.getByText(MESSAGES.required)).toBeVisible()
  await expect(dialog.getByText(MESSAGES.confirm)).toBeVisible()
  expect(calls()).toBe(0)
})

test('section 7: PUT /admin/updatePassword with password, confirmPassword and the stored token', async ({
  page,
}) => {
  await answerWith(page, 200, DONE)
  const { password, confirm, submit } = await openDialog(page)
  await password.fill('a new one')
  await confirm.fill('a new one')
  const sent = page.waitForRequest(URL_OF_CALL)
  await submit.click()
  const request = await sent
  const token = await page.evaluate(() => localStorage.getItem('token'))
  expect(request.method()).toBe('PUT')
  expect(new URL(request.url()).pathname).toBe('/api/admin/updatePassword')
  expect(request.postDataJSON()).toEqual({ password: 'a new one', confirmPassword: 'a new one' })
  expect(request.headers().authorization).toContain(String(token))
})

const OUTCOMES: [string, number, object, RegExp][] = [
  ['succeeds', 200, DONE, /^Your password was changed\.$/],
  [
    'is refused',
    400,
    { code: 'invalid', message: 'This password is too common.', requestId: 'r-7' },
    /This password is too common\. \(request r-7\)/,
  ],
  ['fails without a body of ours', 502, [], /Request failed with status code 502/],
]
for (const [what, status, body, notice] of OUTCOMES)
  test(`section 4 and 8: the form is reset and the dialog closed when it ${what}, and a notification says so`, async ({
    page,
  }) => {
    await answerWith(page, status, body)
    const { dialog, password, confirm, submit } = await openDialog(page)
    await password.fill('a new one')
    await confirm.fill('a new one')
    await submit.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('alert').filter({ hasText: notice })).toBeVisible()
    const again = await openDialog(page)
    await expect(again.password).toHaveValue('')
    await expect(again.confirm).toHaveValue('')
    await expect(again.dialog.getByText(/required|must/)).toHaveCount(0)
  })

test('section 4: it closes on the close icon, and is reset', async ({ page }) => {
  const { dialog, password, close } = await openDialog(page)
  await password.fill('abc')
  await close.click()
  await expect(dialog).toBeHidden()
  const again = await openDialog(page)
  await expect(again.password).toHaveValue('')
  await expect(again.dialog.getByText(/required|must/)).toHaveCount(0)
})

test('it cannot fire twice', async ({ page }) => {
  let calls = 0
  await page.route(URL_OF_CALL, async (route) => {
    calls += 1
    await new Promise((done) => setTimeout(done, 500))
    await route.fulfill({ json: DONE })
  })
  const { dialog, password, confirm } = await openDialog(page)
  await password.fill('a new one')
  await confirm.fill('a new one')
  for (let press = 0; press < 3; press++) await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(calls).toBe(1)
})
