import { expect, test, type Locator, type Page } from '@playwright/test'
import {
  listSchemes,
  schemeDetail,
  type SchemeDetail,
  type SchemeRow,
  type SchemeStatus,
  type SchemeTerms,
} from '../contract/programme/schemes.ts'
import { addDays, dayOf } from '../contract/time.ts'
import { expectUsableByAll } from './axe.ts'
import { asStaff } from './redeemer.ts'
import { signIn, type RoleName } from './sign-in.ts'

const PAGE = '/dashboard/scheme'
const TODAY = dayOf(new Date())
/** Long after the scans of other tests, so that none of them has a bonus of these. */
const [LATER, END] = [addDays(TODAY, 60), addDays(TODAY, 90)]

const rows = (page: Page): Locator => page.locator('[data-row]')
const drawer = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true })
const editor = (page: Page): Locator => page.getByRole('dialog', { name: /^(New scheme|Edit) ?/ })
const rule = (page: Page): Locator =>
  editor(page).getByRole('complementary', { name: 'The rule in words' })
const act = (page: Page, label: string): Locator =>
  page.getByRole('button', { name: label, exact: true })
const number = (text: string | null): number => Number((text ?? '').replace(/[^\d]/g, ''))

async function drafted(name: string, terms: Partial<SchemeTerms> = {}): Promise<SchemeDetail> {
  const body: SchemeTerms = {
    name,
    kind: 'fixed',
    value: 7,
    slabs: null,
    fromDay: LATER,
    toDay: END,
    memberKinds: ['painter'],
    states: [],
    productIds: [],
    distributorIds: [],
    capPerMember: null,
    budget: 50_000,
    priority: 90,
    stacks: true,
    note: null,
    ...terms,
  }
  return schemeDetail.parse(await asStaff('cs', 'schemes', body))
}

async function openOne(
  page: Page,
  role: RoleName,
  { schemeId, name }: SchemeDetail,
): Promise<void> {
  await signIn(page, role, `${PAGE}?open=${schemeId}`)
  await expect(drawer(page, name).getByRole('heading', { name: 'History' })).toBeVisible()
}

/** A scheme of the demo that gave and gives no more: its figures do not move. */
async function demoScheme(status: SchemeStatus): Promise<SchemeRow> {
  const { items } = listSchemes.response.parse(await asStaff('cs', `schemes?status=${status}`))
  const found = items.find(({ spent, bonuses }) => spent > 1 && bonuses > 0 && bonuses < 10_000)
  if (!found) throw new Error(`The demo has no scheme that gave and is ${status}.`)
  return found
}

test('cs drafts, with what is wrong and what is probably not meant at its field @all', async ({
  page,
}) => {
  const name = `Painters’ winter ${Date.now() % 100_000}`
  await signIn(page, 'cs', PAGE)
  await page.getByRole('button', { name: 'New scheme' }).click()
  await act(page, 'Save draft').click()
  const faults = editor(page).getByRole('alert')
  await expect(faults).toBeFocused()
  await expect(faults.getByRole('listitem')).toHaveText([
    'Name: Write the name.',
    'What it gives: Enter the percentage.',
    'Budget: Enter the budget.',
  ])
  await faults.getByRole('button', { name: 'Budget' }).click()
  await expect(page.getByRole('textbox', { name: 'Budget', exact: true })).toBeFocused()
  await page.getByRole('textbox', { name: 'Budget', exact: true }).fill('200000')
  await expect(faults.getByRole('listitem')).toHaveCount(2)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel(/^Percent of/).fill('150')
  await page.getByLabel('First day').fill(LATER)
  await page.getByLabel('Last day').fill(addDays(TODAY, 500))
  await page.getByRole('combobox', { name: 'Member types' }).fill('pain')
  await page.keyboard.press('Enter')
  await expect(rule(page)).toContainText('gives 50 % more points for each scan, to painters.')
  await expect(rule(page)).toContainText('At most 2,00,000 points in all')
  // What is probably not meant stands at its field and is no hindrance.
  await expect(page.getByLabel('Last day')).toHaveAccessibleDescription(
    /It lasts 441 days: more than a year/,
  )
  await expect(rule(page).getByRole('status')).toContainText('1 thing is allowed but probably not')

  // A server that fails loses nothing, and two clicks save once.
  await page.route('**/api/admin/schemes', (route) => route.fulfill({ status: 500, json: {} }))
  await act(page, 'Save draft').click()
  await expect(editor(page).getByRole('alert')).toContainText('What you typed is kept.')
  await page.unroute('**/api/admin/schemes')
  let sent = 0
  await page.route('**/api/admin/schemes', async (route) => {
    sent++
    await route.continue()
  })
  await act(page, 'Save draft').evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(drawer(page, name)).toBeVisible()
  await expect(editor(page)).toBeHidden()
  expect(sent).toBe(1)
  await expect(drawer(page, name)).toContainText('gives 50 % more points for each scan')
  await expect(drawer(page, name)).toContainText('It lasts 441 days: more than a year')
  await expect(act(page, 'Activate')).toHaveCount(0)
})

