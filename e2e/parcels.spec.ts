import { readFile } from 'node:fs/promises'
import { expect, test, type Locator, type Page, type Route } from '@playwright/test'
import { OUTSIDE_COLUMNS } from '../contract/money/tax.ts'
import { addDays, dayOf } from '../contract/time.ts'
import { expectUsableByAll } from './axe.ts'
import type { KycMember } from './kyc-member.ts'
import { surname } from './kyc-review.ts'
import { approved, balanceOf, redeemer } from './redeemer.ts'
import { signIn, type RoleName } from './sign-in.ts'

const TROWEL = 1
const rows = (page: Page): Locator => page.locator('[data-row]')
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const selected = (page: Page): Locator => page.getByRole('region', { name: 'Selected rows' })
const sides = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Status of the parcels' })
const all = (page: Page): Locator => page.getByRole('checkbox', { name: 'Select all of this page' })

/** With three gifts to send. */
let member: KycMember
let numbers: string[]

test.beforeAll(async () => {
  test.setTimeout(120_000)
  member = await redeemer(`Nalini ${surname()}`, 10_000, ['pan', 'aadhaar', 'upi', 'selfie'])
  numbers = []
  for (let gift = 0; gift < 3; gift++) {
    numbers.push((await approved(member, { kind: 'gift', giftId: TROWEL })).number)
  }
})

async function openSide(page: Page, side: string, count: number): Promise<void> {
  await signIn(page, 'courier', `/dashboard?q=${member.code}&status=${side}`)
  await expect(rows(page)).toHaveCount(count)
}

/** What nobody else has, as a tracking number. */
const tracking = (at: number): string => `BD${Date.now()}${at}`

