import { expect, test, type Locator, type Page } from '@playwright/test'
import { reconciliation, shiftReport, type ShiftReport } from '../contract/programme/plant.ts'
import { expectUsableByAll } from './axe.ts'
import { ACTIVATION, openPlant, SHIFT, TRACKER } from './plant-page.ts'
import { activate, asWorker, deactivate, newLot, type LineLot } from './line-lot.ts'
import { signIn } from './sign-in.ts'

const WHERE = { en: 'Where are its coupons?', hi: 'इसके कूपन कहाँ हैं?' }
const card = (page: Page, { batchId, letters }: LineLot, word = 'Lot'): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByText(`${word} ${letters} · ${batchId}`, { exact: true }) })
const figure = (page: Page, name: string): Locator =>
  page
    .getByLabel('Figures of the shift')
    .locator('div')
    .filter({ has: page.getByText(name, { exact: true }) })

/** The page as it stands after its own answer of this moment: other tests move the figures too. */
async function openShift(page: Page): Promise<ShiftReport> {
  const answer = page.waitForResponse('**/api/plant/shift*')
  await openPlant(page, SHIFT)
  return shiftReport.parse(await (await answer).json())
}

const grouped = (count: number): string => count.toLocaleString('en-IN')

test('the figures of the shift are what was done and what the API says', async ({ page }) => {
  const before = shiftReport.parse(await asWorker('shift'))
  const lot = await newLot({ quantity: 500 })
  await activate(lot, 1, 400)
  await deactivate(lot, 11, 20, 'Pack damaged')
  const report = await openShift(page)
  expect(report.mine.activated).toBeGreaterThanOrEqual(before.mine.activated + 400)
  for (const [name, what] of [
    ['Activated', 'activated'],
    ['Deactivated', 'deactivated'],
  ] as const) {
    const told = figure(page, name)
    await expect(told.locator('strong')).toHaveText(grouped(report.mine[what]))
    await expect(told).toContainText(`Plant: ${grouped(report.plant[what])}`)
  }
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(report.hours.length + 1)
  const mine = await rows.locator('td[data-strong]').allTextContents()
  expect(mine).toEqual(report.hours.map((hour) => grouped(hour.mine.activated)))
  const sum = report.hours.reduce((total, hour) => total + hour.mine.activated, 0)
  expect(sum).toBe(report.mine.activated)
  await expect(card(page, lot)).toContainText('+400 activated · −10 deactivated')
  await expect(card(page, lot)).toContainText('390 of 500 in the trade')
  await expect(page.getByText(`Lot ${lot.batchId} · Serial 11 – 20 · Pack damaged`)).toBeVisible()
})

