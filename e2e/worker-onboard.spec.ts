import { decodeQR } from 'qr/decode.js'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { expectUsableByAll } from './axe.ts'
import { signIn } from './sign-in.ts'
import {
  expectNoSideways,
  linkDialog,
  linkIn,
  madeWorker,
  newWorker,
  phone,
  signInAsWorker,
  WORKER_PASSWORD,
} from './worker-maker.ts'

const ONBOARD = '/dashboard/worker-onboard'
const SECTION = '/plant-representatives/dashboard'

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: /\(T-\d+\)$/ })
const form = (page: Page): Locator => page.getByRole('form', { name: 'One worker' })

async function fillWorker(page: Page, worker: ReturnType<typeof newWorker>): Promise<void> {
  await form(page).getByLabel('Employee code').fill(worker.employeeCode)
  await form(page).getByLabel('Name').fill(worker.name)
  await form(page).getByLabel('E-mail').fill(worker.email)
  await form(page).getByLabel('Mobile').fill(worker.mobile)
}

const add = (page: Page): Promise<void> =>
  form(page).getByRole('button', { name: 'Add the worker' }).click()

/** What a camera reads of the picture as it is drawn. */
async function readQr(page: Page): Promise<string> {
  const picture = linkDialog(page).getByRole('img', { name: /^QR code of the link/ })
  const { size, data } = await picture.evaluate((svg) => {
    const canvas = document.createElement('canvas')
    const [, , modules = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
    const size = modules * 4
    canvas.width = size
    canvas.height = size
    const draw = canvas.getContext('2d')
    if (!draw) throw new Error('No canvas.')
    draw.fillStyle = getComputedStyle(svg).backgroundColor
    draw.fillRect(0, 0, size, size)
    draw.scale(4, 4)
    draw.fillStyle = getComputedStyle(svg).fill
    draw.fill(new Path2D(svg.querySelector('path')?.getAttribute('d') ?? ''))
    return { size, data: [...draw.getImageData(0, 0, size, size).data] }
  })
  return decodeQR({ width: size, height: size, data: Uint8ClampedArray.from(data) })
}

test('a worker is added by form, sets a password with the link on their own phone and lands in their section', async ({
  page,
  browser,
}) => {
  const worker = newWorker()
  await signIn(page, 'sub admin', ONBOARD)
  await form(page).getByLabel('Plant').selectOption('2')
  await fillWorker(page, worker)
  await form(page).getByLabel('Shift').selectOption('B')
  await add(page)
  await expect(linkDialog(page).getByText('It is good for a day and works once.')).toBeVisible()
  const link = await linkIn(page)
  expect(await readQr(page)).toBe(link)
  await linkDialog(page).getByRole('button', { name: 'Copy the link' }).click()
  await expect(linkDialog(page).getByRole('status')).toHaveText('The link is copied.')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await linkDialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(link)).toHaveCount(0)
  await expect(form(page).getByLabel('Employee code')).toHaveValue('')
  await expect(form(page).getByLabel('Plant')).toHaveValue('2')
  await expect(form(page).getByLabel('Shift')).toHaveValue('B')

  const other = await phone(browser)
  await other.goto(link)
  await other.getByLabel('New password').fill(WORKER_PASSWORD)
  await other.getByLabel('Confirm password').fill(WORKER_PASSWORD)
  await other.getByRole('button', { name: 'Set password' }).click()
  await other.getByRole('link', { name: 'Go to sign in' }).click()
  await signInAsWorker(other, worker.email)
  await expect(other).toHaveURL(SECTION)
  await other.context().close()

  const added = page.getByRole('list', { name: 'Added just now' })
  await added.getByRole('link', { name: worker.name }).click()
  await expect(drawer(page)).toHaveAccessibleName(`${worker.name} (${worker.employeeCode})`)
  await expect(drawer(page).getByText('B, 14:00 to 22:00')).toBeVisible()
  await expect(drawer(page).getByText('Signed in with 1 session')).toBeVisible()
  await expect(drawer(page).getByText('Set a password by a one-time link')).toBeVisible()
})

test('a code, an e-mail and a mobile that are another’s are told at their fields, and nothing typed is lost @all', async ({
  page,
}) => {
  const { worker: other } = await madeWorker()
  const worker = newWorker()
  await signIn(page, 'almond team', ONBOARD)
  await add(page)
  await expect(form(page).getByLabel('Plant')).toHaveAccessibleDescription(/Choose a plant\./)
  await expect(form(page).getByLabel('Plant')).toBeFocused()
  await form(page).getByLabel('Plant').selectOption('1')
  await fillWorker(page, { ...worker, employeeCode: other.employeeCode.toLowerCase() })
  await add(page)
  const code = form(page).getByLabel('Employee code')
  const taken = `Employee code ${other.employeeCode} belongs to ${other.name} already.`
  await expect(code).toHaveAccessibleDescription(new RegExp(taken))
  await expect(code).toBeFocused()
  await expect(form(page).getByLabel('E-mail')).toHaveValue(worker.email)

  // A look elsewhere and back loses nothing of it either.
  await page.getByRole('link', { name: 'All workers' }).click()
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.goBack()
  await expect(form(page).getByLabel('E-mail')).toHaveValue(worker.email)
  await expect(form(page).getByLabel('Mobile')).toHaveValue(worker.mobile)
  await fillWorker(page, { ...worker, email: other.email, mobile: other.mobile ?? '' })
  await add(page)
  await expect(form(page).getByLabel('E-mail')).toHaveAccessibleDescription(/belongs to/)
  await expect(form(page).getByLabel('Mobile')).toHaveAccessibleDescription(/belongs to/)
  await form(page).getByLabel('Mobile').fill('12345')
  await expect(form(page).getByLabel('Mobile')).toHaveAccessibleDescription(/ten digits that begin/)
  await fillWorker(page, worker)
  await expect(form(page).getByLabel('E-mail')).not.toHaveAccessibleDescription(/belongs to/)
  await add(page)
  await expect(linkDialog(page)).toBeVisible()
})

test('who may only look sees who was added last, and no form @all', async ({ page }) => {
  const { worker } = await madeWorker()
  await signIn(page, 'marketing', ONBOARD)
  const added = page.getByRole('list', { name: 'Added last' })
  await expect(added.getByText(worker.name)).toBeVisible()
  await expect(added.getByRole('link')).toHaveCount(0)
  await expect(form(page)).toHaveCount(0)
  await expect(page.getByText('Workers are added by: Admin, Sub Admin, Almond Team.')).toBeVisible()
  await page.getByRole('link', { name: 'Many by file' }).click()
  await expect(page).toHaveURL(/show=file/)
  await expect(added).toHaveCount(0)
  await signIn(page, 'hod', ONBOARD)
  await added.getByRole('link', { name: worker.name }).click()
  await expect(drawer(page).getByText(worker.email)).toBeVisible()
})

test.describe('usable by all @all', () => {
  test('the form, with errors', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', ONBOARD)
      await add(page)
      await expect(page.getByText('Choose a plant.')).toBeVisible()
      await expectNoSideways(page)
    })
  })
  test('the newest workers, for those who may look', async ({ page }) => {
    await madeWorker()
    await expectUsableByAll(page, async () => {
      await signIn(page, 'marketing', ONBOARD)
      await expect(page.getByRole('list', { name: 'Added last' })).toBeVisible()
      await expectNoSideways(page)
    })
  })
})
