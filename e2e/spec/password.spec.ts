import { expect, test, type Page, type Request, type Route } from '@playwright/test'
import { emailOf, signIn } from '../sign-in.ts'
import { openProfile } from './shared-page.ts'

// As most people see it: the dialog fades away, and is closed at once all the same.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const MESSAGES = {
  required: 'New password is required',
  short: 'Password must be at least 6 characters',
  confirm: 'Confirm password is required',
  match: 'Passwords must match',
}
/** The server refuses it: a call that slips past a route must not change the account. */
const REFUSED = 'password1'
const CALL = '**/api/admin/updatePassword'
const ERRORS = /required|must/

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  await signIn(page, 'admin', '/dashboard/nowhere')
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
})
test.afterAll(() => page.close())
test.afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  if (await close.isVisible()) await close.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

async function openDialog() {
  await openProfile(page)
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

/** Types a new password twice and sends it; the dialog is closed and reset whatever becomes of it. */
async function change(): Promise<void> {
  const { dialog, password, confirm, submit } = await openDialog()
  await password.fill(REFUSED)
  await confirm.fill(REFUSED)
  await submit.click()
  await expect(dialog).toBeHidden()
  await expectReset()
}

async function expectReset(): Promise<void> {
  const { dialog, password, confirm, close } = await openDialog()
  await expect(password).toHaveValue('')
  await expect(confirm).toHaveValue('')
  await expect(dialog.getByText(ERRORS)).toHaveCount(0)
  await close.click()
  await expect(dialog).toBeHidden()
}

/** The call to come has ended, with an answer or without. */
function callEnded(): Promise<void> {
  return new Promise((done) => {
    const look = (request: Request): void => {
      if (request.url().endsWith('/updatePassword')) done()
    }
    page.on('requestfinished', look)
    page.on('requestfailed', look)
  })
}

/** Nothing on the page tells what became of it. */
async function expectSilence(): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
}

/** What the bell says, the newest first; looked at, it is read. */
async function readBell(): Promise<string[]> {
  const bell = page.getByRole('button', { name: /^Notices/ })
  await bell.click()
  const notices = page.getByRole('dialog', { name: 'Notices' })
  await expect(notices.getByRole('listitem').or(notices.getByText('Nothing yet.'))).not.toHaveCount(
    0,
  )
  const told = await notices.getByRole('listitem').allTextContents()
  await bell.click()
  await expect(notices).toHaveCount(0)
  return told
}

test('§4 Password dialog: it opens from the profile menu; it closes on the close icon', async () => {
  const { dialog, password, confirm, close } = await openDialog()
  await expect(password).toBeFocused()
  await expect(confirm).toBeVisible()
  await password.fill('abc')
  await close.click()
  await expect(dialog).toBeHidden()
  await expectReset()
})

