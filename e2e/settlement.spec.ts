import { readFile } from 'node:fs/promises'
import { expect, test, type Download, type Locator, type Page } from '@playwright/test'
import { readXlsx } from 'hucre'
import {
  getMonth,
  getSettlement,
  listMonths,
  type MonthRow,
  type SettlementRow,
} from '../contract/money/settlements.ts'
import { expectUsableByAll } from './axe.ts'
import { asStaff } from './redeemer.ts'
import { signIn, type RoleName } from './sign-in.ts'

const PAGE = '/dashboard/points-settlement'
const NAMES = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const GROUPED = new Intl.NumberFormat('en-IN')

const nameOf = (month: string): string => NAMES.format(new Date(`${month}T00:00:00Z`))
const numberOf = (text: string): number => Number(text.replaceAll(/[^\d−]/g, '').replace('−', '-'))
const closingOf = ({ available, held }: SettlementRow): number => available + held
const drawer = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const titleOf = ({ distributorName, month }: SettlementRow): string =>
  `${distributorName}, ${nameOf(month)}`

/** The newest month that is over and not approved as a whole. */
async function openMonth(): Promise<MonthRow> {
  const { months } = listMonths.response.parse(await asStaff('admin', 'settlements'))
  const found = months.find(({ over, state }) => over && (state === 'open' || state === 'computed'))
  if (!found) throw new Error('The demo has no month to compute.')
  return found
}

async function readMonth(month: string) {
  return getMonth.response.parse(await asStaff('admin', `settlements/${month}`))
}

/** A month with figures, with those of its settlements that wait for an approval. */
async function computedMonth(): Promise<{ month: string; waiting: SettlementRow[] }> {
  const { month } = await openMonth()
  const { rows } = await readMonth(month)
  if (rows.length === 0) {
    await asStaff('sub admin', `settlements/${month}/compute`, {})
    await expect(async () => {
      expect((await readMonth(month)).rows.length).toBeGreaterThan(0)
    }).toPass({ timeout: 30_000 })
  }
  const now = await readMonth(month)
  return { month, waiting: now.rows.filter(({ state }) => state === 'computed') }
}

async function readOne({ month, distributorId }: SettlementRow) {
  return getSettlement.response.parse(
    await asStaff('admin', `settlements/${month}/${distributorId}`),
  )
}

async function openOne(page: Page, role: RoleName, row: SettlementRow): Promise<Locator> {
  await signIn(page, role, `${PAGE}?month=${row.month}&open=${row.distributorId}`)
  const one = drawer(page, titleOf(row))
  await expect(one.getByRole('tab', { name: 'Figures' })).toBeVisible()
  return one
}

test('a month is computed by sub admin, equals the ledger, and cannot be approved by who computed', async ({
  page,
}) => {
  const { month } = await openMonth()
  await signIn(page, 'sub admin', `${PAGE}?month=${month}`)
  const panel = page.getByRole('region', { name: nameOf(month) })
  await panel.getByRole('button', { name: /^Compute/ }).click()
  await expect(panel.getByText('is being computed from every transfer')).toBeVisible()
  await expect(page.getByText(`${nameOf(month)} is computed.`)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/^Equals the ledger: all \d+ distributors/)).toBeVisible()
  const { rows } = await readMonth(month)
  const owed = rows.reduce((sum, row) => sum + closingOf(row), 0)
  const totals = page.locator('tfoot tr').first()
  await expect(totals.getByRole('rowheader')).toHaveText(`All ${rows.length}`)
  await expect(totals).toContainText(GROUPED.format(owed))
  await expect(page.getByRole('checkbox')).toHaveCount(0)

  await page.getByRole('button', { name: 'Outstanding' }).click()
  const largest = rows.toSorted((a, b) => closingOf(b) - closingOf(a))[0]
  await expect(page.locator('[data-row]').first()).toHaveText(largest?.distributorName ?? '')
  await page.locator('[data-row]').first().click()
  const one = drawer(page, `${largest?.distributorName}, ${nameOf(month)}`)
  await expect(one.getByRole('button', { name: 'PDF' })).toBeVisible()
  await expect(one.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-row]').first()).toBeFocused()
})

