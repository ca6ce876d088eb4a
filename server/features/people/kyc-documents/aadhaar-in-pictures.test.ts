import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Picture } from '../../../lib/pictures/frames.ts'
import { makePictures } from '../../../lib/pictures/make-pictures.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { ALL } from '../../../test/trust.ts'
import { showsAadhaar } from './aadhaar-in-pictures.ts'
import { textPdf } from './test-files.ts'
import { newMember, upload } from './test-support.ts'

const WHOLE = '2341 2341 2346'
const REFUSAL =
  'This document shows a whole Aadhaar number. Cover its first eight digits and upload it again.'

// A busy server asks to try again, and the tests do.
vi.setConfig({ testTimeout: 90_000 })

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

/** The first page of a PDF as a picture. Its letters are PDFium's own, so no font has to be installed. */
async function draw(lines: readonly string[], size: number): Promise<Picture> {
  const file = { bytes: textPdf([lines], size), type: 'application/pdf' }
  for (let tries = 1; ; tries++) {
    try {
      const [page] = await makePictures(file, () => {})
      if (page) return page
    } catch (error) {
      // A machine that runs tests may be too busy for a while.
      if (tries === 20) throw error
    }
  }
}

/** A card as a camera sees it. */
async function card(number: string): Promise<Buffer> {
  const lines = ['Government of India', 'Ramesh Kumar', 'DOB: 01/01/1980', 'Male', number]
  const { webp, width } = await draw(lines, 40)
  return sharp(webp)
    .extract({ left: 0, top: 0, width, height: 1100 })
    .resize(1000)
    .jpeg({ quality: 80 })
    .toBuffer()
}

async function send(file: Buffer, type = 'image/jpeg') {
  const { token } = await newMember(server)
  const { status, body } = await upload(server, token, file, { type })
  return { status, message: body.message }
}
const refused = { status: 400, message: REFUSAL }

test('a picture that shows a whole number is refused, and nothing of it is kept', async () => {
  expect(await send(await card(WHOLE))).toEqual(refused)
  expect(await server.db.selectFrom('kyc_document').select('document_id').execute()).toEqual([])
})

// Reading a picture takes seconds: without ALL one of each kind is read.
test.each(
  ALL ? ['XXXX XXXX 2346', '2341 2341 2345', 'VID 9171 6912 2341 2346'] : ['XXXX XXXX 2346'],
)('a picture that shows %s is taken', async (number) => {
  expect((await send(await card(number))).status).toBe(200)
})

test.each(ALL ? [90, 180, 270] : [90])('turned by %i degrees it is seen as well', async (angle) => {
  expect(
    await send(
      await sharp(await card(WHOLE))
        .rotate(angle)
        .toBuffer(),
    ),
  ).toEqual(refused)
})

test('a photograph of a card: small, askew, on a table, with noise', async () => {
  const small = await sharp(await card(WHOLE))
    .resize(760)
    .rotate(3, { background: '#665544' })
    .blur(0.6)
    .toBuffer()
  const table = await sharp({
    create: {
      width: 2000,
      height: 1500,
      channels: 3,
      background: '#766',
      noise: { type: 'gaussian', mean: 110, sigma: 12 },
    },
  })
    .composite([{ input: small, left: 600, top: 250 }])
    .jpeg({ quality: 80 })
    .toBuffer()
  expect(await send(table)).toEqual(refused)
})

test.each(ALL ? ['a long letter'] : [])(
  'in %s the number in larger print is seen first',
  async () => {
    const lines = Array.from({ length: 34 }, (_, line) => `line ${line} of a letter to a member`)
    const { webp } = await draw(lines, 11)
    const number = await sharp(await card(WHOLE))
      .extract({ left: 0, top: 600, width: 700, height: 120 })
      .resize(500)
      .toBuffer()
    const letter = await sharp(webp)
      .composite([{ input: number, left: 700, top: 1500 }])
      .png()
      .toBuffer()
    expect(await send(letter, 'image/png')).toEqual(refused)
  },
)

test('the text of a PDF is read, on any page', async () => {
  const pages = [['nothing here'], ['nor here'], [`Your Aadhaar: ${WHOLE}`]]
  expect(await send(textPdf(pages), 'application/pdf')).toEqual(refused)
  // Too small to be read by eye or machine, and still there.
  expect(await send(textPdf([[WHOLE]], 1), 'application/pdf')).toEqual(refused)
  expect((await send(textPdf([['Aadhaar XXXX XXXX 2346']]), 'application/pdf')).status).toBe(200)
})

test.each([
  [WHOLE, true],
  ['234123412346', true],
  ['No. 2341-2341-2346 issued', true],
  ['2341 2341\n2346', true],
  ['234l 2341 2346', true],
  ['2341 2341 Z346', true],
  ['Your number: 2341 2341 2346\n1999', true],
  ['2341 2341 2345', false],
  ['XXXX XXXX 2346', false],
  ['VID : 9171 6912 2341 2346', false],
  ['2341 2341 2346 1234', false],
  ['12341 2341 2346', false],
  ['98765 43210', false],
  ['', false],
])('%j: %s', (text, isSeen) => {
  expect(showsAadhaar(text)).toBe(isSeen)
})
