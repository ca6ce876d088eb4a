import { readFile } from 'node:fs/promises'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { expectUsableByAll } from './axe.ts'
import { surname } from './kyc-review.ts'
import { approved, ask, redeemer } from './redeemer.ts'
import { signIn } from './sign-in.ts'

const TROWEL = 1
const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })
const FIELDS = ['pan', 'aadhaar', 'upi', 'selfie'] as const

/** A member with points and an accepted KYC, who may ask for gifts. */
const member = () => redeemer(`Meenakshi ${surname()}`, 10_000, FIELDS)

test('an address is revealed for a reason, corrected by its PIN code and printed on a label @all', async ({
  page,
}) => {
  test.slow()
  const { code } = await member().then(async (who) => {
    await approved(who, { kind: 'gift', giftId: TROWEL })
    return who
  })
  await signIn(page, 'courier', `/dashboard?q=${code}`)
  const row = page.locator('[data-row]')
  await expect(page.getByRole('cell', { name: 'Pune, Maharashtra' })).toBeVisible()
  await row.click()
  const drawer = dialog(page, /^Parcel RD/)
  await expect(drawer).toContainText('Flat 7, Sagar Apartments')

  await drawer.getByRole('button', { name: 'Correct the address' }).click()
  const form = dialog(page, /^Correct the address of RD/)
  await expect(form.getByLabel('House and street')).toHaveValue('Flat 7, Sagar Apartments')
  await form.getByLabel('PIN code').fill('452010')
  await expect(form.getByRole('status')).toHaveText('Indore, Madhya Pradesh 452010')
  await expect(form.getByLabel('State', { exact: true })).toHaveValue('23')
  await form.getByLabel('City, town or district').fill('Indore')
  await form.getByLabel('House and street').fill('दुकान 14, स्टेशन रोड')
  await form.getByRole('button', { name: 'Save the address' }).click()
  await expect(form).toContainText('The reason: a few words.')
  await form.getByLabel('Reason').fill('Moved to another town')
  await form.getByRole('button', { name: 'Save the address' }).click()
  await expect(form).toBeHidden()
  await expect(drawer).toContainText('दुकान 14, स्टेशन रोड')
  await expect(page.getByRole('cell', { name: 'Indore, Madhya Pradesh' })).toBeAttached()

  await drawer.getByRole('button', { name: 'Print labels' }).click()
  const labels = dialog(page, 'Print labels')
  await labels.getByLabel('A4, four labels a page').check()
  const coming = page.waitForEvent('download')
  await labels.getByRole('button', { name: 'Make 1 label' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('parcel-labels-a4.pdf')
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(labels).toBeHidden()
})

test('who does not dispatch sees the place, and the whole for a reason @all', async ({ page }) => {
  const { redemptionId } = await ask(await member(), { kind: 'gift', giftId: TROWEL })
  await signIn(page, 'cs', `/dashboard/approvals/redemption?open=${redemptionId}`)
  const drawer = dialog(page, /^Redemption RD/)
  await expect(drawer).toContainText('Pune, Maharashtra 411038')
  await expect(drawer).not.toContainText('Sagar Apartments')
  await drawer.getByRole('button', { name: 'Reveal the address' }).click()
  const reveal = dialog(page, 'Reveal the address')
  await reveal.getByLabel('Reason').fill('The courier asks for the house')
  await page.keyboard.press('Enter')
  await expect(drawer).toContainText('Flat 7, Sagar Apartments')
  await drawer.getByRole('button', { name: 'Hide the address' }).click()
  await expect(drawer).not.toContainText('Sagar Apartments')
})

test('the form of an address and the choice of labels are usable by all @all', async ({ page }) => {
  const drawer = dialog(page, /^Parcel RD/)
  const open = async (button: string, title: string | RegExp): Promise<void> => {
    await signIn(page, 'courier', '/dashboard')
    await page.locator('[data-row]').first().click()
    await drawer.getByRole('button', { name: button }).click()
    await expect(dialog(page, title)).toBeVisible()
  }
  await expectUsableByAll(page, async () => {
    await open('Correct the address', /^Correct the address of RD/)
    const form = dialog(page, /^Correct the address of RD/)
    await form.getByLabel('PIN code').fill('999999')
    await form.getByRole('button', { name: 'Save the address' }).click()
    await expect(form.getByRole('status')).toContainText('The directory has no PIN code 999999.')
  })
  await expectUsableByAll(page, () => open('Print labels', 'Print labels'))
})
