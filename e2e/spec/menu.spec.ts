import { expect, test, type Page } from '@playwright/test'
import { signIn, type RoleName } from '../sign-in.ts'
import { moveTo } from './shared-page.ts'

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
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  await signIn(page, 'admin', '/dashboard/nowhere')
  await expect(heading(page, 'There is no such page')).toBeVisible()
})
test.afterAll(() => page.close())

/** The stored role changes, as another tab would change it; the API goes on knowing an admin. */
async function become(userRole: string): Promise<void> {
  await page.evaluate((role) => {
    localStorage.setItem('userRole', role)
    window.dispatchEvent(new StorageEvent('storage', { key: 'userRole', newValue: role }))
  }, userRole)
}

/** Every link that can be reached in the sidebar, its groups opened by hand, top to bottom. */
async function readMenu() {
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

for (const role of ROLES)
  test(`§6 Menu items and the roles that see them, §2 Sidebar links: ${role}`, async () => {
    await become(role)
    const expected = MENU.filter((row) => sees(row, role))
    await expect(sidebar(page).locator('a')).toHaveCount(expected.length)
    const found = await readMenu()
    expect(found.map(({ path }) => path)).toEqual(expected.map((row) => row[2]))
    expect(found.map(({ group }) => group)).toEqual(expected.map((row) => row[0]))
    for (const [, label, path] of expected)
      if (label) expect(found.find((link) => link.path === path)?.label).toBe(label)
    // A group without a visible item is not shown.
    const groups = expected.flatMap((row) => row[0] ?? [])
    await expect(sidebar(page).getByRole('button')).toHaveText([...new Set(groups)])
  })

test('§6 The role is read from the stored userRole and lowercased', async () => {
  await become('SUB Admin')
  await expect(sidebar(page).getByRole('link', { name: 'Points Settlement' })).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Manage Admin' })).toHaveCount(0)
})

test('§6 Known roles: no other sees anything', async () => {
  await become('auditor')
  await expect(sidebar(page).locator('a, button')).toHaveCount(0)
  await moveTo(page, '/dashboard')
  await expect(heading(page, 'You may not see this page')).toBeVisible()
})

test('§6 A page that the menu does not show a role is refused in the layout', async () => {
  for (const row of MENU) {
    const path = row[2]
    // Everybody comes from /dashboard to a page of their own; a role that is led on has a test below.
    const role = ROLES.find((one) => !sees(row, one) && path !== '/dashboard') ?? 'auditor'
    await moveTo(page, '/dashboard/nowhere')
    await expect(heading(page, 'There is no such page')).toBeVisible()
    await become(role)
    await moveTo(page, path)
    await expect(heading(page, 'You may not see this page'), `${role} ${path}`).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
  }
})

test('a group opens on its active child and can be closed', async () => {
  await become('admin')
  await moveTo(page, '/dashboard/meltag-DB')
  await expect(heading(page, 'Meltag DB')).toBeVisible()
  const link = sidebar(page).getByRole('link', { name: 'Meltag DB' })
  await expect(link).toBeVisible()
  await expect(link).toHaveAttribute('aria-current', 'page')
  await sidebar(page).getByRole('button', { name: 'Coupon Finder' }).click()
  await expect(link).toBeHidden()
})
