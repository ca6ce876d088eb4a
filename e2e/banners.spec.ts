import { expect, test, type Locator, type Page } from '@playwright/test'
import { listBanners, memberBanners, orderBanners, type Banner } from '../contract/desk/banners.ts'
import type { MediaDetail } from '../contract/platform/media.ts'
import { addDays, dayOf } from '../contract/time.ts'
import { expectUsableByAll } from './axe.ts'
import { KycMember } from './kyc-member.ts'
import { BASE } from './kyc-review.ts'
import { bannerOf, offerOf, picture } from './publisher.ts'
import { asStaff } from './redeemer.ts'
import { signIn } from './sign-in.ts'

const PAGE = '/dashboard/media/banner'
const TODAY = dayOf(new Date())
const RETAILERS = {
  kinds: ['retailer' as const],
  states: [],
  distributorIds: [],
  kycStates: [],
  languages: [],
  activity: null,
}

let media: MediaDetail
test.beforeAll(async () => {
  media = await picture('Monsoon', '#0f766e')
})

const unique = (name: string): string => `${name} ${Date.now() % 1_000_000}`
const list = (page: Page): Locator => page.getByRole('list', { name: 'Banners' })
const rowOf = (page: Page, title: string): Locator =>
  list(page).getByRole('listitem').filter({ hasText: title })
const handle = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: `Move “${title}”` })
const editor = (page: Page): Locator => page.getByRole('dialog', { name: /^(New banner|Edit)/ })
const preview = (page: Page): Locator =>
  editor(page).getByRole('complementary', { name: 'Preview' })

async function stored(): Promise<{ banners: Banner[]; order: string }> {
  return listBanners.response.parse(await asStaff('marketing', 'banners'))
}

/** Three new banners, one after the other at the end of the list. */
async function three(): Promise<readonly [string, string, string]> {
  const [a, b, c] = [unique('First'), unique('Second'), unique('Third')]
  for (const title of [a, b, c]) await bannerOf(media, title)
  return [a, b, c]
}

