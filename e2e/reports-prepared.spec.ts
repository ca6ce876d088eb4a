import { readFile } from 'node:fs/promises'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { readXlsx } from 'hucre'
import { addDays, dayOf } from '../contract/time.ts'
import { expectUsableByAll } from './axe.ts'
import { signIn } from './sign-in.ts'

/** Three days ago: nobody scans in its days any more. */
const TO = addDays(dayOf(new Date()), -3)
const LIST = `/dashboard/reports?reportType=scans&to=${TO}`
const PAGE = '/dashboard/reports'
const JOBS = '**/api/admin/report-jobs'

const prepared = (page: Page): Locator => page.getByRole('region', { name: 'My prepared reports' })
const rows = (page: Page): Locator => prepared(page).getByRole('listitem')

async function savedRows(page: Page, button: Locator): Promise<unknown[][]> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(file.suggestedFilename()).toBe('scans.xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await file.path())))
  return sheets[0]?.rows ?? []
}

test('asked for in the background, told by the bell, taken, and the same as the direct download @all', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signIn(page, 'almond team', LIST)
  await expect(page.getByText('This report is large.')).toBeVisible()
  await page.getByRole('button', { name: 'Prepare in the background' }).click()
  await expect(page.getByText('You are told when it is ready.')).toBeVisible()
  const row = rows(page).first()
  await expect(row).toContainText(/Scans.*to \d+ \w{3} \d{4}.*Ready/s, { timeout: 60_000 })
  await expect(row).toContainText(/[\d,]+ rows, [\d.]+ [kM]B; kept until \d+ \w{3} \d{4}/)
  await page.goto('/dashboard/workerlist')
  await page.getByRole('button', { name: /^Notices/ }).click()
  const notice = page.getByText(/Your report “Scans” is ready: [\d,]+ rows, kept until/).first()
  await notice.click()
  await expect(page).toHaveURL(PAGE)
  const ours = await savedRows(page, row.getByRole('button', { name: /^Download/ }))
  const recent = page.getByRole('region', { name: 'My recent downloads' }).getByRole('listitem')
  await expect(recent.first()).toContainText(/Scans.*to \d+ \w{3} \d{4}.*Complete/s)
  await page.goto(LIST)
  const direct = page.getByRole('button', { name: 'Download', exact: true })
  const theirs = await savedRows(page, direct)
  expect(ours.length).toBeGreaterThan(10_000)
  expect(ours.length).toBe(theirs.length)
  expect(ours).toEqual(theirs)
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The file is deleted.')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
})

const job = {
  jobId: '6f2b0a34-8c0c-4c40-9f3e-3a1d2b4c5d6e',
  type: 'scans',
  label: 'Scans',
  filters: 'everything',
  state: 'running',
  askedAt: '2026-11-20T08:35:00.000Z',
  rows: 120_000,
  rowsInAll: 400_000,
  bytes: 5_000_000,
  keptUntil: null,
  words: null,
  approval: 'not needed',
  mayTake: true,
}

test('one that is made says how far it is, looks again by itself, and can be cancelled @all', async ({
  page,
}) => {
  const items = [job, { ...job, jobId: job.jobId.replace('6', '7'), state: 'waiting', rows: 0 }]
  await page.route(JOBS, (route) => route.fulfill({ json: { items } }))
  await signIn(page, 'admin', PAGE)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('1,20,000 of 4,00,000 rows')
  await expect(rows(page).first().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30')
  await expect(rows(page).nth(1)).toContainText('Waits for its turn')
  items[0] = { ...job, rows: 200_000 }
  await expect(rows(page).first()).toContainText('2,00,000 of 4,00,000 rows')
  await expect(rows(page).first().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')
  const sent: string[] = []
  await page.route(`${JOBS}/*`, async (route) => {
    sent.push(`${route.request().method()} ${route.request().url().split('/').at(-1)}`)
    items.shift()
    await route.fulfill({ json: { message: 'The report is cancelled.' } })
  })
  await rows(page).first().getByRole('button', { name: 'Cancel Scans' }).click()
  await expect(page.getByText('The report is cancelled.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  expect(sent).toEqual([`DELETE ${job.jobId}`])
})

test('what cannot be prepared is not offered, and one that failed says why @all', async ({
  page,
}) => {
  const failed = { ...job, state: 'failed', words: 'It was tried several times.', rows: 0 }
  const gone = { ...job, jobId: job.jobId.replace('6', '8'), state: 'ready', mayTake: false }
  await page.route(JOBS, (route) => route.fulfill({ json: { items: [failed, gone] } }))
  await signIn(page, 'finance', `${PAGE}?reportType=tax-register-pan`)
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Prepare in the background' })).toHaveCount(0)
  await expect(rows(page).first()).toContainText('It was tried several times.')
  await expect(rows(page).nth(1)).toContainText('Your role may not have this report any more')
  await expect(prepared(page).getByRole('button', { name: /^Download/ })).toHaveCount(0)
  await page.getByLabel('Report type').selectOption('Payments')
  await page.route(JOBS, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          json: { code: 'conflict', message: 'Delete one first.', requestId: 'r' },
        })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Prepare in the background' }).click()
  await expect(page.getByText('Delete one first. (request r)')).toBeVisible()
})

test('usable by all: made, ready, failed @all', async ({ page }) => {
  test.setTimeout(120_000)
  const states = ['waiting', 'running', 'ready', 'failed'].map((state, index) => ({
    ...job,
    jobId: job.jobId.replace('6', String(index)),
    state,
    keptUntil: state === 'ready' ? job.askedAt : null,
    words: state === 'failed' ? 'It was tried several times.' : null,
  }))
  await page.route(JOBS, (route) => route.fulfill({ json: { items: states } }))
  await expectUsableByAll(page, async () => {
    await signIn(page, 'admin', `${PAGE}?reportType=coupon-batches`)
    await expect(rows(page)).toHaveCount(4)
  })
})
