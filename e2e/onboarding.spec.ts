import { readFile } from 'node:fs/promises'
import { expect, test, type Locator, type Page } from '@playwright/test'
import type { Upload } from '../contract/people/onboarding.ts'
import { expectUsableByAll } from './axe.ts'
import {
  appliedFile,
  correctedFile,
  csvFile,
  EMAIL,
  JOINED,
  MOBILE,
  NAME,
  newWorkers,
  sentFile,
  withCell,
  xlsxFile,
} from './onboarder.ts'
import { signIn, type RoleName } from './sign-in.ts'
import { expectNoSideways } from './worker-maker.ts'

const ONBOARD = '/dashboard/worker-onboard?show=file'
const LOGS = '/dashboard/onboarding-logs'
const MEGABYTE = 1024 * 1024

const fileInput = (page: Page): Locator => page.locator('input[type=file]')
const tile = (page: Page, count: string, label: string): Locator =>
  page
    .getByRole('list', { name: 'Rows to show' })
    .getByRole('link', { name: new RegExp(`^${count}\\s*${label}$`) })
const rowOf = (page: Page, number: number): Locator =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: String(number), exact: true }) })
const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })
const drawer = (page: Page): Locator => dialog(page, /^Row [\d,]+ of /)
const field = (page: Page, label: string): Locator =>
  drawer(page).getByRole('textbox', { name: label })
const uploadPlace = ({ uploadId }: Upload): string => `${ONBOARD}&upload=${uploadId}`
const errorsOf = ({ uploadId }: Upload): string => `${LOGS}?status=open&upload=${uploadId}`

async function apply(page: Page, sentence: string): Promise<void> {
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  const asking = dialog(page, /^Apply /)
  await expect(asking).toContainText(sentence)
  await asking.getByRole('button', { name: 'Apply' }).click()
  await expect(asking).toBeHidden()
}

test('a file is looked at, applied, and what was refused is corrected in place and by a file', async ({
  page,
}) => {
  test.slow()
  const { series, rows } = newWorkers(9)
  const given = [
    ...rows.slice(0, 6),
    withCell(rows[6], JOINED, '1/4/26'),
    withCell(rows[7], 0, `${series}-2`),
    rows[8] ?? [],
  ]
  await signIn(page, 'admin', ONBOARD)
  await fileInput(page).setInputFiles(
    await xlsxFile(`${series}.xlsx`, given, { row: 8, place: NAME }),
  )
  await expect(page.getByRole('heading', { name: `${series}.xlsx` })).toBeVisible()
  await expect(page).toHaveURL(/[?&]upload=\d+/)
  await expect(tile(page, '9', 'All rows')).toBeVisible()
  await tile(page, '3', 'Refused').click()
  const table = page.getByRole('region', { name: `Rows of ${series}.xlsx` })
  await expect(table.getByRole('row')).toHaveCount(4)
  await expect(rowOf(page, 8).getByRole('cell').last()).toContainText(
    /1\/4\/26.*This is text, not a date/,
  )
  await expect(rowOf(page, 9).getByRole('rowheader')).toContainText(
    'Row 3 of this file has the same',
  )
  await expect(rowOf(page, 10).getByRole('cell').nth(2)).toContainText('This is a formula')

  await apply(page, '6 workers will be created; 3 refused rows wait in the error log.')
  const done = page.getByRole('alert').filter({ hasText: '6 workers are created.' })
  await expect(done.getByRole('link', { name: 'Worker list' })).toBeVisible()
  await tile(page, '6', 'Created').click()
  await expect(table.getByText('Created')).toHaveCount(6)

  await done.getByRole('link', { name: 'Correct 3 refused rows' }).click()
  await expect(page.locator('[data-row]')).toHaveText([`${series}-7`, `${series}-2`, `${series}-9`])
  await page.locator('[data-row]').first().click()
  await expect(field(page, 'Joined on')).toBeFocused()
  await field(page, 'Joined on').fill('2026-02-30')
  await field(page, 'Mobile').focus()
  await expect(drawer(page)).toContainText('This day does not exist in the calendar.')
  await field(page, 'Joined on').fill('2026-04-01')
  await drawer(page).getByRole('button', { name: 'Retry' }).click()
  await expect(drawer(page).getByRole('status')).toContainText(
    `Worker ${series}-7 is now as you corrected it.`,
  )
  await drawer(page).getByRole('link', { name: 'Open the worker' }).click()
  await expect(dialog(page, new RegExp(`${series}-7`))).toBeVisible()
  await page.goBack()

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Download open errors' }).click()
  const downloading = dialog(page, 'Download open errors')
  await expect(downloading.getByRole('combobox')).toHaveValue(/^\d+$/)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    downloading.getByRole('button', { name: 'Download' }).click(),
  ])
  const {
    file,
    heading,
    rows: open,
  } = await correctedFile(await readFile(await saved.path()), `${series}-corrected.xlsx`, (cells) =>
    cells[0] === `${series}-2`
      ? withCell(cells, 0, `${series}-8`)
      : withCell(cells, NAME, 'Lata Devi'),
  )
  expect(heading.slice(8)).toEqual(['Row', 'Why it was refused', 'Reference'])
  expect(open.map((cells) => cells[8])).toEqual(['9', '10'])

  await page.goto(ONBOARD)
  await fileInput(page).setInputFiles(file)
  await expect(tile(page, '2', 'Create')).toBeVisible()
  await apply(page, '2 workers will be created.')
  await expect(page.getByRole('alert').filter({ hasText: '2 workers are created.' })).toBeVisible()
  await page.goto(`${LOGS}?q=${series}&status=open`)
  await expect(page.getByRole('heading', { name: 'No errors match' })).toBeVisible()
  await page.goto(`${LOGS}?q=${series}&status=corrected`)
  await expect(page.locator('[data-row]')).toHaveCount(3)
})

