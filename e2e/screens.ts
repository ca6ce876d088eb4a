// The pictures of docs/screens/ (npm run screens): no test of anything but that each can be taken.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import { film, openPhone } from './fake-camera.ts'
import { newLot } from './line-lot.ts'
import { readIn } from './plant-page.ts'
import { band, PAGE as SCANNING, readings, type } from './scanning-page.ts'
import { newSession, signIn, store, type RoleName } from './sign-in.ts'

const FOLDER = path.join(import.meta.dirname, '../docs/screens')
const MOST_BYTES = 150_000
/** Colours that a picture may keep, tried in turn until it is small enough. */
const COLOURS = [256, 160, 96, 64]

const rows = (page: Page) => page.locator('[data-row]')

/** Written with few colours, as pages have; at most 150 kB. */
async function keep(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.mouse.move(0, 0)
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  for (const colours of COLOURS) {
    const made = await sharp(taken)
      .png({ palette: true, colours, effort: 10, dither: 0 })
      .toBuffer()
    if (made.length > MOST_BYTES) continue
    await writeFile(path.join(FOLDER, `${name}.png`), made)
    return
  }
  throw new Error(`The picture ${name} is larger than ${MOST_BYTES} bytes.`)
}

/** Opens a page and waits until its rows, or what else it shows last, stand there. */
async function open(page: Page, role: RoleName, address: string, last = rows(page)): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await signIn(page, role, address)
  await expect(last.first()).toBeVisible()
}

/** Nothing is on its way any more: a live page's stream never ends, so the network tells nothing. */
async function settled(page: Page): Promise<void> {
  const waits = page.locator('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root')
  await expect(waits.filter({ visible: true })).toHaveCount(0)
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
}

async function openFirst(page: Page, at = 0): Promise<void> {
  await rows(page).nth(at).click()
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
  await settled(page)
}

test('dashboard', async ({ page }) => {
  await open(page, 'admin', '/dashboard', page.locator('main svg path'))
  await expect(page.getByText('Live')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notices/ })).toBeVisible()
  await keep(page, 'dashboard')
})

test('dashboard of finance, dark', async ({ page }) => {
  await open(page, 'finance', '/dashboard', page.locator('main svg path'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await keep(page, 'finance-dark')
})

test('scans', async ({ page }) => {
  await open(
    page,
    'cs',
    '/dashboard/QrScanHistories?result=already_scanned&result=not_active&result=credited&region=27',
  )
  await keep(page, 'scans')
})

test('coupon finder', async ({ page }) => {
  await open(page, 'cs', '/dashboard/coupon-finder', page.getByRole('textbox'))
  await page.getByRole('textbox', { name: /Code, QR address/ }).fill('1/42')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Batch 1, serial 42' })).toBeVisible()
  await keep(page, 'coupon-finder')
})

test('KYC review', async ({ page }) => {
  await open(page, 'cs', '/dashboard/approvals/kyc_verification')
  await rows(page).first().click()
  await expect(page.getByText(/^Yours until \d\d:\d\d$/)).toBeVisible()
  await settled(page)
  await keep(page, 'kyc-review')
})

test('redemption', async ({ page }) => {
  await open(page, 'cs', '/dashboard/approvals/redemption')
  await openFirst(page, 1)
  await keep(page, 'redemption')
})

test('payment', async ({ page }) => {
  await open(page, 'almond team', '/dashboard/complete-payment')
  await openFirst(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await keep(page, 'payment-dark')
})

test('scheme with its simulation', async ({ page }) => {
  await open(page, 'cs', '/dashboard/scheme?status=draft')
  await openFirst(page, 1)
  const found = page.getByRole('dialog').locator('section').filter({ hasText: 'would have given' })
  await expect(found).toBeVisible()
  await keep(page, 'scheme')
})

test('settlement down to its transfers', async ({ page }) => {
  await open(page, 'almond team', '/dashboard/points-settlement')
  await openFirst(page)
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Earned/ })
    .click()
  await expect(page.getByRole('dialog').locator('table[aria-busy=false]')).toBeVisible()
  await keep(page, 'settlement')
})

test('report', async ({ page }) => {
  const address = '/dashboard/reports?reportType=redemptions'
  await open(page, 'finance', address, page.getByText(/^[\d,]+ rows/))
  await keep(page, 'report')
})

test('helpdesk', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, 'cs', '/dashboard/enquiry')
  await rows(page).first().click()
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
  await keep(page, 'helpdesk-phone')
})

test('the line', async ({ request, baseURL }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hil-screens-'))
  try {
    const { codes } = await newLot({ quantity: 10 })
    const [shown = '', ...others] = codes
    const file = path.join(folder, 'film.y4m')
    await film(file, [shown], 9)
    const phone = await openPhone(path.join(folder, 'phone'), { file, baseURL })
    const page = phone.pages()[0] ?? (await phone.newPage())
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await store(page, await newSession(request, 'worker'))
    await readIn(page, 'en')
    await page.goto(SCANNING)
    await expect(page.locator('video[data-running]')).toBeVisible()
    await type(page, others[0])
    await type(page, others[1])
    await expect(readings(page)).toHaveCount(3)
    await expect(page.getByText('Everything is sent')).toBeVisible()
    await expect(band(page)).toHaveAttribute('data-tone', 'good')
    await keep(page, 'line-phone')
    await phone.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
