import { expect, test, type Browser, type Page } from '@playwright/test'
// The page that goes on without a network.
import { PAGE as SCANNING } from './scanning-page.ts'
import { madeWorker, phone, setPassword, signInAsWorker } from './worker-maker.ts'

test.use({ serviceWorkers: 'allow' })

// The context serves the next test too.
test.afterEach(({ context }) => context.setOffline(false))

const SECTION = '/plant-representatives/dashboard'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const choose = (page: Page, name: string) =>
  page.getByRole('main').getByText(name, { exact: true }).click()
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/api/admin/my/language'))

async function signedIn(browser: Browser, email: string): Promise<Page> {
  const page = await phone(browser)
  await page.goto('/')
  await signInAsWorker(page, email)
  await expect(page).toHaveURL(SECTION)
  return page
}

test('a worker’s language is the account’s: it follows from the profile and to another phone @all', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const { worker, link } = await madeWorker(1)
  expect((await setPassword(link)).status).toBe(200)
  const one = await signedIn(browser, worker.email)
  await expect(heading(one)).toHaveText('मेरी शिफ़्ट')

  await one.getByRole('button', { name: 'Worker', exact: true }).click()
  await one.getByRole('menuitem', { name: 'My profile' }).click()
  const profile = one.getByRole('dialog', { name: 'My profile' })
  await expect(profile.getByText('Of the worker section, and of messages')).toBeVisible()
  await profile.getByText('English', { exact: true }).click()
  await expect(profile.getByRole('radio', { name: 'English' })).toBeChecked()
  await profile.getByRole('button', { name: 'Close' }).click()
  await expect(heading(one)).toHaveText('My shift')
  await one.reload()
  await expect(heading(one)).toHaveText('My shift')

  const other = await signedIn(browser, worker.email)
  await expect(heading(other)).toHaveText('My shift')
  await Promise.all([saved(other), choose(other, 'हिन्दी')])
  await one.goto(SCANNING)
  await expect(heading(one)).toHaveText('QR स्कैन')

  // Away from the network it is kept, and told when the network is back.
  await one.context().setOffline(true)
  await one.getByRole('button', { name: 'बिना नेटवर्क स्कैन करें' }).click()
  await choose(one, 'English')
  await expect(heading(one)).toHaveText('QR scanning')
  await Promise.all([saved(one), one.context().setOffline(false)])
  await other.reload()
  await expect(heading(other)).toHaveText('My shift')
  await one.reload()
  await expect(heading(one)).toHaveText('QR scanning')
  await Promise.all([one.context().close(), other.context().close()])
})
