import { randomInt } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { getMedia } from '../contract/platform/media.ts'
import { expectUsableByAll } from './axe.ts'
import {
  GALLERY_PAGE as PAGE,
  bring,
  card,
  chooser,
  drawer,
  grid,
  link,
  panel,
  png,
  unique,
} from './gallery-page.ts'
import { bannerOf, catalogue, picture } from './publisher.ts'
import { asStaff } from './redeemer.ts'
import { signIn } from './sign-in.ts'
import { expectNoSideways } from './worker-maker.ts'

test('what is used says where and is not deleted; what is not used is', async ({ page }) => {
  const [used, unused] = [unique('Used'), unique('Spare')]
  const media = await picture(used, '#7c3aed')
  await picture(unused, '#334155')
  const banner = await bannerOf(media, unique('Shows it'))
  await signIn(page, 'marketing', `${PAGE}?open=${media.mediaId}`)
  await expect(drawer(page).getByRole('link', { name: banner.title })).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Delete' }).click()
  const told = page.getByRole('dialog', { name: 'It is in use' })
  await expect(told.getByRole('link', { name: banner.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(told).toBeHidden()
  // The drawer listens again once the dialog over it is gone altogether.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden({ timeout: 1_000 })
  }).toPass()

  await link(page, unused).click()
  await drawer(page).getByRole('button', { name: 'Delete' }).click()
  const sure = page.getByRole('dialog', { name: 'Delete from the gallery' })
  await sure.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`${unused} is deleted.`)).toBeVisible()
  await expect(drawer(page)).toBeHidden()
  await expect(link(page, unused)).toBeHidden()
  await page.reload()
  await expect(link(page, used)).toBeVisible()
  await expect(link(page, unused)).toBeHidden()
})

test('what became used meanwhile is refused in the server’s words @all', async ({ page }) => {
  const title = unique('Late')
  const media = await picture(title, '#be185d')
  await signIn(page, 'marketing', `${PAGE}?open=${media.mediaId}`)
  await expect(
    drawer(page).getByText('No banner, offer, gift, product or notification'),
  ).toBeVisible()
  const banner = await bannerOf(media, unique('Comes late'))
  await drawer(page).getByRole('button', { name: 'Delete' }).click()
  const sure = page.getByRole('dialog', { name: 'Delete from the gallery' })
  await sure.getByRole('button', { name: 'Delete' }).click()
  await expect(sure.getByRole('alert')).toContainText(banner.title)
})

test('another file takes the place of one, which keeps its title and its place @all', async ({
  page,
}) => {
  const title = unique('Stays')
  const media = await picture(title, '#0369a1')
  await signIn(page, 'marketing', `${PAGE}?open=${media.mediaId}`)
  const shown = drawer(page).getByRole('img', { name: title })
  const before = await shown.getAttribute('src')
  const file = await png('another-name.png', '#facc15', 500)
  await drawer(page).locator('input[type=file]').setInputFiles(file)
  await expect(shown).not.toHaveAttribute('src', before ?? '')
  await expect(drawer(page).getByText('500 × 500 px')).toBeVisible()
  await expect(drawer(page).getByText('File replaced')).toBeVisible()
  await expect(drawer(page).getByLabel('Title')).toHaveValue(title)
  // Another kind is refused before it is sent.
  await drawer(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByText('a.pdf is a document; an image is needed here.')).toBeVisible()
})

test('the pages of a document are turned one by one, and title and tags are changed in place @all', async ({
  page,
}) => {
  const title = unique('Price list')
  const { mediaId } = await catalogue(title, 3)
  await signIn(page, 'almond team', PAGE)
  await expect(card(page, title)).toContainText('3 pages')
  await link(page, title).click()
  await drawer(page).getByRole('button', { name: 'Next page' }).click()
  await expect(drawer(page).getByRole('img', { name: `${title}, page 2 of 3` })).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Page before' }).click()
  await expect(drawer(page).getByRole('button', { name: 'Page before' })).toBeDisabled()
  const field = drawer(page).getByLabel('Title')
  await field.fill('x')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/a few words/)
  await field.fill(`${title} of Pune`)
  await field.press('Enter')
  await expect(card(page, `${title} of Pune`)).toBeAttached()
  const tag = unique('prices')
  await drawer(page).getByLabel('Tags').fill(tag.toUpperCase())
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => getMedia.response.parse(await asStaff('admin', `media/${mediaId}`)).tags)
    .toEqual([tag])
  await page.keyboard.press('Escape')
  await page.goto(`${PAGE}?tag=${encodeURIComponent(tag)}`)
  await expect(grid(page).getByRole('listitem')).toHaveCount(1)
})

