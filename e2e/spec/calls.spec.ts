import { expect, test, type Page } from '@playwright/test'
import { newSession, store } from '../sign-in.ts'
import { openProfile } from './shared-page.ts'

async function submitPassword(page: Page): Promise<void> {
  await openProfile(page)
  await page.getByRole('menuitem', { name: 'Update Password' }).click()
  await page.getByLabel('New password').fill('password1')
  await page.getByLabel('Confirm password').fill('password1')
  await page.getByRole('dialog').getByRole('button', { name: 'Update Password' }).click()
}

test('§7 All admin calls go to one API base, {host}/api; GET /api/logout stays on the same origin', async ({
  page,
  baseURL,
}) => {
  // The page as a server gives it out whose API stands elsewhere.
  await page.route('**/dashboard/nowhere', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      /(name="hil-api-host" content=")[^"]*/,
      '$1https://api.hil.example/',
    )
    const headers = { ...answer.headers() }
    delete headers['content-security-policy']
    await route.fulfill({ response: answer, headers, body })
  })
  const allowed = {
    'access-control-allow-origin': baseURL ?? '',
    'access-control-allow-headers': 'authorization, content-type, x-background',
    'access-control-allow-methods': 'GET, POST, PUT',
  }
  const elsewhere: string[] = []
  await page.route('https://api.hil.example/**', async (route) => {
    const request = route.request()
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: allowed })
    const { pathname } = new URL(request.url())
    elsewhere.push(`${request.method()} ${pathname} ${request.headers().authorization ?? ''}`)
    return route.fulfill({ headers: allowed, json: { message: 'Done over there.' } })
  })
  const session = await newSession(page.request, 'admin')
  await store(page, session)
  await page.goto('/dashboard/nowhere')
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await submitPassword(page)
  await expect.poll(() => elsewhere).toContain(`PUT /api/admin/updatePassword ${session.token}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const left = page.waitForRequest((request) => request.url() === `${baseURL}/api/logout`)
  await openProfile(page)
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  expect((await left).method()).toBe('GET')
  expect(await (await left).headerValue('authorization')).toBe(null)
  // Over there no cookie says who it is, so the session is ended by its token as well.
  await expect.poll(() => elsewhere).toContain(`POST /api/logout ${session.token}`)
})

test("§8 Generic HTTP errors: 'Request failed with status code N' and 'Network Error' may surface", async ({
  page,
}) => {
  await page.route('**/api/public/codes/**', (route) =>
    route.fulfill({ status: 418, body: '<html>' }),
  )
  await page.goto('/c/ABCD')
  await expect(page.getByText('Request failed with status code 418')).toBeVisible()
  await page.route('**/api/admin/forgotPassword', (route) => route.abort('connectionrefused'))
  await page.goto('/')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email', { exact: true }).fill('someone@hil.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('alert')).toHaveText('Network Error')
})
