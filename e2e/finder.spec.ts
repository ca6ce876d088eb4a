import { expect, test, type Page } from '@playwright/test'
import { formatCode } from '../contract/code.ts'
import { codesOf } from '../server/features/coupons/codes.ts'
import { demoBatchKey } from '../server/demo/batch-plan.ts'
import { expectUsableByAll } from './axe.ts'
import { signIn } from './sign-in.ts'

const PAGE = '/dashboard/coupon-finder'
const field = (page: Page) => page.getByRole('textbox', { name: /Code, QR address/ })
const story = (page: Page) => page.getByRole('list', { name: 'Story of the coupon, oldest first' })
const codeOf = (batchId: number, serial: number): string =>
  codesOf(demoBatchKey(batchId), batchId, serial, 1)[0] ?? ''

test('a scanned coupon tells its whole story, by batch and serial', async ({ page }) => {
  await signIn(page, 'cs', PAGE)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('1/42')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Batch 1, serial 42' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('q')).toBe('1/42')
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
  await page.getByRole('link', { name: '1 (0001)' }).click()
  await expect(page.getByRole('dialog', { name: 'Batch 1 (0001)' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Batch 1, serial 42' })).toBeVisible()
})

test('a code finds the same coupon as people type it and as cameras read it @all', async ({
  page,
}) => {
  await signIn(page, 'marketing', PAGE)
  const code = codeOf(8, 2_900)
  for (const typed of [
    formatCode(code).toLowerCase(),
    `https://elsewhere.example/c/${code}`,
    '0008 / 2900',
  ]) {
    await field(page).fill(typed)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Batch 8, serial 2,900' })).toBeVisible()
    await expect(page.getByText('Packs damaged by water in the yard')).toBeVisible()
  }
  // Marketing looks; it neither blocks nor sees the page of the batches.
  await expect(page.getByRole('button', { name: 'Block this coupon' })).toBeHidden()
  await expect(page.getByRole('link', { name: '8 (0008)' })).toBeHidden()
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
  await signIn(page, 'cs', `${PAGE}?q=28/77`)
  for (const [act, tag] of [
    ['Block', 'Blocked'],
    ['Unblock', 'Deactivated'],
  ] as const) {
    await page.getByRole('button', { name: `${act} this coupon` }).click()
    const dialog = page.getByRole('dialog', { name: `${act} this coupon` })
    await dialog.getByLabel('Reason').fill(`Pack was looked at before: ${act}`)
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await expect(dialog).toBeHidden()
    const card = page.getByRole('region', { name: 'Batch 28, serial 77' })
    await expect(card.getByText(tag, { exact: true })).toBeVisible()
    await expect(story(page).getByText(`Pack was looked at before: ${act}`)).toBeVisible()
  }
})

test.describe('usable by all @all', () => {
  for (const [name, search, sign] of [
    ['nothing asked', '', 'the address that its QR opens'],
    ['a found coupon', '?q=1/42', 'Scanned: points credited'],
    ['a malformed search', '?q=hello', 'This is neither a code'],
    ['a coupon that is not found', '?q=999999/1', 'There is no batch 999999.'],
  ] as const) {
    test(name, async ({ page }) => {
      await expectUsableByAll(page, async () => {
        await signIn(page, 'cs', PAGE + search)
        await expect(page.getByText(sign).first()).toBeVisible()
      })
    })
  }
})
