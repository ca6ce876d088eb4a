import { expect, test, type Page } from '@playwright/test'
import { itemsFor, pagesFor } from '../contract/menu.ts'
import { expectUsableByAll } from './axe.ts'
import { callsOf } from './calls.ts'
import { signIn, type RoleName } from './sign-in.ts'

/** Between them these two roles see every page: each is looked at by axe as well. */
const LOOKED_AT = ['admin', 'worker'] as const
/** `spec/header.spec.ts` follows the links of three of them in any case. */
const WALKED = ['finance', 'courier', 'marketing', 'hod', 'cs', 'sub admin', 'almond team'] as const

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

type Visitor = { open(path: string): Promise<void> }

/** Signs in once, and then moves within the application as a person does. */
async function visitor(page: Page, role: RoleName): Promise<Visitor> {
  const troubles = troublesOf(page)
  const calls = callsOf(page)
  await signIn(page, role, itemsFor(role)[0]?.path)
  return {
    async open(path) {
      await page.evaluate((to) => window.history.pushState({}, '', to), path)
      await expect(page).toHaveURL((url) => url.pathname === path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeHidden()
      await calls.settled()
      await expect(page.getByRole('button', { name: 'Try again' }), path).toHaveCount(0)
      expect(troubles, path).toEqual([])
    },
  }
}

for (const role of LOOKED_AT) {
  test.describe(`a page that ${role} sees works, and is usable by all`, () => {
    let page: Page
    let visits: Visitor
    test.beforeAll(async ({ browser }) => {
      page = await browser.newPage({ reducedMotion: 'reduce' })
      visits = await visitor(page, role)
    })
    test.afterAll(() => page.close())

    for (const { label, path } of pagesFor(role)) {
      test(`${label}, ${path}`, () => expectUsableByAll(page, () => visits.open(path)))
    }
  })
}

for (const role of WALKED) {
  test(`every link of the sidebar leads ${role} to a page that works @all`, async ({ page }) => {
    test.slow()
    const visits = await visitor(page, role)
    const pages = itemsFor(role)
    expect(pages.length).toBeGreaterThan(0)
    for (const { path } of pages) await visits.open(path)
  })
}

test('between them the two roles see every page that there is', () => {
  const all = [...LOOKED_AT, ...WALKED].flatMap((role) => itemsFor(role))
  const seen = LOOKED_AT.flatMap((role) => itemsFor(role))
  expect(new Set(seen.map(({ path }) => path))).toEqual(new Set(all.map(({ path }) => path)))
})