test('a hole is flagged, explained in part and whole, and no longer flagged', async ({ page }) => {
  const lot = await newLot({ quantity: 100 })
  await activate(lot, 1, 20)
  await activate(lot, 31, 50)
  await openPlant(page, SHIFT, 'hi')
  const mine = card(page, lot, 'लॉट')
  await expect(mine.getByText('10 कूपन का हिसाब नहीं मिला')).toBeVisible()
  await mine.getByRole('button', { name: WHERE.hi }).click()
  await mine.getByRole('button', { name: 'कारण बताएँ: सीरियल 21 – 30' }).click()
  const dialog = page.getByRole('dialog', { name: 'ये चालू क्यों नहीं हुए?' })
  await dialog.getByRole('button', { name: 'सेव करें' }).click()
  await expect(dialog.getByText('क्या हुआ, चुनें।')).toBeVisible()
  await dialog.getByRole('radio', { name: 'कोई और बात' }).check()
  await dialog.getByRole('button', { name: 'सेव करें' }).click()
  await expect(dialog.getByText('कारण दो-चार शब्दों में लिखें।')).toBeVisible()
  await dialog.getByRole('radio', { name: 'पैकेट ख़राब' }).check()
  await dialog.getByLabel('आख़िरी सीरियल').fill('31')
  await dialog.getByRole('button', { name: 'सेव करें' }).click()
  await expect(dialog.getByText('सिर्फ़ इसी हिस्से के सीरियल लिखें।')).toBeVisible()
  await dialog.getByLabel('आख़िरी सीरियल').fill('24')
  await page.route('**/explanations', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'सेव करें' }).click()
  await expect(dialog.getByText('आपका लिखा हुआ यहीं है।')).toBeVisible()
  await dialog.getByRole('button', { name: 'सेव करें' }).click()
  await expect(dialog).toBeHidden()
  await expect(mine.getByText('6 कूपन का हिसाब नहीं मिला').first()).toBeVisible()

  await mine.getByRole('button', { name: 'कारण बताएँ: सीरियल 25 – 30' }).click()
  await dialog.getByRole('radio', { name: 'सैंपल में लिया' }).check()
  await dialog.getByLabel('अपने शब्दों में').fill('लैब के लिए')
  await dialog.getByRole('button', { name: 'सेव करें' }).click()
  await expect(mine.getByText('हर कूपन का हिसाब मिल गया।')).toBeVisible()
  await expect(mine.getByText('कूपन का हिसाब नहीं मिला')).toHaveCount(0)
  await mine.getByText(/^बाकी सीरियल/).click()
  await expect(mine.getByText('सैंपल में लिया: लैब के लिए')).toBeVisible()
  const after = reconciliation.parse(await asWorker(`batches/${lot.batchId}/reconciliation`))
  expect(after).toMatchObject({ explained: 10, unexplained: 0, waiting: 50 })
})

test('it renews itself, and no lot moves while it does @all', async ({ page }) => {
  await activate(await newLot({ quantity: 20 }), 1, 5)
  await page.clock.install()
  await openPlant(page, SHIFT)
  const cards = page
    .getByRole('region', { name: 'Lots of this shift' })
    .locator('ul > li > div > b')
  await expect(cards.first()).toBeVisible()
  const before = await cards.allTextContents()
  const later = await newLot({ quantity: 20 })
  await activate(later, 1, 7)
  const renewed = page.waitForResponse('**/api/plant/shift*')
  await page.clock.runFor(31_000)
  await renewed
  await expect(card(page, later)).toContainText('+7 activated')
  expect((await cards.allTextContents()).slice(0, before.length)).toEqual(before)
})

test('another shift stands in the address; without work it says what to do next @all', async ({
  page,
}) => {
  await openPlant(page, `${SHIFT}?day=2020-02-03&shift=B`)
  await expect(page.getByText('3 Feb 2020, 14:00 to 22:00')).toBeVisible()
  await expect(page.getByText('Nothing was activated in this shift.')).toBeVisible()
  await page.getByRole('button', { name: 'The day after' }).click()
  await page.getByRole('radio', { name: 'C' }).check()
  await expect(page.getByText('4 Feb 2020, 22:00 to 06:00')).toBeVisible()
  expect(new URL(page.url()).search).toBe('?day=2020-02-04&shift=C')
  await page.getByLabel('Day', { exact: true }).fill('0002-02-05')
  await page.getByLabel('Day', { exact: true }).fill('2020-02-05')
  await expect(page.getByText('5 Feb 2020, 22:00 to 06:00')).toBeVisible()
  await page.getByRole('button', { name: 'To the shift of now' }).click()
  await expect(page.getByText('Running now')).toBeVisible()

  const none = { activated: 0, deactivated: 0 }
  await page.route('**/api/plant/shift*', async (route) => {
    const report = shiftReport.parse(await (await route.fetch()).json())
    const hours = report.hours.map(({ from }) => ({ from, mine: none, plant: none }))
    const plant = { ...none, workers: 0 }
    await route.fulfill({ json: { ...report, mine: none, plant, hours, lots: [], acts: [] } })
  })
  await page.reload()
  await expect(page.getByText('Nothing was activated in this shift yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Activate a run of serials' }).click()
  await expect(page).toHaveURL(new RegExp(`${ACTIVATION}$`))
})

