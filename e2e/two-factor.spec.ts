import { expect, test, type Page } from '@playwright/test'
import { generate } from 'otplib'
import { expectUsableByAll } from './axe.ts'
import { newSession, PASSWORD, store } from './sign-in.ts'

const codeOf = (secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

/** The secret of the link that the demo's outbox keeps for a mailbox. */
async function mailedToken(page: Page, email: string): Promise<string> {
  let token = ''
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/demo/outbox?to=${email}`)
      token = /\/reset\/([\w-]+)/.exec(await answer.text())?.[1] ?? ''
      return token
    })
    .not.toBe('')
  return token
}

/** An account of its own: turning two-factor on ends the sessions of others who share one. */
async function newcomer(page: Page): Promise<string> {
  const email = `two.${Date.now()}.${Math.floor(Math.random() * 1e6)}@hil.example`
  const admin = await newSession(page.request, 'admin')
  const made = await page.request.post('/api/admin/staff', {
    headers: { authorization: admin.token },
    data: { name: 'Farida Khan', email, role: 'courier' },
  })
  const { changeId } = (await made.json()).change
  const second = await newSession(page.request, 'almond team')
  const approved = await page.request.post(`/api/admin/staff-changes/${changeId}/approve`, {
    headers: { authorization: second.token },
    data: {},
  })
  expect(approved.ok(), await approved.text()).toBe(true)
  const token = await mailedToken(page, email)
  const data = { token, password: PASSWORD, confirmPassword: PASSWORD }
  expect((await page.request.post('/api/admin/resetPassword', { data })).ok()).toBe(true)
  return email
}

async function signInAs(page: Page, email: string): Promise<void> {
  const answer = await page.request.post('/api/admin/login', {
    data: { email, password: PASSWORD },
  })
  const { data, ...session } = await answer.json()
  await store(page, { ...session, data: JSON.stringify(data) })
}

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Courier' }).click()
  await page.getByRole('menuitem', { name: 'My profile' }).click()
  await expect(page.getByRole('heading', { name: 'Where I am signed in' })).toBeVisible()
}

test('two-factor sign-in is set up by a phone, asked for, and turned off again', async ({
  page,
}) => {
  const email = await newcomer(page)
  await signInAs(page, email)
  await page.goto('/dashboard')
  await openAccount(page)
  const dialog = page.getByRole('dialog', { name: 'My profile' })
  await dialog.getByRole('button', { name: 'Set it up' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(
    ' ',
    '',
  )
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn it on' }).click()
  await expect(dialog.getByText(/This code does not fit/)).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill(await codeOf(secret, -1))
  await dialog.getByRole('button', { name: 'Turn it on' }).click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allInnerTexts()
  await dialog.getByRole('button', { name: 'I have kept them' }).click()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(
    page.getByText('Enter the six digits that your authenticator app shows.'),
  ).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(/This code does not fit/)).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(recovery)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)

  await openAccount(page)
  await expect(dialog.getByText('Recovery codes left: 9.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Turn it off' }).click()
  await dialog.getByLabel('Code', { exact: true }).fill(await codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn it off' }).click()
  await expect(dialog.getByText('Off', { exact: true })).toBeVisible()
})

test('I end another session of mine, and it is out @all', async ({ page, browser }) => {
  const other = await browser.newPage()
  const email = await newcomer(page)
  await signInAs(other, email)
  await signInAs(page, email)
  await page.goto('/dashboard')
  await openAccount(page)
  const dialog = page.getByRole('dialog', { name: 'My profile' })
  await expect(dialog.getByText('This one')).toBeVisible()
  const before = await dialog.getByRole('button', { name: 'End' }).count()
  for (let left = before; left > 0; left--) {
    await dialog.getByRole('button', { name: 'End' }).first().click()
    await expect(dialog.getByRole('button', { name: 'End' })).toHaveCount(left - 1)
  }
  await other.goto('/dashboard')
  await expect(other).toHaveURL(/\/$/)
  await other.close()
})

test('I choose theme and language, and messages to me come in it @all', async ({ page }) => {
  const email = await newcomer(page)
  await signInAs(page, email)
  await page.goto('/dashboard')
  await openAccount(page)
  const dialog = page.getByRole('dialog', { name: 'My profile' })
  const of = (group: string, name: string) =>
    dialog.getByRole('radiogroup', { name: group }).getByRole('radio', { name })
  const choose = (name: string) => dialog.getByText(name, { exact: true }).click()
  await choose('Dark')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(of('Language', 'English')).toBeChecked()
  await choose('हिन्दी')
  await expect(of('Language', 'हिन्दी')).toBeChecked()
  await expect(of('Language', 'हिन्दी')).toBeEnabled()
  await page.reload()
  await openAccount(page)
  await expect(of('Theme', 'Dark')).toBeChecked()
  await expect(of('Language', 'हिन्दी')).toBeChecked()
  await page.request.post('/api/admin/forgotPassword', { data: { email } })
  await expect
    .poll(async () => {
      const sent = await page.request.get(`/api/demo/outbox?to=${email}`)
      return (await sent.json()).items.map(({ text }: { text: string }) => text).join()
    })
    .toContain('नया पासवर्ड यहाँ बनाएँ')
})

test('the dialog of my account can be used by all @all', async ({ page }) => {
  await store(page, await newSession(page.request, 'courier'))
  await expectUsableByAll(page, async () => {
    await page.goto('/dashboard')
    await openAccount(page)
  })
})
