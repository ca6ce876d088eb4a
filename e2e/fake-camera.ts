import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { chromium, type BrowserContext } from '@playwright/test'
import encodeQr from 'qr'

const WIDTH = 640
const HEIGHT = 480
const FRAMES_A_SECOND = 10
const GREY = 190
const DARK = 20
const LIGHT = 235

/** One picture in YUV 4:2:0: a QR code in the middle of a grey wall, or only the wall. */
function frame(text: string | null): Buffer {
  const luma = Buffer.alloc(WIDTH * HEIGHT, GREY)
  if (text !== null) {
    const cells = encodeQr(text, 'raw', { border: 4, ecc: 'medium' })
    const size = Math.floor((HEIGHT * 0.8) / cells.length)
    const left = (WIDTH - size * cells.length) >> 1
    const top = (HEIGHT - size * cells.length) >> 1
    for (const [row, line] of cells.entries()) {
      for (const [column, isDark] of line.entries()) {
        for (let y = top + row * size; y < top + (row + 1) * size; y++) {
          const from = y * WIDTH + left + column * size
          luma.fill(isDark ? DARK : LIGHT, from, from + size)
        }
      }
    }
  }
  return Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) >> 1, 128)])
}

/**
 * A film for Chromium's fake camera: each text for `seconds`, with half a second of wall before it;
 * null is more wall. Chromium starts over at the end.
 */
export async function film(
  file: string,
  texts: readonly (string | null)[],
  seconds = 1,
): Promise<void> {
  const stream = createWriteStream(file)
  stream.write(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n`)
  const wall = frame(null)
  for (const text of texts) {
    const shown = frame(text)
    for (let n = 0; n < FRAMES_A_SECOND / 2; n++) stream.write(wall)
    for (let n = 0; n < FRAMES_A_SECOND * seconds; n++) stream.write(shown)
  }
  stream.end()
  await finished(stream)
}

const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  locale: 'hi-IN',
  timezoneId: 'Asia/Kolkata',
} as const
/** As playwright.config.ts starts the others: a film is given to a browser when it starts. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * A phone whose camera plays a film (`file`), or is refused (null). Its folder keeps what a phone
 * keeps: opened again with the same one it is the same phone, switched on again.
 */
export function openPhone(
  folder: string,
  { file, baseURL }: { file: string | null; baseURL: string | undefined },
): Promise<BrowserContext> {
  const camera = `--use-fake-ui-for-media-stream${file === null ? '=deny' : ''}`
  const video = file === null ? [] : [`--use-file-for-fake-video-capture=${file}`]
  return chromium.launchPersistentContext(folder, {
    ...PHONE,
    baseURL,
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: [...ARGUMENTS, '--use-fake-device-for-media-stream', camera, ...video],
  })
}
