import { expect, test } from '@playwright/test'
import { callsOf } from './calls.ts'
import {
  HISTORY,
  LOGS,
  QUEUE,
  WITH_BANK,
  card,
  heading,
  held,
  lockOf,
  openReview,
  review,
  submitted,
  surname,
} from './kyc-review.ts'
import { signIn } from './sign-in.ts'

test('by keyboard alone: partly refused, sent again, approved, and all of it on record', async ({
  page,
}) => {
  test.slow()
  const member = await submitted({ bankName: 'Prakash Deshmukh' }, WITH_BANK)
  await signIn(page, 'cs', `${QUEUE}?q=${member.code}`)
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(held(page)).toBeVisible()
  await expect(heading(page)).toHaveText(member.name)
  await page.keyboard.press('Shift+A')
  await expect(card(page, 'Bank account')).toBeFocused()
  await expect(card(page, 'Bank account')).toContainText('Failed: Name and member')
  await page.keyboard.press('r')
  const why = page.getByRole('dialog', { name: 'Refuse Bank account: why?' })
  await expect(why.getByText('नाम आपके अन्य दस्तावेज़ों से अलग है।')).toBeVisible()
  await page.keyboard.press('3')
  await expect(why).toBeHidden()
  await expect(card(page, 'Bank account')).toContainText('You refuse')
  await page.keyboard.press('Enter')
  const ask = page.getByRole('dialog', { name: 'Ask again for 1 field' })
  await expect(ask.getByText('The name differs from your other documents.')).toBeVisible()
  await expect(ask.getByRole('button', { name: 'Ask again for 1 field' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${member.name}: asked again for 1 field.`)).toBeVisible()
  await expect(page).toHaveURL(`${QUEUE}?q=${member.code}`)
  await expect(page.getByRole('heading', { name: 'No submissions match' })).toBeVisible()
  await expect.poll(() => member.kyc()).toMatchObject({ state: 'resubmit', required: ['bank'] })

  member.bankName = member.name
  await member.submit(['bank'])
  await page.reload()
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(held(page)).toBeVisible()
  await expect(page.getByText('Round 2', { exact: true })).toBeVisible()
  await expect(card(page, 'Bank account')).toContainText('Refused before: The name differs')
  await expect(card(page, 'PAN')).toContainText('Accepted')
  await expect(card(page, 'PAN').getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  const approve = page.getByRole('dialog', { name: 'Approve this KYC' })
  await expect(approve.getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${member.name}: approved.`)).toBeVisible()
  await expect.poll(() => member.kyc()).toMatchObject({ state: 'approved' })

  await signIn(page, 'admin', `${HISTORY}?q=${member.code}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row').nth(2)).toContainText('Bank account: Name differs')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'KYC' })
  await expect(drawer.getByText('Approved (round 2)')).toBeVisible()
  await expect(drawer.getByText('Bank account refused')).toBeVisible()
  await page.goto(`${LOGS}?q=${member.code}&action=field_refused`)
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a clean one is decided in four key strokes, and the next is there at once', async ({
  page,
}) => {
  test.slow()
  const family = surname()
  const calls = callsOf(page)
  const first = await submitted({ name: `${family} Asha` })
  const second = await submitted({ name: `${family} Bina` })
  await signIn(page, 'cs', `${QUEUE}?q=${family}`)
  await expect(page.locator('[data-row]')).toHaveCount(2)
  await page.evaluate(() => {
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Shift') return
        const struck = Number(document.documentElement.dataset.struck ?? 0)
        document.documentElement.dataset.struck = String(struck + 1)
      },
      { capture: true },
    )
  })
  const struck = () => page.locator('html').getAttribute('data-struck')
  const nextFetched = page.waitForResponse(`**/api/admin/kyc/${second.memberId}`)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(first.name)
  await expect(held(page)).toBeVisible()
  // Meanwhile the next one is fetched, with its pictures, and is not locked by that.
  await nextFetched
  await calls.settled()
  await expect.poll(() => lockOf(page, second)).toBeNull()
  let pictures = 0
  page.on('request', (request) => {
    if (request.url().includes('/kyc/documents/')) pictures++
  })
  await page.keyboard.press('Shift+A')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Approve' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(second.name)
  await expect.poll(() => struck()).toBe('4')
  await expect.poll(() => first.kyc()).toMatchObject({ state: 'approved' })

  await expect(page.getByRole('img', { name: 'PAN' })).toBeVisible()
  await expect(held(page)).toBeVisible()
  expect(pictures).toBe(0)
  await page.keyboard.press('Shift+A')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Approve' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${QUEUE}?q=${family}`)
  await expect.poll(() => struck()).toBe('7')
  await expect.poll(() => second.kyc()).toMatchObject({ state: 'approved' })
})

test('the second reviewer is told who has it, and gets it when it is free @all', async ({
  page,
  browser,
}) => {
  test.slow()
  const member = await submitted()
  await openReview(page, 'cs', member)
  const other = await browser.newPage()
  await signIn(other, 'admin', review(member))
  const told = other.getByRole('alert').filter({ hasText: 'has this open until' })
  await expect(told).toContainText(/^Neha .* has this open until \d\d:\d\d\. You can look at it/)
  await expect(card(other, 'PAN')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await other.keyboard.press('a')
  await expect(card(other, 'PAN')).toContainText('Waiting')
  await other.goto(`${QUEUE}?q=${member.code}`)
  await expect(other.getByRole('row').nth(1)).toContainText(/Neha/)

  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await expect(heading(page)).toHaveText('KYC Verification')
  await expect.poll(() => lockOf(page, member)).toBeNull()
  await other.goto(review(member))
  await expect(held(other)).toBeVisible()

  // Back again, the first one finds it taken, and what was judged before is not lost.
  await page.goto(review(member))
  await expect(page.getByRole('alert').filter({ hasText: 'has this open' })).toBeVisible()
  await other.goto('/icon.svg')
  await expect(page.getByRole('alert').filter({ hasText: 'It is free now.' })).toBeVisible({
    timeout: 30_000,
  })
  await page.getByRole('button', { name: 'Open it' }).click()
  await expect(held(page)).toBeVisible()
  await other.close()
})

test('going away gives it back: by the keyboard, by a link, with the whole page @all', async ({
  page,
}) => {
  const member = await submitted()
  await openReview(page, 'cs', member)
  await page.keyboard.press('Escape')
  await expect.poll(() => lockOf(page, member)).toBeNull()

  await openReview(page, 'cs', member)
  await expect.poll(() => lockOf(page, member)).not.toBeNull()
  await page.getByRole('link', { name: 'KYC Logs' }).click()
  await expect(heading(page)).toHaveText('KYC Logs')
  await expect.poll(() => lockOf(page, member)).toBeNull()

  await openReview(page, 'cs', member)
  await page.goto('/icon.svg')
  await expect.poll(() => lockOf(page, member)).toBeNull()
})

test('verdicts are kept when one goes to another submission and back @all', async ({ page }) => {
  const family = surname()
  const first = await submitted({ name: `${family} Asha` })
  const second = await submitted({ name: `${family} Bina` })
  await signIn(page, 'cs', `${QUEUE}?q=${family}&open=${first.memberId}`)
  await expect(held(page)).toBeVisible()
  await page.keyboard.press('a')
  await expect(card(page, 'PAN')).toContainText('You accept')
  await page.keyboard.press('j')
  await expect(heading(page)).toHaveText(second.name)
  await expect(card(page, 'PAN')).toContainText('Waiting')
  await page.keyboard.press('k')
  await expect(heading(page)).toHaveText(first.name)
  await expect(card(page, 'PAN')).toContainText('You accept')
  await page.keyboard.press('u')
  await expect(card(page, 'PAN')).toContainText('Waiting')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card(page, 'PAN')).toBeFocused()
})

test('a rejection wants its reason and takes what is not judged with it @all', async ({ page }) => {
  const member = await submitted()
  await openReview(page, 'cs', member)
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Reject …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject this KYC' })
  await expect(dialog).toContainText('3 fields without a verdict are refused with it.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByText('Write the reason in a few words.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('These are pictures of somebody else')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText(`${member.name}: rejected.`)).toBeVisible()
  await expect.poll(() => member.kyc()).toMatchObject({ state: 'rejected' })
})

test('a value is revealed for a reason, which is kept for the next and stands in the log @all', async ({
  page,
}) => {
  const member = await submitted()
  await openReview(page, 'cs', member)
  await expect(page.getByText(member.pan)).toHaveCount(0)
  await page.keyboard.press('v')
  const dialog = page.getByRole('dialog', { name: 'Reveal PAN' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Write the reason in a few words.')).toBeVisible()
  await page.keyboard.type('To compare it with the card')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(card(page, 'PAN').getByText(member.pan)).toBeVisible()
  await page.keyboard.press('v')
  await expect(page.getByText(member.pan)).toHaveCount(0)
  await page.keyboard.press('3')
  await page.keyboard.press('v')
  await expect(page.getByLabel('Reason')).toHaveValue('To compare it with the card')
  await page.keyboard.press('Escape')
  await page.goto(`${LOGS}?q=${member.code}&action=revealed`)
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText('Value revealed')
  await expect(row).toContainText('To compare it with the card')

  await openReview(page, 'almond team', member)
  await expect(page.getByRole('button', { name: 'Reveal' })).toHaveCount(0)
})

test('the document is zoomed, turned, moved and paged by keys @all', async ({ page }) => {
  const member = await submitted({ bankPages: 3 }, WITH_BANK)
  await openReview(page, 'cs', member)
  const picture = page.getByRole('group', { name: 'PAN' }).getByRole('img')
  await expect(picture).toBeVisible()
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const whole = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(whole * 1.3)
  await page.keyboard.press('0')
  await expect.poll(width).toBeCloseTo(whole, 0)
  await page.keyboard.press(']')
  await expect(picture).toHaveAttribute('style', /rotate\(90deg\)/)
  await page.keyboard.press('[')
  await expect(picture).toHaveAttribute('style', /rotate\(0deg\)/)
  await picture.hover()
  await page.mouse.wheel(0, -600)
  await expect.poll(width).toBeGreaterThan(whole * 2)
  const left = async () => (await picture.boundingBox())?.x ?? 0
  const before = await left()
  await page.mouse.down()
  await page.mouse.move(500, 500)
  await page.mouse.up()
  await expect.poll(() => left()).not.toBe(before)
  const moved = await left()
  await page.getByRole('group', { name: 'PAN' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeLessThan(moved)

  await page.keyboard.press('3')
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  await page.keyboard.press('.')
  await page.keyboard.press('.')
  await expect(page.getByRole('img', { name: 'Bank account, page 3 of 3' })).toBeVisible()
  await page.keyboard.press('2')
  await expect(page.getByText('This field came without a document')).toBeVisible()
})

test('the keys are told, and letters can be turned off @all', async ({ page }) => {
  const member = await submitted()
  await openReview(page, 'cs', member)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  await expect(help.getByText('Accept all that are clean')).toBeVisible()
  await help.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('a')
  await expect(card(page, 'PAN')).toContainText('Waiting')
  await page.getByRole('button', { name: 'Keys' }).click()
  await help.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('a')
  await expect(card(page, 'PAN')).toContainText('You accept')
})
