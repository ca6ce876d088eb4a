import { expect, test } from '@playwright/test'
import { expectUsableByAll } from './axe.ts'
import { signIn } from './sign-in.ts'

const PAGE = '/dashboard/manageadmin?show=data'

test('who looked at what is seen by who manages accounts', async ({ page, browser }) => {
  const agent = await (await browser.newContext()).newPage()
  await signIn(agent, 'cs', '/dashboard/users')
  await agent.getByRole('row').nth(1).click()
  const member = agent.getByRole('dialog')
  await expect(member).toBeVisible()
  await expect(member.getByRole('heading').first()).not.toBeEmpty()
  await agent.goto('/dashboard/users?q=Ra')
  const download = agent.waitForEvent('download')
  await agent.getByRole('button', { name: /^Export [\d,]+ rows?$/ }).click()
  await download

  await signIn(page, 'admin', '/dashboard/manageadmin')
  await page.getByRole('link', { name: 'Data access' }).click()
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: /Exported/ }).first()).toContainText(/\d+ rows?/)
  await expect(rows.filter({ hasText: /Searched/ }).first()).toContainText('Members')
  await expect(rows.filter({ hasText: /Opened/ }).first()).toContainText('Once')
  const today = page.getByRole('region', { name: 'Budgets of today' })
  await expect(today).toContainText('of 5,000')
  await expectUsableByAll(page, async () => {
    await page.goto(PAGE)
    await expect(page.getByRole('region', { name: 'Budgets of today' })).toBeVisible()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${PAGE}&kind=exported`)
  await expect(rows.filter({ hasText: /Exported/ }).first()).toBeVisible()
  await expect(rows.filter({ hasText: /Opened/ })).toHaveCount(0)
  await agent.context().close()
})

test('a list of more than 1,000 rows says at its button why a role gets no file', async ({
  page,
}) => {
  await signIn(page, 'cs', '/dashboard/users')
  const button = page.getByRole('button', { name: /^Export [\d,]+ rows: why not$/ })
  await button.click()
  await expect(page.getByText('Your role exports at most 1,000 rows of a list')).toBeVisible()
})
