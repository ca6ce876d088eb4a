import { expect, test, type Page } from '@playwright/test'
import { parseCode } from '../contract/programme/code.ts'
import { newLot } from './line-lot.ts'
import { setOffline } from './network.ts'
import { readIn } from './plant-page.ts'
import { PAGE, reading, type } from './scanning-page.ts'
import { expectNoSideways, madeWorker, phone, setPassword, signInAsWorker } from './worker-maker.ts'

const PIN = '4071'
const HEADING = 'This phone is locked'

/** A worker of plant 1 on a phone, on the scanning page, who has set a PIN. */
async function withPin(page: Page): Promise<void> {
  const { worker, link } = await madeWorker()
  expect((await setPassword(link)).ok).toBe(true)
  await page.goto('/')
  await signInAsWorker(page, worker.email)
  await expect(page.getByRole('heading', { name: /My shift|मेरी शिफ़्ट/ })).toBeVisible()
  await readIn(page, 'en')
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Set a PIN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a PIN' })
  await dialog.getByLabel('New PIN').fill('1234')
  await dialog.getByLabel('The same PIN again').fill('1234')
  await dialog.getByRole('button', { name: 'Save the PIN' }).click()
  await expect(dialog.getByText('This PIN is easy to guess. Choose another.')).toBeVisible()
  await dialog.getByLabel('New PIN').fill(PIN)
  await dialog.getByLabel('The same PIN again').fill(PIN)
  await dialog.getByRole('button', { name: 'Save the PIN' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()
}

/** Presses the keys of the pad. */
async function enter(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: 'Unlock' }).click()
}

/** The server locks this session, as it does by itself when nobody touches the phone. */
async function lockOnServer(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const headers = { authorization: localStorage.getItem('token') ?? '' }
    return (await fetch('/api/admin/my/lock', { method: 'POST', headers })).status
  })
  expect(status).toBe(200)
}

test('a worker sets a PIN, locks the phone, and only the PIN opens it again, after a reload too', async ({
  browser,
}) => {
  const page = await phone(browser)
  await withPin(page)
  await page.getByLabel('Type a code').fill('K7Q2')
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(page.getByRole('heading', { name: HEADING })).toBeVisible()
  await expect(page.getByLabel('Type a code')).toBeHidden()
  await expectNoSideways(page)
  await enter(page, '5555')
  await expect(page.getByText('This is not your PIN. 4 tries are left.')).toBeVisible()
  await enter(page, PIN)
  await expect(page.getByRole('heading', { name: HEADING })).toBeHidden()
  await expect(page.getByLabel('Type a code')).toHaveValue('K7Q2')
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(page.getByRole('heading', { name: HEADING })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: HEADING })).toBeVisible()
  await page.keyboard.type(PIN)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Type a code')).toBeVisible()
  await page.context().close()
})

test('what was scanned without a network waits while the phone is locked, and is sent after the PIN', async ({
  browser,
}) => {
  const { codes } = await newLot({ quantity: 2 })
  const [code] = codes.map((one) => parseCode(one)?.code)
  const page = await phone(browser)
  await withPin(page)
  await lockOnServer(page)
  await setOffline(page.context(), true)
  await page.getByRole('button', { name: 'Scan without network' }).click()
  await type(page, code)
  await expect(reading(page, code)).toContainText('Kept, not sent')
  await setOffline(page.context(), false)
  await expect(page.getByRole('heading', { name: HEADING })).toBeVisible()
  await expect(page.getByText('Everything you scanned and typed is kept.')).toBeVisible()
  await enter(page, PIN)
  await expect(reading(page, code)).toContainText('Activated')
  await page.context().close()
})

test('five wrong PINs sign the worker out', async ({ browser }) => {
  const page = await phone(browser)
  await withPin(page)
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  for (let time = 0; time < 5; time++) {
    await expect(page.getByLabel('PIN', { exact: true })).toHaveValue('')
    await enter(page, '5555')
    if (time < 4) await expect(page.getByText(`${4 - time} tr`)).toBeVisible()
  }
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await page.context().close()
})
