import { expect, test, type Locator, type Page } from '@playwright/test'
import { addDays, dayOf } from '../contract/time.ts'
import { expectUsableByAll } from './axe.ts'
import { signIn, type RoleName } from './sign-in.ts'

const API = '**/api/admin/dashboard?*'
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
  await expect(tiles(page)).toBeVisible()
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
  ['Members', '/dashboard/users'],
  ['KYC waiting', '/dashboard/approvals/kyc_verification'],
  ['Payments failing', '/dashboard/payment-reinitiate'],
  ['Held for review', '/dashboard/QrScanHistories'],
  ['Batches waiting', '/dashboard/QrTokenHistories'],
] as const) {
  test(`the tile ${label} opens exactly the rows it counted @all`, async ({ page }) => {
    // Other tests decide held scans and waiting batches meanwhile: then it is looked at once more.
    await expect(async () => {
      await openDashboard(page, 'admin', OVER)
      const value = await valueOf(page, label)
      expect(value).toBeGreaterThan(0)
      await tile(page, label).getByRole('link').click()
      await expect(page).toHaveURL((url) => url.pathname === path)
      await expect.poll(() => countOfList(page)).toBe(value)
    }).toPass({ timeout: 30_000 })
  })
}

for (const label of ['Points issued', 'Points redeemed']) {
  test(`the tile ${label} opens the transfers whose points it summed @all`, async ({ page }) => {
    await openDashboard(page, 'admin', OVER)
    const value = await valueOf(page, label)
    expect(value).toBeGreaterThan(0)
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    await tile(page, label).getByRole('link').click()
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
}

test('Liability opens the balances that it sums', async ({ page }) => {
  await openDashboard(page, 'finance')
  await tile(page, 'Liability').getByRole('link').click()
  await expect(page.getByLabel('Report type')).toHaveValue('member-balances')
  await expect(panel(page, 'Preview').getByRole('status')).toHaveText(/^[\d,]+ rows/)
})

const WORK = 'My work today'
for (const [role, labels, panels, never] of [
  ['admin', 10, ['Scans over time', 'Top distributors', 'Scans as they happen', WORK], ['Queues']],
  ['almond team', 10, ['By state', 'Schemes', WORK], ['Queues']],
  ['sub admin', 8, ['Top plants', 'Liability by day', WORK], ['Queues']],
  [
    'finance',
    4,
    ['Liability by day', 'Payouts begun in the period', 'Settlements', WORK],
    ['By state'],
  ],
  ['hod', 4, ['Approvals and exceptions', 'Scans over time', WORK], ['Scans as they happen']],
  ['cs', 0, ['Queues', 'Scans as they happen', WORK], ['Scans over time', 'Liability by day']],
] as const) {
  test(`${role} sees what is its own, and each of its figures leads on`, async ({ page }) => {
    await signIn(page, role, '/dashboard')
    for (const name of panels) await expect(panel(page, name)).toBeVisible()
    for (const name of never) await expect(panel(page, name)).toHaveCount(0)
    await expect(tiles(page).getByRole('listitem')).toHaveCount(labels)
    await expect(tiles(page).getByRole('link')).toHaveCount(labels)
  })
}

test('a courier begins with the parcels and has no figure of the programme', async ({ page }) => {
  await signIn(page, 'courier', '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Dashboard')
  await page.getByRole('link', { name: 'Figures' }).click()
  await expect(panel(page, 'Queues').getByRole('row')).toHaveCount(2)
  await expect(tiles(page)).toHaveCount(0)
})

test('a queue opens its rows, and those past the deadline @all', async ({ page }) => {
  // Other tests decide KYC meanwhile: then it is looked at once more.
  await expect(async () => {
    await signIn(page, 'cs', '/dashboard')
    const row = panel(page, 'Queues').getByRole('row').filter({ hasText: 'KYC' })
    await expect(row.getByRole('cell').first()).toBeVisible()
    const counts = await row.getByRole('cell').allTextContents()
    await row.getByRole('link', { name: 'KYC' }).click()
    await expect(page).toHaveURL(/kyc_verification$/)
    await expect.poll(() => countOfList(page)).toBe(number(counts[0] ?? null))
    await page.goBack()
    await row.getByRole('link').last().click()
    await expect(page).toHaveURL(/late=yes/)
    await expect(page.getByRole('button', { name: /Waiting Past the deadline/ })).toBeVisible()
    await expect.poll(() => countOfList(page)).toBe(number(counts[2] ?? null))
  }).toPass({ timeout: 40_000 })
})

test('my work opens what I may decide', async ({ page }) => {
  await signIn(page, 'hod', '/dashboard')
  const mine = page.getByRole('list', { name: 'Waits for me' })
  await expect(mine.getByRole('link').first()).toBeVisible()
  await mine.getByRole('link', { name: 'Approve batches' }).click()
  await expect(page).toHaveURL(/status=requested&approver=\d+/)
  await expect(page.getByRole('button', { name: /^To be decided by person/ })).toBeVisible()
})

test('a year before, or nothing, is compared with as well @all', async ({ page }) => {
  await openDashboard(page, 'admin', OVER)
  const compare = page.getByLabel('Compare with')
  await compare.selectOption('The same days a year before')
  await expect(page).toHaveURL(/compare=year/)
  await expect(page.getByText('compared with the same days a year before')).toBeVisible()
  // The demo is 120 days old: there was none a year before.
  await expect(tile(page, 'Scans')).toContainText('None before')
  await page.reload()
  await expect(compare).toHaveValue('year')
  await compare.selectOption('Nothing')
  await expect(tile(page, 'Scans')).not.toContainText('before')
  await expect(page.getByText('compared with')).toHaveCount(0)
})

test('this month and last month are periods @all', async ({ page }) => {
  await openDashboard(page, 'admin')
  const period = page.getByRole('group', { name: 'Period' })
  await period.getByRole('button', { name: 'Last month' }).click()
  await expect(page).toHaveURL(/period=last-month/)
  const first = `${dayOf(new Date()).slice(0, 8)}01`
  const end = addDays(first, -1)
  const days = new RegExp(`from=${end.slice(0, 8)}01&to=${end}`)
  const scans = tile(page, 'Scans').getByRole('link')
  // Until the figures of the period are here, the tile opens what it still shows.
  await expect(scans).toHaveAttribute('href', days)
  await scans.click()
  await expect(page).toHaveURL(days)
})

test('on paper: no frame, all of it black on white, nothing cut @all', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openDashboard(page, 'admin', OVER)
  await expect(page.getByRole('img', { name: /^Points over time/ })).toBeVisible()
  await expect(page.getByText(/^Printed by/)).toBeHidden()
  // As the browser does before it prints.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 703, height: 1000 })
  await expect(page.getByText(/^Printed by .+, Admin$/)).toBeVisible()
  for (const hidden of ['banner', 'navigation'] as const) {
    await expect(page.getByRole(hidden).filter({ visible: true })).toHaveCount(0)
  }
  // The headings of a table are words on paper, also those that sort it.
  await expect(page.locator('button:visible:not(th button)')).toHaveCount(0)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(703)
  const text = await page
    .getByRole('heading', { level: 1 })
    .evaluate((it) => getComputedStyle(it).color)
  expect(Math.max(...(text.match(/\d+/g) ?? []).slice(0, 3).map(Number))).toBeLessThan(60)
  for (const drawn of await page.getByRole('region').locator('svg.recharts-surface').all()) {
    const [chart, frame] = [
      await drawn.boundingBox(),
      await drawn.locator('xpath=ancestor::section').boundingBox(),
    ]
    expect((chart?.x ?? 0) + (chart?.width ?? 0)).toBeLessThanOrEqual(
      (frame?.x ?? 0) + (frame?.width ?? 0) + 1,
    )
  }
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

for (const role of ['admin', 'finance', 'hod'] as const) {
  test(`on a phone the dashboard of ${role} is no wider than the window, and no number is cut @all`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openDashboard(page, role)
    await expect(panel(page, 'My work today')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    // Half a number is read as another one.
    for (const cell of await page.locator('td[data-number]').all()) {
      const box = await cell.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    }
  })
}

test('the period stands in the address and survives reload and back @all', async ({ page }) => {
  await openDashboard(page, 'admin')
  const period = page.getByRole('group', { name: 'Period' })
  const selected = period.getByRole('button', { pressed: true })
  await expect(selected).toHaveText('30 days')
  await period.getByRole('button', { name: '7 days' }).click()
  await expect(page).toHaveURL(/\?period=7$/)
  await expect(page.getByText('compared with the 7 days before')).toBeVisible()
  const week = await valueOf(page, 'Credited')
  await page.reload()
  await expect(selected).toHaveText('7 days')
  await period.getByRole('button', { name: '90 days' }).click()
  await expect.poll(() => valueOf(page, 'Credited')).toBeGreaterThan(week)
  await page.goBack()
  await expect(selected).toHaveText('7 days')
})

test('days of one’s own are checked before they are asked for @all', async ({ page }) => {
  await openDashboard(page, 'admin', '?period=7')
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
  await openDashboard(page, 'admin', OVER)
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
  await expect.poll(() => countOfList(page)).toBe(count)
})

test('the source of the map is named @all', async ({ page }) => {
  await openDashboard(page, 'hod')
  await expect(page.getByRole('img', { name: /^Map of India/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'CC BY 4.0' })).toHaveAttribute(
    'href',
    'https://creativecommons.org/licenses/by/4.0/',
  )
})

test('the figures move when something is told, and nothing moves about them @all', async ({
  page,
}) => {
  test.setTimeout(90_000)
  let more = 0
  await page.route(API, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const scans = body.tiles.find(({ name }: { name: string }) => name === 'attempts')
    scans.value += more
    await route.fulfill({ response: answer, json: body })
  })
  await openDashboard(page, 'admin', OVER)
  await expect(page.getByRole('img', { name: /^Scans over time/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Map of India/ })).toBeVisible()
  const before = await valueOf(page, 'Scans')
  more = 7
  // At the latest after half a minute, told or not.
  await expect.poll(() => valueOf(page, 'Scans'), { timeout: 40_000 }).toBe(before + 7)
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

test('a failure says what happened and can be tried again @all', async ({ page }) => {
  await page.route(API, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'internal', message: 'Something broke.', requestId: 'abc-123' },
    }),
  )
  await signIn(page, 'admin', '/dashboard')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Something broke.')
  await expect(alert).toContainText('Request abc-123')
  // The page asks again by itself too: it is pressed as soon as that would succeed.
  const again = alert.getByRole('button', { name: 'Try again' })
  await again.hover()
  await page.unroute(API)
  await again.click()
  await expect(tiles(page)).toBeVisible()
})

test('figures that cannot be refreshed stay and say since when @all', async ({ page }) => {
  await openDashboard(page, 'admin')
  await page.route(API, (route) => route.fulfill({ status: 500 }))
  await expect(page.getByRole('status').filter({ hasText: 'Not refreshed since' })).toBeVisible({
    timeout: 40_000,
  })
  await expect(tiles(page)).toBeVisible()
  await page.unroute(API)
  await expect(page.getByText('Not refreshed since')).toBeHidden({ timeout: 15_000 })
})

test('usable by all: loaded, as tables, empty, failed @all', async ({ page }) => {
  test.setTimeout(120_000)
  await expectUsableByAll(page, async () => {
    await openDashboard(page, 'admin', OVER)
    await expect(page.getByRole('img', { name: /^Scans over time/ })).toBeVisible()
    await expect(page.getByRole('img', { name: /^Map of India/ })).toBeVisible()
  })
  await expectUsableByAll(page, async () => {
    await openDashboard(page, 'hod', OVER)
    for (const title of ['Scans', 'Points']) {
      await page.getByRole('button', { name: `${title} over time: show as table` }).click()
    }
  })
  await expectUsableByAll(page, async () => {
    await openDashboard(page, 'admin', '?period=custom&from=2020-01-01&to=2020-01-02')
    await expect(page.getByText('No scans: 1 Jan 2020 to 2 Jan 2020')).toBeVisible()
  })
  await expectUsableByAll(page, async () => {
    await signIn(page, 'cs', '/dashboard')
    await expect(panel(page, 'Queues')).toBeVisible()
  })
  await expectUsableByAll(page, async () => {
    await openDashboard(page, 'finance', OVER)
    await expect(panel(page, 'Settlements')).toBeVisible()
  })
  await page.route(API, (route) => route.fulfill({ status: 500 }))
  await expectUsableByAll(page, async () => {
    await signIn(page, 'cs', '/dashboard')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})
