import { expect, test, type Locator, type Page } from '@playwright/test'
import { expectUsableByAll } from './axe.ts'
import { signIn, type RoleName } from './sign-in.ts'

const PAGE = '/dashboard/reports'
const API = '**/api/admin/downloadReports'

const type = (page: Page): Locator => page.getByLabel('Report type')
const button = (page: Page): Locator => page.getByRole('button', { name: 'Download', exact: true })
const preview = (page: Page): Locator =>
  page.getByRole('region', { name: 'Preview' }).getByRole('status')
const dialog = (page: Page): Locator => page.getByRole('dialog')

async function openReports(page: Page, role: RoleName = 'sub admin', query = ''): Promise<void> {
  await signIn(page, role, PAGE + query)
  await expect(type(page)).toBeVisible()
}

test('its filters are sent and stand in the address @all', async ({ page }) => {
  await openReports(page, 'sub admin', '?reportType=scans')
  await expect(preview(page)).toHaveText('10,000+ rows; these are the first 20')
  const all = await preview(page).textContent()
  await page.getByRole('button', { name: 'State', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Assam' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/reportType=scans&state=18/)
  await expect(preview(page)).not.toHaveText(all ?? '')
  const [sent, file] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/admin/downloadReports')),
    page.waitForEvent('download'),
    button(page).click(),
  ])
  expect(sent.postDataJSON()).toEqual({ reportType: 'scans', state: [18] })
  expect(file.suggestedFilename()).toBe('scans.xlsx')
  await type(page).selectOption('Points ledger')
  await expect(page).toHaveURL(
    /\?reportType=points-ledger&state=18$|\?state=18&reportType=points-ledger$/,
  )
  await type(page).selectOption('Coupon activations')
  await expect(page).toHaveURL(/\?reportType=coupon-activations$/)
})

test('each role is offered its own reports', async ({ page }) => {
  const offered = () => type(page).getByRole('option').allTextContents()
  await openReports(page, 'finance')
  const money = ['Payments', 'Tax register', 'Tax register with PAN']
  const loyalty = [
    'Schemes',
    'Handling charges',
    'Points expiring',
    'Settlements',
    'Liability by day',
  ]
  expect((await offered()).toSorted()).toEqual(
    [
      'Choose a report',
      'Points ledger',
      'Member balances',
      'Redemptions',
      ...money,
      ...loyalty,
      'Gift parcels',
    ].toSorted(),
  )
  await openReports(page, 'admin')
  const all = await offered()
  expect(all).toEqual(
    expect.arrayContaining([...money, 'KYC', 'Enquiries', 'Staff activity', 'Scans']),
  )
  await openReports(page, 'sub admin')
  for (const name of [...money, 'Staff activity']) expect(await offered()).not.toContain(name)
  await openReports(page, 'finance', '?reportType=scans')
  await expect(page.getByText('Your role may not have the report of this address.')).toBeVisible()
})

test('without a report type it asks for one @all', async ({ page }) => {
  await openReports(page)
  await button(page).click()
  await expect(page.getByText('Choose a report type.')).toBeVisible()
})

for (const [what, fail] of [
  ['the server fails', { status: 500 }],
  [
    'the server refuses',
    { status: 403, json: { code: 'forbidden', message: 'No.', requestId: 'r' } },
  ],
  ['the network fails', null],
] as const) {
  test(`section 8: when the download fails (${what}): a dialog with an empty title, the text and an error icon @all`, async ({
    page,
  }) => {
    await page.route(API, (route) => (fail ? route.fulfill(fail) : route.abort('failed')))
    await openReports(page, 'sub admin', '?reportType=member-balances')
    await button(page).click()
    await expect(dialog(page)).toBeVisible()
    await expect(dialog(page).getByText('Something Went Wrong', { exact: true })).toBeVisible()
    await expect(dialog(page).getByRole('heading')).toHaveCount(0)
    await expect(dialog(page).getByRole('img', { name: 'Error' })).toBeVisible()
    expect((await dialog(page).innerText()).trim()).toMatch(/^Something Went Wrong\s+OK$/)
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('The last download failed:')).toBeVisible()
    await page.unroute(API)
    const [file] = await Promise.all([page.waitForEvent('download'), button(page).click()])
    expect(file.suggestedFilename()).toBe('member-balances.xlsx')
    await expect(page.getByText('The last download failed:')).toBeHidden()
  })
}

test('it cannot be fired twice, shows that it runs, and can be cancelled @all', async ({
  page,
}) => {
  let sent = 0
  await page.route(API, async () => {
    sent++
    // never answered
  })
  await openReports(page, 'sub admin', '?reportType=scans')
  await button(page).evaluate((element: HTMLButtonElement) => {
    element.click()
    element.click()
  })
  await expect(button(page)).toBeDisabled()
  await expect(page.getByText('The file is being made …')).toBeVisible()
  expect(sent).toBe(1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page)).toBeEnabled()
  await expect(dialog(page)).toHaveCount(0)
})

test('usable by all: to choose, selected, running, failed @all', async ({ page }) => {
  test.setTimeout(120_000)
  await expectUsableByAll(page, () => openReports(page, 'admin'))
  await expectUsableByAll(page, async () => {
    await openReports(page, 'admin', '?reportType=scans&state=27')
    await expect(preview(page)).toHaveText(/rows/)
  })
  await page.route(API, (route) => route.fulfill({ status: 500 }))
  await expectUsableByAll(page, async () => {
    await openReports(page, 'admin', '?reportType=scans')
    await button(page).click()
    await expect(dialog(page)).toBeVisible()
  })
  await page.unroute(API)
  await page.route(API, async () => undefined)
  await expectUsableByAll(page, async () => {
    await openReports(page, 'admin', '?reportType=scans')
    await button(page).click()
    await expect(page.getByText('The file is being made …')).toBeVisible()
  })
})
