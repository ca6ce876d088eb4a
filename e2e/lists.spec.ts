import { expect, test, type Locator, type Page } from '@playwright/test'
import { signIn } from './sign-in.ts'

const SCANS = '/dashboard/QrScanHistories'
const POINTS = '/dashboard/QrPointHistories'
const API = '**/api/admin/scans?*'
const API_ALL = /\/api\/admin\/scans(\?|$)/

const rows = (page: Page): Locator => page.locator('[data-row]')
const count = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
const search = (page: Page): Locator => page.getByRole('textbox', { name: /^Mobile, member code/ })

async function openScans(page: Page, query = ''): Promise<void> {
  await signIn(page, 'cs', SCANS + query)
  await expect(rows(page).first()).toBeVisible()
}

async function choose(page: Page, filter: string, ...choices: string[]): Promise<void> {
  await page.getByRole('button', { name: filter, exact: true }).click()
  for (const choice of choices) await page.getByRole('checkbox', { name: choice }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: filter })).toBeHidden()
}

test('filters stand in the address and survive reload and back', async ({ page }) => {
  await openScans(page)
  await expect(count(page)).toHaveText('10,000+ scans')
  await choose(page, 'Result', 'Blocked', 'Expired')
  await expect(page).toHaveURL(/result=blocked&result=expired/)
  const chip = page.getByRole('button', { name: 'Result Blocked, Expired' })
  await expect(chip).toBeVisible()
  await expect(page.getByText('Credited', { exact: true })).toHaveCount(0)
  await expect(count(page)).toHaveText(/^[\d,]+ scans$/)
  const found = await count(page).textContent()

  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('button', { name: 'Plant', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Chakan' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/plant=\d/)
  await expect(count(page)).not.toHaveText(found ?? '')
  await expect(count(page)).toHaveText(/^[\d,]+ scans$/)
  const narrower = await count(page).textContent()

  await page.reload()
  await expect(chip).toBeVisible()
  await expect(page.getByRole('button', { name: 'Plant Chakan' })).toBeVisible()
  await expect(count(page)).toHaveText(narrower ?? '')

  await page.goBack()
  await expect(page.getByRole('button', { name: 'Plant Chakan' })).toHaveCount(0)
  await expect(count(page)).toHaveText(found ?? '')
  await page.goBack()
  await expect(count(page)).toHaveText('10,000+ scans')
  await page.goForward()
  await expect(chip).toBeVisible()
  await page.getByRole('button', { name: 'Clear Result' }).click()
  await expect(count(page)).toHaveText('10,000+ scans')
})

test('days are selected by range or by hand and shown on the chip @all', async ({ page }) => {
  await openScans(page)
  await page.getByRole('button', { name: 'Dates', exact: true }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}&to=\d{4}-\d{2}-\d{2}/)
  await page.getByLabel('From').fill('2026-02-01')
  await page.getByLabel('To, included').fill('2026-02-03')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Dates 1 Feb – 3 Feb 2026' })).toBeVisible()
})

test('filters that are set faster than the address changes are all taken @all', async ({
  page,
}) => {
  await openScans(page)
  await page.getByRole('button', { name: 'Result', exact: true }).click()
  await page.getByRole('group', { name: 'Result' }).evaluate((group) => {
    for (const box of [...group.querySelectorAll('input')].slice(0, 3)) box.click()
  })
  await expect(page).toHaveURL(/(result=\w+&?){3}/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Dates', exact: true }).click()
  await page.getByRole('group', { name: 'Dates' }).evaluate((group) => {
    const days = ['2026-02-01', '2026-02-03']
    const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (const [index, field] of group.querySelectorAll('input').entries()) {
      put?.call(field, days[index])
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await expect(page).toHaveURL(/from=2026-02-01&to=2026-02-03/)
})

test('pages go on and back without losing the place on reload, and the order turns', async ({
  page,
}) => {
  await openScans(page, '?limit=25')
  const first = await rows(page).evaluateAll((all) =>
    all.map((row) => row.getAttribute('data-row')),
  )
  expect(first).toHaveLength(25)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/after=/)
  await expect(page.locator(`[data-row="${first[0]}"]`)).toHaveCount(0)
  const second = await rows(page).first().getAttribute('data-row')
  await page.reload()
  await expect(page.locator(`[data-row="${second}"]`)).toBeVisible()
  await expect(count(page)).toHaveText('10,000+ scans')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.locator(`[data-row="${first[0]}"]`)).toBeVisible()

  const when = page.getByRole('columnheader', { name: 'When' })
  await expect(when).toHaveAttribute('aria-sort', 'descending')
  await when.getByRole('button').click()
  await expect(when).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=oldest/)
  await expect(page.locator(`[data-row="${first[0]}"]`)).toHaveCount(0)
})

test('a filter more leaves all of them, and the way to clear them, on one line @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openScans(page, '?review=waiting')
  const middleOf = async (name: string): Promise<number> => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0) / 2
  }
  expect(Math.abs((await middleOf('Clear all')) - (await middleOf('Result')))).toBeLessThan(4)
})

