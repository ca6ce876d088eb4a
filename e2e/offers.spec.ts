import { expect, test, type Locator, type Page } from '@playwright/test'
import {
  giftDetail,
  memberOffers,
  offer as offerSchema,
  type GiftDetail,
} from '../contract/desk/offers.ts'
import type { MediaDetail } from '../contract/platform/media.ts'
import { addDays, dayOf } from '../contract/time.ts'
import { expectUsableByAll } from './axe.ts'
import { KycMember } from './kyc-member.ts'
import { BASE } from './kyc-review.ts'
import { bannerOf, catalogue, offerOf, picture } from './publisher.ts'
import { asStaff } from './redeemer.ts'
import { signIn } from './sign-in.ts'

const PAGE = '/dashboard/media/ecatalogue'
const GIFTS = `${PAGE}?show=gifts`
const TODAY = dayOf(new Date())

let media: MediaDetail
let pages: MediaDetail
test.beforeAll(async () => {
  media = await picture('Winter', '#7c3aed')
  pages = await catalogue('Boards', 3)
})

const stamp = (): string => String(Date.now() % 1_000_000)
const drawer = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true })
const editor = (page: Page): Locator => page.getByRole('dialog', { name: /^(New|Edit) ?/ })
const preview = (page: Page): Locator =>
  editor(page).getByRole('complementary', { name: 'Preview' })
const act = (where: Page | Locator, label: string): Locator =>
  where.getByRole('button', { name: label, exact: true })

/** A gift of its own, with so many in stock. */
async function giftWith(stock: number, name = `Drill ${stamp()}`): Promise<GiftDetail> {
  const made = giftDetail.parse(
    await asStaff('sub admin', 'gifts', {
      code: `T-${stamp()}`,
      name,
      points: 12_500,
      valuePaise: 1_12_345_10,
    }),
  )
  if (stock === 0) return made
  const body = { idempotencyKey: `opening-${made.giftId}`, change: stock, reason: 'Came in' }
  return giftDetail.parse(await asStaff('sub admin', `gifts/${made.giftId}/stock`, body))
}
const storedGift = async ({ giftId }: GiftDetail): Promise<GiftDetail> =>
  giftDetail.parse(await asStaff('sub admin', `gifts/${giftId}`))

test('an offer is written in both languages with its catalogue, and a member reads it in Hindi', async ({
  page,
}) => {
  const [en, hi] = [`Boards ${stamp()}`, `बोर्ड ${stamp()}`]
  await signIn(page, 'marketing', PAGE)
  await act(page, 'New offer').click()
  await page.getByLabel('Title in English').fill(en)
  await act(editor(page), 'Add the offer').click()
  // Hindi is no afterthought: without it nothing is sent.
  await expect(page.getByLabel('Title in Hindi')).toHaveAccessibleDescription(/The title in Hindi/)
  await expect(page.getByLabel('Title in Hindi')).toBeFocused()
  await page.getByLabel('Title in Hindi').fill(hi)
  await page.getByLabel(/^Text in English/).fill('All boards of the year.')
  await page.getByLabel(/^Text in Hindi/).fill('साल के सभी बोर्ड।')
  await editor(page)
    .getByRole('button', { name: /^Choose/ })
    .click()
  await page.getByRole('dialog').last().getByText('Boards', { exact: true }).first().click()
  await expect(preview(page).getByRole('img', { name: `${en}, page 1 of 3` })).toBeVisible()
  await act(preview(page), 'Next page').click()
  await expect(preview(page).getByRole('img', { name: `${en}, page 2 of 3` })).toBeVisible()
  await act(preview(page), 'Hindi').click()
  await expect(preview(page).getByRole('article')).toContainText('साल के सभी बोर्ड।')
  await expect(preview(page).getByRole('article')).toHaveAttribute('lang', 'hi')
  await page.getByLabel('Until (optional)').fill(`${addDays(TODAY, 3)}T18:00`)
  await act(editor(page), 'Add the offer').click()
  await expect(drawer(page, en)).toContainText('Live')
  await expect(page.locator('[data-row]').filter({ hasText: hi })).toBeVisible()
  const offerId = Number(new URL(page.url()).searchParams.get('open'))
  const saved = offerSchema.parse(await asStaff('marketing', `offers/${offerId}`))
  expect(saved).toMatchObject({
    title: { en, hi },
    mediaId: pages.mediaId,
    to: `${addDays(TODAY, 3)}T12:30:00.000Z`,
  })
  const told = async (language: 'en' | 'hi') => {
    const member = await KycMember.join({ base: BASE, name: 'Ravi Patil', language })
    const { offers } = memberOffers.response.parse(await member.read('offers'))
    return offers.find((offer) => offer.offerId === offerId)
  }
  const inHindi = await told('hi')
  expect(inHindi).toMatchObject({ title: hi, text: 'साल के सभी बोर्ड।' })
  expect(inHindi?.pages).toHaveLength(3)
  await expect.poll(() => told('en')).toMatchObject({ title: en, text: 'All boards of the year.' })
})

