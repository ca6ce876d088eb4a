import { expect, test, type Locator, type Page } from '@playwright/test'
import { parseCode } from '../contract/programme/code.ts'
import { addDays, dayOf } from '../contract/time.ts'
import { expectUsableByAll } from './axe.ts'
import { takePrintFile } from './print-file.ts'
import { signIn } from './sign-in.ts'

const PAGE = '/dashboard/QrTokenHistories'
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Batch \d+ / })

async function openRequest(page: Page): Promise<void> {
  await signIn(page, 'sub admin', PAGE)
  await page.getByRole('button', { name: 'Request a batch' }).click()
  await expect(page.getByRole('dialog', { name: 'Request a batch' })).toBeVisible()
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

async function fillRequest(page: Page, quantity: string): Promise<void> {
  await choose(page, 'Plant', 'Chakan')
  await choose(page, 'Product', 'Wall Putty 20 kg')
  await page.getByRole('textbox', { name: 'Coupons', exact: true }).fill(quantity)
  await page.getByRole('textbox', { name: 'Expires on' }).fill(addDays(dayOf(new Date()), 200))
}

/** A batch that waits for its approval; gives its number. */
async function requestBatch(page: Page, quantity: string): Promise<string> {
  await openRequest(page)
  await fillRequest(page, quantity)
  await page.getByRole('button', { name: 'Request', exact: true }).click()
  await expect(drawer(page)).toBeVisible()
  const batchId = new URL(page.url()).searchParams.get('open')
  if (!batchId) throw new Error('The batch did not open.')
  return batchId
}

async function approve(page: Page, batchId: string): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: `Approve batch ${batchId}` })
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
}

async function openPrint(page: Page, batchId: string): Promise<Locator> {
  await drawer(page).getByRole('button', { name: 'Print file' }).click()
  const dialog = page.getByRole('dialog', { name: `Print batch ${batchId}` })
  await expect(dialog).toBeVisible()
  return dialog
}

