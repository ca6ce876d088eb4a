import { expect, test, type Page } from '@playwright/test'
import { newSession, signIn, store, type RoleName } from './sign-in.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// The sidebar, written out from the shell spec, sections 2 and 6: group, label, path, and who sees
// it once the group's rule and the item's rule are taken together. A label is null where the spec
// gives none. Columns:
const ROLES: RoleName[] = [
  'admin',
  'finance',
  'hod',
  'cs',
  'courier',
  'sub admin',
  'almond team',
  'marketing',
  'worker',
]
type Row = [group: string | null, label: string | null, path: string, seen: string]
//                                                                       a f h c c s a m w
//                                                                       d i o s o u l k o
const MENU: Row[] = [
  [null, 'Dashboard', '/dashboard', '                                    x x x x x x x . .'],
  [null, 'Manage Admin', '/dashboard/manageadmin', '                     x . . . . . x . .'],
  [null, null, '/plant-representatives/activate-deactivate', '           . . . . . . . . x'],
  [null, null, '/plant-representatives/coupon-tracker', '                . . . . . . . . x'],
  [null, null, '/plant-representatives/dashboard', '                     . . . . . . . . x'],
  [null, null, '/plant-representatives/qr-scanning', '                   . . . . . . . . x'],
  ['Media', 'Media Gallery', '/dashboard/media/gallery', '               x . x x . x x x .'],
  ['Media', 'Banner', '/dashboard/media/banner', '                       x . x x . x x x .'],
  ['Media', 'Offers', '/dashboard/media/ecatalogue', '                   x . x x . x x x .'],
  ['Manage Notification', null, '/dashboard/notifications', '            x . x x . x x x .'],
  [
    'Manage Approvals',
    'KYC Verification',
    '/dashboard/approvals/kyc_verification',
    'x . . x . . x . .',
  ],
  ['Manage Approvals', 'KYC History', '/dashboard/approvals/kyc_history', 'x . . . . . x . .'],
  ['Manage Approvals', 'Redemption', '/dashboard/approvals/redemption', ' x . . x . . x . .'],
  ['Manage Approvals', 'KYC Logs', '/dashboard/approvals/kyc_logs', '     x . x x . . x . .'],
  ['User Management', 'User Roles', '/dashboard/roles', '                x . . . . . x . .'],
  ['User Management', 'All Users', '/dashboard/users', '                 x x x x . x x . .'],
  ['Loyalty Management', 'Schemes', '/dashboard/scheme', '               x x x x . x x . .'],
  ['Loyalty Management', 'Handling Charges', '/dashboard/retailer-charges', 'x x x x . x x . .'],
  ['Payment', null, '/dashboard/payment-reinitiate', '                   x . x x . x x x .'],
  ['Payment', null, '/dashboard/pending-payment', '                      x . x x . x x x .'],
  ['Payment', null, '/dashboard/complete-payment', '                     x . x x . x x x .'],
  ['Coupon Finder', 'Almond DB', '/dashboard/coupon-finder', '           x . x x . x x x .'],
  ['Coupon Finder', 'Meltag DB', '/dashboard/meltag-DB', '               x . x x . x x x .'],
  [null, 'Distributor Onboarding', '/dashboard/distributor-onboard', '   x . x x . x x . .'],
  [null, 'QR Token Histories', '/dashboard/QrTokenHistories', '          x . x x . x x . .'],
  [null, 'QR Scan Histories', '/dashboard/QrScanHistories', '            x . x x . x x . .'],
  [null, 'QR Points Histories', '/dashboard/QrPointHistories', '         x . x x . x x . .'],
  [null, 'Points Settlement', '/dashboard/points-settlement', '          x . . . . x x . .'],
  [
    'Plant Re Onboarding',
    'Onboarding Error Logs',
    '/dashboard/onboarding-logs',
    'x . x x . x x x .',
  ],
  ['Plant Re Onboarding', 'Worker Onboarding', '/dashboard/worker-onboard', 'x . x x . x x x .'],
  [null, 'Worker List', '/dashboard/workerlist', '                       x . x x . x x . .'],
  [null, 'Enquiry HelpDesk', '/dashboard/enquiry', '                     x . x x . x x . .'],
  ['Reports', 'Download Report', '/dashboard/reports', '                 x x . . . x x . .'],
]

