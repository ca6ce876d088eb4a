import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { readXlsx } from 'hucre'
import { signIn } from '../sign-in.ts'

const PAGE = '/dashboard/reports'
const CALL = '**/api/admin/downloadReports'

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  await signIn(page, 'sub admin', PAGE)
  await expect(page.getByLabel('Report type')).toBeVisible()
})
test.afterAll(() => page.close())

const button = () => page.getByRole('button', { name: 'Download', exact: true })
const preview = () => page.getByRole('region', { name: 'Preview' }).getByRole('status')

test('§2 Download Report lets the user choose a report type and download it as a spreadsheet; §7 POST /admin/downloadReports, saved as a file named after reportType with extension .xlsx', async ({
  baseURL,
}) => {
  await page.getByLabel('Report type').selectOption('Coupon batches')
  await expect(preview()).toHaveText(/^\d+ rows?/)
  const promised = Number(((await preview().textContent()) ?? '').split(' ')[0])
  const [sent, file] = await Promise.all([
    page.waitForRequest(CALL),
    page.waitForEvent('download'),
    button().click(),
  ])
  const token = await page.evaluate(() => localStorage.getItem('token'))
  expect(sent.method()).toBe('POST')
  expect(sent.url()).toBe(`${baseURL}/api/admin/downloadReports`)
  expect(sent.postDataJSON()).toEqual({ reportType: 'coupon-batches' })
  expect(sent.headers().authorization).toBe(token)
  expect(file.suggestedFilename()).toBe('coupon-batches.xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await file.path())))
  expect(sheets.map(({ name }) => name)).toEqual(['Coupon batches', 'About'])
  // its header and the row of totals
  expect(sheets[0]?.rows).toHaveLength(promised + 2)
  await expect(page.getByText('coupon-batches.xlsx is downloaded.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test("§8 Report download failure: a dialog with an empty title, the text 'Something Went Wrong' and an error icon", async () => {
  const refusal = { code: 'forbidden', message: 'No.', requestId: 'r' }
  for (const fail of [{ status: 500 }, { status: 403, json: refusal }, null]) {
    await page.route(CALL, (route) => (fail ? route.fulfill(fail) : route.abort('failed')))
    await page.getByLabel('Report type').selectOption('Member balances')
    await button().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByText('Something Went Wrong', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('heading')).toHaveCount(0)
    await expect(dialog.getByRole('img', { name: 'Error' })).toBeVisible()
    expect((await dialog.innerText()).trim()).toMatch(/^Something Went Wrong\s+OK$/)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await page.unroute(CALL)
  }
})
