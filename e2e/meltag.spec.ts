import { expect, test, type Page } from '@playwright/test'
import { formatCode } from '../contract/programme/code.ts'
import { codesOf } from '../server/features/programme/batches/codes.ts'
import { demoBatchKey } from '../server/demo/batch-plan.ts'
import { demoTag } from '../server/demo/meltag-plan.ts'
import { expectUsableByAll } from './axe.ts'
import { pressAt, tabTo } from './keyboard.ts'
import { newSession, signIn } from './sign-in.ts'

const PAGE = '/dashboard/meltag-DB'
const FINDER = '/dashboard/coupon-finder'
const field = (page: Page) => page.getByRole('textbox', { name: /Tag, code/ })
const ours = (page: Page) => page.getByRole('group', { name: 'Almond DB, ours' })
const theirs = (page: Page) => page.getByRole('group', { name: 'Meltag DB, the vendor’s' })
const findings = (page: Page) =>
  page.getByRole('list', { name: 'Where the two databases disagree' }).getByRole('listitem')

// The demo's second database is made beside the server that serves already.
test.beforeAll(async ({ request }) => {
  const { token } = await newSession(request, 'cs')
  await expect
    .poll(
      async () => {
        const answer = await request.get('/api/admin/meltag/find?q=1/42', {
          headers: { authorization: token },
        })
        return (await answer.json()).vendor?.state
      },
      { timeout: 40_000 },
    )
    .toBe('answered')
})

/** The answers of Meltag's endpoints with the vendor in trouble: our side as the server tells it. */
async function trouble(page: Page, vendor: { state: string; sentence: string }): Promise<void> {
  await page.route(/\/api\/admin\/.*meltag/, async (route) => {
    const answer = await route.fetch()
    const { matches } = await answer.json()
    const left = matches
      .filter((match: { ours: unknown }) => match.ours !== null)
      .map((match: object) => ({ ...match, theirs: null, findings: [] }))
    await route.fulfill({ json: { vendor, matches: left } })
  })
}
const DOWN = { state: 'down', sentence: 'The vendor’s database cannot be reached.' }

test('both sides of a coupon by tag, code and serial, with the keyboard alone', async ({
  page,
}) => {
  await signIn(page, 'cs', PAGE)
  await expect(field(page)).toBeFocused()
  const [code = ''] = codesOf(demoBatchKey(1), 1, 42, 1)
  // What the empty page offers is what works.
  for (const typed of [demoTag(1, 42), formatCode(code)]) {
    await expect(page.getByText(typed, { exact: true })).toBeVisible()
  }
  for (const typed of [demoTag(1, 42), formatCode(code), '1/42']) {
    await tabTo(page, field(page), 'Shift+Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL((url) => url.searchParams.get('q') === typed)
    await expect(
      page.getByRole('heading', { name: `Batch 1, serial 42, tag ${demoTag(1, 42)}` }),
    ).toBeVisible()
    await expect(page.getByText('Both databases say the same.')).toBeVisible()
    await expect(theirs(page).getByText('Consumed', { exact: true }).first()).toBeVisible()
  }
  await pressAt(page, ours(page).getByRole('link', { name: '1/42 in Almond DB' }))
  await expect(page.getByRole('heading', { name: 'Batch 1, serial 42', exact: true })).toBeVisible()
  await page.goBack()
  await expect(field(page)).toHaveValue('1/42')
})

test('what differs is said in words and marked on both sides @all', async ({ page }) => {
  await signIn(page, 'marketing', `${PAGE}?q=${demoTag(2, 160)}`)
  await expect(findings(page)).toHaveText([/^Serious.*delivered this tag to another plant/])
  for (const side of [ours(page), theirs(page)]) {
    const line = side.locator('dl > div').filter({ hasText: 'Differs' })
    await expect(line).toHaveCount(1)
    await expect(line).toContainText('Plant')
  }
  await field(page).fill('1/120')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    `Batch 1, serial 120, tag ${demoTag(1, 120)}`,
    'Batch 1, serial 120, tag MT-0000400120',
  ])
  await expect(findings(page).first()).toContainText('also on MT-0000400120')
  await expect(theirs(page).first().getByText('More than once')).toBeVisible()
})