test('a row opens under its own address; Escape closes it and the focus goes back', async ({
  page,
}) => {
  await openScans(page)
  const row = rows(page).nth(2)
  const id = await row.getAttribute('data-row')
  await row.click()
  const drawer = page.getByRole('dialog', { name: 'Scan' })
  await expect(drawer.getByText('Points moved')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`open=${id}`))
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).not.toHaveURL(/open=/)
  await expect(page.locator(`[data-row="${id}"]`)).toBeFocused()

  await page.goto(`${SCANS}?open=${id}`)
  await expect(drawer.getByText('Points moved')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.locator(`[data-row="${id}"]`)).toBeFocused()

  await page.goto(`${SCANS}?open=1-1`)
  await expect(drawer.getByText('This scan was not found.')).toBeVisible()
})

test('everything by keyboard: search, rows, open, pages, help', async ({ page }) => {
  await openScans(page, '?limit=25')
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(rows(page).last()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(rows(page).nth(23)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Scan' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows(page).nth(23)).toBeFocused()
  await page.keyboard.press(']')
  await expect(page).toHaveURL(/after=/)
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  await page.keyboard.press('[')
  await expect(page).toHaveURL(/before=/)
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  await expect(help).toBeVisible()
  await help.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('/')
  await expect(search(page)).not.toBeFocused()
  await page.evaluate(() => localStorage.removeItem('hil.keys'))
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('Ramesh Kumar')
  await page.keyboard.press('Enter')
  const words = 'Search by mobile number, member code, coupon code or scan id.'
  await expect(search(page)).toHaveAccessibleDescription(words)
})

test('a page turned by key before the last one came is turned from there @all', async ({
  page,
}) => {
  await openScans(page, '?limit=25')
  let held = Promise.withResolvers<void>()
  const place = (name: 'after' | 'before', url = page.url()) => new URL(url).searchParams.get(name)
  await page.route(API, async (route) => {
    if (place('after', route.request().url()) !== null) await held.promise
    await route.continue()
  })
  await page.keyboard.press(']')
  await page.keyboard.press(']')
  await expect.poll(() => place('after')).not.toBeNull()
  const second = place('after')
  // The table says it is at rest for a moment before the third page is asked for.
  const isThird = (url: string) => ![null, second].includes(place('after', url))
  const thirdCame = page.waitForResponse((response) => isThird(response.url()))
  held.resolve()
  await thirdCame
  const third = place('after')
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')

  held = Promise.withResolvers()
  await page.keyboard.press(']')
  await page.keyboard.press('[')
  await expect.poll(() => place('after')).not.toBe(third)
  held.resolve()
  await expect.poll(() => place('before')).not.toBeNull()
})

test('selected columns and density stay @all', async ({ page }) => {
  await openScans(page)
  await expect(page.getByRole('columnheader', { name: 'Mobile' })).toHaveCount(0)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Mobile' }).check()
  await page.getByRole('checkbox', { name: 'Device' }).uncheck()
  await page.getByRole('radio', { name: 'Compact' }).check()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Mobile' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Device' })).toHaveCount(0)
  await expect(page.getByRole('table')).toHaveAttribute('data-compact', 'true')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('columnheader', { name: 'Device' })).toBeVisible()
})

test('under 768 px rows are cards, and nothing is cut off at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openScans(page)
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'QR Scan Histories' })).toBeVisible()
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(() => overflow()).toBe(0)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => overflow()).toBe(0)
  // Anywhere on a card opens it.
  await page.getByText('Product').first().click({ force: true })
  await expect(page.getByRole('dialog', { name: 'Scan' })).toBeVisible()
  await expect(page.getByText('Points moved')).toBeVisible()
  await expect.poll(() => overflow()).toBe(0)
})

test('an empty list says what will appear; one that filters empty offers to clear them @all', async ({
  page,
}) => {
  await page.route(API_ALL, (route) =>
    route.fulfill({ json: { items: [], next: null, previous: null, count: 0 } }),
  )
  await signIn(page, 'cs', SCANS)
  await expect(page.getByRole('heading', { name: 'No scans yet' })).toBeVisible()
  await page.unroute(API_ALL)
  await page.goto(`${SCANS}?q=6000000000&result=credited`)
  await expect(page.getByRole('heading', { name: 'No scans match' })).toBeVisible()
  await expect(count(page)).toHaveText('0 scans')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(search(page)).toHaveValue('')
  await expect(page).toHaveURL(new RegExp(`${SCANS}$`))
})

test('a failing list says what happened, keeps the filters and tries again', async ({ page }) => {
  const message = 'Something went wrong on the server. Nothing was changed.'
  await page.route(API, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message, requestId: 'abc-123' } }),
  )
  await signIn(page, 'cs', `${SCANS}?result=blocked`)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The scans could not be shown')
  await expect(alert).toContainText(message)
  await expect(alert).toContainText('Request abc-123')
  await page.unroute(API)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Result Blocked' })).toBeVisible()
})