test('the same file again is that upload; what cannot be taken is refused in words @all', async ({
  page,
}) => {
  const { series, rows } = newWorkers(2)
  const before = await appliedFile(`${series}.csv`, rows)
  await signIn(page, 'sub admin', ONBOARD)
  await fileInput(page).setInputFiles(csvFile('another name.csv', rows))
  await expect(page).toHaveURL(new RegExp(`upload=${before.uploadId}`))
  await expect(page.getByText('This very file had been sent already, on')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: '2 workers are created.' })).toBeVisible()

  await page.getByRole('link', { name: 'All files' }).click()
  await expect(page.getByRole('list', { name: 'Recent files' })).toContainText(`${series}.csv`)
  await fileInput(page).setInputFiles(
    csvFile('salary.csv', [['1', '2']], ['Employee code', `Salary ${series}`]),
  )
  const refusal = page.getByRole('alert')
  await expect(refusal).toContainText('are missing.')
  await expect(refusal).toContainText(`The column “Salary ${series}” is not known.`)
  await expect(refusal).toContainText('Nothing of it was taken.')
  await refusal.getByRole('button', { name: 'Send another file' }).click()

  await fileInput(page).setInputFiles({ ...csvFile('cv.pdf', rows), mimeType: 'application/pdf' })
  await expect(page.getByRole('alert')).toContainText('cv.pdf is neither a spreadsheet')
  const large = Buffer.alloc(32 * MEGABYTE + 1, 'a')
  await fileInput(page).setInputFiles({ ...csvFile('large.csv', []), buffer: large })
  await expect(page.getByRole('alert')).toContainText('at most 32 MB can be read')
})

/** The upload is told to be in this state until the answer is let through again. */
async function held(
  page: Page,
  upload: Upload,
  change: Partial<Upload>,
): Promise<() => Promise<void>> {
  const address = `**/api/admin/onboarding/uploads/${upload.uploadId}`
  await page.route(address, (route) => route.fulfill({ json: { ...upload, ...change } }))
  return () => page.unroute(address)
}

test('reading and applying may be left and are found again; a stopped one goes on @all', async ({
  page,
}) => {
  const { series, rows } = newWorkers(4)
  const upload = await sentFile(`${series}.csv`, rows)
  await signIn(page, 'almond team', ONBOARD)
  let letThrough = await held(page, upload, { state: 'reading', rows: 1200 })
  await page.getByRole('link', { name: `${series}.csv` }).click()
  const bar = page.getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuetext', '1,200 rows read and checked.')
  await page.reload()
  await expect(bar).toHaveAttribute('aria-valuetext', '1,200 rows read and checked.')
  await letThrough()
  await expect(tile(page, '4', 'Create')).toBeVisible()

  letThrough = await held(page, upload, { state: 'applying', applied: 1 })
  await page.reload()
  await expect(bar).toHaveAttribute('aria-valuenow', '1')
  await expect(bar).toHaveAttribute('aria-valuemax', '4')
  await letThrough()
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeVisible()

  const words = 'The database was away for a while.'
  letThrough = await held(page, upload, { state: 'stopped', applied: 1, words })
  await page.reload()
  const stopped = page.getByRole('alert').filter({ hasText: 'It stopped after 1 of 4 rows' })
  await expect(stopped).toContainText(words)
  await letThrough()
  await stopped.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '4 workers are created.' })).toBeVisible()
})