test('what only one side has, and what neither has @all', async ({ page }) => {
  await signIn(page, 'cs', `${PAGE}?q=1/110`)
  await expect(theirs(page)).toContainText('The vendor has no tag with this code.')
  await field(page).fill('MT-0000250001')
  await page.keyboard.press('Enter')
  await expect(ours(page)).toContainText('No coupon of ours has this code.')
  await expect(findings(page)).toContainText(['counterfeit'])
  await field(page).fill('MT-404')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Neither database knows this tag.')).toBeVisible()
  await field(page).fill('what is this')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This is neither a tag')
  await expect(page.getByText('the vendor’s tag:')).toBeVisible()
})

test('the vendor down: our side stays, and it is asked again @all', async ({ page }) => {
  await trouble(page, DOWN)
  await signIn(page, 'cs', `${PAGE}?q=1/42`)
  await expect(ours(page)).toContainText('Wall Putty 40 kg')
  await expect(theirs(page)).toContainText(DOWN.sentence)
  await expect(page.getByText('Both databases say the same.')).toBeHidden()
  await field(page).fill('MT-0000250001')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tags are known to the vendor only.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(theirs(page)).toContainText('MT-0000250001')
})

test('the Almond finder shows the vendor’s side and never waits for it @all', async ({ page }) => {
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/\/api\/admin\/coupons\/.*\/meltag/, async (route) => {
    await held
    await route.continue()
  })
  await signIn(page, 'cs', `${FINDER}?q=30/160`)
  const panel = page.getByRole('region', { name: 'Meltag DB' })
  await expect(page.getByRole('heading', { name: 'Batch 30, serial 160' })).toBeVisible()
  await expect(page.getByText('Batch requested')).toBeVisible()
  await expect(panel.getByRole('status', { name: 'Asking the tag vendor' })).toBeVisible()
  answer()
  await expect(panel.getByText(/another plant/)).toBeVisible()
  await panel.getByRole('link', { name: 'Open in Meltag DB' }).click()
  await expect(page).toHaveURL((url) => url.pathname === PAGE)
  await expect(field(page)).toHaveValue('30/160')
})

test('a block is compared with what the vendor says as soon as it is done @all', async ({
  page,
}) => {
  await signIn(page, 'cs', `${FINDER}?q=30/161`)
  const panel = page.getByRole('region', { name: 'Meltag DB' })
  await expect(panel.getByText('Both databases say the same.')).toBeVisible()
  await page.getByRole('button', { name: 'Block this coupon' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Pack was torn open')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(panel.getByText(/Late/)).toBeVisible()
  await expect(panel.getByText(/the vendor follows within a day/)).toBeVisible()
})

test('on a phone the two sides stand below each other, and nothing is cut off @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'cs', `${PAGE}?q=1/160`)
  const [first, second] = [await ours(page).boundingBox(), await theirs(page).boundingBox()]
  expect(second?.x).toBe(first?.x)
  expect(second?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0))
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1440, height: 900 })
  const [left, right] = [await ours(page).boundingBox(), await theirs(page).boundingBox()]
  expect(right?.y).toBe(left?.y)
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))
})

test.describe('usable by all @all', () => {
  for (const [name, path, sign] of [
    ['nothing asked', PAGE, 'the vendor’s tag:'],
    ['a disagreement', `${PAGE}?q=1/160`, 'another plant'],
    ['a tag twice', `${PAGE}?q=1/120`, 'More than once'],
    ['nothing found', `${PAGE}?q=MT-404`, 'Neither database'],
    ['the finder with its panel', `${FINDER}?q=1/130`, 'Somebody used it elsewhere'],
  ] as const) {
    test(name, async ({ page }) => {
      await expectUsableByAll(page, async () => {
        await signIn(page, 'cs', path)
        await expect(page.getByText(sign).first()).toBeVisible()
      })
    })
  }

  test('the vendor down', async ({ page }) => {
    await trouble(page, DOWN)
    await expectUsableByAll(page, async () => {
      await signIn(page, 'cs', `${PAGE}?q=1/42`)
      await expect(page.getByText(DOWN.sentence)).toBeVisible()
    })
  })
})
