import { readFile } from 'node:fs/promises'
import { expect, test, type Download, type Locator, type Page } from '@playwright/test'
import { readXlsx } from 'hucre'
import type { ListColumn } from '../contract/lists/define.ts'
import { rolesOf } from '../contract/endpoint.ts'
import { LISTS, LIST_FIXED } from '../contract/list-endpoints.ts'
import { LIST_DEFINITIONS } from '../contract/list-definitions.ts'
import { LIST_TITLES, type ListName } from '../contract/lists.ts'
import { expectUsableByAll } from './axe.ts'
import { newSession, signIn } from './sign-in.ts'

const SCANS = '/dashboard/QrScanHistories'
const API = '**/api/admin/lists/export'

type Cell = string | number | boolean | Date | null
type Book = { header: Cell[]; rows: Cell[][]; about: Map<Cell, Cell> }

async function bookOf(bytes: Uint8Array): Promise<Book> {
  const { sheets } = await readXlsx(bytes)
  const [[header = [], ...rows] = [], notes = []] = sheets.map((sheet) => sheet.rows as Cell[][])
  return {
    header,
    rows: rows.map((row) => header.map((_, at) => row[at] ?? null)),
    about: new Map(notes.map(([label = null, value = null]) => [label, value])),
  }
}

const fileOf = async (file: Download): Promise<Book> =>
  bookOf(new Uint8Array(await readFile(await file.path())))

const rows = (page: Page): Locator => page.locator('[data-row]')
const exportButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Export [\d,]+\+? row/ })

async function exported(page: Page, button: Locator): Promise<Book> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return fileOf(file)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number): string => String(value).padStart(2, '0')

