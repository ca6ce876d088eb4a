import { randomBytes } from 'node:crypto'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { codesOf } from '../server/features/programme/batches/codes.ts'
import { expectUsableByAll } from './axe.ts'
import { Enquirer } from './enquirer.ts'
import { asStaff } from './redeemer.ts'
import { newSession, signIn, store } from './sign-in.ts'

// The context serves the next test too.
test.afterEach(({ context }) => context.setOffline(false))

const SCANS = '/dashboard/QrScanHistories'
const strange = (): string => codesOf(randomBytes(32), 999, 1, 1)[0] ?? ''
const feed = (page: Page): Locator => page.getByRole('region', { name: 'Scans as they happen' })
const rows = (page: Page): Locator => feed(page).getByRole('listitem')
const bell = (page: Page): Locator => page.getByRole('button', { name: /^Notices/ })
/** Names that no other test's rows have. */
const someone = (): string => `Live ${randomBytes(4).toString('hex')}`
let member: Enquirer

async function openFeed(page: Page): Promise<void> {
  await signIn(page, 'cs')
  await expect(feed(page).getByText('Live', { exact: true })).toBeVisible()
}

/** The numbers of the scans of the member that the feed shows, as their links name them. */
async function shown(page: Page, name: string): Promise<string[]> {
  const links = rows(page).filter({ hasText: name }).getByRole('link')
  const found = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  return found.map((href) => /\d+-(\d+)/.exec(href)?.[1] ?? '')
}

test.beforeEach(async () => {
  member = await Enquirer.join(someone())
})

test('a scan shows in the feed by itself, opens, and is counted where the list stands @all', async ({
  page,
}) => {
  await openFeed(page)
  const { scanId } = await member.scan(strange())
  const row = rows(page).first()
  await expect(row).toContainText(member.name)
  await expect(row).toContainText('Unknown code')
  await expect.poll(() => shown(page, member.name)).toEqual([scanId])
  await expect.poll(() => rows(page).count()).toBeLessThanOrEqual(12)
  await row.getByRole('link').click()
  await expect(page).toHaveURL((url) => url.pathname === SCANS)
  const drawer = page.getByRole('dialog', { name: 'Scan' })
  await expect(drawer).toContainText(member.name)
  await page.goto(`${SCANS}?member=${member.memberId}`)
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await member.scan(strange())
  // Sooner than the list would look by itself.
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible({ timeout: 15_000 })
})

test('the feed stands still under the pointer and with the focus in it, and says how many wait @all', async ({
  page,
}) => {
  await openFeed(page)
  await member.scan(strange())
  await expect(rows(page).first()).toContainText(member.name)
  await rows(page).first().hover()
  await expect(feed(page).getByText('Paused')).toBeVisible()
  for (let i = 0; i < 3; i++) await member.scan(strange())
  await expect(feed(page).getByText('3 more')).toBeVisible()
  await expect.poll(() => shown(page, member.name)).toHaveLength(1)
  await page.mouse.move(0, 0)
  await expect.poll(() => shown(page, member.name)).toHaveLength(4)
  await rows(page).first().getByRole('link').focus()
  await expect(feed(page).getByText('Paused')).toBeVisible()
  await member.scan(strange())
  await expect(feed(page).getByText('1 more')).toBeVisible()
})

test('what happened while the device was offline comes afterwards, once and in order @all', async ({
  page,
  context,
}) => {
  await openFeed(page)
  const ids = [(await member.scan(strange())).scanId]
  await expect.poll(() => shown(page, member.name)).toEqual(ids)
  await context.setOffline(true)
  await expect(page.getByText(/^No Internet Connection/)).toBeVisible()
  for (let i = 0; i < 3; i++) ids.unshift((await member.scan(strange())).scanId)
  await context.setOffline(false)
  await expect(feed(page).getByText('Live', { exact: true })).toBeVisible()
  ids.unshift((await member.scan(strange())).scanId)
  await expect.poll(() => shown(page, member.name)).toEqual(ids)
})

test('several tabs of a browser share one line, and another takes it over @all', async ({
  page,
  context,
}) => {
  let lines = 0
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/admin/live') lines++
  })
  await openFeed(page)
  const tabs = [await context.newPage(), await context.newPage()]
  for (const tab of tabs) {
    await tab.goto('/dashboard')
    await expect(feed(tab).getByText('Live', { exact: true })).toBeVisible()
  }
  const [first, second] = tabs
  if (!first || !second) throw new Error('There are two more tabs.')
  const ids = [(await member.scan(strange())).scanId]
  for (const tab of [page, ...tabs]) await expect.poll(() => shown(tab, member.name)).toEqual(ids)
  expect(lines).toBe(1)
  await page.close()
  ids.unshift((await member.scan(strange())).scanId)
  for (const tab of tabs) await expect.poll(() => shown(tab, member.name)).toEqual(ids)
  expect(lines).toBe(2)
})

test('an ended session leads to the sign-in page by itself @all', async ({ page, request }) => {
  const session = await newSession(request, 'cs')
  await store(page, session)
  await page.goto('/dashboard')
  await expect(feed(page).getByText('Live', { exact: true })).toBeVisible()
  await request.post('/api/logout', { headers: { authorization: session.token } })
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: 8000 })
})

test('the bell tells of my work, leads to it and counts what I have not read', async ({ page }) => {
  const { enquiryId, number } = await member.ask({ subject: 'Points', body: 'Where are they?' })
  await signIn(page, 'sub admin')
  await expect(bell(page)).toBeVisible()
  const me = await page.evaluate((): unknown => JSON.parse(localStorage.getItem('data') ?? ''))
  const ownerId = typeof me === 'object' && me && 'staffId' in me ? me.staffId : null
  await asStaff('admin', `enquiries/${enquiryId}/assign`, { ownerId })
  await expect(bell(page)).toHaveAccessibleName(/[1-9]\d*\+? unread$/)
  await bell(page).click()
  const list = page.getByRole('dialog', { name: 'Notices' })
  // Other tests have things told to the same person: of several the newest comes in by itself.
  const notice = list.getByRole('link').filter({ hasText: `gave you the enquiry ${number}.` })
  await expect(notice).toBeVisible()
  await notice.click()
  await expect(list).toBeHidden()
  await expect(page).toHaveURL((url) => url.searchParams.get('open') === enquiryId)
  await page.reload()
  await bell(page).click()
  await expect(notice).toBeVisible()
  await expect(notice).not.toContainText('Unread')
})

test('feed and bell are usable by all @all', async ({ page }) => {
  await openFeed(page)
  await expectUsableByAll(page, async () => {
    await bell(page).click()
    await expect(page.getByRole('dialog', { name: 'Notices' })).toBeVisible()
  })
})