test('sending tells how far it is, can be stopped, and keeps nothing then @all', async ({
  page,
}) => {
  const { series, rows } = newWorkers(1)
  const long = Array.from({ length: 40_000 }, (_, index) =>
    withCell(rows[0], 0, `${series}-${index}`),
  )
  await signIn(page, 'admin', ONBOARD)
  const client = await page.context().newCDPSession(page)
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: MEGABYTE / 2,
  })
  await fileInput(page).setInputFiles(csvFile(`${series}.csv`, long))
  const bar = page.getByRole('progressbar', { name: `Sending ${series}.csv` })
  await expect(bar).toHaveAttribute('aria-valuetext', /^[\d.]+ (kB|MB) of \d\.\d MB sent\.$/)
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Stop sending' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Recent files' })).toBeVisible()
  await expect(page.getByText(`${series}.csv`)).toHaveCount(0)
})

test('what changes is told as before and after; a file can be discarded and sent again @all', async ({
  page,
}) => {
  const { series, rows } = newWorkers(3)
  await appliedFile(`${series}.csv`, rows)
  const again = [rows[0] ?? [], withCell(rows[1], MOBILE, '9876501234'), withCell(rows[2], 5, 'B')]
  again[1] = withCell(again[1], MOBILE, `9${series.slice(1).padStart(9, '0')}`)
  const upload = await sentFile(`${series}-2.csv`, again)
  await signIn(page, 'admin', uploadPlace(upload))
  await tile(page, '2', 'Change').click()
  await expect(rowOf(page, 4)).toContainText(/A\s*B/)
  await expect(rowOf(page, 4).getByRole('deletion')).toHaveText('A')
  await expect(rowOf(page, 3).getByRole('deletion')).toHaveText('empty')
  await expect(page).toHaveURL(/verdict=change/)
  await tile(page, '1', 'No change').click()
  await expect(page.getByRole('rowheader')).toHaveText([`${series}-1`])
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog(page, /^Discard /)
    .getByRole('button', { name: 'Discard' })
    .click()
  await expect(page.getByText('This file was discarded')).toBeVisible()
  await page.getByRole('link', { name: 'All files' }).click()
  await fileInput(page).setInputFiles(csvFile(`${series}-2.csv`, again))
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeVisible()
  await expect(page.getByText('This very file had been sent already')).toHaveCount(0)
})

/** An applied file with three refused rows: a date, an e-mail, a mobile. */
async function refusedRows(): Promise<{ series: string; upload: Upload }> {
  const { series, rows } = newWorkers(4)
  const upload = await appliedFile(`${series}.csv`, [
    rows[0] ?? [],
    withCell(rows[1], JOINED, 'soon'),
    withCell(rows[2], EMAIL, 'nowhere'),
    withCell(rows[3], MOBILE, '12'),
  ])
  return { series, upload }
}

test('errors are worked through by keyboard, and nothing typed is lost @all', async ({ page }) => {
  test.slow()
  const { series, upload } = await refusedRows()
  await signIn(page, 'admin', errorsOf(upload))
  await expect(page.locator('[data-row]')).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Joined on')).toBeFocused()
  // A letter that is typed is no step to another row.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('jk 2026')
  await expect(drawer(page)).toContainText('Row 3')
  await page.keyboard.press('Alt+j')
  await expect(dialog(page, /^Row 4 of /)).toBeVisible()
  await expect(field(page, 'E-mail')).toBeFocused()
  await page.keyboard.press('Alt+k')
  await expect(field(page, 'Joined on')).toHaveValue('jk 2026')

  // A failure loses nothing, nor does an answer that something is still wrong.
  await page.keyboard.press('Alt+j')
  await expect(field(page, 'E-mail')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`${series}.1@plant.example`)
  await page.route('**/retry', (route) => route.fulfill({ status: 500, json: {} }))
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByRole('alert')).toContainText('What you typed is kept.')
  await page.unroute('**/retry')
  await field(page, 'E-mail').press('Enter')
  await expect(drawer(page).getByRole('status')).toHaveText(/^Still refused/)
  await expect(field(page, 'E-mail')).toHaveAccessibleDescription(/JHB|Another|already/)
  await expect(field(page, 'E-mail')).toBeFocused()
  await expect(field(page, 'E-mail')).toHaveValue(`${series}.1@plant.example`)
  await field(page, 'E-mail').fill(`${series}.33@plant.example`)
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByRole('status')).toContainText(`${series}-3 is now`)
  await expect(drawer(page).getByRole('button', { name: 'Next error' })).toBeFocused()
  await page.keyboard.press('j')
  await expect(field(page, 'Mobile')).toBeFocused()

  await drawer(page).getByRole('button', { name: 'Dismiss' }).press('Enter')
  const asking = dialog(page, 'Dismiss row 5')
  await asking.getByLabel('Reason').fill('No longer with us')
  await asking.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(asking).toBeHidden()
  await expect(drawer(page)).toContainText('Dismissed')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: `${series}-4` })).toContainText('Dismissed')
  // A link to one row opens it, also where the list beside shows others.
  await page.goto(`${LOGS}?status=open&kind=distributors&open=${upload.uploadId}-4`)
  await expect(drawer(page)).toContainText('Corrected')
})