/** A cell of the file in the words of the page: "20 Nov 2026, 14:05". */
function shown(cell: Cell): string {
  if (!(cell instanceof Date)) return cell === null ? '' : String(cell)
  // A serial number holds a moment to some microseconds; the minute is the one that has begun.
  const at = new Date(cell.getTime() + 2)
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
  return `${day}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
}

/** The table of the page as text, without its column of boxes. */
const tableOf = (page: Page): Promise<string[][]> =>
  page
    .locator('table tr')
    .evaluateAll((lines) =>
      lines.map((line) =>
        [...line.querySelectorAll<HTMLElement>('th, td')]
          .slice(1)
          .map((cell) => cell.innerText.trim()),
      ),
    )

test('a file holds what the page shows: its filters, its order, and the columns that are seen', async ({
  page,
}) => {
  await signIn(page, 'cs', `${SCANS}?result=expired&result=limit_reached&sort=oldest&limit=200`)
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'View' })
  await menu.getByRole('checkbox', { name: 'Device' }).uncheck()
  await menu.getByRole('checkbox', { name: 'Member code' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Device' })).toHaveCount(0)
  const [header = [], ...lines] = await tableOf(page)
  const book = await exported(page, exportButton(page))
  await expect(page.getByText('scans.xlsx is downloaded.')).toBeVisible()
  expect(book.header).toEqual(header)
  expect(header).toContain('Member code')
  const count = Number(book.about.get('Rows'))
  expect(book.rows).toHaveLength(count)
  expect(count).toBeGreaterThanOrEqual(lines.length)
  expect(book.rows.slice(0, lines.length).map((row) => row.map(shown))).toEqual(lines)
  expect(book.about.get('Rows of')).toBe('result: expired or limit reached')
  expect(String(book.about.get('Made by'))).toContain('cs@hil.example')
  // The look is kept of the person: the next test finds the list as it was.
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await menu.getByRole('button', { name: 'Reset', exact: true }).click()
})

test('selected rows are exported alone, selected with Space and with shift @all', async ({
  page,
}) => {
  await signIn(page, 'cs', `${SCANS}?limit=25`)
  await rows(page).nth(1).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Space')
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar.getByRole('status')).toHaveText('3 scans selected')
  const [, , ...lines] = await tableOf(page)
  const book = await exported(page, bar.getByRole('button', { name: 'Export 3 selected' }))
  expect(book.rows.map(([when]) => shown(when ?? null))).toEqual(
    lines.slice(0, 3).map(([when]) => when),
  )
  expect(String(book.about.get('Rows of'))).toMatch(/^3 selected rows of/)
  await page.getByRole('button', { name: 'Result', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Expired' }).click()
  await expect(bar).toHaveCount(0)
})

test('a list whose rows do not open lets its boxes be reached with the Tab key @all', async ({
  page,
}) => {
  await signIn(page, 'sub admin', '/dashboard/onboarding-logs?show=uploads')
  const box = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()
  await expect(box).toBeVisible()
  await expect(box).toHaveAttribute('tabindex', '0')
})

test('what fails is said in the dialog of downloads, with its reason, and the list stays @all', async ({
  page,
}) => {
  await signIn(page, 'admin', SCANS)
  await expect(rows(page).first()).toBeVisible()
  const message = 'More than 1,00,000 rows fit these filters.'
  await page.route(API, (route) =>
    route.fulfill({ status: 409, json: { code: 'conflict', message, requestId: 'r-17' } }),
  )
  await exportButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Something Went Wrong' })
  await expect(dialog.getByRole('img', { name: 'Error' })).toBeVisible()
  await expect(dialog).toContainText(message)
  await expect(dialog).toContainText('r-17')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rows(page).first()).toBeVisible()
  await page.unroute(API)
  await page.route(API, (route) => route.abort())
  await exportButton(page).click()
  await expect(dialog).toBeVisible()
})

test('an empty list has nothing to export, and one that runs can be cancelled @all', async ({
  page,
}) => {
  await signIn(page, 'cs', `${SCANS}?q=9000000001`)
  await expect(page.getByRole('heading', { name: 'No scans match' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Export/ })).toBeDisabled()
  await page.goto(`${SCANS}?result=expired`)
  await page.route(API, () => undefined)
  await exportButton(page).click()
  await page.getByRole('button', { name: 'Cancel the export: Begins' }).click()
  await expect(exportButton(page)).toBeEnabled()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('on a phone the sign alone stands in the bar @all', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'cs', SCANS)
  await expect(rows(page).first()).toBeVisible()
  await expect(exportButton(page)).toBeVisible()
  await expect(exportButton(page).getByText('Export')).toBeHidden()
  await expectUsableByAll(page, async () => {
    await page.goto(SCANS)
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .check()
    await expect(page.getByRole('button', { name: 'Export 1 selected' })).toBeVisible()
  })
})

/** A filter that keeps the long lists of the demo short. */
const SHORTER: Partial<Record<ListName, Record<string, string>>> = {
  scans: { result: 'expired' },
  transfers: { kind: 'redemption_hold' },
}

type Page200 = { items: never[]; count: number }

/** Cells of a file that are not what the rows of the first page say, or not of their column's type. */
function wrongCells(list: ListName, { items }: Page200, { rows: lines }: Book): string[] {
  const columns: readonly ListColumn<never>[] = LIST_DEFINITIONS[list].columns
  return items.flatMap((item, at) =>
    columns.flatMap(({ key, type, value }, index) => {
      const cell = lines[at]?.[index] ?? null
      const given = value(item)
      const wanted =
        given === '' ? null : type === 'money' && given !== null ? Number(given) / 100 : given
      const isDate = type === 'date' || type === 'datetime'
      const right = isDate && wanted !== null ? cell instanceof Date : cell === wanted
      return right ? [] : [`${list} ${key}: ${String(cell)} for ${String(wanted)}`]
    }),
  )
}

test('of the demo, every list’s file has the rows of its pages, each cell of its column’s type', async ({
  request,
}) => {
  test.slow()
  const tokens = new Map<string, string>()
  for (const list of Object.keys(LIST_TITLES) as ListName[]) {
    const { path, access } = LISTS[list]
    const [role = 'admin'] = rolesOf(access)
    const token = tokens.get(role) ?? (await newSession(request, role)).token
    tokens.set(role, token)
    const headers = { authorization: `Bearer ${token}` }
    const query = { ...SHORTER[list], ...(path.includes(':notificationId') && { of: 1 }) }
    const params = { ...SHORTER[list], ...LIST_FIXED[list], limit: 200, count: 'yes' }
    // Again where a row came in between.
    await expect(async () => {
      const first = await request.get(path.replace(':notificationId', '1'), { headers, params })
      const pages = (await first.json()) as Page200
      const answer = await request.post('/api/admin/lists/export', {
        headers,
        data: { list, query },
      })
      expect(answer.status(), list).toBe(200)
      const book = await bookOf(await answer.body())
      expect([list, book.about.get('Rows')]).toEqual([list, pages.count])
      expect(wrongCells(list, pages, book)).toEqual([])
    }).toPass({ timeout: 20_000 })
  }
})