const sees = (row: Row, role: RoleName): boolean =>
  row[3].trim().split(' ')[ROLES.indexOf(role)] === 'x'
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Every link that can be reached in the sidebar, its groups opened by hand, top to bottom. */
async function readMenu(page: Page) {
  const closed = sidebar(page).getByRole('button', { expanded: false })
  for (let left = await closed.count(); left > 0; left--) await closed.first().click()
  await expect(closed).toHaveCount(0)
  return sidebar(page)
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => ({
        group:
          link.closest('ul')?.parentElement?.querySelector(':scope > button')?.textContent ?? null,
        label: link.textContent,
        path: link.getAttribute('href'),
      })),
    )
}

async function openAt(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState({}, '', to), path)
}

for (const role of ROLES) {
  test.describe(`section 6, ${role}`, () => {
    test('sees exactly these links, in these groups and with these labels', async ({ page }) => {
      await signIn(page, role, '/dashboard/nowhere')
      await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
      const expected = MENU.filter((row) => sees(row, role))
      const found = await readMenu(page)
      expect(found.map(({ path }) => path)).toEqual(expected.map((row) => row[2]))
      expect(found.map(({ group }) => group)).toEqual(expected.map((row) => row[0]))
      for (const [, label, path] of expected)
        if (label) expect(found.find((link) => link.path === path)?.label).toBe(label)
    })

    test('a group with no visible item is not shown', async ({ page }) => {
      await signIn(page, role, '/dashboard/nowhere')
      await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
      const groups = MENU.filter((row) => row[0] && sees(row, role)).map((row) => row[0])
      await expect(sidebar(page).getByRole('button')).toHaveText([...new Set(groups)].map(String))
    })

    test('gets 403 in the layout on every page of the others', async ({ page }) => {
      await signIn(page, role, '/dashboard/nowhere')
      for (const [, , path] of MENU.filter((row) => !sees(row, role))) {
        await openAt(page, '/dashboard/nowhere')
        await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
        await openAt(page, path)
        await expect(page.getByRole('heading', { name: 'You may not see this page' })).toBeVisible()
        await expect(page.getByRole('banner')).toBeVisible()
      }
    })
  })
}

test('section 6: the role is read from the stored userRole and lowercased', async ({ page }) => {
  const session = await newSession(page.request, 'sub admin')
  await store(page, { ...session, userRole: 'SUB Admin' })
  await page.goto('/dashboard/points-settlement')
  await expect(page.getByRole('heading', { name: 'Points Settlement' })).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Points Settlement' })).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Manage Admin' })).toHaveCount(0)
})

test('section 6: a role outside the list sees nothing', async ({ page }) => {
  const session = await newSession(page.request, 'admin')
  await store(page, { ...session, userRole: 'auditor' })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'You may not see this page' })).toBeVisible()
  await expect(sidebar(page)).toBeAttached()
  await expect(sidebar(page).locator('a, button')).toHaveCount(0)
})

test('a group opens on its active child and can be closed', async ({ page }) => {
  await signIn(page, 'admin', '/dashboard/meltag-DB')
  const link = sidebar(page).getByRole('link', { name: 'Meltag DB' })
  await expect(link).toBeVisible()
  await expect(link).toHaveAttribute('aria-current', 'page')
  await expect(sidebar(page).getByRole('link', { name: 'Media Gallery' })).toBeHidden()
  await sidebar(page).getByRole('button', { name: 'Coupon Finder' }).click()
  await expect(link).toBeHidden()
})
