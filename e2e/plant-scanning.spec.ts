import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type APIRequestContext } from '@playwright/test'
import { formatCode, parseCode } from '../contract/programme/code.ts'
import { findPlantCoupon } from '../contract/programme/plant.ts'
import { expectUsableByAll } from './axe.ts'
import { film, openPhone } from './fake-camera.ts'
import { asWorker, newLot } from './line-lot.ts'
import { readIn } from './plant-page.ts'
import { setOffline } from './network.ts'
import {
  PAGE,
  band,
  listenForReadings,
  openPage,
  reading,
  readings,
  type,
  untilKept,
} from './scanning-page.ts'
import { newSession, signIn, store } from './sign-in.ts'

test.use({ serviceWorkers: 'allow' })

// The context serves the next test too.
test.afterEach(({ context }) => context.setOffline(false))

const SCANS = '**/api/plant/scans'

let lot: { batchId: number; packs: string[]; cartons: string[] }
let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hil-line-'))
  const { batchId, codes, cartonCodes } = await newLot({ quantity: 60, cartonSize: 10 })
  const bare = (code: string): string => parseCode(code)?.code ?? ''
  lot = { batchId, packs: codes.map(bare), cartons: cartonCodes.map(bare) }
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the server knows of a pack: its state, and every change that the line made to it. */
async function story(serial: number): Promise<string[]> {
  const found = await asWorker(`coupons/find?q=${lot.batchId}/${serial}`)
  const { status, history } = findPlantCoupon.response.parse(found)
  const acts = history.map(({ action }) => action).filter((action) => action !== 'generated')
  return [String(status), ...acts.toReversed()]
}

/** The worker's account reads Hindi, as it does in the demo. */
async function speak(request: APIRequestContext, token: string): Promise<void> {
  const headers = { authorization: token }
  await request.put('/api/admin/my/language', { headers, data: { language: 'hi' } })
}

test('half a shift with the camera, most of it offline: reload and restart lose nothing, and each pack is activated once', async ({
  request,
  baseURL,
}) => {
  test.setTimeout(90_000)
  const [one, two, three] = lot.packs
  const [, , , fourth] = lot.cartons
  const address = (code: string | undefined) => `${baseURL}/c/${code}`
  const file = path.join(folder, 'packs.y4m')
  await film(file, [address(one), address(two), three ?? '', address(fourth), null])
  const home = path.join(folder, 'phone')
  const session = await newSession(request, 'worker')
  await speak(request, session.token)

  let phone = await openPhone(home, { file, baseURL })
  let page = phone.pages()[0] ?? (await phone.newPage())
  await store(page, session)
  await page.goto(PAGE)
  // The language of the account.
  await expect(page.getByRole('heading', { name: 'QR स्कैन' })).toBeVisible()
  await expect(page.getByText('Babulal Yadav · Jhajjar')).toBeVisible()
  await page.getByText('English', { exact: true }).click()
  await expect(reading(page, one)).toContainText('Activated')
  await expect(band(page)).toHaveAttribute('data-tone', /good|kept|again/)
  await untilKept(page)
  // A browser without windows offers no installation.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')))
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: 'Install on this phone' })).toBeVisible()
  await page.keyboard.press('Escape')

  // The network goes; the worker goes on past the guard, and the page says so.
  await setOffline(phone, true)
  await page.getByRole('button', { name: 'Scan without network' }).click()
  await expect(page.getByText('No network. Go on scanning')).toBeVisible()
  await expect(reading(page, fourth).first()).toContainText('Kept, not sent', { timeout: 15_000 })
  const keptPage = () =>
    page.evaluate(async () => {
      const kept = await caches.match(location.pathname)
      const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '-'
      return (await kept?.text())?.includes(nonce)
    })
  expect(await keptPage()).toBe(false)
  await page.reload()
  await page.getByRole('button', { name: 'Always on this phone' }).click()
  await expect(page.getByText(/\d kept on this phone, not sent yet/)).toBeVisible()
  expect(await keptPage(), 'the page comes from the phone').toBe(true)
  await expect(page.getByText('Babulal Yadav · Jhajjar')).toBeVisible()

  // The phone is switched off, and on again without a network: the camera goes on.
  await phone.close()
  phone = await openPhone(home, { file, baseURL })
  await setOffline(phone, true)
  page = phone.pages()[0] ?? (await phone.newPage())
  await page.goto(PAGE)
  await expect(reading(page, fourth).first()).toContainText('Kept, not sent')
  await expect(band(page)).toContainText('Already scanned', { timeout: 15_000 })

  // Back: everything goes, in its order.
  const sent = listenForReadings(phone)
  await setOffline(phone, false)
  await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 15_000 })
  await expect(reading(page, fourth).last()).toContainText('Carton activated: 10 packs')
  await expect(reading(page, three).last()).toContainText('Activated')
  expect(new Set(sent).size).toBe(sent.length)
  await phone.close()
  await speak(request, session.token)

  for (const serial of [1, 2, 3, 31, 40]) {
    await expect.poll(() => story(serial), `serial ${serial}`).toEqual(['active', 'activate'])
  }
  await expect.poll(() => story(4)).toEqual(['printed'])
})