test('a batch is requested, approved by another role, generated and its print file downloaded', async ({
  page,
}) => {
  const batchId = await requestBatch(page, '25000')
  await expect(drawer(page).getByText('Approvals: 0 of 1')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Approve' })).toBeHidden()

  await signIn(page, 'hod', `${PAGE}?open=${batchId}`)
  await approve(page, batchId)
  await expect(drawer(page).getByText('Coupons generated')).toBeVisible()
  await expect(drawer(page).getByText('Remainder: not activated yet')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Print file' })).toBeHidden()

  await signIn(page, 'almond team', `${PAGE}?open=${batchId}`)
  const dialog = await openPrint(page, batchId)
  await choose(page, 'Format', 'Text (CSV)')
  const file = await takePrintFile(page, dialog)
  expect(file.download.suggestedFilename()).toMatch(
    new RegExp(`^batch-${batchId}-\\w{4}-csv-locked\\.zip$`),
  )
  expect(file.name).toMatch(new RegExp(`^batch-${batchId}-\\w{4}\\.csv$`))
  const lines = file.bytes.toString().trim().split('\r\n')
  expect(lines).toHaveLength(25_001)
  const [serial, code = '', qr = '', product] = lines.at(-1)?.split(',') ?? []
  expect([serial, product]).toEqual(['25000', 'Wall Putty 20 kg'])
  expect(parseCode(code)?.batchId).toBe(Number(batchId))
  expect(parseCode(qr)).toEqual(parseCode(code))
  await expect(drawer(page).getByText('Print file given out')).toBeVisible()
  await expect(drawer(page).getByText('As CSV')).toBeVisible()

  // Once more: with a reason, and only when somebody else agrees.
  const again = await openPrint(page, batchId)
  await expect(again.getByText('These codes were taken already')).toBeVisible()
  await expect(again.getByRole('button', { name: 'Download' })).toBeHidden()
  await again.getByLabel('From serial').fill('1')
  await again.getByLabel('To serial').fill('150')
  await again.getByLabel('Why are they needed again?').fill('The roll was torn')
  await again.getByRole('button', { name: 'Ask for it again' }).click()
  await expect(drawer(page)).toContainText('asks to take serials 1 to 150 again: The roll was torn')
  await signIn(page, 'hod', PAGE)
  await page.getByRole('link', { name: `batch ${batchId}` }).click()
  await drawer(page).getByRole('button', { name: 'Approve' }).click()
  const approval = page.getByRole('dialog', { name: /^Approve: codes of batch/ })
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(drawer(page)).toContainText('takes serials 1 to 150 once more')
  await signIn(page, 'almond team', `${PAGE}?open=${batchId}`)
  const once = await openPrint(page, batchId)
  await once.getByLabel('To serial').fill('150')
  await expect(once.getByText('agreed that you take serials 1 to 150 once more')).toBeVisible()
  expect((await takePrintFile(page, once)).name).toContain('-1-150.csv')
})

test('a download that breaks off counts as taken, and the dialog says so and leads to the request', async ({
  page,
}) => {
  const batchId = await requestBatch(page, '150')
  await signIn(page, 'hod', `${PAGE}?open=${batchId}`)
  await approve(page, batchId)
  await expect(drawer(page).getByText('Coupons generated')).toBeVisible()
  await signIn(page, 'almond team', `${PAGE}?open=${batchId}`)
  const dialog = await openPrint(page, batchId)
  await choose(page, 'Format', 'Text (CSV)')
  await page.route('**/batches/*/printFile', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog.getByText('The download broke off')).toBeVisible()
  await expect(dialog).toContainText('Nobody can tell how much of it arrived')
  await expect(dialog).toContainText(/Serials 1 to 150 as CSV by /)
  await dialog.getByLabel('Why are they needed again?').fill('The download broke off')
  await dialog.getByRole('button', { name: 'Ask for it again' }).click()
  await expect(drawer(page)).toContainText('asks to take serials 1 to 150 again')
})

test('labels are printed as sheets of a size of one’s own, and the browser remembers it', async ({
  page,
}) => {
  const batchId = await requestBatch(page, '90')
  await signIn(page, 'hod', `${PAGE}?open=${batchId}`)
  await approve(page, batchId)
  await expect(drawer(page).getByText('Coupons generated')).toBeVisible()
  await signIn(page, 'almond team', `${PAGE}?open=${batchId}`)
  const dialog = await openPrint(page, batchId)
  await choose(page, 'Format', 'PDF, sheets of labels')
  await choose(page, 'Label size', 'A4, 65 labels')
  await expect(dialog.getByRole('img', { name: /210 × 297 mm with 65 labels/ })).toBeVisible()
  await choose(page, 'Label size', 'Other sizes')
  await dialog.getByLabel('Page width (mm)').fill('100')
  await dialog.getByLabel('Labels across').fill('3')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog.getByText('These labels need 150 mm with margin and gaps')).toBeVisible()
  await dialog.getByLabel('Labels across').fill('2')
  await dialog.getByLabel('From serial').fill('7')
  await dialog.getByLabel('To serial').fill('12')
  await expect(dialog.getByText('2 labels a page · 3 pages')).toBeVisible()
  const file = await takePrintFile(page, dialog)
  expect(file.name).toMatch(new RegExp(`^batch-${batchId}-\\w{4}-7-12\\.pdf$`))
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(drawer(page).getByText('As a PDF, serials 7 to 12')).toBeVisible()

  await page.reload()
  const again = await openPrint(page, batchId)
  await expect(again.getByLabel('Page width (mm)')).toHaveValue('100')
  await expect(again.getByLabel('From serial')).toHaveValue('')
})

test('a batch in cartons has a label for each carton, with the serials it holds @all', async ({
  page,
}) => {
  await openRequest(page)
  await fillRequest(page, '90')
  const cartonSize = page.getByLabel('Packs in a carton (optional)')
  await cartonSize.fill('91')
  await page.getByRole('button', { name: 'Request', exact: true }).click()
  await expect(page.getByText('A carton cannot hold more packs than the batch has.')).toBeVisible()
  await cartonSize.fill('40')
  await page.getByRole('button', { name: 'Request', exact: true }).click()
  await expect(drawer(page).getByText('Packs in a carton')).toBeVisible()
  const batchId = new URL(page.url()).searchParams.get('open') ?? ''

  await signIn(page, 'hod', `${PAGE}?open=${batchId}`)
  await approve(page, batchId)
  await expect(drawer(page).getByText('Coupons generated')).toBeVisible()

  await signIn(page, 'almond team', `${PAGE}?open=${batchId}`)
  const dialog = await openPrint(page, batchId)
  await dialog.getByText('Labels of cartons').click()
  await choose(page, 'Format', 'Text (CSV)')
  const file = await takePrintFile(page, dialog)
  expect(file.name).toMatch(new RegExp(`^batch-${batchId}-\\w{4}-cartons\\.csv$`))
  const lines = file.bytes.toString().trim().split('\r\n').slice(1)
  const serials = lines.map((line) => line.split(',').slice(-2))
  expect(serials).toEqual([
    ['1', '40'],
    ['41', '80'],
    ['81', '90'],
  ])
  await expect(drawer(page).getByText('Carton labels as CSV')).toBeVisible()
})

test('a large batch needs two people, and the first of them sees why one person cannot be both @all', async ({
  page,
}) => {
  const batchId = await requestBatch(page, '60000')
  await signIn(page, 'hod', `${PAGE}?open=${batchId}`)
  await expect(drawer(page).getByText('Approvals: 0 of 2')).toBeVisible()
  await approve(page, batchId)
  await expect(drawer(page).getByText('Approvals: 1 of 2')).toBeVisible()
  await expect(drawer(page).getByText('a second person must approve it as well')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Approve' })).toBeHidden()

  await signIn(page, 'admin', `${PAGE}?open=${batchId}`)
  await approve(page, batchId)
  await expect(drawer(page).getByText('Approvals: 2 of 2')).toBeVisible()
  await expect(drawer(page).getByText('Coupons generated')).toBeVisible({ timeout: 20_000 })
})

test('what is wrong with a request is said at its fields, and what was typed stays @all', async ({
  page,
}) => {
  await openRequest(page)
  await page.getByRole('button', { name: 'Request', exact: true }).click()
  for (const sentence of [
    'Choose a plant.',
    'Choose a product.',
    'Enter how many coupons.',
    'Enter the points of each coupon.',
    'Choose the last day.',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await fillRequest(page, '10')
  await expect(page.getByText('Choose a plant.')).toBeHidden()
  await page.getByRole('textbox', { name: 'Expires on' }).fill(addDays(dayOf(new Date()), -1))
  await page.getByRole('button', { name: 'Request', exact: true }).click()
  await expect(page.getByText('This day is over.').first()).toBeVisible()

  await page.route('**/api/admin/batches', (route) => route.abort())
  await page.getByRole('textbox', { name: 'Expires on' }).fill(addDays(dayOf(new Date()), 30))
  await page.getByRole('button', { name: 'Request', exact: true }).click()
  await expect(page.getByText('Network Error What you typed is kept.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Coupons', exact: true })).toHaveValue('10')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Request a batch' }).click()
  await expect(page.getByRole('combobox', { name: 'Product' })).toHaveValue('Wall Putty 20 kg')
})

test('a rejection wants its reason, and the history keeps it @all', async ({ page }) => {
  const batchId = await requestBatch(page, '100')
  await signIn(page, 'admin', `${PAGE}?open=${batchId}`)
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: `Reject batch ${batchId}` })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByText('Write the reason in a few words.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The pack is changing')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toBeHidden()
  await expect(drawer(page).getByText('The pack is changing')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Approve' })).toBeHidden()
})

test('filters and the open batch stand in the address @all', async ({ page }) => {
  await signIn(page, 'cs', `${PAGE}?status=blocked`)
  await expect(page.getByRole('table').getByText('Blocked')).toHaveCount(1)
  await page.getByRole('link', { name: '6 (0006)' }).click()
  await expect(drawer(page)).toBeVisible()
  await expect(drawer(page).getByText('whatever their state, none of them')).toBeVisible()
  await page.reload()
  await expect(drawer(page)).toBeVisible()
  // The focus goes to a row that is there.
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByRole('link', { name: '6 (0006)' })).toBeFocused()
  expect(new URL(page.url()).search).toBe('?status=blocked')
})

test('a batch is blocked and unblocked with a reason @all', async ({ page }) => {
  await signIn(page, 'cs', `${PAGE}?open=28`)
  for (const [act, tag] of [
    ['Block', 'Blocked'],
    ['Unblock', 'Printed'],
  ] as const) {
    await drawer(page).getByRole('button', { name: act, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `${act} batch 28` })
    await dialog.getByLabel('Reason').fill('A pallet was found open')
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(drawer(page).getByText(tag, { exact: true }).first()).toBeVisible()
  }
})

test.describe('usable by all @all', () => {
  test('the list', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', PAGE)
      await expect(page.getByText('30 (000Y)')).toBeVisible()
    })
  })
  test('a batch', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'almond team', `${PAGE}?open=8`)
      await expect(drawer(page).getByText('Changes of its coupons')).toBeVisible()
    })
  })
  test('codes that are asked for again, with errors', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'almond team', `${PAGE}?open=8`)
      const dialog = await openPrint(page, '8')
      await expect(dialog.getByText('These codes were taken already')).toBeVisible()
      await dialog.getByRole('button', { name: 'Ask for it again' }).click()
      const reason = dialog.getByLabel('Why are they needed again?')
      await expect(reason).toHaveAttribute('aria-invalid', 'true')
    })
  })
  test('the request, with errors', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await openRequest(page)
      await page.getByRole('button', { name: 'Request', exact: true }).click()
      await expect(page.getByText('Choose a plant.')).toBeVisible()
    })
  })
})
