import { expect, test, type Page } from '@playwright/test'
import { signIn } from './sign-in.ts'

/** What must be in sight, and what must not look otherwise than it is. */

const rows = (page: Page) => page.locator('[data-row]')

test('the decision about a redemption is in sight without scrolling', async ({ page }) => {
  await signIn(page, 'cs', '/dashboard/approvals/redemption')
  await rows(page).first().click()
  const drawer = page.getByRole('dialog', { name: /^Redemption RD/ })
  await expect(drawer.getByRole('list', { name: 'Can this be paid?' })).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Reject' })).toBeInViewport({ ratio: 1 })
})

test('the box of a row is under the head of the table when the row is', async ({ page }) => {
  await signIn(page, 'admin', '/dashboard/users')
  const box = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()
  await expect(box).toBeVisible()
  const place = await page.getByRole('checkbox', { name: 'Select all of this page' }).boundingBox()
  if (!place) throw new Error('The head has no box.')
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
  await box.evaluate((element, to) => {
    const table = element.closest('table')
    for (let over = table?.parentElement; over; over = over.parentElement) {
      over.scrollTop += element.getBoundingClientRect().top - to
    }
  }, place.y)
  const over = await box.evaluate((element) => element.getBoundingClientRect().top)
  expect(Math.abs(over - place.y)).toBeLessThan(4)
  const tag = await page.evaluate(
    (at) => document.elementFromPoint(at.x, at.y)?.closest('thead, tbody')?.tagName,
    { x, y },
  )
  expect(tag).toBe('THEAD')
})

test('a notice is read when it was in sight, and not before @all', async ({ page }) => {
  const seen: string[] = []
  await page.route('**/api/admin/my/notices/read', (route) => {
    seen.push(...route.request().postDataJSON().noticeIds)
    return route.fulfill({ json: { unread: 30 } })
  })
  const items = Array.from({ length: 40 }, (_, index) => ({
    noticeId: String(40 - index),
    words: `Notice ${40 - index}.`,
    link: '/dashboard',
    at: '2026-11-24T06:00:00.000Z',
    read: false,
  }))
  await page.route('**/api/admin/my/notices', (route) =>
    route.fulfill({ json: { unread: 40, items } }),
  )
  await signIn(page, 'sub admin')
  await page.getByRole('button', { name: /^Notices/ }).click()
  await expect.poll(() => seen.length).toBeGreaterThan(2)
  expect(seen).toContain('40')
  expect(seen).not.toContain('20')
  await page.getByText('Notice 20.').scrollIntoViewIfNeeded()
  await expect.poll(() => seen).toContain('20')
  expect(seen).not.toContain('1')
})

test('a search that was typed and not asked says so @all', async ({ page }) => {
  await signIn(page, 'admin', '/dashboard/users')
  const field = page.getByRole('search')
  await field.getByRole('textbox').fill('HIL100004')
  await expect(field.getByRole('textbox')).toHaveAccessibleDescription('Press Enter to search')
  await field.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/q=HIL100004/)
  await expect(rows(page)).toHaveCount(1)
  await expect(field.getByRole('button', { name: 'Clear the search' })).toBeVisible()
})

test('what is ready to send has its button, or says who sends it', async ({ page }) => {
  const path = '/dashboard/pending-payment?status=ready'
  await signIn(page, 'hod', path)
  await expect(page.getByRole('cell', { name: 'By Admin or Almond Team' }).first()).toBeVisible()
  await signIn(page, 'admin', path)
  await page.getByRole('button', { name: 'Send', exact: true }).first().click()
  const sending = page.getByRole('dialog', { name: 'Send payments' })
  await expect(sending.getByRole('button', { name: /^Send 1 payment, ₹/ })).toBeVisible()
})