test('a figure is opened down to its transfers, which come to it', async ({ page }) => {
  const { month } = await computedMonth()
  const { rows } = await readMonth(month)
  const [row] = rows.filter(({ earned }) => earned > 0).toSorted((a, b) => a.earned - b.earned)
  if (!row) throw new Error('Nobody earned anything.')
  const one = await openOne(page, 'admin', row)
  const link = one.getByRole('link', { name: /^Earned/ })
  await expect(link).toHaveText(`+${GROUPED.format(row.earned)}`)
  await link.click()
  await expect(one.getByRole('heading', { name: `Earned in ${nameOf(month)}` })).toBeVisible()
  await expect(page).toHaveURL(/figure=earned/)
  const next = one.getByRole('button', { name: 'Next' })
  await expect(next).toBeEnabled()
  let sum = 0
  for (let more = true; more;) {
    await expect(one.locator('table[aria-busy=false]')).toBeVisible()
    const points = await one.locator('tbody tr td:nth-child(2)').allInnerTexts()
    sum += points.map(numberOf).reduce((total, each) => total + each, 0)
    more = await next.isEnabled()
    if (more) await Promise.all([page.waitForResponse(/transfers\?/), next.click()])
  }
  expect(sum).toBe(row.earned)
  await one.getByRole('button', { name: 'Back to the figures' }).click()
  await expect(one.getByRole('link', { name: /^Earned/ })).toBeFocused()
  await one.getByRole('tab', { name: 'Members' }).click()
  await expect(one.getByText(`${row.members} members`)).toBeVisible()
})

const takes = async (page: Page, button: Locator): Promise<Download> => {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return file
}

test('settlements are approved together, one is settled, and its statement says the same @all', async ({
  page,
}) => {
  const { month, waiting } = await computedMonth()
  const [first, second] = waiting
  if (!first || !second) throw new Error('Nothing waits for an approval.')
  await signIn(page, 'almond team', `${PAGE}?month=${month}&status=computed`)
  await page.getByRole('checkbox', { name: `Select ${first.distributorName}` }).click()
  await page.locator(`[data-row="${second.distributorId}"]`).focus()
  await page.keyboard.press('Space')
  const owed = GROUPED.format(closingOf(first) + closingOf(second))
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText(`2 settlements selected, ${owed} points outstanding`)
  await bar.getByRole('button', { name: 'Approve them' }).click()
  const approve = drawer(page, `Approve settlements of ${nameOf(month)}`)
  await expect(approve).toContainText(`${owed} points outstanding`)
  await approve.getByLabel('Note').fill('Compared with the distributors’ lists')
  await approve.getByRole('button', { name: 'Approve 2 settlements' }).click()
  await expect(approve).toBeHidden()
  await expect(page.getByText('2 settlements are approved and locked.')).toBeVisible()

  const one = await openOne(page, 'almond team', first)
  await one.getByRole('button', { name: 'Settle' }).click()
  const settle = drawer(page, 'Settle')
  await settle.getByLabel('Reference').fill('NEFT 2026/1187')
  await settle.getByRole('button', { name: 'Settle' }).click()
  await expect(settle).toBeHidden()
  await expect(one.getByText('NEFT 2026/1187').first()).toBeVisible()
  await expect(one.getByText('Compared with the distributors’ lists')).toBeVisible()

  const sheet = await takes(page, one.getByRole('button', { name: 'Spreadsheet (xlsx)' }))
  const slug = `settlement-${month.slice(0, 7)}-${first.distributorCode}`
  expect(sheet.suggestedFilename()).toBe(`${slug}.xlsx`)
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await sheet.path())))
  const lines = sheets[0]?.rows ?? []
  const column = lines[0]?.indexOf('Earned') ?? -1
  const earned = lines.slice(1, -1).reduce((sum, line) => sum + Number(line[column]), 0)
  expect(earned).toBe(first.earned)
  expect(JSON.stringify(sheets)).toContain('NEFT 2026/1187')
  const pdf = await takes(page, one.getByRole('button', { name: 'PDF' }))
  expect(pdf.suggestedFilename()).toBe(`${slug}.pdf`)
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