/** The order of some banners among themselves, on the page and in the database. */
async function expectOrder(page: Page, titles: readonly string[]): Promise<void> {
  const mine = (all: readonly string[]): string[] => all.filter((title) => titles.includes(title))
  const shown = async (): Promise<string[]> => {
    const names = await list(page)
      .getByRole('button', { name: /^Move “/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    return mine(names.map((name) => name.slice('Move “'.length, -1)))
  }
  const kept = async (): Promise<string[]> =>
    mine((await stored()).banners.map(({ title }) => title))
  await expect.poll(shown).toEqual(titles)
  await expect.poll(kept).toEqual(titles)
}

test('marketing adds a banner, with what is wrong at its field, and the phone shows it before it is saved', async ({
  page,
}) => {
  const title = unique('Diwali')
  await signIn(page, 'marketing', PAGE)
  await page.getByRole('button', { name: 'New banner' }).click()
  await editor(page).getByRole('button', { name: 'Add the banner' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Title', { exact: true })).toHaveAccessibleDescription(
    /The title: a few words/,
  )
  await expect(editor(page).getByText('Choose a picture or a video.')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('What the picture says').fill('Double points till Diwali')
  await editor(page)
    .getByRole('button', { name: /^Choose/ })
    .click()
  const picker = page.getByRole('dialog').filter({ hasText: 'Monsoon' }).last()
  await picker.getByText('Monsoon', { exact: true }).first().click()
  await expect(preview(page).getByRole('img', { name: 'Double points till Diwali' })).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill(`${addDays(TODAY, 1)}T09:00`)
  await page.getByLabel('Until (optional)').fill(`${TODAY}T09:00`)
  await editor(page).getByRole('button', { name: 'Add the banner' }).click()
  await expect(page.getByLabel('Until (optional)')).toHaveAccessibleDescription(
    /It must end after it begins/,
  )
  await page.getByLabel('Until (optional)').fill('')
  await expect(preview(page)).toContainText('Planned. From tomorrow, 09:00, no end set')
  await page.getByLabel('A tap leads to').selectOption({ label: 'A page of the app' })
  await page.getByLabel('Page', { exact: true }).selectOption({ label: 'Gifts' })

  // A server that fails loses nothing of it, and two clicks save once.
  const saving = '**/api/admin/banners'
  await page.route(saving, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: {} })
      : route.continue(),
  )
  const save = editor(page).getByRole('button', { name: 'Add the banner' })
  await save.click()
  await expect(editor(page).getByRole('alert')).toContainText('What you typed is kept.')
  await page.unroute(saving)
  await save.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(editor(page)).toBeHidden()
  await expect(rowOf(page, title)).toContainText('Planned')
  await expect(rowOf(page, title)).toContainText('Leads to Gifts')
  const saved = (await stored()).banners.filter((banner) => banner.title === title)
  expect(saved).toMatchObject([{ from: `${addDays(TODAY, 1)}T03:30:00.000Z`, to: null }])
})

test('the keyboard lifts, moves and puts down; every step is said, and Escape leaves it @all', async ({
  page,
}) => {
  const [a, b, c] = await three()
  await signIn(page, 'marketing', PAGE)
  await expectOrder(page, [a, b, c])
  const said = (text: string): Promise<void> =>
    expect(page.getByRole('status').filter({ hasText: text })).not.toHaveCount(0)
  await handle(page, c).focus()
  await page.keyboard.press('Space')
  await said(`“${c}” is lifted`)
  await page.keyboard.press('ArrowUp')
  await said(`“${c}” is at place`)
  await page.keyboard.press('Space')
  await said(`“${c}” is put down`)
  await expectOrder(page, [a, c, b])
  await expect(handle(page, c)).toBeFocused()

  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await said(`“${c}” is where it was.`)
  await expectOrder(page, [a, c, b])

  await page.getByRole('button', { name: `What to do with “${b}”` }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expectOrder(page, [a, b, c])
  await expect(page.getByRole('button', { name: `What to do with “${b}”` })).toBeFocused()
})

test('the mouse drags; what the server does not take is undone in sight @all', async ({ page }) => {
  const [a, b, c] = await three()
  await signIn(page, 'marketing', PAGE)
  const drag = async (from: string, to: string): Promise<void> => {
    await handle(page, from).scrollIntoViewIfNeeded()
    await handle(page, from).hover()
    await page.mouse.down()
    const place = await handle(page, to).boundingBox()
    if (!place) throw new Error(`There is no handle of ${to}.`)
    await page.mouse.move(place.x + 10, place.y + place.height / 2 + 4, { steps: 12 })
    await page.mouse.move(place.x + 10, place.y + place.height / 2, { steps: 4 })
    await page.mouse.up()
  }
  await expectOrder(page, [a, b, c])
  await page.setViewportSize({ width: 1440, height: 1600 })
  await drag(c, a)
  await expectOrder(page, [c, a, b])

  const ordering = '**/api/admin/banner-order'
  await page.route(ordering, (route) => route.fulfill({ status: 503, json: {} }))
  await drag(b, c)
  await expect(page.getByRole('alert').filter({ hasText: 'The order is as it was' })).toBeVisible()
  await expectOrder(page, [c, a, b])
  await page.unroute(ordering)
})

test('an order that somebody changed meanwhile is said and shown, not overwritten @all', async ({
  page,
}) => {
  const [a, b, c] = await three()
  await signIn(page, 'marketing', PAGE)
  await expectOrder(page, [a, b, c])
  const { banners, order } = await stored()
  const idOf = (wanted: string): number =>
    banners.find(({ title }) => title === wanted)?.bannerId ?? 0
  const others = banners.map(({ bannerId }) => bannerId).filter((id) => id !== idOf(c))
  orderBanners.response.parse(
    await asStaff('admin', 'banner-order', { order, bannerIds: [idOf(c), ...others] }),
  )
  await page.getByRole('button', { name: `What to do with “${b}”` }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'changed meanwhile' })).toContainText(
    'Somebody changed the banners meanwhile.',
  )
  await expectOrder(page, [c, a, b])
})

test('moves that come faster than the server answers all arrive, the last one last @all', async ({
  page,
}) => {
  const [a, b, c] = await three()
  await signIn(page, 'marketing', PAGE)
  await expectOrder(page, [a, b, c])
  let sent = 0
  let answer = (): void => undefined
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/api/admin/banner-order', async (route) => {
    sent++
    await held
    await route.continue()
  })
  for (const moved of [1, 2]) {
    await page.getByRole('button', { name: `What to do with “${c}”` }).click()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await expect.poll(() => sent, `after ${moved}`).toBe(1)
  }
  answer()
  await expectOrder(page, [c, a, b])
  expect(sent).toBe(2)
})