test('typed by hand: a misread code is told at once and never queued; the last one is undone', async ({
  page,
}) => {
  await openPage(page)
  const sent = listenForReadings(page.context())
  const code = lot.packs[10] ?? ''
  const field = page.getByLabel('Type a code')
  const wrong = code.slice(0, -1) + (code.endsWith('0') ? '1' : '0')
  await field.pressSequentially(wrong.toLowerCase())
  await expect(field).toHaveValue(formatCode(wrong))
  await expect(page.getByText('A letter is wrong or missing.')).toBeVisible()
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(readings(page)).toHaveCount(0)
  expect(sent).toEqual([])

  await type(page, code)
  await expect(field).toHaveValue('')
  await expect(band(page)).toContainText('Activated')
  await expect(band(page)).toContainText('Wall Putty 40 kg · 11')
  await expect(page.getByText('Packs activated')).toBeVisible()
  await page.getByRole('button', { name: `Undo …${code.slice(-5)}` }).click()
  await expect(band(page)).toContainText('Taken back')
  await expect(reading(page, code)).toContainText('Taken back')
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled()
  await expect.poll(() => story(11)).toEqual(['deactivated', 'activate', 'deactivate'])
})

test('two tabs of one phone send each reading once; elsewhere in the section the guard stands @all', async ({
  page,
  context,
}) => {
  await openPage(page)
  await untilKept(page)
  const other = await context.newPage()
  await other.goto(PAGE)
  await expect(other.getByText('Everything is sent')).toBeVisible()
  await context.setOffline(true)
  await other.getByRole('button', { name: 'Scan without network' }).click()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Scan without network' }).click()
  const codes = lot.packs.slice(12, 15)
  for (const code of codes) {
    await type(page, code)
    await expect(reading(page, code)).toContainText('Kept, not sent')
  }
  await type(page, codes[1])
  await expect(band(page)).toContainText('Already scanned')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('4 kept on this phone, not sent yet')).toBeVisible()
  await expect(other.getByText('4 kept on this phone, not sent yet')).toBeVisible()

  await page.getByRole('link', { name: 'Coupon Tracker' }).click()
  await expect(page.getByText('No Internet Connection. Retrying')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('4 kept on this phone, not sent yet')).toBeVisible()

  const sent = listenForReadings(context)
  await context.setOffline(false)
  for (const tab of [page, other]) await expect(tab.getByText('Everything is sent')).toBeVisible()
  expect(sent).toHaveLength(4)
  expect(new Set(sent).size).toBe(4)
  await expect.poll(() => story(13)).toEqual(['active', 'activate'])
  await expect.poll(() => story(15)).toEqual(['deactivated', 'activate', 'deactivate'])
})

test('an answer that is lost on its way changes nothing: the same reading is sent again @all', async ({
  page,
}) => {
  await openPage(page)
  const sent = listenForReadings(page.context())
  await page.route(SCANS, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await type(page, lot.packs[16])
  await expect(page.getByText('The server cannot be reached.')).toBeVisible()
  await expect(page.getByText('1 kept on this phone, not sent yet')).toBeVisible()
  await expect.poll(() => story(17)).toEqual(['active', 'activate'])
  await page.unroute(SCANS)
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(band(page)).toContainText('Activated')
  expect(new Set(sent).size).toBe(1)
  expect(sent.length).toBeGreaterThan(1)
  await expect.poll(() => story(17)).toEqual(['active', 'activate'])
})

test('a delivery that is refused as a whole is told and kept, and goes when asked @all', async ({
  page,
}) => {
  await openPage(page)
  const refusal = { code: 'forbidden', message: 'You may not do this.', requestId: 'r-1' }
  let asked = 0
  await page.route(SCANS, (route) => {
    asked++
    return route.fulfill({ status: 403, json: refusal })
  })
  await type(page, lot.packs[17])
  await expect(page.getByText('The server did not take the readings')).toBeVisible()
  await type(page, lot.packs[18])
  await expect(page.getByText('2 kept on this phone, not sent yet')).toBeVisible()
  await page.waitForTimeout(3000)
  expect(asked).toBe(1)
  await page.unroute(SCANS)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Everything is sent')).toBeVisible()
  await expect(reading(page, lot.packs[18])).toContainText('Activated')
})

test('a session that ends keeps the readings for the same worker, and another one never sends them @all', async ({
  page,
  request,
}) => {
  await openPage(page)
  const refusal = { code: 'unauthenticated', message: 'Sign in again.', requestId: 'r-2' }
  await page.route(SCANS, (route) => route.fulfill({ status: 401, json: refusal }))
  await type(page, lot.packs[20])
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hil.plantMe'))).toBe(null)
  await page.unroute(SCANS)

  const session = await newSession(request, 'worker')
  const another = { staffId: 999_999, name: 'Sunita Devi', plantId: 1 }
  const sent = listenForReadings(page.context())
  await store(page, { ...session, data: JSON.stringify(another) })
  await readIn(page, 'en')
  await page.goto(PAGE)
  await expect(
    page.getByText('1 reading of Babulal Yadav kept on this phone until Babulal Yadav signs in.'),
  ).toBeVisible()
  await expect(page.getByText('Everything is sent')).toBeVisible()
  expect(sent).toEqual([])

  await store(page, session)
  await readIn(page, 'en')
  await page.goto(PAGE)
  await expect(reading(page, lot.packs[20])).toContainText('Activated')
  expect(sent).toHaveLength(1)
})

test('a phone that can keep nothing says so, and pretends nothing @all', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(IDBFactory.prototype, 'open', {
      value: () => {
        throw new DOMException('No.', 'SecurityError')
      },
    })
  })
  await signIn(page, 'worker', '/icon.svg')
  await readIn(page, 'hi')
  await page.goto(PAGE)
  await expect(page.getByRole('alert')).toContainText('यह फ़ोन स्कैन रख नहीं सकता')
  await expect(page.getByLabel('कोड लिखें')).toHaveCount(0)
})