test('§9 Change-password dialog maximum width: 400px', async () => {
  const { dialog } = await openDialog()
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(400)
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test("§5 newPassword is required, with the message 'New password is required'; errors show once the field has been touched", async () => {
  const { dialog, password, confirm } = await openDialog()
  await expect(dialog.getByText(ERRORS)).toHaveCount(0)
  await password.focus()
  await expect(dialog.getByText(ERRORS)).toHaveCount(0)
  await confirm.focus()
  await expect(dialog.getByText(MESSAGES.required)).toBeVisible()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByText(MESSAGES.confirm)).toHaveCount(0)
})

test("§5 newPassword needs at least 6 characters, with the message 'Password must be at least 6 characters'; §9 Minimum password length: 6", async () => {
  const { dialog, password, confirm } = await openDialog()
  await password.pressSequentially('12345')
  await expect(dialog.getByText(ERRORS)).toHaveCount(0)
  await confirm.focus()
  await expect(dialog.getByText(MESSAGES.short)).toBeVisible()
  await password.fill('123456')
  await expect(dialog.getByText(MESSAGES.short)).toHaveCount(0)
})

test("§5 confirmPassword is required, with the message 'Confirm password is required'; it must equal newPassword, with the message 'Passwords must match'", async () => {
  const { dialog, password, confirm } = await openDialog()
  await confirm.focus()
  await password.focus()
  await expect(dialog.getByText(MESSAGES.confirm)).toBeVisible()
  await password.fill('first one')
  await confirm.fill('other one')
  await expect(dialog.getByText(MESSAGES.match)).toBeVisible()
  await confirm.fill('first one')
  await expect(dialog.getByText(ERRORS)).toHaveCount(0)
})

test('nothing is sent while something is wrong, and each field says what', async () => {
  let calls = 0
  await page.route(CALL, (route) => {
    calls++
    return route.abort()
  })
  const { dialog, submit } = await openDialog()
  await submit.click()
  await expect(dialog.getByText(MESSAGES.required)).toBeVisible()
  await expect(dialog.getByText(MESSAGES.confirm)).toBeVisible()
  expect(calls).toBe(0)
})

test('§7 PUT /admin/updatePassword: body password, confirmPassword (filled from newPassword and confirmPassword); Authorization header carries the stored {token}', async ({
  baseURL,
}) => {
  await page.route(CALL, (route) => route.fulfill({ json: { message: 'ok' } }))
  const asked = page.waitForRequest(CALL)
  await change()
  const request = await asked
  const token = await page.evaluate(() => localStorage.getItem('token'))
  expect(request.method()).toBe('PUT')
  expect(request.url()).toBe(`${baseURL}/api/admin/updatePassword`)
  expect(request.postDataJSON()).toEqual({ password: REFUSED, confirmPassword: REFUSED })
  expect(request.headers().authorization).toBe(token)
})

test('§4 Password dialog: it closes on submit when that succeeds, silently', async () => {
  await page.route(CALL, (route) => route.fulfill({ json: { message: 'Your password changed.' } }))
  await change()
  await expectSilence()
  // The server's own notice tells it; this browser keeps nothing beside it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hil.askedPassword'))).toBe(null)
})

test('§8 Password update failure: silently ignored, the form is reset and the dialog closed; bell and mail have it', async () => {
  // Refused by the server itself, so the account's password stays as it is.
  await change()
  await expectSilence()
  const why = 'This password is among the most common ones. Choose another.'
  await expect.poll(readBell).toContainEqual(expect.stringContaining(why))
  const mails = async () =>
    (await page.request.get(`/api/demo/outbox?to=${emailOf('admin')}`)).text()
  await expect.poll(mails).toContain(why)
})

const UNTOLD: [string, (route: Route) => Promise<void>, RegExp][] = [
  [
    'a refusal that the server has not told',
    (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'forbidden', message: 'You may not do this.', requestId: 'r-7' },
      }),
    /Your password was not changed: You may not do this\./,
  ],
  ['a failure of a proxy', (route) => route.fulfill({ status: 502 }), /no answer came/],
  ['no connection', (route) => route.abort('connectionrefused'), /no answer came/],
]
for (const [what, answer, told] of UNTOLD)
  test(`§8 Password update failure: silently ignored; after ${what} the bell leaves no wrong belief`, async () => {
    await page.route(CALL, answer)
    const ended = callEnded()
    await change()
    await ended
    await expectSilence()
    await expect.poll(readBell).toContainEqual(expect.stringMatching(told))
    // Seen once, it is gone.
    expect((await readBell()).filter((words) => told.test(words))).toEqual([])
  })

test('§4 Password dialog: it closes at once also when the server never answers; §9 Request timeout: none is set', async () => {
  let answer: (() => void) | undefined
  await page.route(CALL, async (route) => {
    await new Promise<void>((done) => (answer = done))
    await route.fulfill({ json: { message: 'Changed at last.' } })
  })
  const { dialog, password, confirm, submit } = await openDialog()
  await password.fill(REFUSED)
  await confirm.fill(REFUSED)
  let calls = 0
  page.on('request', (request) => (calls += request.url().endsWith('/updatePassword') ? 1 : 0))
  await submit.evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 3; press++) button.click()
  })
  await expect(dialog).toBeHidden()
  await expectReset()
  expect(calls).toBe(1)
  await expect.poll(readBell).toContainEqual(expect.stringMatching(/no answer came/))
  answer?.()
  await expectSilence()
})