test('who may not onboard looks on: no file, no form, no error file @all', async ({ page }) => {
  const { series, upload } = await refusedRows()
  const waiting = await sentFile(`${series}-more.csv`, newWorkers(1).rows)
  await signIn(page, 'hod', ONBOARD)
  await expect(page.getByRole('table', { name: 'Columns of the file' })).toContainText('JHB-0112')
  await expect(fileInput(page)).toHaveCount(0)
  await page.goto(uploadPlace(waiting))
  await expect(tile(page, '1', 'Create')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
  await page.goto(errorsOf(upload))
  await expect(page.locator('[data-row]')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Download open errors' })).toHaveCount(0)
  await page.locator('[data-row]').first().click()
  await expect(drawer(page)).toContainText('This is text, not a date')
  await expect(drawer(page).getByRole('textbox')).toHaveCount(0)
  await expect(drawer(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)
})

test('the template and the list of uploads @all', async ({ page }) => {
  const { series, upload } = await refusedRows()
  await signIn(page, 'admin', ONBOARD)
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the template' }).click(),
  ])
  expect(template.suggestedFilename()).toBe('workers-template.xlsx')
  expect((await readFile(await template.path())).subarray(0, 2).toString()).toBe('PK')
  await page.goto(`${LOGS}?show=uploads&kind=workers`)
  const line = page.getByRole('row').filter({ hasText: `${series}.csv` })
  await expect(line).toContainText('Applied')
  await line.getByRole('link', { name: '3', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`upload=${upload.uploadId}`))
  await expect(page.locator('[data-row]')).toHaveCount(3)
})

test('on a phone nothing but the table moves sideways @all', async ({ page }) => {
  const { upload } = await refusedRows()
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'admin', ONBOARD)
  await expect(page.getByRole('list', { name: 'Recent files' })).toBeVisible()
  await expectNoSideways(page)
  await page.goto(uploadPlace(upload))
  const table = page.getByRole('region', { name: /^Rows of / })
  await expect(table).toBeVisible()
  await expectNoSideways(page)
  await expect.poll(() => table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
  await page.goto(`${errorsOf(upload)}&open=${upload.uploadId}-3`)
  await expect(field(page, 'Joined on')).toBeVisible()
  await expectNoSideways(page)
})

const states: readonly (readonly [
  string,
  RoleName,
  (upload: Upload) => string,
  (page: Page) => Locator,
])[] = [
  ['the start', 'admin', () => ONBOARD, (page) => page.getByRole('list', { name: 'Recent files' })],
  ['an upload', 'admin', uploadPlace, (page) => page.getByRole('region', { name: /^Rows of / })],
  ['the error log', 'admin', errorsOf, (page) => page.locator('[data-row]').first()],
  [
    'an error',
    'admin',
    (upload) => `${errorsOf(upload)}&open=${upload.uploadId}-3`,
    (page) => field(page, 'Joined on'),
  ],
  [
    'an error to look at',
    'hod',
    (upload) => `${errorsOf(upload)}&open=${upload.uploadId}-3`,
    (page) => page.getByRole('region', { name: 'The row as it was given' }),
  ],
  [
    'the uploads',
    'admin',
    () => `${LOGS}?show=uploads`,
    (page) => page.getByRole('link', { name: /\.csv$/ }).first(),
  ],
]
for (const [state, role, place, shown] of states) {
  test(`everybody can use ${state} @all`, async ({ page }) => {
    const { upload } = await refusedRows()
    await expectUsableByAll(page, async () => {
      await signIn(page, role, place(upload))
      await expect(shown(page)).toBeVisible()
    })
  })
}
