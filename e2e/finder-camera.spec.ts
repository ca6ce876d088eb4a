import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { expectUsableByAll } from './axe.ts'
import { film, openPhone } from './fake-camera.ts'
import { newLot, type LineLot } from './line-lot.ts'
import { newSession, signIn, store } from './sign-in.ts'

const PAGE = '/dashboard/coupon-finder'
const field = (page: Page) => page.getByRole('textbox', { name: /Code, QR address/ })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Scan with the camera' })
const scan = (page: Page) => page.getByRole('button', { name: 'Scan with the camera' }).click()

let folder: string
let lot: LineLot
test.beforeAll(async () => {
  lot = await newLot({ quantity: 5 })
  folder = await mkdtemp(path.join(tmpdir(), 'hil-finder-'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

test('the first code that the camera reads fills the field and is looked up', async ({
  request,
  baseURL,
}) => {
  const file = path.join(folder, 'packs.y4m')
  // A GS1 Digital Link; the line's tests show the other form.
  const address = `${baseURL}/01/08901234567894/21/${lot.codes[0]}`
  await film(file, [address])
  const phone = await openPhone(path.join(folder, 'phone'), { file, baseURL })
  const page = phone.pages()[0] ?? (await phone.newPage())
  await store(page, await newSession(request, 'cs'))
  await page.goto(PAGE)
  await scan(page)
  await expect(page.getByRole('heading', { name: `Batch ${lot.batchId}, serial 1` })).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(field(page)).toHaveValue(address)
  expect(new URL(page.url()).searchParams.get('q')).toBe(address)
  // The camera is let go with the dialog.
  await expect(page.locator('video')).toHaveCount(0)
  await phone.close()
})

test('what is no code of ours stands in the field, and is said there @all', async ({
  request,
  baseURL,
}) => {
  const file = path.join(folder, 'other.y4m')
  await film(file, ['hello world'])
  const phone = await openPhone(path.join(folder, 'other'), { file, baseURL })
  const page = phone.pages()[0] ?? (await phone.newPage())
  await store(page, await newSession(request, 'cs'))
  await page.goto(PAGE)
  await scan(page)
  await expect(dialog(page)).toBeHidden()
  await expect(field(page)).toHaveValue('hello world')
  await expect(page.getByRole('alert')).toContainText('This is neither a code')
  await phone.close()
})

test('a camera that is refused, or none at all, is told in words; the code can be typed @all', async ({
  page,
  request,
  baseURL,
}) => {
  const phone = await openPhone(path.join(folder, 'refused'), { file: null, baseURL })
  const refused = phone.pages()[0] ?? (await phone.newPage())
  await store(refused, await newSession(request, 'cs'))
  await refused.goto(PAGE)
  await scan(refused)
  const told = dialog(refused).getByRole('alert')
  await expect(told).toContainText('The camera is not allowed')
  await expect(told).toContainText('Allow it for this page in the settings of the browser')
  await dialog(refused).getByRole('button', { name: 'Close' }).click()
  await field(refused).fill(`${lot.batchId}/1`)
  await refused.keyboard.press('Enter')
  await expect(
    refused.getByRole('heading', { name: `Batch ${lot.batchId}, serial 1` }),
  ).toBeVisible()
  await phone.close()

  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('None.', 'NotFoundError'))
  })
  await signIn(page, 'marketing', PAGE)
  await scan(page)
  await expect(dialog(page).getByRole('alert')).toContainText('There is no camera here')
})

test('the dialog of the camera can be used by all @all', async ({ page }) => {
  await signIn(page, 'cs', PAGE)
  await expectUsableByAll(page, async () => {
    await page.goto(PAGE)
    await scan(page)
    await expect(dialog(page).getByText('Hold the QR code of a pack')).toBeVisible()
  })
})