/** One that is approved and of which nobody asked anything. */
async function approvedOne(): Promise<SettlementRow> {
  const { month, waiting } = await computedMonth()
  const row = waiting.at(-1)
  if (!row) throw new Error('Nothing waits for an approval.')
  await asStaff('admin', `settlements/${month}/approve`, { distributorIds: [row.distributorId] })
  return row
}

test('opening again is asked by one and decided by another, and a refusal loses nothing @all', async ({
  page,
}) => {
  const row = await approvedOne()
  const asks = await openOne(page, 'sub admin', row)
  await asks.getByRole('button', { name: 'Ask to open it again' }).click()
  const ask = drawer(page, 'Ask to open it again')
  await ask.getByLabel('Reason').fill('A reversal came late')
  const path = `**/settlements/${row.month}/${row.distributorId}/ask-reopen`
  const message = 'The settlement is being written. Try again in a moment.'
  await page.route(path, (route) =>
    route.fulfill({ status: 409, json: { code: 'conflict', message, requestId: 'r-1' } }),
  )
  await ask.getByRole('button', { name: 'Ask for it' }).click()
  await expect(ask.getByRole('alert')).toContainText(message)
  await expect(ask.getByLabel('Reason')).toHaveValue('A reversal came late')
  await page.unroute(path)
  await ask.getByRole('button', { name: 'Ask for it' }).click()
  await expect(ask).toBeHidden()
  await expect(asks.getByText('A reversal came late').first()).toBeVisible()
  await expect(asks.getByRole('button', { name: 'Open again' })).toHaveCount(0)

  await signIn(page, 'admin', `${PAGE}?month=${row.month}`)
  await page.getByRole('button', { name: 'Show only these' }).click()
  await page.locator(`[data-row="${row.distributorId}"]`).click()
  const decides = drawer(page, titleOf(row))
  await decides.getByRole('button', { name: 'Open again' }).click()
  const open = drawer(page, 'Open the settlement again')
  await open.getByRole('button', { name: 'Open it again' }).click()
  await expect(open.getByText('Write the reason in a few words.')).toBeVisible()
  await open.getByLabel('Reason').fill('Seen, it belongs into this month')
  await open.getByRole('button', { name: 'Open it again' }).click()
  await expect(open).toBeHidden()
  await expect(decides.getByText('Seen, it belongs into this month')).toBeVisible()
  await expect(decides.getByRole('button', { name: 'Approve' })).toBeVisible()
  expect(await readOne(row)).toMatchObject({ state: 'computed', reopen: null, approvedBy: null })
})

test.describe('usable by all @all', () => {
  test('a month', async ({ page }) => {
    const { month } = await computedMonth()
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', `${PAGE}?month=${month}`)
      await expect(page.getByText(/^Equals the ledger/)).toBeVisible()
    })
  })
  test('a settlement', async ({ page }) => {
    const { month } = await computedMonth()
    const [row] = (await readMonth(month)).rows.filter(({ charges }) => charges > 0)
    if (!row) throw new Error('Nobody has charges.')
    await expectUsableByAll(page, async () => {
      const one = await openOne(page, 'admin', row)
      await expect(one.getByText('Handling charges by rule')).toBeVisible()
    })
  })
  test('the transfers of a figure', async ({ page }) => {
    const { month } = await computedMonth()
    const [row] = (await readMonth(month)).rows.filter(({ earned }) => earned > 0)
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', `${PAGE}?month=${month}&open=${row?.distributorId}&figure=earned`)
      await expect(page.getByText(/of this page come to|come to .* points: that is/)).toBeVisible()
    })
  })
})
