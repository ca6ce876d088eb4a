import { expect, test, type Page } from '@playwright/test'
import { formatCode } from '../contract/programme/code.ts'
import { expectUsableByAll } from './axe.ts'
import { Enquirer } from './enquirer.ts'
import { surname } from './kyc-review.ts'
import { activate, deactivate, newLot, type LineLot } from './line-lot.ts'
import { signIn } from './sign-in.ts'

const PAGE = '/dashboard/coupon-finder'
const field = (page: Page) => page.getByRole('textbox', { name: /Code, QR address/ })
const story = (page: Page) => page.getByRole('list', { name: 'Story of the coupon, oldest first' })

/** Coupons of this file: one that was scanned, one whose pack was damaged, and fresh ones. */
const SCANNED = 3
const DAMAGED = 8
const FRESH = 9
const WHY = 'Packs damaged by water in the yard'
let lot: LineLot
const nameOf = (serial: number): string => `Batch ${lot.batchId}, serial ${serial}`

test.beforeAll(async () => {
  test.setTimeout(120_000)
  lot = await newLot({ quantity: 10 })
  await activate(lot, 1, DAMAGED)
  await deactivate(lot, DAMAGED, DAMAGED, WHY)
  const member = await Enquirer.join(`Meena ${surname()}`)
  expect((await member.scan(lot.codes[SCANNED - 1] ?? '')).result).toBe('credited')
})

test('a scanned coupon tells its whole story, by batch and serial', async ({ page }) => {
  await signIn(page, 'cs', PAGE)
  await expect(field(page)).toBeFocused()
  const typed = `${lot.batchId}/${SCANNED}`
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: nameOf(SCANNED) })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('q')).toBe(typed)
  const titles = story(page).getByRole('listitem')
  for (const title of [
    'Batch requested',
    'Activated',
    'Scanned: points credited',
    'points added',
  ]) {
    await expect(titles.filter({ hasText: title }).first()).toBeVisible()
  }
  await expect(page.getByText(/^••••••\d{4}$/)).toBeVisible()
  const batch = `${lot.batchId} (${lot.letters})`
  await page.getByRole('link', { name: batch }).click()
  await expect(page.getByRole('dialog', { name: `Batch ${batch}` })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: nameOf(SCANNED) })).toBeVisible()
})

test('a code finds the same coupon as people type it and as cameras read it @all', async ({
  page,
}) => {
  await signIn(page, 'marketing', PAGE)
  const code = lot.codes[DAMAGED - 1] ?? ''
  for (const typed of [
    formatCode(code).toLowerCase(),
    `https://elsewhere.example/c/${code}`,
    `${lot.letters} / ${DAMAGED}`,
  ]) {
    await field(page).fill(typed)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await expect(page.getByRole('heading', { name: nameOf(DAMAGED) })).toBeVisible()
    await expect(page.getByText(WHY)).toBeVisible()
  }
  // Marketing looks; it neither blocks nor sees the page of the batches.
  await expect(page.getByRole('button', { name: 'Block this coupon' })).toBeHidden()
  await expect(page.getByRole('link', { name: `${lot.batchId} (${lot.letters})` })).toBeHidden()
})

test('what is malformed and what is not found is said in words', async ({ page }) => {
  await signIn(page, 'cs', `${PAGE}?q=hello`)
  await expect(page.getByRole('alert')).toContainText('This is neither a code')
  await expect(field(page)).toHaveAccessibleDescription(/This is neither a code/)
  await field(page).fill('999999/1')
  await expect(page.getByRole('alert')).toBeHidden()
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByText('There is no batch 999999.')).toBeVisible()
  await field(page).fill('  ')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByText('Type a code, or a batch and a serial.')).toBeVisible()
})

test('an unscanned coupon is blocked and unblocked, each with its reason @all', async ({
  page,
}) => {
  await signIn(page, 'cs', `${PAGE}?q=${lot.batchId}/${FRESH}`)
  for (const [act, tag] of [
    ['Block', 'Blocked'],
    ['Unblock', 'Deactivated'],
  ] as const) {
    await page.getByRole('button', { name: `${act} this coupon` }).click()
    const dialog = page.getByRole('dialog', { name: `${act} this coupon` })
    await dialog.getByLabel('Reason').fill(`Pack was looked at before: ${act}`)
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await expect(dialog).toBeHidden()
    const card = page.getByRole('region', { name: nameOf(FRESH) })
    await expect(card.getByText(tag, { exact: true })).toBeVisible()
    await expect(story(page).getByText(`Pack was looked at before: ${act}`)).toBeVisible()
  }
})

test.describe('usable by all @all', () => {
  for (const [name, search, sign] of [
    ['nothing asked', () => '', 'the address that its QR opens'],
    ['a found coupon', () => `?q=${lot.batchId}/${SCANNED}`, 'Scanned: points credited'],
    ['a malformed search', () => '?q=hello', 'This is neither a code'],
    ['a coupon that is not found', () => '?q=999999/1', 'There is no batch 999999.'],
  ] as const) {
    test(name, async ({ page }) => {
      await expectUsableByAll(page, async () => {
        await signIn(page, 'cs', PAGE + search())
        await expect(page.getByText(sign).first()).toBeVisible()
      })
    })
  }
})
