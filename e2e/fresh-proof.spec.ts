import { expect, test, type Page } from '@playwright/test'
import { expectUsableByAll } from './axe.ts'
import { readIn } from './plant-page.ts'
import { PAGE } from './scanning-page.ts'
import { emailOf, PASSWORD, signIn } from './sign-in.ts'
import { madeWorker, phone, setPassword, signInAsWorker, WORKER_PASSWORD } from './worker-maker.ts'

const REFUSED = { code: 'fresh_proof', message: 'Confirm that it is you to go on.' }

/** A new account is filled in and sent as if the last proof were too old: once it is refused for that. */
async function proposeUnproved(page: Page): Promise<void> {
  await signIn(page, 'admin', '/dashboard/manageadmin')
  await page.getByRole('button', { name: 'New account' }).click()
  const form = page.getByRole('dialog', { name: 'New account' })
  await form.getByLabel('Name').fill('Meera Nair')
  await form.getByLabel('E-mail').fill(emailOf('cs'))
  await form.getByLabel('Role').selectOption('HOD')
  let refused = false
  await page.route('**/api/admin/staff', (route) => {
    if (refused || route.request().method() !== 'POST') return route.fallback()
    refused = true
    return route.fulfill({ status: 403, json: { ...REFUSED, requestId: 'asked' } })
  })
  await form.getByRole('button', { name: 'Propose the account' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm it is you' })).toBeVisible()
}

test('what needs proof asks for it, goes on by itself, and loses nothing that was typed', async ({
  page,
}) => {
  await proposeUnproved(page)
  const form = page.getByRole('dialog', { name: 'New account' })
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(proof.getByLabel('Password', { exact: true })).toBeFocused()
  await proof.getByLabel('Password', { exact: true }).fill('not mine')
  await page.keyboard.press('Enter')
  await expect(proof.getByText('This is not your password.').first()).toBeVisible()
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(proof).toBeHidden()
  // The server has answered the call itself now.
  await expect(
    form.getByText(`There is an account for ${emailOf('cs')} already.`).first(),
  ).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Meera Nair')
})

test('who does not confirm goes back to what was typed', async ({ page }) => {
  await proposeUnproved(page)
  await page.keyboard.press('Escape')
  const form = page.getByRole('dialog', { name: 'New account' })
  await expect(page.getByRole('dialog', { name: 'Confirm it is you' })).toBeHidden()
  await expect(form.getByText(REFUSED.message)).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Meera Nair')
})

test('the dialog can be used by all @all', async ({ page }) => {
  await expectUsableByAll(page, () => proposeUnproved(page))
})

test('a worker is asked in the language of the phone, and told in it what is wrong', async ({
  browser,
}) => {
  const { worker, link } = await madeWorker()
  expect((await setPassword(link)).ok).toBe(true)
  const page = await phone(browser)
  await page.goto('/')
  await signInAsWorker(page, worker.email)
  await expect(page.getByRole('heading', { name: /My shift|मेरी शिफ़्ट/ })).toBeVisible()
  await readIn(page, 'hi')
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'पिन बनाएँ' }).click()
  const form = page.getByRole('dialog', { name: 'पिन बनाएँ' })
  await form.getByLabel('नया पिन').fill('4071')
  await form.getByLabel('वही पिन फिर से').fill('4071')
  await page.route(
    '**/api/admin/my/pin',
    (route) => route.fulfill({ status: 403, json: { ...REFUSED, requestId: 'asked' } }),
    { times: 1 },
  )
  await form.getByRole('button', { name: 'पिन सेव करें' }).click()
  const proof = page.getByRole('dialog', { name: 'पुष्टि करें कि यह आप ही हैं' })
  const password = proof.getByLabel('पासवर्ड', { exact: true })
  await password.fill('not mine')
  await proof.getByRole('button', { name: 'पुष्टि करें' }).click()
  await expect(proof.getByText('यह आपका पासवर्ड नहीं है।')).toBeVisible()
  await expect(proof.getByText(/[A-Za-z]{3}/)).toHaveCount(0)
  await page.route('**/api/admin/my/proof', (route) => route.abort(), { times: 1 })
  await password.fill(WORKER_PASSWORD)
  await proof.getByRole('button', { name: 'पुष्टि करें' }).click()
  await expect(proof.getByRole('alert')).toContainText('नेटवर्क देखें')
  await proof.getByRole('button', { name: 'पुष्टि करें' }).click()
  await expect(proof).toBeHidden()
  await expect(form).toBeHidden()
  await page.context().close()
})