test('an offer that a banner leads to is not deleted, and that is said; then it is @all', async ({
  page,
}) => {
  const title = `Winter ${stamp()}`
  const offer = await offerOf(media, { en: title, hi: 'सर्दी' })
  const banner = await bannerOf(media, `To ${title}`, {
    target: { to: 'offer', offerId: offer.offerId },
  })
  await signIn(page, 'marketing', `${PAGE}?open=${offer.offerId}`)
  await act(drawer(page, title), 'Delete').click()
  const ask = page.getByRole('dialog', { name: `Delete “${title}”?` })
  await act(ask, 'Delete').click()
  await expect(ask.getByRole('alert')).toContainText('It was not deleted')
  await expect(ask.getByRole('alert')).toContainText(/banner/i)
  await act(ask, 'Cancel').click()
  await expect(drawer(page, title)).toBeVisible()
  const { bannerId } = banner
  await bannerOf(media, banner.title, { bannerId, target: { to: 'nothing' } })
  await act(drawer(page, title), 'Delete').click()
  await act(ask, 'Delete').click()
  await expect(drawer(page, title)).toBeHidden()
  await expect(page.locator(`[data-row="${offer.offerId}"]`)).toHaveCount(0)
})

test('filters stand in the address; switched off an offer is off @all', async ({ page }) => {
  const title = `Rain ${stamp()}`
  const offer = await offerOf(media, { en: title, hi: 'बारिश' })
  await signIn(page, 'marketing', `${PAGE}?q=${encodeURIComponent(title)}&status=live`)
  await page.locator(`[data-row="${offer.offerId}"]`).click()
  await act(drawer(page, title), 'Switch off').click()
  await expect(act(drawer(page, title), 'Switch on')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`${PAGE}?q=${encodeURIComponent(title)}&status=live`)
  await expect(page.getByRole('heading', { name: 'No offers match' })).toBeVisible()
  await page.goto(`${PAGE}?q=${encodeURIComponent(title)}&status=off`)
  await expect(page.locator(`[data-row="${offer.offerId}"]`)).toBeVisible()
})

test('a stock change whose answer is lost is sent again with the same key, and counts once @all', async ({
  page,
}) => {
  const gift = await giftWith(5)
  await signIn(page, 'sub admin', `${GIFTS}&open=${gift.giftId}`)
  await act(drawer(page, gift.name), 'Change the stock').click()
  const dialog = page.getByRole('dialog', { name: `Stock of ${gift.name}` })
  await dialog.getByLabel('Take out').check()
  await dialog.getByLabel('Pieces').fill('9')
  await act(dialog, 'Take out').click()
  await expect(dialog.getByLabel('Pieces')).toHaveAccessibleDescription(
    'Only 5 are in stock and not promised.',
  )
  await dialog.getByLabel('Put in').check()
  await expect(dialog.getByRole('status')).toHaveText('5 + 9 = 14 in stock')
  await dialog.getByLabel('Reason').fill('Delivery of the week')

  const keys: string[] = []
  const stock = `**/api/admin/gifts/${gift.giftId}/stock`
  await page.route(stock, async (route) => {
    keys.push(route.request().postDataJSON().idempotencyKey)
    // The server does it, and the answer does not arrive.
    await route.fetch()
    await route.abort()
  })
  await act(dialog, 'Put in').click()
  await expect(dialog.getByRole('alert')).toContainText('What you typed is kept.')
  expect((await storedGift(gift)).stock).toBe(14)
  await page.unroute(stock)
  await page.route(stock, async (route) => {
    keys.push(route.request().postDataJSON().idempotencyKey)
    await route.continue()
  })
  await act(dialog, 'Put in').click()
  await expect(dialog).toBeHidden()
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  const after = await storedGift(gift)
  expect(after.stock).toBe(14)
  expect(after.stockChanges.filter(({ change }) => change === 9)).toHaveLength(1)
  const history = drawer(page, gift.name).getByRole('list', { name: 'Changes of the stock' })
  await expect(history.getByRole('listitem').first()).toContainText(
    '9 pieces put in, then 14 in stock',
  )
  await expect(history.getByRole('listitem').first()).toContainText('Delivery of the week')

  // The next change is another one: a key of its own, the same pieces.
  await act(drawer(page, gift.name), 'Change the stock').click()
  await dialog.getByLabel('Pieces').fill('9')
  await dialog.getByLabel('Reason').fill('Delivery of the week')
  await act(dialog, 'Put in').click()
  await expect(dialog).toBeHidden()
  expect((await storedGift(gift)).stock).toBe(23)
})

