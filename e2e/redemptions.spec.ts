import { expect, test, type Locator, type Page } from '@playwright/test'
import { listRedemptions, type RedemptionDetail } from '../contract/money/redemptions.ts'
import { expectUsableByAll } from './axe.ts'
import type { KycMember } from './kyc-member.ts'
import { surname } from './kyc-review.ts'
import { asStaff, balanceOf, redeem, redeemer } from './redeemer.ts'
import { signIn, type RoleName } from './sign-in.ts'

const PAGE = '/dashboard/approvals/redemption'
const rows = (page: Page): Locator => page.locator('[data-row]')
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: /^Redemption RD/ })
const checklist = (page: Page): Locator => page.getByRole('list', { name: 'Can this be paid?' })
const passed = (page: Page): Locator => drawer(page).getByText(/^\d+ checks? passed$/)
const selected = (page: Page): Locator => page.getByRole('region', { name: 'Selected rows' })
const box = (page: Page, { number }: RedemptionDetail): Locator =>
  page.getByRole('checkbox', { name: `Select ${number}` })

/** With everything in order: what this member asks for is green. */
let green: KycMember
/** Without a PAN: what this member asks for is amber. */
let amber: KycMember

/** Members of the demo with one request that waits: what stands against it is known. */
const WAITING = {
  unproved: 'HIL100028',
  twoApprovals: 'HIL100005',
  withoutPan: 'HIL100025',
  clean: 'HIL100010',
}
/** The number of the member's request. */
async function waitingOf(code: string): Promise<string> {
  const found = listRedemptions.response.parse(
    await asStaff('cs', `redemptions?status=requested&q=${code}`),
  )
  const [only, ...others] = found.items
  if (!only || others.length > 0) throw new Error(`${code} should have one request that waits.`)
  return only.number
}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  green = await redeemer(`Gopal ${surname()}`, 30_000, ['pan', 'aadhaar', 'upi', 'selfie'])
  amber = await redeemer(`Amina ${surname()}`, 30_000, ['aadhaar', 'upi', 'selfie'])
})

async function open(page: Page, role: RoleName, { redemptionId }: RedemptionDetail): Promise<void> {
  await signIn(page, role, `${PAGE}?open=${redemptionId}`)
  await expect(passed(page)).toBeVisible()
}

async function openListOf(page: Page, member: KycMember, count: number): Promise<void> {
  await signIn(page, 'cs', `${PAGE}?status=requested&q=${member.code}`)
  await expect(rows(page)).toHaveCount(count)
}

