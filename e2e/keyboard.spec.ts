// Whole flows without a mouse. Each of the others stands with its page: KYC (kyc.spec), a redemption
// (redemptions.spec), a member (users.spec), an enquiry (enquiries.spec), a coupon in both databases
// (meltag.spec), the line (plant-pages.spec).
import { expect, test } from '@playwright/test'
import { pressAt, tabTo, withoutPointer } from './keyboard.ts'
import { emailOf, PASSWORD, storedItems } from './sign-in.ts'

test('by keyboard alone: signed in, a report selected, narrowed and taken, and signed out', async ({
  page,
}) => {
  await page.goto('/')
  await withoutPointer(page, async () => {
    await tabTo(page, page.getByLabel('Email', { exact: true }))
    await page.keyboard.type(emailOf('finance'))
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')

    await pressAt(page, page.getByRole('button', { name: 'Reports' }))
    await pressAt(page, page.getByRole('link', { name: 'Download Report' }))
    await expect(page.getByRole('heading', { name: 'Download Report', level: 1 })).toBeVisible()
    await tabTo(page, page.getByLabel('Report type'))
    await page.keyboard.type('Liab')
    await expect(page.getByLabel('Report type')).toHaveValue('liability')
    await expect(page.getByRole('region', { name: 'Preview' }).getByRole('status')).toHaveText(
      /^[\d,]+ rows?/,
    )
    const download = page.waitForEvent('download')
    await pressAt(page, page.getByRole('button', { name: 'Download', exact: true }))
    expect((await download).suggestedFilename()).toBe('liability.xlsx')
    await expect(page.getByText('liability.xlsx is downloaded.')).toBeVisible()

    await tabTo(page, page.getByRole('button', { name: 'Finance', exact: true }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Update Password' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
  })
  expect((await storedItems(page)).every((item) => item === null)).toBe(true)
})
