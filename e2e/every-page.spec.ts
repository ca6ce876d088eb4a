import { expect, test, type Page } from '@playwright/test'
import { itemsFor } from '../contract/menu.ts'
import { callsOf } from './calls.ts'
import { ACCOUNTS, signIn, type RoleName } from './sign-in.ts'

// The demo's worker has a plant; every other role sees its pages as they stand.
const ROLES = Object.keys(ACCOUNTS) as RoleName[]

/** What went wrong behind a page: answers of the API that failed, and errors in its console. */
function troublesOf(page: Page): string[] {
  const troubles: string[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (answer.status() < 400 || !pathname.startsWith('/api/')) return
    troubles.push(`${answer.status()} ${answer.request().method()} ${pathname}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  page.on('pageerror', (error) => troubles.push(error.message))
  return troubles
}

for (const role of ROLES) {
  test(`every link of the sidebar leads ${role} to a page that works`, async ({ page }) => {
    test.slow()
    const troubles = troublesOf(page)
    const calls = callsOf(page)
    const pages = itemsFor(role)
    expect(pages.length).toBeGreaterThan(0)
    await signIn(page, role, pages[0]?.path)
    for (const { path } of pages) {
      await page.evaluate((to) => window.history.pushState({}, '', to), path)
      await expect(page).toHaveURL((url) => url.pathname === path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await calls.settled()
      await expect(page.getByRole('button', { name: 'Try again' }), path).toHaveCount(0)
      expect(troubles, path).toEqual([])
    }
  })
}