test('the page begins with what waits, and tells what stands against each', async ({ page }) => {
  await signIn(page, 'cs', PAGE)
  await expect(page).toHaveURL(`${PAGE}?status=requested`)
  await expect(page.getByRole('button', { name: 'Status Requested' })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('table').getByText('Approved', { exact: true })).toHaveCount(0)
  for (const verdict of ['Can be paid', 'Needs review', 'Cannot be paid']) {
    await expect(page.getByRole('table').getByText(verdict).first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Clear Status' }).click()
  await expect(page).toHaveURL(PAGE)
  await expect(page.getByRole('table').getByText('Rejected', { exact: true }).first()).toBeVisible()
})

for (const { verdict, member, words } of [
  {
    verdict: 'Cannot be paid',
    member: WAITING.unproved,
    words: ['KYC', 'Blocked', 'It waits for its review'],
  },
  {
    verdict: 'Needs review',
    member: WAITING.withoutPan,
    words: ['PAN', 'Needs review', 'There is no PAN'],
  },
  { verdict: 'Can be paid', member: WAITING.clean, words: ['KYC', 'Passed', 'Approved on'] },
]) {
  test(`the checklist of one of the demo: ${verdict} @all`, async ({ page }) => {
    await signIn(page, 'cs', `${PAGE}?status=requested&q=${member}`)
    await rows(page).click()
    await expect(drawer(page).getByText(verdict, { exact: true }).first()).toBeVisible()
    const [label = '', word = '', reason = ''] = words
    // What stands against it is shown, what passed is folded.
    await expect(checklist(page)).toHaveCount(verdict === 'Can be paid' ? 0 : 1)
    await passed(page).click()
    const lines = drawer(page).locator('li[data-state]')
    await expect(lines).toHaveCount(8)
    const line = lines.filter({ has: page.getByText(label, { exact: true }) })
    await expect(line).toContainText(word)
    await expect(line).toContainText(reason)
    const mayApprove = verdict === 'Cannot be paid' ? 0 : 1
    await expect(drawer(page).getByRole('button', { name: 'Approve' })).toHaveCount(mayApprove)
    await expect(drawer(page).getByRole('button', { name: 'Reject' })).toHaveCount(1)
  })
}

test('a green one is approved by keyboard alone', async ({ page }) => {
  const { number } = await redeem(green, 200)
  await openListOf(page, green, 1)
  await page.keyboard.press('ArrowDown')
  await expect(rows(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const approve = drawer(page).getByRole('button', { name: 'Approve' })
  await expect(approve).toBeVisible()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: `Approve ${number}` })
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeFocused()
  await expect(dialog).toContainText(`₹200.00 for ${green.name}`)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(drawer(page).getByText('Approvals', { exact: true })).toBeVisible()
  await expect(approve).toHaveCount(0)
  await expect(drawer(page).getByText('1 of 1 · ', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No redemptions match' })).toBeVisible()
})

test('an amber one wants a reason, and a server that fails does not lose it @all', async ({
  page,
}) => {
  const asked = await redeem(amber, 300)
  await open(page, 'cs', asked)
  await drawer(page).getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: `Approve ${asked.number}` })
  await expect(dialog).toContainText('There is no PAN')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.getByText('Write the reason in a few words.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The PAN card was seen at the shop')

  const approving = `**/api/admin/redemptions/${asked.redemptionId}/approve`
  await page.route(approving, (route) => route.fulfill({ status: 500, json: {} }))
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('The PAN card was seen at the shop')
  await page.unroute(approving)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
  await expect(drawer(page).getByText('The PAN card was seen at the shop')).toBeVisible()
})

test('many are selected with space, with shift and all at once, and approved with their total @all', async ({
  page,
}) => {
  test.slow()
  const [first, second, third] = [
    await redeem(green, 100),
    await redeem(green, 200),
    await redeem(green, 400),
  ]
  await openListOf(page, green, 3)
  await expect(selected(page)).toHaveCount(0)
  await rows(page).first().focus()
  await page.keyboard.press('Space')
  await expect(box(page, first)).toBeChecked()
  await expect(selected(page)).toContainText('1 redemption selected, ₹100')
  await box(page, third).click({ modifiers: ['Shift'] })
  await expect(box(page, second)).toBeChecked()
  await expect(selected(page)).toContainText('3 redemptions selected, ₹700')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(selected(page)).toHaveCount(0)
  await rows(page).first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Space')
  await expect(selected(page)).toContainText('3 redemptions selected, ₹700')
  await page.keyboard.press('Space')
  await expect(selected(page)).toContainText('2 redemptions selected, ₹300')
  const all = page.getByRole('checkbox', { name: 'Select all of this page' })
  await all.click()
  await expect(selected(page)).toContainText('3 redemptions selected, ₹700')
  await expect(all).toBeChecked()
  // What is decided otherwise meanwhile is no longer among them.
  await rows(page).nth(1).click()
  await drawer(page).getByRole('button', { name: 'Approve' }).click()
  const alone = page.getByRole('dialog', { name: `Approve ${second.number}` })
  await alone.getByRole('button', { name: 'Approve' }).click()
  await expect(alone).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(selected(page)).toContainText('2 redemptions selected, ₹500')

  await selected(page).getByRole('button', { name: 'Approve them' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve the selected redemptions' })
  await expect(dialog).toContainText('2 redemptions go on to the payments, in all ₹500')
  await page.route('**/api/admin/redemptions/approve', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await dialog.getByRole('button', { name: /^Approve ₹500/ }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/admin/redemptions/approve')
  await dialog.getByRole('button', { name: /^Approve ₹500/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('2 redemptions approved.')).toBeVisible()
  await expect(selected(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'No redemptions match' })).toBeVisible()
})

test('a gift goes on to the parcels, and is told apart from money @all', async ({ page }) => {
  const { items } = listRedemptions.response.parse(
    await asStaff('cs', 'redemptions?status=requested&kind=gift'),
  )
  const gift = items.find(({ verdict, mayApprove }) => verdict === 'green' && mayApprove)
  if (!gift) throw new Error('No gift of the demo waits that can be approved.')
  const money = await waitingOf(WAITING.clean)
  await signIn(page, 'cs', `${PAGE}?status=requested`)
  for (const number of [gift.number, money]) {
    await page.getByRole('checkbox', { name: `Select ${number}` }).click()
  }
  await selected(page).getByRole('button', { name: 'Approve them' }).click()
  const both = page.getByRole('dialog', { name: 'Approve the selected redemptions' })
  await expect(both).toContainText('go on to the payments (1) and the parcels (1), in all ₹')
  await page.keyboard.press('Escape')
  await page.goto(`${PAGE}?open=${gift.redemptionId}`)
  await drawer(page).getByRole('button', { name: 'Approve' }).click()
  const alone = page.getByRole('dialog', { name: `Approve ${gift.number}` })
  await expect(alone).toContainText('It goes on to the parcels as soon as you approve.')
})

test('only a green one that needs one approval has a box @all', async ({ page }) => {
  await signIn(page, 'cs', `${PAGE}?status=requested`)
  await expect(rows(page).first()).toBeVisible()
  const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text })
  for (const code of [WAITING.unproved, WAITING.twoApprovals, WAITING.withoutPan]) {
    const without = await waitingOf(code)
    await expect(row(without)).toHaveCount(1)
    await expect(row(without).getByRole('checkbox')).toHaveCount(0)
  }
  await expect(row(await waitingOf(WAITING.clean)).getByRole('checkbox')).toHaveCount(1)
  await signIn(page, 'cs', `${PAGE}?q=${await waitingOf(WAITING.withoutPan)}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: 'Select all of this page' })).toBeDisabled()
})

test('a rejection wants its reason, and the points are back @all', async ({ page }) => {
  const before = await balanceOf(amber)
  const asked = await redeem(amber, 500)
  expect((await balanceOf(amber)).available).toBe(before.available - 500)
  await open(page, 'almond team', asked)
  await drawer(page).getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: `Reject ${asked.number}` })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByText('Choose a reason.')).toBeVisible()
  await dialog.getByLabel('Something else').check()
  await dialog.getByLabel('Reason in your words').fill('Send the PAN first')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toBeHidden()
  await expect(drawer(page).getByText('Send the PAN first').first()).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect.poll(() => balanceOf(amber)).toMatchObject(before)
})

test('above the limit a second person of another role approves as well', async ({ page }) => {
  test.slow()
  const asked = await redeem(green, 12_000)
  const dialog = page.getByRole('dialog', { name: `Approve ${asked.number}` })
  const approve = drawer(page).getByRole('button', { name: 'Approve' })
  await open(page, 'cs', asked)
  await expect(drawer(page).getByText('0 of 2')).toBeVisible()
  await approve.click()
  await expect(dialog).toContainText('Yours is the first of two approvals')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
  await expect(drawer(page).getByText('You approved it already')).toBeVisible()
  await expect(approve).toHaveCount(0)

  await open(page, 'admin', asked)
  await approve.click()
  await expect(dialog).toContainText('It goes on to the payments as soon as you approve.')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
  await expect(drawer(page).getByText(/^2 of 2 · /)).toBeVisible()
  await expect(passed(page)).toHaveCount(0)
})

test('one after the other is decided with two keys, and the next is open at once', async ({
  page,
}) => {
  test.slow()
  const member = await redeemer(`Sita ${surname()}`, 5_000, ['pan', 'aadhaar', 'upi', 'selfie'])
  const asked = [await redeem(member, 110), await redeem(member, 120), await redeem(member, 130)]
  await openListOf(page, member, asked.length)
  await rows(page).first().click()
  await expect(drawer(page).getByText('1 of 3')).toBeVisible()
  await page.keyboard.press('j')
  await expect(drawer(page).getByText('2 of 3')).toBeVisible()
  await page.keyboard.press('k')
  for (const at of [1, 2, 3]) {
    await expect(drawer(page).getByText(`${at} of 3`)).toBeVisible()
    await expect(passed(page)).toBeVisible()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: /^Approve RD/ })
    await expect(dialog.getByRole('button', { name: 'Approve' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  }
  await expect(drawer(page).getByText('Approved', { exact: true }).first()).toBeVisible()
  // The list stayed in use all the while.
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(rows(page).last()).toBeFocused()
  const decided = await Promise.all(
    asked.map(({ number }) => asStaff('cs', `redemptions?status=approved&q=${number}`)),
  )
  for (const one of decided) {
    expect(listRedemptions.response.parse(one).items).toHaveLength(1)
  }
})

test('on a phone the redemptions are cards, and their boxes can be hit @all', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const number = await waitingOf(WAITING.clean)
  await signIn(page, 'cs', `${PAGE}?status=requested&q=${number}`)
  await expect(rows(page)).toHaveCount(1)
  const itsBox = page.getByRole('checkbox', { name: `Select ${number}` })
  await itsBox.click()
  await expect(drawer(page)).toHaveCount(0)
  await expect(selected(page)).toContainText('1 redemption selected')
  await expect(selected(page).getByRole('button', { name: 'Approve them' })).toBeInViewport()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide).toBe(0)
  await itsBox.click()
  await expect(selected(page)).toHaveCount(0)
  await rows(page).click()
  await expect(drawer(page)).toBeVisible()
})

test.describe('usable by all @all', () => {
  test('the list with a choice', async ({ page }) => {
    const number = await waitingOf(WAITING.clean)
    await expectUsableByAll(page, async () => {
      await signIn(page, 'cs', `${PAGE}?status=requested`)
      await page.getByRole('checkbox', { name: `Select ${number}` }).click()
      await expect(selected(page)).toBeVisible()
    })
  })
  test('a redemption that is stopped', async ({ page }) => {
    await expectUsableByAll(page, async () => {
      await signIn(page, 'cs', `${PAGE}?status=requested&q=${WAITING.unproved}`)
      await rows(page).click()
      await expect(checklist(page)).toBeVisible()
    })
  })
  test('an approval that wants a reason', async ({ page }) => {
    const number = await waitingOf(WAITING.withoutPan)
    await expectUsableByAll(page, async () => {
      await signIn(page, 'cs', `${PAGE}?q=${number}`)
      await rows(page).click()
      await drawer(page).getByRole('button', { name: 'Approve' }).click()
      await page
        .getByRole('dialog', { name: `Approve ${number}` })
        .getByText('Approve')
        .last()
        .click()
      await expect(page.getByText('Write the reason in a few words.')).toBeVisible()
    })
  })
})