test('a reading that finds no room is not said to be kept @all', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('Full.', 'QuotaExceededError')
    }
  })
  const sent = listenForReadings(page.context())
  await type(page, lot.packs[26])
  await expect(band(page)).toContainText('Not kept')
  await expect(page.getByText('Everything is sent')).toBeVisible()
  await expect(readings(page)).toHaveCount(0)
  expect(sent).toEqual([])
})

test('the worker section can be installed, and nothing else; no cache holds what the API said @all', async ({
  page,
  request,
}) => {
  const manifest = page.locator('link[rel=manifest]')
  await signIn(page, 'admin', '/dashboard/points-settlement')
  await expect(page.getByRole('heading', { name: 'Points Settlement' })).toBeVisible()
  await expect(manifest).toHaveCount(0)

  // A session of its own, with its cookie: it is ended below.
  await store(page, await newSession(page.request, 'worker'))
  await page.goto(PAGE)
  const { icons, ...wanted } = await (
    await request.get((await manifest.getAttribute('href')) ?? '')
  ).json()
  expect(wanted).toMatchObject({
    start_url: PAGE,
    scope: '/plant-representatives/',
    display: 'standalone',
  })
  for (const { src, type } of icons) {
    expect((await request.get(src)).headers()['content-type'], src).toBe(type)
  }
  expect((await request.get('/plant-worker.js')).headers()['cache-control']).toBe('no-cache')
  await untilKept(page)
  await page.getByRole('button', { name: /^Worker/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })
  const pages = kept.filter((at) => !/^\/(assets\/|[\w-]+\.(js|svg|png|webmanifest)$)/.test(at))
  // The dashboard's, if the admin stayed long enough: the same file.
  expect(pages.filter((at) => at !== '/dashboard')).toEqual([PAGE])
  await expect
    .poll(() => page.evaluate(() => ({ ...localStorage })))
    .not.toHaveProperty('hil.plantMe')
})

test.describe('usable by all @all', () => {
  test('with readings, one that is not accepted, and readings of another', async ({ page }) => {
    const refusal = { code: 'invalid', message: 'This cannot be read.', requestId: 'r-3' }
    await openPage(page)
    await page.evaluate(() => {
      const data = localStorage.getItem('data') ?? ''
      localStorage.setItem('data', data.replace(/"staffId":\d+/, '"staffId":999998'))
      // That worker too reads in what was chosen here, whatever other tests let the account choose.
      localStorage.setItem('hil.plantLanguageUnsent', '999998')
    })
    await page.route(SCANS, (route) =>
      route.fulfill({ status: 503, json: { ...refusal, code: 'unavailable' } }),
    )
    await page.reload()
    await type(page, lot.packs[29])
    await expect(page.getByText('1 kept on this phone, not sent yet')).toBeVisible()
    await page.route(SCANS, (route) => route.fulfill({ status: 400, json: refusal }))
    await expectUsableByAll(page, async () => {
      await openPage(page)
      await type(page, lot.packs[30])
      await expect(page.getByText('1 not accepted')).toBeVisible()
      await expect(page.getByText('All others are sent')).toBeVisible()
      await expect(page.getByText('1 reading of Babulal Yadav kept')).toBeVisible()
    })
    await page.unroute(SCANS)
    await page.getByRole('button', { name: 'Throw away' }).click()
    await page.getByRole('button', { name: 'Yes, throw 1 away' }).click()
    await expect(page.getByText('1 not accepted')).toBeHidden()
  })
})
