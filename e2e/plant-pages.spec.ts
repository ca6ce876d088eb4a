import { expect, test, type Locator, type Page } from '@playwright/test'
import { batchDetail } from '../contract/programme/batches.ts'
import { reconciliation } from '../contract/programme/plant.ts'
import { expectUsableByAll } from './axe.ts'
import { Enquirer } from './enquirer.ts'
import { tabTo, withoutPointer } from './keyboard.ts'
import { ACTIVATION, openPlant, TRACKER } from './plant-page.ts'
import { activate, asWorker, deactivate, newLot, type LineLot } from './line-lot.ts'
import { asStaff } from './redeemer.ts'

const check = (page: Page) => page.getByRole('button', { name: 'Check first' }).click()
const way = (page: Page, name: string): Locator => page.getByRole('radio', { name })
const openLot = (page: Page, { batchId }: LineLot, language: 'en' | 'hi' = 'en') =>
  openPlant(page, `${ACTIVATION}?lot=${batchId}`, language)

async function fillRun(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel('First serial').fill(from)
  await page.getByLabel('Last serial').fill(to)
}

const countsOf = async ({ batchId }: LineLot) =>
  reconciliation.parse(await asWorker(`batches/${batchId}/reconciliation`)).counts
const changesOf = async ({ batchId }: LineLot) =>
  batchDetail.parse(await asStaff('admin', `batches/${batchId}`)).changes