test('a gift is added and its price changed, in rupees to the paisa, and what is none left is marked @all', async ({
  page,
}) => {
  const name = `Kettle ${stamp()}`
  await signIn(page, 'sub admin', GIFTS)
  await act(page, 'New gift').click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Code', { exact: true }).fill('!')
  await act(editor(page), 'Add the gift').click()
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
    'A code has 3 to 20 letters, digits and hyphens.',
  )
  await expect(page.getByLabel('Cost in rupees')).toHaveAccessibleDescription(/Say what it costs\./)
  await page.getByLabel('Code', { exact: true }).fill(`t-${stamp()}`)
  await page.getByRole('textbox', { name: 'Points' }).fill('125000')
  await page.getByLabel('Cost in rupees').fill('1,12,345.1')
  await act(editor(page), 'Add the gift').click()
  await expect(drawer(page, name)).toContainText('₹1,12,345.10 without GST')
  await expect(drawer(page, name)).toContainText('1,25,000')
  await expect(drawer(page, name)).toContainText('None left')
  await act(drawer(page, name), 'Edit').click()
  await expect(page.getByRole('textbox', { name: 'Points' })).toHaveAccessibleDescription(
    /what was asked for keeps its price/,
  )
  await expect(page.getByLabel('Cost in rupees')).toHaveValue('112345.10')
  await page.getByRole('textbox', { name: 'Points' }).fill('130000')
  await act(editor(page), 'Save').click()
  await expect(drawer(page, name)).toContainText('1,30,000')
  await page.keyboard.press('Escape')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('None left')
  await expect(row).toContainText('1,30,000')
})

test('marketing edits offers and reads gifts; hod reads both @all', async ({ page }) => {
  const gift = await giftWith(3)
  const offer = await offerOf(media, { en: `Read ${stamp()}`, hi: 'पढ़ें' })
  await signIn(page, 'marketing', `${GIFTS}&open=${gift.giftId}`)
  await expect(drawer(page, gift.name)).toContainText('Came in')
  await expect(act(drawer(page, gift.name), 'Change the stock')).toHaveCount(0)
  await expect(act(page, 'New gift')).toHaveCount(0)
  await signIn(page, 'hod', `${PAGE}?open=${offer.offerId}`)
  await expect(drawer(page, offer.title.en).getByRole('article')).toBeVisible()
  await expect(act(drawer(page, offer.title.en), 'Edit')).toHaveCount(0)
  await expect(act(page, 'New offer')).toHaveCount(0)
})

test('offers, their editor, gifts and the stock dialog are usable by all @all', async ({
  page,
}) => {
  const offer = await offerOf(pages, { en: `Axe ${stamp()}`, hi: 'बोर्ड सूची' })
  const gift = await giftWith(2)
  await signIn(page, 'sub admin', PAGE)
  await expectUsableByAll(page, async () => {
    await page.goto(`${PAGE}?open=${offer.offerId}`)
    await expect(drawer(page, offer.title.en).getByRole('article').getByRole('img')).toBeVisible()
  })
  await expectUsableByAll(page, async () => {
    await page.goto(`${PAGE}?edit=${offer.offerId}`)
    await expect(preview(page).getByRole('img')).toBeVisible()
  })
  await expectUsableByAll(page, async () => {
    await page.goto(GIFTS)
    await expect(page.getByText(gift.name)).toBeVisible()
  })
  await expectUsableByAll(page, async () => {
    await page.goto(`${GIFTS}&open=${gift.giftId}`)
    await act(drawer(page, gift.name), 'Change the stock').click()
    await expect(page.getByRole('dialog', { name: `Stock of ${gift.name}` })).toBeVisible()
  })
})