test('the language that was selected stays on every page @all', async ({ page }) => {
  await openPlant(page, SHIFT)
  await page.getByText('हिन्दी', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('मेरी शिफ़्ट')
  for (const [path, title] of [
    [ACTIVATION, 'चालू / बंद करें'],
    [TRACKER, 'कूपन ट्रैकर'],
    [SHIFT, 'मेरी शिफ़्ट'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }
  await page.getByText('English', { exact: true }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My shift')
})

test('on a phone nothing is wider than the screen and every target is 44 pixels @all', async ({
  page,
}) => {
  const lot = await newLot({ quantity: 30, cartonSize: 10 })
  await activate(lot, 1, 5)
  await activate(lot, 9, 10)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, open] of [
    [`${ACTIVATION}?lot=${lot.batchId}&act=deactivate`, null],
    [ACTIVATION, null],
    [`${TRACKER}?q=${lot.batchId}/3`, null],
    [SHIFT, WHERE.hi],
  ] as const) {
    await openPlant(page, path, 'hi')
    await page.waitForLoadState('networkidle')
    if (open) await card(page, lot, 'लॉट').getByRole('button', { name: open }).click()
    if (open) await expect(page.getByText('छूटे हुए', { exact: true })).toBeVisible()
    const found = await page.getByRole('main').evaluate((main) => {
      const targets = main.querySelectorAll('button, input, textarea, summary, label, a')
      const small = [...targets].filter((target) => {
        // A field's own label only names it; the field is the target.
        if (target.matches('label') && !target.querySelector('input')) return false
        const { height, width } = target.getBoundingClientRect()
        return width > 1 && Math.min(height, width) < 43.5
      })
      return {
        small: small.map(({ outerHTML }) => outerHTML.slice(0, 160)),
        wide: document.documentElement.scrollWidth > innerWidth,
      }
    })
    expect(found, path).toEqual({ small: [], wide: false })
  }
})

test('staff see in the batch where its coupons are, and can only read it @all', async ({
  page,
}) => {
  const lot = await newLot({ quantity: 60 })
  await activate(lot, 1, 10)
  await activate(lot, 21, 30)
  await asWorker(`batches/${lot.batchId}/explanations`, { from: 11, to: 14, kind: 'lost' })
  await signIn(page, 'hod', `/dashboard/QrTokenHistories?open=${lot.batchId}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('Where its coupons are')).toBeVisible()
  await expect(drawer.getByText('6 coupons unexplained')).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Show the serials that are missing' }).click()
  await expect(drawer.getByText('6 coupons unexplained')).toBeVisible()
  await expect(drawer.getByText('Serial 15 – 20', { exact: true })).toBeVisible()
  await drawer.getByText('Other serials (2)').click()
  await expect(drawer.getByText('Label lost or torn')).toBeVisible()
  await expect(drawer.getByText('Serial 31 – 60', { exact: true })).toBeVisible()
  await expect(drawer.getByRole('button', { name: /Say why|Change/ })).toHaveCount(0)
})

test.describe('usable by all @all', () => {
  test('the shift with a lot opened, and the explanation', async ({ page }) => {
    const lot = await newLot({ quantity: 40 })
    await activate(lot, 1, 5)
    await activate(lot, 9, 12)
    await expectUsableByAll(page, async () => {
      await openPlant(page, SHIFT)
      await card(page, lot).getByRole('button', { name: WHERE.en }).click()
      await expect(card(page, lot).getByText('3 coupons unexplained').first()).toBeVisible()
    })
    await expectUsableByAll(page, async () => {
      await openPlant(page, SHIFT, 'hi')
      await card(page, lot, 'लॉट').getByRole('button', { name: WHERE.hi }).click()
      await page.getByRole('button', { name: 'कारण बताएँ: सीरियल 6 – 8' }).click()
      await page.getByRole('button', { name: 'सेव करें' }).click()
      await expect(page.getByText('क्या हुआ, चुनें।')).toBeVisible()
    })
  })
})