test('simulated by cs, activated, paused and resumed by hod', async ({ page }) => {
  const scheme = await drafted(`Seven for painters ${Date.now() % 100_000}`)
  const { name } = scheme
  await openOne(page, 'hod', scheme)
  // Nobody knows its cost yet.
  await act(page, 'Activate').click()
  const refusal = page.getByRole('dialog', { name: `“${name}” cannot be activated yet` })
  await expect(refusal).toContainText('It has not been simulated')
  await expect(refusal.getByLabel('Reason')).toHaveCount(0)
  await act(page, 'Close').last().click()
  await expect(refusal).toBeHidden()

  await openOne(page, 'cs', scheme)
  await act(page, 'Simulate').click()
  const found = drawer(page, name).locator('section').filter({ hasText: 'It would have given' })
  await expect(found).toBeVisible({ timeout: 20_000 })
  const cost = (await found.getByText(/^[\d,]+ points$/).textContent()) ?? ''
  expect(number(cost)).toBeGreaterThan(0)
  await expect(found.getByRole('img', { name: /^Points a day/ })).toBeVisible()
  await expect(found.getByRole('row', { name: /^Painter [\d,]+$/ })).toBeVisible()
  const top = found.getByRole('table').last().getByRole('link').first()
  await expect(top).toHaveAttribute('href', /\/dashboard\/users\?open=\d+/)

  await openOne(page, 'hod', scheme)
  await act(page, 'Activate').click()
  const dialog = page.getByRole('dialog', { name: `Activate “${name}”` })
  await expect(dialog).toContainText(`it would have given ${cost}`)
  await act(page, 'Activate').last().click()
  await expect(dialog.getByText('Write the reason in a few words.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Agreed at the meet of painters')
  await act(page, 'Activate').last().click()
  await expect(dialog).toBeHidden()
  await expect(drawer(page, name).getByText('Active', { exact: true })).toBeVisible()
  for (const [step, state] of [
    ['Pause', 'Paused'],
    ['Resume', 'Active'],
    ['End', 'Ended'],
  ] as const) {
    await act(page, step).click()
    const sure = page.getByRole('dialog', { name: `${step} “${name}”` })
    await sure.getByLabel('Reason').fill(`${step}: as it was agreed`)
    await sure.getByRole('button', { name: step }).click()
    await expect(sure).toBeHidden()
    await expect(drawer(page, name).getByText(state, { exact: true }).first()).toBeVisible()
  }
  const history = drawer(page, name).getByRole('list', { name: /^History/ })
  await expect(history.getByRole('listitem')).toHaveCount(5)
  await expect(history).toContainText('Pause: as it was agreed')
})

test('a budget below what is spent is refused in words @all', async ({ page }) => {
  const paused = await demoScheme('paused')
  await signIn(page, 'hod', `${PAGE}?open=${paused.schemeId}`)
  const meter = drawer(page, paused.name).getByText(/^[\d,]+ points of [\d,]+ points/)
  await expect(meter).toContainText(paused.spent.toLocaleString('en-IN'))
  await act(page, 'Change budget or last day').click()
  const dialog = page.getByRole('dialog', { name: `Change “${paused.name}”` })
  await dialog.getByLabel('Budget').fill(String(paused.spent - 1))
  await dialog.getByLabel('Reason').fill('Less is enough')
  let sent = 0
  await page.route('**/change', async (route) => {
    sent++
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Change' }).click()
  const words = paused.spent.toLocaleString('en-IN')
  await expect(dialog.getByText(`${words} points are spent already`)).toBeVisible()
  expect(sent).toBe(0)
  await page.keyboard.press('Escape')
  await expect(act(page, 'Change budget or last day')).toBeFocused()
})

test('its bonuses lead to exactly those rows, and the dashboard leads to it @all', async ({
  page,
}) => {
  const past = await demoScheme('ended')
  const period = `period=custom&from=${past.fromDay}&to=${past.toDay}`
  await signIn(page, 'admin', `/dashboard?${period}`)
  const panel = page.getByRole('region', { name: 'Schemes', exact: true })
  const line = panel.getByRole('listitem').filter({ hasText: past.name })
  await expect(line).toContainText(`for ${past.bonuses.toLocaleString('en-IN')} scans`)
  await line.getByRole('link', { name: past.name }).click()
  await expect(drawer(page, past.name)).toBeVisible()
  await drawer(page, past.name)
    .getByRole('link', { name: past.bonuses.toLocaleString('en-IN'), exact: true })
    .click()
  const count = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
  await expect(count).toHaveText(`${past.bonuses.toLocaleString('en-IN')} movements`)
  await expect(page.getByRole('button', { name: `Scheme ${past.schemeId}` })).toBeVisible()
  // Who only reads gets neither the acts nor the ledger.
  await signIn(page, 'finance', `${PAGE}?open=${past.schemeId}`)
  await expect(drawer(page, past.name).getByRole('heading', { name: 'Terms' })).toBeVisible()
  await expect(drawer(page, past.name)).toContainText(past.bonuses.toLocaleString('en-IN'))
  await expect(drawer(page, past.name).locator('a[href*=QrPointHistories]')).toHaveCount(0)
  for (const label of ['Pause', 'Resume', 'End', 'Duplicate', 'Edit']) {
    await expect(act(page, label)).toHaveCount(0)
  }
})

test('slabs are written by keyboard alone, and leaving asks @all', async ({ page }) => {
  const name = `Slabs by hand ${Date.now() % 100_000}`
  await signIn(page, 'sub admin', PAGE)
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'New scheme' }).focus()
  await page.keyboard.press('Enter')
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type(name)
  await press('Tab', 'ArrowRight', 'ArrowRight')
  await expect(page.getByRole('radio', { name: 'Slabs' })).toBeChecked()
  await press('Tab', 'Tab')
  await expect(page.getByLabel('Slab 1: points for each')).toBeFocused()
  await page.keyboard.type('5')
  // Past the bin to the button that adds; the focus goes on to the new row.
  await press('Tab', 'Tab', 'Enter')
  await expect(page.getByLabel('Slab 2: from scan')).toBeFocused()
  await page.keyboard.type('20')
  await press('Tab', 'Tab', 'Enter')
  await expect(page.getByLabel('Slab 1: from scan')).toBeFocused()
  await expect(page.getByLabel('Slab 2: from scan')).toHaveCount(0)
  await press('Tab', 'Tab', 'Tab', 'Enter')
  await page.keyboard.type('20')
  await press('Tab')
  await page.keyboard.type('15')
  await page.getByLabel('First day').fill(LATER)
  await page.getByLabel('Last day').fill(END)

  // Neither Escape nor the way back loses it unasked.
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.keyboard.press('Escape')
  await expect(leave).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(leave).toBeHidden()
  await expect(page).toHaveURL(/edit=new/)
  await page.goBack()
  await expect(leave).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(leave).toBeHidden()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)

  await page.getByRole('textbox', { name: 'Budget', exact: true }).focus()
  await page.keyboard.type('5000')
  await expect(rule(page)).toContainText(
    /5 points more from scan 1 .*15 points more from scan 20 on/,
  )
  await press('Enter')
  await expect(drawer(page, name)).toContainText('From scan 20: 15 points each')
  await press('Escape')
  await expect(drawer(page, name)).toBeHidden()
  await expect(page).toHaveURL(PAGE)

  await page.getByRole('button', { name: 'New scheme' }).focus()
  await press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Of no use')
  await press('Escape')
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(editor(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'New scheme' })).toBeFocused()
})

test('usable by all: the list behind a draft with its simulation, the editor with its errors @all', async ({
  page,
}) => {
  const scheme = await drafted(`Looked at ${Date.now() % 100_000}`, { toDay: addDays(TODAY, 480) })
  await asStaff('cs', `schemes/${scheme.schemeId}/simulate`, {})
  // With a row open the list behind it is looked at as well.
  await expectUsableByAll(page, async () => {
    await openOne(page, 'cs', scheme)
    await expect(rows(page).first()).toBeVisible()
    await expect(drawer(page, scheme.name)).toContainText('It would have given')
  })
  await expectUsableByAll(page, async () => {
    await signIn(page, 'cs', `${PAGE}?edit=${scheme.schemeId}`)
    await page.getByRole('radio', { name: 'Slabs' }).check()
    await act(page, 'Save draft').click()
    await expect(editor(page).getByRole('alert')).toBeVisible()
  })
})
