import { randomInt, randomUUID } from 'node:crypto'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { listRedemptions, redemptionDetail } from '../contract/money/redemptions.ts'
import { expectUsableByAll } from './axe.ts'
import { KycMember } from './kyc-member.ts'
import { pressAt, tabTo, withoutPointer } from './keyboard.ts'
import { BASE, surname } from './kyc-review.ts'
import { asStaff, balanceOf, givePoints, redeemer } from './redeemer.ts'
import { signIn } from './sign-in.ts'

const PAGE = '/dashboard/users'
/** A member of the demo with an accepted KYC, scans, an adjustment and a redemption: only looked at. */
const SHOWN = 5
/** Of the demo, too: was paid several times. */
const PAID = 1

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: /\(HIL\d+\)$/ })
const joined = (name = `Asha ${surname()}`): Promise<KycMember> =>
  KycMember.join({ base: BASE, name })

async function openMember(page: Page, role: Parameters<typeof signIn>[1], memberId: number) {
  await signIn(page, role, `${PAGE}?open=${memberId}`)
  await expect(drawer(page)).toBeVisible()
}

async function askForPoints(page: Page, member: KycMember, points: string): Promise<void> {
  await openMember(page, 'cs', member.memberId)
  await drawer(page).getByRole('button', { name: 'Adjust points' }).click()
  const dialog = page.getByRole('dialog', { name: `Adjust the points of ${member.name}` })
  await dialog.getByRole('textbox', { name: 'Points' }).fill(points)
  await dialog.getByLabel('Reason').fill('Two torn coupons, seen in pictures')
  await dialog.getByRole('button', { name: 'Ask for it' }).click()
  await expect(dialog).toBeHidden()
}

