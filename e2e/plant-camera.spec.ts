import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { parseCode } from '../contract/programme/code.ts'
import { openPhone } from './fake-camera.ts'
import { newLot } from './line-lot.ts'
import { readIn } from './plant-page.ts'
import { PAGE, band, openPage, reading, readings, type } from './scanning-page.ts'
import { newSession, store } from './sign-in.ts'

let packs: string[]
let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hil-camera-'))
  const { codes } = await newLot({ quantity: 10 })
  packs = codes.map((code) => parseCode(code)?.code ?? '')
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

test('a camera that is refused is told, with how to allow it; typing goes on', async ({
  request,
  baseURL,
}) => {
  const phone = await openPhone(path.join(folder, 'refused'), { file: null, baseURL })
  const page = phone.pages()[0] ?? (await phone.newPage())
  await store(page, await newSession(request, 'worker'))
  await readIn(page, 'en')
  await page.goto(PAGE)
  const told = page.getByRole('alert')
  await expect(told).toContainText('The camera is not allowed')
  await expect(told).toContainText('Tap the lock beside the address')
  await type(page, packs[0])
  await expect(band(page)).toContainText('Activated')
  await phone.close()
})

test('the camera is let go when the page is left, and each sign has its sound and its word @all', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const log: string[] = []
    Object.assign(globalThis, { log })
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      for (const track of stream.getTracks()) {
        const stop = track.stop.bind(track)
        track.stop = () => {
          log.push('stopped')
          stop()
        }
      }
      return stream
    }
    const Original = OscillatorNode
    globalThis.OscillatorNode = class extends Original {
      constructor(context: BaseAudioContext, options?: OscillatorOptions) {
        super(context, options)
        log.push(String(options?.frequency))
      }
    }
  })
  const log = () => page.evaluate(() => Reflect.get(globalThis, 'log') as string[])
  await openPage(page)
  await expect(page.locator('video[data-running]')).toBeVisible()
  await type(page, packs[1])
  await expect(band(page)).toContainText('Activated')
  await expect(band(page)).toHaveAttribute('data-tone', 'good')
  await expect.poll(() => log()).toEqual(['700', '880', '1320'])
  await page.getByRole('switch', { name: 'Sound on' }).click()
  await type(page, packs[1])
  await expect(band(page)).toContainText('Already active')
  await expect(band(page)).toHaveAttribute('data-tone', 'again')
  await expect.poll(() => log()).toHaveLength(3)
  await page.getByRole('switch', { name: 'Sound on' }).click()
  await type(page, '0'.repeat(17))
  await expect(band(page)).toContainText('Unknown code')
  await expect(band(page)).toHaveAttribute('data-tone', 'bad')
  expect((await log()).slice(3)).toEqual(['700', '190'])
  await page.getByRole('link', { name: 'Coupon Tracker' }).click()
  await expect.poll(log).toContain('stopped')
})

test('the phone’s own reader is used where there is one; its lamp and its other camera too @all', async ({
  page,
}) => {
  const code = packs[2] ?? ''
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.addInitScript((text) => {
    const log: unknown[] = []
    class Own {
      static getSupportedFormats = () => Promise.resolve(['qr_code'])
      detect = () => Promise.resolve([{ rawValue: text }])
    }
    Object.assign(globalThis, { BarcodeDetector: Own, log })
    const track = MediaStreamTrack.prototype
    Object.assign(track, { getCapabilities: () => ({ torch: true }) })
    track.applyConstraints = (wanted) => {
      log.push(wanted?.advanced?.[0])
      return Promise.resolve()
    }
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = (wanted) => {
      const video = wanted?.video
      log.push(typeof video === 'object' ? (video.deviceId ?? video.facingMode) : video)
      return open({ video: true })
    }
    const camera = (deviceId: string) => ({ kind: 'videoinput', deviceId })
    Object.assign(navigator.mediaDevices, {
      enumerateDevices: () => Promise.resolve([camera('wide'), camera('near')]),
    })
  }, code)
  await openPage(page)
  await expect(reading(page, code)).toContainText('Activated')
  await page.getByRole('button', { name: 'Torch' }).click()
  await expect(page.getByRole('button', { name: 'Torch', pressed: true })).toBeVisible()
  await page.getByRole('button', { name: 'Other camera' }).click()
  await expect(page.getByRole('button', { name: 'Torch', pressed: false })).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, 'log')))
    .toEqual([{ ideal: 'environment' }, { torch: true }, { exact: 'wide' }])
  expect(fetched.filter((url) => url.endsWith('.wasm'))).toEqual([])
  // Held in front of the camera all the time.
  await page.waitForTimeout(3500)
  await expect(readings(page)).toHaveCount(1)
})