test.describe('activate and deactivate', () => {
  test('a run is looked at first: what changes, what not and why; then it is done @all', async ({
    page,
  }) => {
    const lot = await newLot({ quantity: 200 })
    await activate(lot, 1, 20)
    await deactivate(lot, 5, 6, 'Pack damaged')
    const member = await Enquirer.join('Meena Rawat')
    await member.scan(lot.codes[2] ?? '')
    await openPlant(page, ACTIVATION)
    await page.getByLabel('Find a lot').fill(String(lot.batchId))
    await page.getByRole('button', { name: `Lot ${lot.letters} · ${lot.batchId}` }).click()
    await fillRun(page, '1', '100')
    await check(page)
    await expect(page.getByRole('heading', { name: 'Activate these?' })).toBeFocused()
    await expect(page.getByText('82 will become active')).toBeVisible()
    const stays = page.getByRole('listitem')
    await expect(stays.filter({ hasText: 'Active already' })).toContainText('17')
    await expect(stays.filter({ hasText: 'Scanned by a member' })).toContainText('1')
    await expect(page.getByText('Careful: 2 of them were deactivated before')).toBeVisible()
    await expect.poll(() => countsOf(lot)).toMatchObject({ printed: 180, active: 17 })

    await page.getByRole('button', { name: 'Activate 82 coupons' }).click()
    await expect(page.getByRole('heading', { name: '82 coupons activated' })).toBeFocused()
    const counts = { printed: 100, active: 99, deactivated: 0, scanned: 1, blocked: 0 }
    await expect.poll(() => countsOf(lot)).toEqual(counts)

    await page.getByRole('button', { name: 'Next of this lot' }).click()
    await expect(page.getByLabel('First serial')).toHaveValue('')
    await expect(page.getByText('82 coupons activated')).toBeVisible()
    await fillRun(page, '1', '100')
    await check(page)
    await expect(page.getByText('Nothing here can be activated.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Activate/ })).toBeHidden()
  })

  test('deactivating wants a reason, which is stored as it is shown @all', async ({ page }) => {
    const lot = await newLot({ quantity: 20 })
    await activate(lot, 1, 20)
    await openLot(page, lot, 'hi')
    await way(page, 'बंद करें').check()
    await page.getByLabel('पहला सीरियल').fill('१')
    await page.getByLabel('आख़िरी सीरियल').fill('५')
    await page.getByRole('button', { name: 'पहले देखें' }).click()
    await expect(page.getByText('कारण चुनें या लिखें।')).toBeVisible()
    await way(page, 'पैकेट ख़राब').check()
    await page.getByLabel('अपने शब्दों में').fill('बारिश से')
    await page.getByRole('button', { name: 'पहले देखें' }).click()
    await expect(page.getByText('कारण: पैकेट ख़राब: बारिश से')).toBeVisible()
    await page.getByRole('button', { name: '5 कूपन बंद करें' }).click()
    await expect(page.getByRole('heading', { name: '5 कूपन बंद हो गए' })).toBeVisible()
    await expect.poll(() => countsOf(lot)).toMatchObject({ active: 15, deactivated: 5 })
    const [change] = await changesOf(lot)
    expect(change).toMatchObject({ action: 'deactivate', reason: 'पैकेट ख़राब: बारिश से' })
  })

  test('cartons by number and by code, the last one smaller @all', async ({ page }) => {
    const lot = await newLot({ quantity: 40, cartonSize: 12 })
    await openLot(page, lot)
    await way(page, 'Carton').check()
    await page.getByRole('textbox', { name: 'Carton', exact: true }).fill('5')
    await check(page)
    await expect(page.getByText('This lot has the cartons 1 to 4.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Carton', exact: true }).fill('2')
    await page.getByLabel('Up to carton').fill('3')
    await check(page)
    await expect(page.getByText('Carton 2 – 3 · Serial 13 – 36')).toBeVisible()
    await page.getByRole('button', { name: 'Activate 24 coupons' }).click()
    await page.getByRole('button', { name: 'Next of this lot' }).click()
    await way(page, 'One code').check()
    await page.getByLabel('Code of the pack or carton').fill(lot.cartonCodes[3] ?? '')
    await check(page)
    await expect(page.getByText('Carton 4 · Serial 37 – 40')).toBeVisible()
    await page.getByRole('button', { name: 'Activate 4 coupons' }).click()
    await expect(page.getByRole('heading', { name: '4 coupons activated' })).toBeVisible()
    await expect.poll(() => countsOf(lot)).toMatchObject({ printed: 12, active: 28 })
  })

  test('one code: without a lot, of another lot, of another plant, or none @all', async ({
    page,
  }) => {
    const lot = await newLot({ quantity: 5 })
    const second = await newLot({ quantity: 5 })
    const foreign = await newLot({ quantity: 5, plantId: 2 })
    await openPlant(page, ACTIVATION)
    await page.getByRole('button', { name: 'I have a code in my hand' }).click()
    const field = page.getByLabel('Code of the pack or carton')
    for (const [code, sentence] of [
      [foreign.codes[0] ?? '', 'This code is of another plant.'],
      [(lot.codes[0] ?? '').replace(/.$/, '?'), 'This is no coupon code.'],
      ['', 'Type the code, or read it with the camera.'],
    ] as const) {
      await field.fill(code)
      await check(page)
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
      await expect(field).toBeFocused()
      await expect(field).toHaveValue(code)
    }
    await field.fill((lot.codes[3] ?? '').toLowerCase())
    await check(page)
    await expect(page.getByText('Serial 4', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Activate 1 coupon' }).click()
    await expect(page.getByRole('heading', { name: '1 coupon activated' })).toBeVisible()
    await expect.poll(() => countsOf(lot)).toMatchObject({ active: 1 })

    await openLot(page, second)
    await way(page, 'One code').check()
    await field.fill(lot.codes[4] ?? '')
    await check(page)
    await expect(page.getByText('another lot than the one you chose')).toBeVisible()
  })

  test('what is wrong is told at the field, in both languages @all', async ({ page }) => {
    const lot = await newLot({ quantity: 200 })
    await openLot(page, lot)
    for (const [from, to, english, hindi] of [
      ['', '', 'Write the number.', 'नंबर लिखें।'],
      ['x', '5', 'Only a number, please.', 'सिर्फ़ नंबर लिखें।'],
      ['0', '5', 'Numbers begin at 1.', 'नंबर 1 से शुरू होते हैं।'],
      ['9', '8', 'The last must not be before the first.', 'आख़िरी नंबर पहले से छोटा है।'],
      ['1', '201', 'This lot has the serials 1 to 200.', 'इस लॉट में सीरियल 1 से 200 तक हैं।'],
    ] as const) {
      await fillRun(page, from, to)
      await check(page)
      await expect(page.getByText(english).first()).toBeVisible()
      await page.getByText('हिन्दी', { exact: true }).click()
      await expect(page.getByText(hindi).first()).toBeVisible()
      await page.getByText('English', { exact: true }).click()
      await expect(page.getByLabel('Last serial')).toHaveValue(to)
    }
    await page.route('**/api/plant/batches', async (route) => {
      const { items } = await (await route.fetch()).json()
      const large = items.map((one: object) => ({ ...one, quantity: 250_000 }))
      await route.fulfill({ json: { items: large } })
    })
    await page.reload()
    await fillRun(page, '1', '100001')
    await check(page)
    await expect(page.getByText('At most 1,00,000 coupons at once.')).toBeVisible()
  })

  test('a lot that was blocked or expired meanwhile is told in Hindi, each by its name @all', async ({
    page,
  }) => {
    const lot = await newLot({ quantity: 20 })
    await openLot(page, lot, 'hi')
    await page.getByLabel('पहला सीरियल').fill('1')
    await page.getByLabel('आख़िरी सीरियल').fill('5')
    await asStaff('admin', `batches/${lot.batchId}/block`, { note: 'Recalled' })
    const look = page.getByRole('button', { name: 'पहले देखें' })
    await look.click()
    const told = page.getByRole('alert')
    await expect(told).toContainText('ऑफ़िस ने यह लॉट ब्लॉक किया है')
    await page.route('**/api/plant/activations/preview', (route) =>
      route.fulfill({
        status: 409,
        json: {
          code: 'conflict',
          reason: 'batch_expired',
          message: 'Batch 1 expired on 2026-01-31.',
          requestId: 'r-1',
        },
      }),
    )
    await look.click()
    await expect(told).toContainText('इस लॉट की आख़िरी तारीख निकल चुकी है')
  })

  test('all that wait, and what was passed over, fill themselves in @all', async ({ page }) => {
    const lot = await newLot({ quantity: 60 })
    await activate(lot, 1, 10)
    await activate(lot, 15, 20)
    await openLot(page, lot)
    await page.getByRole('button', { name: 'Passed over: 11 – 14' }).click()
    await expect(page.getByLabel('Last serial')).toHaveValue('14')
    await page.getByRole('button', { name: 'All that wait: 21 – 60' }).click()
    await check(page)
    await expect(page.getByText('40 will become active')).toBeVisible()
  })

  test('a lost answer is asked for again and nothing is done twice @all', async ({ page }) => {
    const lot = await newLot({ quantity: 30 })
    await openLot(page, lot)
    await fillRun(page, '1', '30')
    await check(page)
    await page.route('**/api/plant/activations', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Activate 30 coupons' }).click()
    await expect(page.getByText('Ask again: nothing is done twice.')).toBeVisible()
    await page.unroute('**/api/plant/activations')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing changed' })).toBeVisible()
    await expect(page.getByText('Active already')).toBeVisible()
    await expect.poll(() => countsOf(lot)).toMatchObject({ active: 30 })
    await expect.poll(() => changesOf(lot)).toHaveLength(1)
  })

  test('a run at work says so and is not sent twice; a refusal keeps what was typed @all', async ({
    page,
  }) => {
    const lot = await newLot({ quantity: 30 })
    await openLot(page, lot)
    await page.route('**/api/plant/activations/preview', (route) => route.abort())
    await fillRun(page, '2', '30')
    await check(page)
    await expect(page.getByText('What you typed is kept.')).toBeVisible()
    await expect(page.getByLabel('First serial')).toHaveValue('2')
    await page.unroute('**/api/plant/activations/preview')
    await check(page)
    let sent = 0
    await page.route('**/api/plant/activations', async (route) => {
      sent += 1
      await new Promise((done) => setTimeout(done, 1_500))
      await route.continue()
    })
    const act = page.getByRole('button', { name: 'Activate 29 coupons' })
    await act.evaluate((button) => {
      if (button instanceof HTMLElement) for (let click = 0; click < 3; click++) button.click()
    })
    await expect(page.getByText('Activating 29 coupons …')).toBeVisible()
    await expect(page.getByText('Do not press again.')).toBeVisible()
    await expect(page.getByRole('heading', { name: '29 coupons activated' })).toBeVisible()
    expect(sent).toBe(1)
  })

  test('by the keyboard alone', async ({ page }) => {
    const lot = await newLot({ quantity: 10 })
    await openLot(page, lot)
    await withoutPointer(page, async () => {
      await tabTo(page, page.getByRole('radio', { name: 'Activate', exact: true }))
      for (const key of ['Tab', 'Tab']) await page.keyboard.press(key)
      await expect(page.getByLabel('First serial')).toBeFocused()
      await page.keyboard.type('3')
      await page.keyboard.press('Tab')
      await page.keyboard.type('4')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Activate these?' })).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: '2 coupons activated' })).toBeFocused()
    })
  })
})

test.describe('the tracker', () => {
  test('a code shows its state and its plant history, nothing of the member, and is not kept', async ({
    page,
  }) => {
    const lot = await newLot({ quantity: 30, cartonSize: 10 })
    await activate(lot, 1, 12)
    await deactivate(lot, 4, 4, 'Label torn')
    const member = await Enquirer.join('Gulabchand Ahirwar')
    const scanned = lot.codes[1] ?? ''
    await member.scan(scanned)
    await openPlant(page, TRACKER)
    const field = page.getByLabel('Code, serial or carton')
    const history = page.getByRole('list', { name: 'What was done' })

    await field.fill(scanned)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Scanned by a member' })).toBeVisible()
    await expect(history.getByRole('listitem')).toHaveText([
      /Scanned by a member\d+ \w+ \d{4}$/,
      /Activated.*Serial 1 – 12.*Babulal Yadav/,
      /Coupon made/,
    ])
    await expect(page.getByText(/Gulabchand/)).toHaveCount(0)
    expect(new URL(page.url()).search).toBe(`?q=${lot.batchId}%2F2`)
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(kept).toContain(`"batchId\\":${lot.batchId}`)
    expect(kept.toUpperCase()).not.toContain(scanned.replaceAll('-', '').slice(4))
    expect(kept.toUpperCase()).not.toContain(scanned)

    await field.fill(`${lot.batchId}/4`)
    await page.getByRole('button', { name: 'Find' }).click()
    await expect(page.getByRole('heading', { name: 'Deactivated' })).toBeVisible()
    await expect(history).toContainText('Label torn')
    await field.fill(lot.cartonCodes[0] ?? '')
    await page.getByRole('button', { name: 'Find' }).click()
    await expect(page.getByRole('heading', { name: 'Carton 1' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: /^Active/ })).toContainText('8')

    await page.reload()
    await expect(page.getByRole('heading', { name: 'Carton 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Serial 4' }).click()
    await expect(page.getByRole('heading', { name: 'Deactivated' })).toBeVisible()
    await page.getByRole('button', { name: 'Activate this' }).click()
    await expect(page.getByLabel('First serial')).toHaveValue('4')
  })

  test("another plant's code, an unknown one and none are told at the field", async ({ page }) => {
    const foreign = await newLot({ quantity: 2, plantId: 2 })
    await openPlant(page, TRACKER, 'hi')
    const field = page.getByLabel('कोड, सीरियल या कार्टन')
    for (const [text, sentence] of [
      [foreign.codes[0] ?? '', 'यह दूसरे प्लांट का है।'],
      ['999999/1', 'ऐसा कोई कूपन नहीं है।'],
      ['hello', 'यह कोड, सीरियल या कार्टन नहीं है।'],
      ['', 'कोड लिखें, या कैमरे से पढ़ें।'],
    ] as const) {
      await field.fill(text)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
      await expect(field).toHaveValue(text)
    }
  })
})

test.describe('usable by all @all', () => {
  test('activation: the lots, the form with errors, the preview', async ({ page }) => {
    const lot = await newLot({ quantity: 40, cartonSize: 10 })
    await activate(lot, 1, 5)
    for (const open of [
      async () => {
        await openPlant(page, ACTIVATION, 'hi')
        await expect(page.getByRole('heading', { name: 'लॉट चुनें' })).toBeVisible()
      },
      async () => {
        await openLot(page, lot)
        await way(page, 'Deactivate').check()
        await check(page)
        await expect(page.getByText('Choose why, or write it.')).toBeVisible()
      },
      async () => {
        await openLot(page, lot)
        await fillRun(page, '1', '10')
        await check(page)
        await expect(page.getByText('Active already')).toBeVisible()
      },
    ])
      await expectUsableByAll(page, open)
  })

  test('the tracker with a pack', async ({ page }) => {
    const lot = await newLot({ quantity: 4 })
    await expectUsableByAll(page, async () => {
      await openPlant(page, `${TRACKER}?q=${lot.batchId}/2`, 'hi')
      await expect(page.getByRole('heading', { name: 'अभी चालू नहीं' })).toBeVisible()
    })
  })
})