test('search and filters stand in the address and survive back and reload; keys reach every card @all', async ({
  page,
}) => {
  const word = `zx${randomInt(1_000_000)}`
  for (const number of [1, 2, 3]) await picture(`${word} number ${number}`, '#15803d')
  await catalogue(`${word} pages`, 2)
  await signIn(page, 'marketing', PAGE)
  await expect(link(page, `${word} pages`)).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: 'Title or tag' })).toBeFocused()
  await page.keyboard.type(word)
  await page.keyboard.press('Enter')
  await expect(grid(page).getByRole('listitem')).toHaveCount(4)
  await page.getByRole('button', { name: /^Kind/ }).click()
  await page.getByRole('checkbox', { name: 'Images' }).click()
  await expect(grid(page).getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`q=${word}.*kind=image|kind=image.*q=${word}`))
  await page.reload()
  await expect(grid(page).getByRole('listitem')).toHaveCount(3)
  await page.goBack()
  await expect(grid(page).getByRole('listitem')).toHaveCount(4)

  await page.reload()
  await expect(grid(page).getByRole('listitem')).toHaveCount(4)
  await page.keyboard.press('ArrowDown')
  await expect(link(page, `${word} pages`)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(link(page, `${word} number 2`)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByLabel('Title')).toHaveValue(`${word} number 3`)
  await page.keyboard.press('Escape')
  await expect(link(page, `${word} number 3`)).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  // Two beside each other now: the one below is two further.
  const left = async (number: number) =>
    (await link(page, `${word} number ${number}`).boundingBox())?.x
  await expect.poll(async () => (await left(1)) === (await left(3))).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect(link(page, `${word} number 1`)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(link(page, `${word} number 3`)).toBeFocused()
})

test('who may not add sees all of it, without what changes it, and is told why on a drop @all', async ({
  page,
}) => {
  const title = unique('Looked at')
  await picture(title, '#57534e')
  await signIn(page, 'hod', PAGE)
  await link(page, title).click()
  await expect(drawer(page).getByRole('heading', { name: title })).toBeVisible()
  await expect(drawer(page).getByRole('textbox')).toHaveCount(0)
  await expect(drawer(page).getByRole('button', { name: /Replace|Delete/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Upload' })).toHaveCount(0)
  await bring(page, 'paste', [await png('a.png', '#000000')])
  await bring(page, 'drop', [await png('a.png', '#000000')])
  await expect(
    page.getByText('Your role may look at the gallery, but not add to it.'),
  ).toBeVisible()
  await expect(panel(page)).toBeHidden()
})

test('everybody can use the gallery, what is open in it and what is being uploaded @all', async ({
  page,
}) => {
  const title = unique('For all')
  const media = await picture(title, '#9a3412')
  await signIn(page, 'marketing', PAGE)
  const begin = async (): Promise<void> => {
    await page.goto(PAGE)
    await expect(link(page, title)).toBeVisible()
    await expectNoSideways(page)
  }
  await expectUsableByAll(page, async () => {
    await begin()
    const bad = { name: 'no.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }
    await chooser(page).setInputFiles([await png(`${unique('fine')}.png`, '#65a30d'), bad])
    await expect(panel(page).getByRole('link', { name: 'In the gallery' })).toBeVisible()
    await expectNoSideways(page)
  })
  await expectUsableByAll(page, async () => {
    await page.goto(`${PAGE}?open=${media.mediaId}`)
    await expect(drawer(page).getByLabel('Title')).toHaveValue(title)
  })
  await expectUsableByAll(page, async () => {
    await page.goto(`${PAGE}?q=nothing+is+called+so`)
    await expect(page.getByRole('heading', { name: 'No items match' })).toBeVisible()
  })
})