test('the courier’s dashboard begins with what has to go out @all', async ({ page }) => {
  await signIn(page, 'courier')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Parcels', level: 1 })).toBeVisible()
  await expect(sides(page).getByRole('link', { name: /^To dispatch \d+$/ })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('link', { name: 'Figures' }).click()
  await expect(page.getByRole('region', { name: 'Queues' })).toBeVisible()
})

for (const [role, linked] of [
  ['admin', 1],
  ['hod', 0],
] as const) {
  test(`${role} ${linked ? 'goes from the figures to the parcels' : 'reads them by a link only'} @all`, async ({
    page,
  }) => {
    await signIn(page, role, '/dashboard')
    await expect(page.getByRole('list', { name: 'Figures of the period' })).toBeVisible()
    const link = page.getByRole('link', { name: /^Parcels \d+$/ })
    await expect(link).toHaveCount(linked)
    if (linked) await link.click()
    else await page.goto('/dashboard?show=parcels')
    await expect(page.getByRole('heading', { name: 'Parcels', level: 1 })).toBeVisible()
    await expect(rows(page).first()).toBeVisible()
    // Whoever may not dispatch can choose rows for a file of them, and do no more.
    await all(page).click()
    await expect(selected(page).getByRole('button', { name: 'Export' })).toHaveCount(1)
    await expect(selected(page).getByRole('button', { name: 'Dispatch' })).toHaveCount(linked)
  })
}

test('parcels go out with a pasted column, arrive, come back, go out again and into stock', async ({
  page,
}) => {
  test.slow()
  await openSide(page, 'to_dispatch', 3)
  await all(page).click()
  await expect(selected(page)).toContainText('3 parcels selected')
  await selected(page).getByRole('button', { name: 'Dispatch' }).press('Enter')
  const dispatch = dialog(page, 'Dispatch')
  const courier = dispatch.getByRole('textbox', { name: 'Courier' })
  await expect(courier).toBeFocused()
  await courier.fill('Blue Dart')
  const fields = dispatch.getByRole('textbox', { name: /^Tracking number of / })
  const column = [tracking(1), tracking(2), tracking(3)]
  await page.evaluate((text) => navigator.clipboard.writeText(text), column.join('\n'))
  await fields.first().focus()
  await page.keyboard.press('Control+v')
  for (const [at, number] of column.entries()) await expect(fields.nth(at)).toHaveValue(number)
  await fields.nth(2).fill(column[0] ?? '')
  await fields.nth(1).press('Enter')
  await expect(fields.nth(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dispatch.getByText(/^The same number as for RD/)).toBeVisible()
  await fields.nth(2).fill('')
  await expect(dispatch.getByText('Enter the tracking number.')).toBeVisible()
  await fields.nth(2).fill(column[2] ?? '')
  await page.route('**/parcels/dispatch', (route) => route.fulfill({ status: 500, json: {} }))
  await fields.nth(2).press('Enter')
  await expect(dispatch.getByRole('alert')).toContainText('What you typed is kept.')
  await page.unroute('**/parcels/dispatch')
  await fields.nth(2).press('Enter')
  await expect(dispatch).toBeHidden()
  await expect(page.getByText('3 parcels are on the way.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No parcels match' })).toBeVisible()

  await openSide(page, 'dispatched', 3)
  await rows(page).nth(0).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  const failing = (route: Route): Promise<void> => route.fulfill({ status: 500, json: {} })
  await page.route('**/parcels/*/return', failing)
  await selected(page).getByRole('button', { name: 'Came back' }).click()
  const back = dialog(page, 'Came back')
  await back.getByLabel('Reason').fill('The shop was closed')
  await back.getByRole('button', { name: '2 parcels came back' }).click()
  await expect(back.getByRole('alert')).toContainText('What you typed is kept.')
  await expect(back.getByLabel('Reason')).toHaveValue('The shop was closed')
  await page.keyboard.press('Escape')
  await expect(back).toBeHidden()
  await page.unroute('**/parcels/*/return')
  await page.route('**/parcels/deliver', failing)
  await selected(page).getByRole('button', { name: 'Delivered' }).press('Enter')
  const delivered = dialog(page, 'Delivered')
  const deliver = delivered.getByRole('button', { name: '2 parcels are delivered' })
  await expect(deliver).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(delivered.getByRole('alert')).toContainText('What you chose is kept.')
  await page.unroute('**/parcels/deliver')
  await expect(deliver).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(delivered).toBeHidden()
  await expect(rows(page)).toHaveCount(1)
  const last = (await rows(page).textContent()) ?? ''
  await rows(page).click()
  const drawer = page.getByRole('dialog', { name: `Parcel ${last}` })
  await expect(drawer).toContainText('Handed to Blue Dart')
  await drawer.getByRole('button', { name: 'Came back' }).click()
  await back.getByRole('button', { name: '1 parcel came back' }).click()
  await expect(back.getByText('The reason: a few words.')).toBeVisible()
  await back.getByLabel('Reason').fill('Nobody was at the shop')
  await back.getByRole('button', { name: '1 parcel came back' }).click()
  await expect(back).toBeHidden()
  await expect(drawer).toContainText('Nobody was at the shop')
  await drawer.getByRole('button', { name: 'Dispatch again' }).click()
  const again = dialog(page, 'Dispatch')
  await expect(again.getByRole('textbox', { name: 'Courier' })).toHaveValue('Blue Dart')
  const field = again.getByRole('textbox', { name: `Tracking number of ${last}` })
  await expect(field).toBeFocused()
  await field.fill(tracking(4))
  await page.keyboard.press('Enter')
  await expect(again).toBeHidden()
  await expect(drawer.getByText('2 ×')).toBeVisible()
  await drawer.getByRole('button', { name: 'Came back' }).click()
  await back.getByLabel('Reason').fill('The shop has moved away')
  await back.getByRole('button', { name: '1 parcel came back' }).click()
  await expect(back).toBeHidden()
  const { available } = await balanceOf(member)
  await drawer.getByRole('button', { name: 'Put back into stock' }).click()
  const restock = dialog(page, 'Put back into stock')
  await restock.getByLabel('Reason').fill('Twice in vain')
  await restock.getByRole('button', { name: '1 parcel back into stock' }).click()
  await expect(restock).toBeHidden()
  await expect(drawer.getByText('Back in stock').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  expect((await balanceOf(member)).available).toBe(available + 400)
})

test('a gift is followed from its redemption to its parcel @all', async ({ page }) => {
  const { redemptionId, number } = await approved(member, { kind: 'gift', giftId: TROWEL })
  await signIn(page, 'cs', `/dashboard/approvals/redemption?open=${redemptionId}`)
  await page.getByRole('link', { name: 'Follow its parcel' }).click()
  await expect(page).toHaveURL(`/dashboard?show=parcels&open=${number}`)
  const parcel = page.getByRole('dialog', { name: `Parcel ${number}` })
  await expect(parcel).toContainText('To dispatch')
  await expect(parcel.getByRole('button', { name: 'Dispatch' })).toHaveCount(0)
})

test('a press on Cancel is one, though the field that is left would tell its error @all', async ({
  page,
}) => {
  await signIn(page, 'admin', '/dashboard?show=parcels&status=returned')
  await rows(page).first().click()
  await page.getByRole('button', { name: 'Put back into stock' }).click()
  const restock = dialog(page, 'Put back into stock')
  await expect(restock.getByLabel('Reason')).toBeFocused()
  const cancel = await restock.getByRole('button', { name: 'Cancel' }).boundingBox()
  if (!cancel) throw new Error('The dialog has no Cancel.')
  await page.mouse.move(cancel.x + cancel.width / 2, cancel.y + 2)
  await page.mouse.down()
  await page.mouse.up()
  await expect(restock).toBeHidden()
})

test('on a phone what can be done to the selected parcels stands within the page @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'courier')
  await page
    .getByRole('checkbox', { name: /^Select RD/ })
    .first()
    .click()
  await expect(selected(page).getByRole('button', { name: 'Put back into stock' })).toBeInViewport({
    ratio: 1,
  })
})

async function openImport(page: Page, role: RoleName): Promise<Locator> {
  await signIn(page, role, '/dashboard/reports')
  await page.getByRole('button', { name: 'Add by file' }).click()
  return dialog(page, 'Benefits given outside the system')
}

const benefits = (
  code: string,
  what: string,
): { name: string; mimeType: string; buffer: Buffer } => {
  const day = addDays(dayOf(new Date()), -3)
  const lines = [
    OUTSIDE_COLUMNS.join(','),
    `${code},${day},1500.00,0,${what}`,
    `NOBODY,${day},10,0,${what}`,
  ]
  return { name: 'meet.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) }
}

test('benefits given outside are shown with what is wrong, and counted once @all', async ({
  page,
}) => {
  const desk = await openImport(page, 'finance')
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    desk.getByRole('button', { name: 'Template (CSV)' }).click(),
  ])
  expect(await readFile(await template.path(), 'utf8')).toBe(`${OUTSIDE_COLUMNS.join(',')}\r\n`)
  const what = `A gold coin ${surname()}`
  const file = page.locator('input[type=file]')
  await file.setInputFiles(benefits(member.code, what))
  await expect(desk).toContainText('2 rows; 1 benefit worth ₹1,500.00 would be counted.')
  await desk.getByRole('button', { name: 'Problems 1' }).click()
  await expect(desk.getByRole('table')).toContainText('NOBODY')
  await expect(desk.getByRole('table')).not.toContainText(member.code)
  await desk.getByRole('button', { name: 'Count 1 benefit' }).click()
  await expect(desk).toContainText('1 benefit is counted from this file.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'Newest benefits given outside' })).toContainText(
    what,
  )
  await signIn(page, 'sub admin', '/dashboard/reports')
  await expect(page.getByLabel('Report type')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add by file' })).toHaveCount(0)
})

test.describe('usable by all @all', () => {
  test('the queue with its dialog, and a parcel', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'courier', '/dashboard')
      await page
        .getByRole('checkbox', { name: /^Select RD/ })
        .first()
        .click()
      await selected(page).getByRole('button', { name: 'Dispatch' }).click()
      await dialog(page, 'Dispatch').getByRole('button', { name: 'Dispatch 1 parcel' }).click()
      await expect(page.getByText('Enter the tracking number.')).toBeVisible()
    })
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', '/dashboard?show=parcels&status=returned')
      await rows(page).first().click()
      await expect(page.getByRole('button', { name: 'Put back into stock' })).toBeVisible()
    })
  })
  test('benefits given outside, with one that is left out', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await openImport(page, 'finance')
      await page.locator('input[type=file]').setInputFiles(benefits('ANOTHER', 'A clock'))
      await expect(page.getByRole('button', { name: 'Nothing to count' })).toBeVisible()
    })
  })
})
