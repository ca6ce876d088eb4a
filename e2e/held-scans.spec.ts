import { expect, test, type Locator, type Page } from '@playwright/test'
import { PROGRAMME } from '../contract/menu.ts'
import { expectUsableByAll } from './axe.ts'
import { signIn } from './sign-in.ts'

const PAGE = '/dashboard/QrScanHistories?show=held'
const REASON = 'The shop was called; all of them work there'

/** The members of the demo who share a phone, and in pairs an account. */
const ring = (page: Page): Locator =>
  page.getByRole('article').filter({ hasText: 'used one phone (demo-phone-ring)' })

test('a cluster says what its members share, and one decision settles it by keyboard', async ({
  page,
}) => {
  await signIn(page, 'cs', '/dashboard/QrScanHistories')
  await page.getByRole('link', { name: 'Held scans' }).click()
  await expect(ring(page)).toHaveCount(1)
  await expect(ring(page)).toContainText('on 3 days')
  await expect(ring(page)).toContainText('are paid to one account')
  const graph = ring(page).getByRole('img')
  await expect(graph).toHaveAttribute('aria-label', /used one phone/)
  await expect(graph.locator('circle').first()).toBeVisible()
  await expectUsableByAll(page, async () => {
    await page.goto(PAGE)
    await expect(ring(page)).toBeVisible()
  })

  // One member is left out of the decision.
  const members = ring(page).getByText('Members and their scans')
  await members.focus()
  await page.keyboard.press('Enter')
  const release = ring(page).getByRole('button', { name: /^Release \d+ scans?$/ })
  const before = await release.textContent()
  await ring(page).getByRole('checkbox').first().focus()
  await page.keyboard.press('Space')
  await expect(release).not.toHaveText(before ?? '')
  await page.keyboard.press('Space')
  await expect(release).toHaveText(before ?? '')

  await release.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: before ?? '' })
  await expect(dialog).toContainText('can be redeemed')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type(REASON)
  await page.keyboard.press('Tab')
  const submit = dialog.getByRole('button', { name: before ?? '', exact: true })
  await submit.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(ring(page)).toHaveCount(0)
  const newest = page.getByRole('listitem').filter({ hasText: REASON })
  // It opens by itself while the decision is being applied.
  await expect(async () => {
    if (!(await newest.isVisible())) await page.getByText('Newest decisions').click()
    await expect(newest).toContainText(/: \d+ settled\./, { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
})

test('a role that does not decide sees the clusters and no act', async ({ page }) => {
  await signIn(page, 'hod', PAGE)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Release / })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'What the rules found' })).toBeVisible()
})

test('a rule of fraud is tried on the last 30 days in its form', async ({ page }) => {
  await signIn(page, 'admin', `${PROGRAMME}?show=rules`)
  await page.getByRole('button', { name: 'Change Scans without a place' }).click()
  const form = page.getByRole('dialog', { name: /^Change/ })
  await form.getByRole('button', { name: 'Try it on the last 30 days' }).click()
  await expect(form.getByText(/of [\d,]+ scans would have been held/)).toBeVisible()
})
