import { readFile } from 'node:fs/promises'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { readXlsx } from 'hucre'
import { startOwnDemo, type OwnDemo } from './own-demo.ts'

/** Of 3,000 rows. */
const LIST = '/dashboard/reports?reportType=member-balances'
/** So many rows one person exports here; in a programme it begins with 50,000. */
const ALONE = 1_000
const MINUTES = 60_000

let demo: OwnDemo
test.beforeAll(async () => {
  test.setTimeout(5 * MINUTES)
  demo = await startOwnDemo()
  await demo.setRule('exportAloneRows', ALONE)
})
test.afterAll(() => demo?.stop())

const rows = (page: Page): Locator =>
  page.getByRole('region', { name: 'My prepared reports' }).getByRole('listitem')
const waiting = (page: Page): Locator =>
  page.getByRole('region', { name: 'Waiting for approval' }).getByRole('listitem')

async function prepare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Prepare in the background' }).click()
  await expect(rows(page).first()).toContainText('Waits for approval', { timeout: MINUTES })
  await expect(rows(page).first()).toContainText('a second person must approve it')
}

test('a large report is prepared by one, approved by another, and taken once @all', async ({
  browser,
}) => {
  test.setTimeout(3 * MINUTES)
  const finance = await demo.pageOf(browser, 'finance', LIST)

  // Directly it is refused, with the way to go.
  await finance.getByRole('button', { name: 'Download', exact: true }).click()
  await finance.getByRole('button', { name: 'OK' }).click()
  await expect(
    finance.getByText(/Have it prepared in the background: a second person/),
  ).toBeVisible()
  await prepare(finance)
  await expect(
    rows(finance)
      .first()
      .getByRole('button', { name: /^Download/ }),
  ).toHaveCount(0)
  await expect(waiting(finance)).toHaveCount(0)

  // The other person sees what and how much, by the bell and on the page.
  const almond = await demo.pageOf(browser, 'almond team', '/dashboard')
  await almond.getByRole('button', { name: /^Notices/ }).click()
  await almond
    .getByText(/asks for the report “Member balances” with 3,000 rows/)
    .first()
    .click()
  await expect(almond).toHaveURL('/dashboard/reports')
  await expect(waiting(almond)).toContainText('Member balances, 3,000 rows')
  await waiting(almond)
    .getByRole('button', { name: /^Approve the report Member balances/ })
    .click()
  const approval = almond.getByRole('dialog', { name: /^Approve/ })
  await expect(approval).toContainText('can take 3,000 rows once')
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(almond.getByText('Approved: the report can be taken once.')).toBeVisible()
  await expect(waiting(almond)).toHaveCount(0)

  // Whoever asked takes it, once.
  const download = rows(finance)
    .first()
    .getByRole('button', { name: /^Download/ })
  await expect(download).toBeVisible()
  const [file] = await Promise.all([finance.waitForEvent('download'), download.click()])
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await file.path())))
  expect(sheets[0]?.rows.length).toBeGreaterThan(3_000)
  await expect(rows(finance).first()).toContainText('Waits for approval')
  await expect(download).toHaveCount(0)

  // The next time somebody rejects it, with a reason that whoever asked can read.
  await almond.reload()
  await waiting(almond)
    .getByRole('button', { name: /^Reject the report Member balances/ })
    .click()
  const rejection = almond.getByRole('dialog', { name: /^Reject/ })
  await rejection.getByRole('textbox').fill('One copy is enough')
  await rejection.getByRole('button', { name: 'Reject' }).click()
  await expect(almond.getByText('The report is rejected and its file deleted.')).toBeVisible()
  await expect(rows(finance).first()).toContainText(
    'A second person rejected it: One copy is enough',
  )
  for (const page of [finance, almond]) await page.context().close()
})
