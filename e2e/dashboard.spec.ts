import { expect, test, type Locator, type Page } from '@playwright/test'
import { addDays, dayOf } from '../contract/time.ts'
import { expectUsableByAll } from './axe.ts'
import { signIn, type RoleName } from './sign-in.ts'

const API = '**/api/admin/dashboard?*'
const TILES = [
  'Scans',
  'Credited',
  'Refused',
  'Points issued',
  'Held for review',
  'Members',
  'Liability',
  'Batches waiting',
]
const YESTERDAY = addDays(dayOf(new Date()), -1)
/** Days that are over, so that no other test moves their figures. */
const OVER = `?period=custom&from=${addDays(YESTERDAY, -6)}&to=${YESTERDAY}`

const tiles = (page: Page): Locator => page.getByRole('list', { name: 'Figures of the period' })
const tile = (page: Page, label: string): Locator =>
  tiles(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) })
const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const number = (text: string | null): number => Number((text ?? '').replace(/[^\d]/g, ''))

async function openDashboard(page: Page, role: RoleName, query = ''): Promise<void> {
  await signIn(page, role, `/dashboard${query}`)
  await expect(tiles(page).getByText('Scans', { exact: true })).toBeVisible()
}

async function valueOf(page: Page, label: string): Promise<number> {
  const text = await tile(page, label).innerText()
  return number(text.split('\n')[1] ?? null)
}

/** The number of rows that a list says it has. */
async function countOfList(page: Page): Promise<number> {
  const count = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
  await expect(count).toHaveText(/^[\d,]+ \w+$/)
  return number(await count.textContent())
}

for (const [label, path] of [
  ['Scans', '/dashboard/QrScanHistories'],
  ['Credited', '/dashboard/QrScanHistories'],
  ['Refused', '/dashboard/QrScanHistories'],
  ['Held for review', '/dashboard/QrScanHistories'],
  ['Batches waiting', '/dashboard/QrTokenHistories'],
] as const) {
  test(`the tile ${label} opens exactly the rows it counted`, async ({ page }) => {
    // Other tests decide held scans and waiting batches meanwhile: then it is looked at once more.
    await expect(async () => {
      await openDashboard(page, 'admin', OVER)
      const value = await valueOf(page, label)
      expect(value).toBeGreaterThan(0)
      await tile(page, label).getByRole('link').click()
      await expect(page).toHaveURL((url) => url.pathname === path)
      expect(await countOfList(page)).toBe(value)
    }).toPass({ timeout: 30_000 })
  })
}

test('the tile Points issued opens the transfers whose points it summed', async ({ page }) => {
  await openDashboard(page, 'admin', `?period=custom&from=${YESTERDAY}&to=${YESTERDAY}`)
  const value = await valueOf(page, 'Points issued')
  expect(value).toBeGreaterThan(0)
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  await tile(page, 'Points issued').getByRole('link').click()
  await expect(page).toHaveURL(/QrPointHistories/)
  const shown = await countOfList(page)
  const query = new URL(page.url()).searchParams
  query.set('limit', '200')
  let [sum, rows] = [0, 0]
  for (let after: string | null = ''; after !== null;) {
    if (after) query.set('after', after)
    const answer = await page.request.get(`/api/admin/transfers?${query}`, {
      headers: { authorization: token },
    })
    const body: { items: { points: number }[]; next: string | null } = await answer.json()
    sum += body.items.reduce((total, { points }) => total + points, 0)
    rows += body.items.length
    after = body.next
  }
  expect([rows, sum]).toEqual([shown, value])
})

test('Members and Liability open the balances they were counted from', async ({ page }) => {
  // Other tests make members at the same time: then it is counted again.
  await expect(async () => {
    await openDashboard(page, 'finance')
    const members = await valueOf(page, 'Members')
    await tile(page, 'Members').getByRole('link').click()
    await expect(page.getByLabel('Report type')).toHaveValue('member-balances')
    const preview = panel(page, 'Preview').getByRole('status')
    await expect(preview).toHaveText(/^[\d,]+ rows/)
    expect(number(((await preview.textContent()) ?? '').split(' ')[0] ?? null)).toBe(members)
  }).toPass({ timeout: 40_000 })
})

for (const [role, linked] of [
  ['courier', []],
  ['finance', ['Members', 'Liability']],
  ['hod', TILES.filter((label) => label !== 'Members' && label !== 'Liability')],
  ['sub admin', TILES],
] as const) {
  test(`${role} gets links only to where it may go`, async ({ page }) => {
    await openDashboard(page, role, '?show=figures')
    await expect(tiles(page).getByRole('listitem')).toHaveCount(TILES.length)
    for (const label of TILES) {
      await expect(tile(page, label).getByRole('link')).toHaveCount(
        (linked as readonly string[]).includes(label) ? 1 : 0,
      )
    }
    const states = page.getByRole('region', { name: 'Credited scans by state' })
    await expect(states.getByRole('row').nth(1)).toBeVisible()
    const seesScans = role !== 'courier' && role !== 'finance'
    expect((await states.getByRole('link').count()) > 0).toBe(seesScans)
  })
}

