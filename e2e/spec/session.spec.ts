import { expect, test, type Page, type Request } from '@playwright/test'
import {
  PASSWORD,
  STORED,
  emailOf,
  newSession,
  signIn,
  store,
  storedItems,
  type RoleName,
} from '../sign-in.ts'
import { moveTo, openProfile } from './shared-page.ts'

const NOTHING = STORED.map(() => null)

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function logOut(page: Page, roleName = 'Admin'): Promise<void> {
  await openProfile(page, roleName)
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

const isLogout = (request: Request): boolean =>
  request.method() === 'GET' && new URL(request.url()).pathname === '/api/logout'

const FIRST_PAGES: [RoleName, string, string][] = [
  ['sub admin', 'Sub Admin', '/dashboard'],
  ['marketing', 'Marketing', '/dashboard/media/gallery'],
  ['worker', 'Worker', '/plant-representatives/dashboard'],
]
for (const [role, roleName, path] of FIRST_PAGES)
  test(`§3 Items kept on the client: token, userRole, roleName, email, data; ${role} begins at ${path}`, async ({
    page,
  }) => {
    await page.goto('/')
    await fillIn(page, emailOf(role), PASSWORD)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('banner')).toBeVisible()
    const [token, userRole, name, email, data] = await storedItems(page)
    expect(token?.length).toBeGreaterThanOrEqual(32)
    expect(userRole?.toLowerCase()).toBe(role)
    expect(name).toBe(roleName)
    expect(email).toBe(emailOf(role))
    expect(JSON.parse(data ?? '')).toHaveProperty('name')
    // Somebody who is signed in is led on from where one signs in.
    await page.goto('/')
    await expect(page).toHaveURL(path)
  })

test("§4 Logout: it is broadcast across open tabs, each tab clears the stored session and returns to '/'; §7 GET /api/logout (same origin), request: none", async ({
  context,
  page,
  baseURL,
}) => {
  const session = await newSession(page.request, 'admin')
  await store(page, session)
  const tabs = [page, await context.newPage(), await context.newPage()]
  const paths = ['/dashboard/points-settlement', '/dashboard/meltag-DB', '/dashboard/nowhere']
  const calls: Request[] = []
  context.on('request', (request) => void (isLogout(request) && calls.push(request)))
  for (const [index, tab] of tabs.entries()) {
    await tab.goto(paths[index] ?? '/')
    await expect(tab.getByRole('navigation', { name: 'Main' })).toBeVisible()
  }
  await moveTo(page, '/dashboard/nowhere')
  const answered = page.waitForResponse('**/api/logout')
  await logOut(page)
  for (const tab of tabs) {
    await expect(tab).toHaveURL('/')
    await expect(tab.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(await storedItems(tab)).toEqual(NOTHING)
  }
  // Once by each tab, with nothing that says who it is but the cookie.
  await expect.poll(() => calls.length).toBe(3)
  expect(new Set(calls.map((call) => call.frame().page())).size).toBe(3)
  for (const call of calls) {
    expect(call.url()).toBe(`${baseURL}/api/logout`)
    expect(call.postData()).toBe(null)
    expect(await call.headerValue('authorization')).toBe(null)
  }
  // The cookie was enough: the server knows the session no more.
  expect((await answered).ok()).toBe(true)
  const again = await page.request.get('/api/admin/me', {
    headers: { Authorization: session.token },
  })
  expect(again.status()).toBe(401)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('§4 Logout: where channels are missing, the cleared storage tells the other tabs', async ({
  context,
  page,
}) => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'))
  await store(page, await newSession(page.request, 'admin'))
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto('/dashboard/points-settlement')
  const told = other.waitForRequest('**/api/logout')
  await logOut(page)
  await expect(other).toHaveURL('/')
  await told
})

test('a tab at the sign-in page goes on when another tab signs in', async ({ context, page }) => {
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await signIn(page, 'finance', '/dashboard')
  await expect(other).toHaveURL('/dashboard')
})
