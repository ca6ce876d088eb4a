import { writeFileSync, utimesSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import {
  GALLERY_PAGE as PAGE,
  bring,
  card,
  chooser,
  drawer,
  grid,
  noise,
  panel,
  piecesSent,
  png,
  row,
  slowly,
  unique,
} from './gallery-page.ts'
import { asStaff } from './redeemer.ts'
import { signIn } from './sign-in.ts'

// The context serves the next test too.
test.afterEach(({ context }) => context.setOffline(false))

test('several files dropped at once stand first in the gallery, with titles and tags of their own', async ({
  page,
}) => {
  const [one, two] = [unique('red flag'), unique('blue flag')]
  await signIn(page, 'marketing', PAGE)
  await expect(page.getByRole('heading', { name: 'Gallery', level: 1 })).toBeVisible()
  await bring(page, 'drop', [
    await png(`${one.replaceAll(' ', '_')}.png`, '#b91c1c'),
    await png(`${two.replaceAll(' ', '-')} (3).png`, '#1d4ed8'),
    { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
    { name: 'nothing.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    { name: 'said.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('this is no picture at all') },
  ])
  // What cannot be sent is said before anything is sent, and what turns out to be none in the server's words.
  await expect(
    panel(page).getByText(/moving\.gif is of a kind that cannot be uploaded/),
  ).toBeVisible()
  await expect(panel(page).getByText('nothing.png is empty.')).toBeVisible()
  await expect(panel(page).getByText('This file says it is a JPEG picture')).toBeVisible()
  const titleOne = `Red ${one.slice(4)}`
  const titleTwo = `Blue ${two.slice(5)}`
  await expect(row(page, titleOne).getByRole('link', { name: 'In the gallery' })).toBeVisible()
  await expect(row(page, titleTwo).getByRole('link', { name: 'In the gallery' })).toBeVisible()
  await expect(panel(page).getByRole('heading')).toHaveText('2 files uploaded, 3 not')
  await expect(grid(page).getByRole('listitem').nth(0)).toContainText(/flag/)
  await expect(grid(page).getByRole('listitem').nth(1)).toContainText(/flag/)

  const tag = unique('flags')
  await panel(page).getByLabel('Tags of these 2').fill(tag)
  await page.keyboard.press('Enter')
  await panel(page)
    .getByRole('textbox', { name: /^Title of red/ })
    .fill(`${titleOne}, mended`)
  await page.keyboard.press('Enter')
  await expect(card(page, `${titleOne}, mended`)).toContainText(tag)
  await expect(card(page, titleTwo)).toContainText(tag)
  await page.reload()
  await expect(card(page, `${titleOne}, mended`)).toContainText(tag)
  await expect(panel(page)).toBeHidden()
})

test('a pasted picture is uploaded, and one pasted into a field is not @all', async ({ page }) => {
  await signIn(page, 'sub admin', PAGE)
  await expect(page.getByRole('button', { name: 'Upload' })).toBeVisible()
  await bring(page, 'paste', [await png('image.png', '#0f766e')])
  await expect(panel(page).getByRole('link', { name: 'In the gallery' })).toBeVisible()
  await expect(panel(page).getByRole('textbox', { name: /^Title of/ })).toHaveValue(/^Pasted \d+ /)
  await panel(page).getByRole('link', { name: 'In the gallery' }).click()
  await expect(drawer(page).getByLabel('Title')).toHaveValue(/^Pasted \d+ /)
})

test('an upload waits for the network, outlives the page that the shell loads again, and goes on @all', async ({
  page,
  context,
}) => {
  test.slow()
  const name = unique('waiting')
  const title = `Waiting ${name.slice(8)}`
  const sent = piecesSent(page)
  await slowly(page, 300)
  await signIn(page, 'marketing', PAGE)
  await chooser(page).setInputFiles(await noise(`${name}.png`, 8))
  await expect.poll(() => sent.length).toBeGreaterThan(2)
  await context.setOffline(true)
  await expect(row(page, title).getByText(/Waiting for the network/)).toBeVisible()
  await expect(panel(page).getByRole('heading')).toHaveText(/waiting for the network/)
  // Tried again at 0 the page would be the browser's own, which says that there is no network.
  await expect(page.getByText('Retrying to connect in 1 seconds')).toBeVisible({ timeout: 20_000 })
  const before = sent.length
  await context.setOffline(false)
  await expect(row(page, title).getByRole('link', { name: 'In the gallery' })).toBeVisible({
    timeout: 20_000,
  })
  // Nothing that had arrived was sent again, save the piece that was cut and the tries while it was away.
  expect(sent.slice(before).filter((number) => number < 2)).toEqual([])
  expect(new Set(sent).size).toBe(9)
  await expect(card(page, title)).toBeVisible()
})

test('an upload goes on while another page is open, and by itself after a reload @all', async ({
  page,
}) => {
  const name = unique('wandering')
  const title = `Wandering ${name.slice(10)}`
  const sent = piecesSent(page)
  await slowly(page, 400)
  await signIn(page, 'marketing', PAGE)
  await chooser(page).setInputFiles(await noise(`${name}.png`, 5))
  await expect(row(page, title).getByText(/ of [\d.]+ MB/)).toBeVisible()
  await page.getByRole('link', { name: 'Banner', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Gallery', level: 1 })).toBeHidden()
  await expect.poll(() => sent).toContain(2)
  await page.reload()
  sent.length = 0
  await row(page, title).getByRole('link', { name: 'In the gallery' }).click({ timeout: 20_000 })
  await expect(drawer(page).getByLabel('Title')).toHaveValue(title)
  expect(Math.min(...sent)).toBeGreaterThanOrEqual(2)
  await page.reload()
  await expect(drawer(page).getByLabel('Title')).toHaveValue(title)
  await expect(panel(page)).toBeHidden()
})

test('a file selected again after it was forgotten here goes on where it was @all', async ({
  page,
}, { outputDir }) => {
  const name = unique('again')
  const title = `Again ${name.slice(6)}`
  const file = `${outputDir.replace(/[^/]*$/, '')}${name}.png`
  writeFileSync(file, (await noise(name, 5)).buffer)
  utimesSync(file, new Date(), new Date(Date.now() - 60_000))
  const sent = piecesSent(page)
  await slowly(page, 500)
  await signIn(page, 'marketing', PAGE)
  await chooser(page).setInputFiles(file)
  await expect.poll(() => sent).toContain(2)
  // As in a browser that keeps nothing, or on another computer with the same file.
  await page.evaluate(() => localStorage.removeItem('hil.uploads'))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Upload' })).toBeVisible()
  await expect(panel(page)).toBeHidden()
  sent.length = 0
  await chooser(page).setInputFiles(file)
  await expect(row(page, title).getByRole('link', { name: 'In the gallery' })).toBeVisible({
    timeout: 20_000,
  })
  expect(Math.min(...sent)).toBeGreaterThanOrEqual(2)
})

test('what is cancelled is given up on the server @all', async ({ page }) => {
  const name = unique('unwanted')
  await slowly(page, 600)
  await signIn(page, 'marketing', PAGE)
  const begun = page.waitForResponse('**/api/admin/media-uploads')
  await chooser(page).setInputFiles(await noise(`${name}.png`, 4))
  const { uploadId }: { uploadId: string } = await (await begun).json()
  const dropped = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await panel(page)
    .getByRole('button', { name: `Cancel ${name}.png` })
    .click()
  expect((await dropped).ok()).toBe(true)
  await expect(panel(page)).toBeHidden()
  await expect(asStaff('marketing', `media-uploads/${uploadId}`)).rejects.toThrow('404')
})

test('a video gets a frame of itself as its poster, and plays @all', async ({ page }) => {
  const title = unique('Moving')
  await signIn(page, 'marketing', PAGE)
  await expect(page.getByRole('button', { name: 'Upload' })).toBeVisible()
  const text = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 240
    const brush = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let frame = 0; frame < 40; frame++) {
      if (brush) {
        brush.fillStyle = `rgb(${200 - frame} 80 40)`
        brush.fillRect(0, 0, 320, 240)
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  const buffer = Buffer.from(text, 'base64')
  await chooser(page).setInputFiles({ name: `${title}.webm`, mimeType: 'video/webm', buffer })
  await panel(page).getByRole('link', { name: 'In the gallery' }).click({ timeout: 30_000 })
  const video = drawer(page).getByLabel(title)
  await expect(video).toHaveAttribute('poster', /\/api\/media\/.+\.webp$/)
  await expect(card(page, title).locator('img')).toHaveCount(1)
  const played = await video.evaluate(async (element: HTMLVideoElement) => {
    await element.play()
    await new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }))
    return element.videoWidth
  })
  expect(played).toBe(320)
})