test('unsaved changes are asked about; switching off and deleting act at once @all', async ({
  page,
}) => {
  const title = unique('Rain')
  await bannerOf(media, title)
  await signIn(page, 'marketing', PAGE)
  await rowOf(page, title).getByRole('button', { name: title, exact: true }).click()
  await page.getByLabel('Title', { exact: true }).fill(`${title} changed`)
  await expect(preview(page)).toContainText(`${title} changed`)
  await page.keyboard.press('Escape')
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Keep writing' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(`${title} changed`)
  await page.goBack()
  await leave.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(editor(page)).toBeHidden()
  await expect(rowOf(page, title)).toContainText('Live')

  await rowOf(page, title).getByRole('switch').click({ force: true })
  await expect(rowOf(page, title)).toContainText('Off')
  await page.reload()
  await expect(rowOf(page, title)).toContainText('Off')
  await page.getByRole('button', { name: `What to do with “${title}”` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: /^Delete/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(rowOf(page, title)).toHaveCount(0)
  expect((await stored()).banners.filter((banner) => banner.title === title)).toEqual([])
})

test('a banner for retailers is in a retailer’s app and not in a mason’s, where it was put in the order', async () => {
  const [all, some, off] = [unique('All'), unique('Retail'), unique('Off')]
  const everybody = await bannerOf(media, all)
  const retail = await bannerOf(media, some, { audience: RETAILERS })
  const hidden = await bannerOf(media, off, { on: false })
  const { bannerIds, order } = await stored().then(({ banners, order }) => ({
    order,
    bannerIds: banners.map(({ bannerId }) => bannerId),
  }))
  const first = [retail.bannerId, ...bannerIds.filter((id) => id !== retail.bannerId)]
  await asStaff('marketing', 'banner-order', { order, bannerIds: first })
  const seenBy = async (kind: 'retailer' | 'mason'): Promise<number[]> => {
    const member = await KycMember.join({ base: BASE, name: 'Asha Rao', kind })
    const { banners } = memberBanners.response.parse(await member.read('banners'))
    return banners.map(({ bannerId }) => bannerId)
  }
  const [retailer, mason] = [await seenBy('retailer'), await seenBy('mason')]
  expect(retailer[0]).toBe(retail.bannerId)
  expect(retailer).toContain(everybody.bannerId)
  expect(mason).toContain(everybody.bannerId)
  expect(mason).not.toContain(retail.bannerId)
  expect(retailer).not.toContain(hidden.bannerId)
})

test('hod reads: nothing to move, switch or add @all', async ({ page }) => {
  const title = unique('Read')
  await bannerOf(media, title)
  await signIn(page, 'hod', PAGE)
  await expect(rowOf(page, title)).toContainText('Live')
  await expect(page.getByRole('button', { name: 'New banner' })).toHaveCount(0)
  await expect(list(page).getByRole('switch')).toHaveCount(0)
  await expect(handle(page, title)).toHaveCount(0)
})

test('the page and its editor are usable by all @all', async ({ page }) => {
  const offer = await offerOf(media, { en: unique('Board'), hi: 'बोर्ड' })
  const banner = await bannerOf(media, unique('Axe'), {
    target: { to: 'offer', offerId: offer.offerId },
  })
  await signIn(page, 'marketing', PAGE)
  await expectUsableByAll(page, async () => {
    await page.goto(PAGE)
    await expect(rowOf(page, banner.title)).toContainText(offer.title.en)
  })
  await expectUsableByAll(page, async () => {
    await page.goto(`${PAGE}?edit=${banner.bannerId}`)
    await expect(preview(page).getByRole('img')).toBeVisible()
  })
})

test('an empty list says how it begins, and a list that fails offers another try @all', async ({
  page,
}) => {
  let answer: { status: number; json: unknown } = {
    status: 500,
    json: { code: 'internal', message: 'It did not work.', requestId: 'r1' },
  }
  await page.route('**/api/admin/banners', (route) => route.fulfill(answer))
  await signIn(page, 'marketing', PAGE)
  await expect(page.getByRole('alert')).toContainText('The banners could not be shown')
  answer = { status: 200, json: { banners: [], order: 'none' } }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No banners yet' })).toBeVisible()
  await expect(page.getByText('No banner is live now: the app shows none.')).toBeVisible()
})
