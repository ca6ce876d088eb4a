import { expect, test, type Page } from '@playwright/test'
import { expectUsableByAll } from './axe.ts'
import { signIn } from './sign-in.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and go to' })
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Search and go to' })
const options = (page: Page) => palette(page).getByRole('option')

const button = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search' })

/** Opens it by its key, once the page listens. */
async function openByKey(page: Page): Promise<void> {
  await expect(button(page)).toBeVisible()
  await page.keyboard.press('Control+k')
}

/** The first member of the list, as the list has them. */
async function someMember(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await page.request.get('/api/admin/users?limit=1&sort=oldest', {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { items } = await answer.json()
  return items[0] as { memberId: number; code: string; name: string; mobile: string }
}

test('Ctrl K, and what is typed at once is not lost; Enter opens the page @all', async ({
  page,
}) => {
  await signIn(page, 'admin', '/dashboard/users')
  await expect(page.getByRole('heading', { name: 'All Users', level: 1 })).toBeVisible()
  await openByKey(page)
  await page.keyboard.type('token hist')
  await expect(field(page)).toHaveValue('token hist')
  await expect(options(page)).toHaveText(['QR Token Histories'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/QrTokenHistories')
  await expect(palette(page)).toBeHidden()
})

test('a member by mobile, however it is written, and by the start of the name', async ({
  page,
}) => {
  await signIn(page, 'cs', '/dashboard/users')
  const { memberId, name, mobile } = await someMember(page)
  await openByKey(page)
  await field(page).fill(`+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`)
  // What else is about the member, such as an enquiry, stands below.
  await expect(options(page).filter({ hasText: name }).first()).toBeVisible()
  await field(page).fill(name)
  await expect(options(page).first()).toContainText(name)
  // Enter at once: of two people with this name the one whose mobile was typed is opened.
  await field(page).fill(mobile)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/dashboard/users?open=${memberId}`)
  await expect(page.getByRole('dialog').getByText(name).first()).toBeVisible()
})

test('a coupon by batch and serial, with arrows to the other finder, and a batch @all', async ({
  page,
}) => {
  await signIn(page, 'admin', '/dashboard')
  await openByKey(page)
  await field(page).fill('12/17')
  await expect(options(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/meltag-DB?q=12%2F17')
  await openByKey(page)
  await field(page).fill('12')
  await options(page).filter({ hasText: 'Batch 12' }).click()
  await expect(page).toHaveURL('/dashboard/QrTokenHistories?open=12')
})

test('only what the role may see is asked and offered @all', async ({ page }) => {
  await signIn(page, 'marketing', '/dashboard/coupon-finder')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openByKey(page)
  await field(page).fill('Ramesh')
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found.')
  await field(page).fill('users')
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found.')
  await field(page).fill('98')
  await expect(palette(page).getByRole('status')).toHaveText(
    'Nothing found. Mobile numbers, codes and other numbers are found whole.',
  )
  expect(asked).not.toContain('/api/admin/users')
  expect(asked).not.toContain('/api/admin/staff')
})

test('a search that fails says what could not be searched; the rest is there @all', async ({
  page,
}) => {
  await page.route('**/api/admin/users?**', (route) => route.fulfill({ status: 503, body: '{}' }))
  await signIn(page, 'admin', '/dashboard')
  await openByKey(page)
  await field(page).fill('putty')
  await expect(options(page).first()).toContainText('Putty')
  await expect(palette(page).getByRole('status')).toContainText('Could not be searched: Members.')
})

test('Escape closes it, the focus returns, and it acts: dark theme @all', async ({ page }) => {
  await signIn(page, 'admin', '/dashboard')
  await button(page).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await field(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('usable by all @all', async ({ page }) => {
  await signIn(page, 'admin', '/dashboard')
  await expectUsableByAll(page, async () => {
    await page.goto('/dashboard/scheme')
    await button(page).click()
    await field(page).fill('sc')
    await expect(options(page).first()).toBeVisible()
  })
})