test('an address with a filter that cannot be says so and shows the list @all', async ({
  page,
}) => {
  await openScans(page, '?result=won')
  await expect(page.getByText('Result: choose one of credited')).toBeVisible()
})

test('rows that arrive are offered and never move those under the hand @all', async ({ page }) => {
  test.slow()
  let begun: { items: { scanId: string }[] } | undefined
  let more = false
  // Other tests scan meanwhile: the list stays as it was at first, but for three rows before it.
  await page.route(API_ALL, async (route) => {
    begun ??= await (await route.fetch()).json()
    const items = begun?.items ?? []
    const made = [1, 2, 3].map((at) => ({ ...items[0], scanId: `99999999999999999${at}` }))
    await route.fulfill({ json: { ...begun, items: more ? [...made, ...items] : items } })
  })
  await openScans(page)
  const first = await rows(page).first().getAttribute('data-row')
  more = true
  const offer = page.getByRole('button', { name: '3 new scans' })
  // At the latest when the list looks by itself, half a minute after it did last.
  await expect(offer).toBeVisible({ timeout: 60_000 })
  await expect(rows(page).first()).toHaveAttribute('data-row', first ?? '')
  await offer.click()
  await expect(rows(page).first()).toHaveAttribute('data-row', /-999999999999999991$/)
  await expect(offer).toBeHidden()
})

test('a held scan is released with a reason, once, in its place', async ({ page }) => {
  await openScans(page, '?review=waiting')
  const row = rows(page).first()
  const id = await row.getAttribute('data-row')
  await row.click()
  await page.getByRole('button', { name: 'Release points' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release the points of this scan' })
  await expect(dialog).toContainText(/^.*points of .* move from held to available/)
  let sent = 0
  await page.route('**/release', async (route) => {
    sent++
    await route.continue()
  })
  const submit = dialog.getByRole('button', { name: 'Release points' })
  await submit.click()
  await expect(dialog.getByText('Write the reason in a few words.')).toBeVisible()
  expect(sent).toBe(0)
  await dialog.getByLabel('Reason').fill('Dealer confirmed the sale by phone.')
  await submit.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(dialog).toBeHidden()
  expect(sent).toBe(1)
  const drawer = page.getByRole('dialog', { name: 'Scan' })
  await expect(drawer.getByText('Dealer confirmed the sale by phone.')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Release points' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  const line = page.getByRole('row').filter({ has: page.locator(`[data-row="${id}"]`) })
  await expect(line).toContainText('Released')
})

test('what the server refuses is said in the dialog; what was typed stays @all', async ({
  page,
}) => {
  await openScans(page, '?review=waiting')
  await rows(page).first().click()
  await page.route('**/reverse', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'conflict', message: 'Neha has released this scan already.', requestId: 'r-1' },
    }),
  )
  await page.getByRole('button', { name: 'Reverse scan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reverse this scan' })
  await dialog.getByLabel('Several members on one device').check()
  await dialog.getByLabel('Note (optional)').fill('Two phones, one pack.')
  await dialog.getByRole('button', { name: 'Reverse scan' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Neha has released this scan already.')
  await expect(dialog.getByLabel('Several members on one device')).toBeChecked()
  await expect(dialog.getByLabel('Note (optional)')).toHaveValue('Two phones, one pack.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Scan' })).toBeVisible()
})

test('who may not review sees the scan without the buttons @all', async ({ page }) => {
  await signIn(page, 'hod', `${SCANS}?review=waiting`)
  await rows(page).first().click()
  const drawer = page.getByRole('dialog', { name: 'Scan' })
  await expect(drawer.getByRole('heading', { name: 'Review' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Release points' })).toHaveCount(0)
})

test('the ledger tells points as the member sees them and leads to the scan @all', async ({
  page,
}) => {
  await signIn(page, 'cs', `${POINTS}?kind=scan`)
  const line = page.getByRole('row').nth(1)
  await expect(line).toContainText('Issuance → Available')
  await expect(line).toContainText(/\+\d/)
  const reference = line.getByRole('link').last()
  const scanId = (await reference.textContent()) ?? ''
  await rows(page).first().click()
  const drawer = page.getByRole('dialog', { name: 'Movement of points' })
  await expect(drawer).toContainText('Available after')
  await drawer.getByRole('link', { name: scanId }).click()
  await expect(page).toHaveURL(new RegExp(`${SCANS}\\?open=\\d+-${scanId}`))
  await expect(page.getByRole('dialog', { name: 'Scan' })).toContainText(scanId)
  await page.getByRole('link', { name: 'Show in the points ledger' }).click()
  await expect(search(page)).toHaveValue(scanId)
  await expect(rows(page).first()).toBeVisible()
})