test('the period stands in the address and survives reload and back', async ({ page }) => {
  await openDashboard(page, 'cs')
  const period = page.getByRole('group', { name: 'Period' })
  const chosen = period.getByRole('button', { pressed: true })
  await expect(chosen).toHaveText('30 days')
  await period.getByRole('button', { name: '7 days' }).click()
  await expect(page).toHaveURL(/\?period=7$/)
  await expect(page.getByText('compared with the 7 days before')).toBeVisible()
  const week = await valueOf(page, 'Credited')
  await page.reload()
  await expect(chosen).toHaveText('7 days')
  await period.getByRole('button', { name: '90 days' }).click()
  await expect.poll(() => valueOf(page, 'Credited')).toBeGreaterThan(week)
  await page.goBack()
  await expect(chosen).toHaveText('7 days')
})

test('days of one’s own are checked before they are asked for', async ({ page }) => {
  await openDashboard(page, 'cs', '?period=7')
  await page.getByRole('button', { name: 'Custom' }).click()
  await page.getByLabel('From').fill('2026-11-10')
  await page.getByLabel('To, included').fill('2026-11-09')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('The last day must not be before the first.')
  await page.getByLabel('From').fill('2024-01-01')
  await expect(page.getByRole('alert')).toHaveText('Choose at most 400 days at once.')
  await page.getByLabel('From').fill(YESTERDAY)
  await page.getByLabel('To, included').fill(YESTERDAY)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`from=${YESTERDAY}&to=${YESTERDAY}`))
  await expect(page.getByText('compared with the day before')).toBeVisible()
})

test('each chart can be read as a table, and each state leads to its scans', async ({ page }) => {
  await openDashboard(page, 'cs', OVER)
  await page.getByRole('button', { name: 'Scans over time: show as table' }).click()
  const table = page.getByRole('region', { name: 'Scans over time, as a table' })
  await expect(table.getByRole('row')).toHaveCount(8)
  const cells = await table.getByRole('cell').allTextContents()
  const credited = cells
    .filter((_, at) => at % 2 === 0)
    .reduce((sum, cell) => sum + number(cell), 0)
  expect(credited).toBe(await valueOf(page, 'Credited'))
  const states = page.getByRole('region', { name: 'Credited scans by state' })
  await states.getByRole('button', { name: 'State' }).click()
  await expect(states.getByRole('columnheader', { name: 'State' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(states.getByRole('rowheader').first()).toHaveText('Andhra Pradesh')
  const count = number(await states.getByRole('row').nth(1).getByRole('cell').first().textContent())
  await states.getByRole('link', { name: 'Andhra Pradesh' }).click()
  await expect(page.getByRole('button', { name: 'State Andhra Pradesh' })).toBeVisible()
  expect(await countOfList(page)).toBe(count)
})

test('the source of the map is named', async ({ page }) => {
  await openDashboard(page, 'hod')
  await expect(page.getByRole('img', { name: /^Map of India/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'CC BY 4.0' })).toHaveAttribute(
    'href',
    'https://creativecommons.org/licenses/by/4.0/',
  )
})

test('the figures move by themselves, and nothing moves about them', async ({ page }) => {
  let more = 0
  await page.route(API, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.tiles.attempts.value += more
    await route.fulfill({ response: answer, json: body })
  })
  await openDashboard(page, 'cs', OVER)
  await expect(page.getByRole('img', { name: /^Scans over time/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Map of India/ })).toBeVisible()
  const before = await valueOf(page, 'Scans')
  more = 7
  await expect.poll(() => valueOf(page, 'Scans'), { timeout: 5000 }).toBe(before + 7)
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries() as (PerformanceEntry & { value: number })[]
          resolve(entries.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 500)
      }),
  )
  expect(shift).toBeLessThan(0.02)
})

test('a failure says what happened and can be tried again', async ({ page }) => {
  await page.route(API, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'internal', message: 'Something broke.', requestId: 'abc-123' },
    }),
  )
  await signIn(page, 'cs', '/dashboard')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Something broke.')
  await expect(alert).toContainText('Request abc-123')
  await page.unroute(API)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(tiles(page)).toBeVisible()
})

test('figures that cannot be refreshed stay and say since when', async ({ page }) => {
  await openDashboard(page, 'cs')
  await page.route(API, (route) => route.fulfill({ status: 500 }))
  await expect(page.getByRole('status').filter({ hasText: 'Not refreshed since' })).toBeVisible()
  await expect(tiles(page)).toBeVisible()
  await page.unroute(API)
  await expect(page.getByText('Not refreshed since')).toBeHidden({ timeout: 15_000 })
})

test('usable by all: loaded, as tables, empty, failed', async ({ page }) => {
  test.setTimeout(120_000)
  await expectUsableByAll(page, async () => {
    await openDashboard(page, 'admin', OVER)
    await expect(page.getByRole('img', { name: /^Scans over time/ })).toBeVisible()
    await expect(page.getByRole('img', { name: /^Map of India/ })).toBeVisible()
  })
  await expectUsableByAll(page, async () => {
    await openDashboard(page, 'courier', `${OVER}&show=figures`)
    for (const title of ['Scans', 'Points']) {
      await page.getByRole('button', { name: `${title} over time: show as table` }).click()
    }
  })
  await expectUsableByAll(page, async () => {
    await openDashboard(page, 'cs', '?period=custom&from=2020-01-01&to=2020-01-02')
    await expect(page.getByText('No scans: 1 Jan 2020 to 2 Jan 2020')).toBeVisible()
  })
  await page.route(API, (route) => route.fulfill({ status: 500 }))
  await expectUsableByAll(page, async () => {
    await signIn(page, 'cs', '/dashboard')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})