test('a member is searched by mobile, opened by key and by address', async ({ page }) => {
  const member = await joined()
  await signIn(page, 'cs', PAGE)
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(member.mobile)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await expect(page.getByRole('row', { name: member.name })).toContainText(member.code)
  await page.locator('[data-row]').focus()
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toHaveAccessibleName(`${member.name} (${member.code})`)
  await expect(page).toHaveURL(new RegExp(`open=${member.memberId}`))
  await page.reload()
  await expect(drawer(page).getByText('Agreed to the programme')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(page.locator('[data-row]')).toBeFocused()
})

test('each tab shows what the member really has @all', async ({ page }) => {
  await openMember(page, 'cs', SHOWN)
  const tab = async (name: string): Promise<Locator> => {
    await drawer(page).getByRole('tab', { name, exact: true }).click()
    return drawer(page).getByRole('tabpanel')
  }
  await expect(drawer(page).getByRole('tabpanel')).toContainText('credited')
  const points = await tab('Points')
  await expect(points.getByRole('article')).toContainText('+9,000 points')
  await expect(points.getByText(/ then [\d,]+ available, 12,\d{3} held$/).first()).toBeVisible()
  const scans = await tab('Scans')
  await expect(scans.getByRole('listitem').first()).toContainText(/ \d{4}, \d\d:\d\d/)
  await expect(scans.getByRole('link', { name: 'All scans of this member' })).toBeVisible()
  const kyc = await tab('KYC')
  await expect(kyc.getByText('Approved').first()).toBeVisible()
  await expect(kyc.getByRole('listitem').filter({ hasText: 'PAN' }).first()).toContainText(
    'Accepted',
  )
  const redemptions = await tab('Redemptions')
  await expect(redemptions.getByRole('listitem')).toHaveCount(1)
  await expect(redemptions.getByRole('listitem')).toContainText('₹12,000')
  const devices = await tab('Devices')
  await expect(devices.getByText(/^[\d,]+ scans?$/).first()).toBeVisible()
  await (await tab('Redemptions')).getByRole('link', { name: /^RD/ }).click()
  await expect(page.getByRole('dialog', { name: /^Redemption RD/ })).toBeVisible()
})

test('a member is blocked and unblocked by keyboard alone, each with a reason', async ({
  page,
}) => {
  const member = await joined()
  await openMember(page, 'cs', member.memberId)
  const block = async (act: string, tag: string): Promise<void> => {
    await pressAt(page, drawer(page).getByRole('button', { name: act, exact: true }))
    const dialog = page.getByRole('dialog', { name: `${act} ${member.name}` })
    const done = dialog.getByRole('button', { name: act, exact: true })
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await pressAt(page, done)
    await expect(dialog.getByText('Write the reason in a few words.')).toBeVisible()
    await tabTo(page, dialog.getByLabel('Reason'))
    await page.keyboard.type(`The shop was visited: ${act}`)
    await pressAt(page, done)
    await expect(dialog).toBeHidden()
    await expect(drawer(page).getByText(tag, { exact: true }).first()).toBeVisible()
    await expect(drawer(page).getByText(`The shop was visited: ${act}`).first()).toBeVisible()
    await expect(drawer(page).getByRole('button', { name: act, exact: true })).toBeHidden()
  }
  await withoutPointer(page, async () => {
    await block('Block', 'Blocked')
    await block('Unblock', 'Active')
  })
})

test('a mobile is changed with the password that went to the new one @all', async ({ page }) => {
  const member = await joined()
  const mobile = `9${String(randomInt(1e9)).padStart(9, '0')}`
  await openMember(page, 'cs', member.memberId)
  await drawer(page).getByRole('button', { name: 'Change mobile' }).click()
  const dialog = page.getByRole('dialog', { name: `Change the mobile of ${member.name}` })
  await dialog.getByLabel('New mobile').fill('12345')
  await dialog.getByLabel('Reason').fill('Lost the phone')
  await dialog.getByRole('button', { name: 'Send the password' }).click()
  await expect(dialog.getByLabel('New mobile')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('New mobile').fill(mobile)
  await dialog.getByRole('button', { name: 'Send the password' }).click()
  const password = dialog.getByLabel('One-time password')
  await expect(password).toBeFocused()
  const sent = await page.request.get(`/api/demo/outbox?to=${mobile}`)
  const otp = /\b\d{6}\b/.exec((await sent.json()).items[0].text)?.[0] ?? ''
  await password.fill(otp === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(password).not.toHaveValue('')
  await password.fill(otp)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(drawer(page).getByText('Mobile changed', { exact: true })).toBeVisible()
  await page.goto(`${PAGE}?q=${mobile}`)
  await expect(page.locator('[data-row]')).toHaveText([member.name])
})

test('points that one asks for wait for another, who approves them where they are told of them', async ({
  page,
}) => {
  test.slow()
  const member = await joined()
  await askForPoints(page, member, '250')
  await drawer(page).getByRole('tab', { name: 'Points' }).click()
  const card = drawer(page).getByRole('article')
  await expect(card).toContainText('+250 points')
  await expect(card).toContainText('Waiting')
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(
    page.getByRole('button', { name: 'Review: Adjustments of points that wait' }),
  ).toHaveCount(0)
  await expect.poll(() => balanceOf(member)).toMatchObject({ available: 0 })

  await signIn(page, 'admin', PAGE)
  await page.getByRole('button', { name: 'Review: Adjustments of points that wait' }).click()
  const waiting = page.getByRole('dialog', { name: 'Adjustments of points that wait' })
  const theirs = waiting.getByRole('article').filter({ hasText: member.name })
  await theirs.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve the adjustment' })
  await expect(dialog).toContainText(`Gives ${member.name} 250 points at once.`)
  // Escape closes only what is on top.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(waiting).toBeVisible()
  await theirs.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(theirs).toBeHidden()
  await expect.poll(() => balanceOf(member)).toMatchObject({ available: 250 })
  await page.goto(`${PAGE}?open=${member.memberId}`)
  await expect(drawer(page).getByText('250 points', { exact: true })).toBeVisible()
})

test('an adjustment is rejected in the drawer, and a wrong number is said at its field @all', async ({
  page,
}) => {
  test.slow()
  const member = await joined()
  await openMember(page, 'cs', member.memberId)
  await drawer(page).getByRole('button', { name: 'Adjust points' }).click()
  const asking = page.getByRole('dialog', { name: `Adjust the points of ${member.name}` })
  await asking.getByRole('button', { name: 'Ask for it' }).click()
  await expect(asking.getByText('Enter the points; a minus takes them away.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asking).toBeHidden()
  await askForPoints(page, member, '40')

  await openMember(page, 'almond team', member.memberId)
  await drawer(page).getByRole('tab', { name: 'Points' }).click()
  const card = drawer(page).getByRole('article')
  await card.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject the adjustment' })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(drawer(page)).toBeVisible()
  await card.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByLabel('Reason').fill('The plant found both active')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(card).toContainText('The plant found both active')
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect.poll(() => balanceOf(member)).toMatchObject({ available: 0 })
})

test('finance sees a member with all tabs, and has nothing to press @all', async ({ page }) => {
  await openMember(page, 'finance', PAID)
  await expect(drawer(page).getByRole('tab')).toHaveCount(8)
  for (const name of [
    'Redeem for member',
    'Adjust points',
    'Change mobile',
    'Block',
    'Erase personal data',
  ]) {
    await expect(drawer(page).getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  for (const tab of ['Points', 'Scans', 'KYC', 'Redemptions', 'Payments', 'Devices']) {
    await drawer(page).getByRole('tab', { name: tab, exact: true }).click()
    await expect(drawer(page).getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
    await expect(drawer(page).getByRole('alert')).toHaveCount(0)
  }
  await expect(
    page.getByRole('button', { name: 'Review: Adjustments of points that wait' }),
  ).toHaveCount(0)
})

test('a gift is asked for on a member’s word, with its address, and again where it went @all', async ({
  page,
}) => {
  test.slow()
  const member = await redeemer(`Nalini ${surname()}`, 10_000, ['pan', 'aadhaar', 'upi', 'selfie'])
  await openMember(page, 'sub admin', member.memberId)
  const dialog = page.getByRole('dialog', { name: `Redeem points of ${member.name}` })
  const open = async (): Promise<void> => {
    await drawer(page).getByRole('button', { name: 'Redeem for member' }).click()
    await dialog.getByText('Gift', { exact: true }).click()
    // Other tests add gifts that are dearer than the member's points.
    const label = 'Safety helmet and gloves – 650 points'
    await dialog.getByRole('combobox', { name: 'Gift' }).selectOption({ label })
    await dialog.getByLabel('Reason').fill('Asked for it on the phone')
  }
  const request = dialog.getByRole('button', { name: 'Request it' })
  await open()
  await dialog.getByRole('textbox', { name: /^How many/ }).fill('90')
  await request.click()
  await expect(dialog).toContainText(/That takes [\d,]+ points; the member has 10,000 points\./)
  await dialog.getByRole('textbox', { name: /^How many/ }).fill('1')
  await expect(dialog.getByLabel('Name of the recipient')).toHaveValue(member.name)
  await request.click()
  await expect(dialog).toContainText('A PIN code has six digits and does not begin with 0.')
  await dialog.getByLabel('PIN code').fill('452010')
  await expect(dialog.getByLabel('State', { exact: true })).toHaveValue('23')
  await dialog.getByLabel('House and street').fill('Shop 14, Station Road')
  await request.click()
  await expect(dialog).toBeHidden()
  await open()
  await expect(dialog.getByRole('radio', { name: /^As the last gift: .* 452010$/ })).toBeChecked()
  await request.click()
  await expect(dialog).toBeHidden()
  await drawer(page).getByRole('tab', { name: 'Redemptions', exact: true }).click()
  await expect(drawer(page).getByRole('tabpanel').getByRole('listitem')).toHaveCount(2)
  const { items } = listRedemptions.response.parse(
    await asStaff('cs', `redemptions?member=${member.memberId}`),
  )
  for (const { redemptionId } of items) {
    const asked = await asStaff('cs', `redemptions/${redemptionId}`)
    expect(redemptionDetail.parse(asked)).toMatchObject({
      kind: 'gift',
      requestedBy: 'Vivek Nair',
      address: { pincode: '452010', city: 'Indore', setBy: 'Vivek Nair' },
    })
  }
})

test('erasing wants the code typed, and leaves nothing of the person', async ({ page }) => {
  const member = await joined()
  await givePoints(member, 30)
  await openMember(page, 'admin', member.memberId)
  await drawer(page).getByRole('button', { name: 'Erase personal data' }).click()
  const dialog = page.getByRole('dialog', { name: `Erase ${member.name}` })
  await expect(dialog).toContainText('30 points lapse.')
  const code = dialog.getByLabel('Member code, typed again')
  await expect(code).toBeFocused()
  await code.fill('M1')
  await dialog.getByLabel('Reason').fill('Asked for it in writing')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(dialog.getByText(`Type the member code ${member.code} to confirm.`)).toHaveCount(1)
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill(member.code)
  await expect(dialog.getByText(`Type the member code ${member.code} to confirm.`)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(dialog).toBeHidden()
  await expect(drawer(page).getByText('Erased', { exact: true }).first()).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Erase personal data' })).toHaveCount(0)
  await expect(page.getByText(member.name)).toHaveCount(0)
  await page.goto(`${PAGE}?q=${member.mobile}`)
  await expect(page.getByRole('heading', { name: 'No members match' })).toBeVisible()
})

test('on a phone the members are cards, and the drawer has room @all', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const member = await joined()
  await signIn(page, 'cs', `${PAGE}?q=${member.code}`)
  const card = page.getByRole('list', { name: 'All Users' }).getByRole('listitem')
  await expect(card).toHaveCount(1)
  await card.click({ position: { x: 160, y: 90 } })
  await expect(drawer(page)).toBeVisible()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide).toBe(0)
  await drawer(page).getByRole('tab', { name: 'Devices' }).click()
  await expect(drawer(page).getByText('No scan has named a device yet.')).toBeVisible()
})

test.describe('usable by all @all', () => {
  test('the list', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'admin', `${PAGE}?limit=25`)
      await expect(page.locator('[data-row]').first()).toBeVisible()
      await expect(
        page.getByRole('button', { name: 'Review: Adjustments of points that wait' }),
      ).toBeVisible()
    })
  })
  test('a member with their points', async ({ page }) => {
    const member = await joined()
    const body = { idempotencyKey: randomUUID(), points: 20, reason: 'One torn coupon' }
    await asStaff('cs', `users/${member.memberId}/points-adjustments`, body)
    await expectUsableByAll(page, async () => {
      await openMember(page, 'admin', member.memberId)
      await drawer(page).getByRole('tab', { name: 'Points' }).click()
      await expect(drawer(page).getByRole('button', { name: 'Approve' })).toBeVisible()
    })
  })
  test('the form of a gift with what is wrong', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await openMember(page, 'cs', SHOWN)
      await drawer(page).getByRole('button', { name: 'Redeem for member' }).click()
      const dialog = page.getByRole('dialog', { name: /^Redeem points of/ })
      await dialog.getByText('Gift', { exact: true }).click()
      await dialog.getByRole('button', { name: 'Request it' }).click()
      await expect(dialog.getByText('Choose a gift.')).toBeVisible()
    })
  })
  test('a dialog with what is wrong', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await openMember(page, 'cs', SHOWN)
      await drawer(page).getByRole('button', { name: 'Redeem for member' }).click()
      await page.getByRole('button', { name: 'Request it' }).click()
      await expect(page.getByText('Enter how many points.')).toBeVisible()
    })
  })
})
