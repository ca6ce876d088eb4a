import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { correctMyAddress, type AddressInput } from '../../../../contract/people/addresses.ts'
import { printLabels } from '../../../../contract/money/parcels.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { ADDRESS } from '../../people/addresses/test-support.ts'
import type { Staff } from '../redemptions/test-support.ts'
import { parcelsOn, SETTINGS, type Gift } from './test-support.ts'

const HINDI = {
  recipient: 'विजय त्रिपाठी',
  line1: 'दुकान 14, स्टेशन रोड',
  line2: 'विजय नगर',
  landmark: 'डाकघर के पीछे',
  pincode: '452010',
  city: 'इंदौर',
  state: 23,
  phone: '9822054321',
} as const
/** As long as an address may be. */
const LONG = {
  recipient: 'Venkatanarasimharajuvaripeta '.repeat(2).trim(),
  line1:
    'Plot number 1234, Sri Venkateswara Industrial Estate Main Road, behind the cement godown of Balaji',
  line2:
    'Moghalrajpuram Extension Phase Four, Ward Seventeen, Bhavanipuram Mandal, near Krishna Lanka north',
  landmark: 'Opposite the second gate of the municipal higher secondary school for girls',
  pincode: '520010',
  city: 'Vijayawada Rural Municipality of the Krishna District',
  state: 37,
  phone: '9822054321',
} as const

let server: TestServer
let cs: Staff
let courier: Staff
let parcels: ReturnType<typeof parcelsOn>
let pdfium: PDFiumLibrary

beforeAll(async () => {
  server = await testServer(SETTINGS)
  cs = await server.staff('cs')
  courier = await server.staff('courier')
  parcels = parcelsOn(server, { cs, courier })
  pdfium = await PDFiumLibrary.init()
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const { buffer } = new Uint8Array(await readFile(wasm))
  prepareZXingModule({ overrides: { wasmBinary: buffer } })
})
afterAll(async () => {
  pdfium.destroy()
  await server.stop()
})

async function giftTo(address: AddressInput): Promise<Gift> {
  const gift = await parcels.approvedGift()
  const { redemptionId, member } = gift
  const sent = { token: member.token, params: { redemptionId }, body: { address } }
  expect((await server.call(correctMyAddress, sent)).status).toBe(200)
  return gift
}
const print = (gifts: Pick<Gift, 'redemptionId'>[], layout = 'a6', token = courier.token) =>
  server.raw(printLabels, {
    token,
    body: { redemptionIds: gifts.map(({ redemptionId }) => redemptionId), layout },
  })

async function opened<T>(
  answer: Response,
  look: (pages: PDFiumDocument) => T | Promise<T>,
): Promise<T> {
  if (answer.status !== 200) throw new Error(await answer.text())
  const pages = await pdfium.loadDocument(Buffer.from(await answer.arrayBuffer()))
  try {
    return await look(pages)
  } finally {
    pages.destroy()
  }
}
const textOf = (pages: PDFiumDocument, page: number) =>
  pages.getPage(page).getText().replace(/\s+/g, ' ')
const sizeOf = (pages: PDFiumDocument) => {
  const { originalWidth, originalHeight } = pages.getPage(0).getOriginalSize()
  return [originalWidth, originalHeight].map((points) => Math.round((points / 72) * 25.4))
}

/** What a scanner reads on a page. */
async function barsOn(pages: PDFiumDocument, page: number) {
  const { data, width, height } = await pages.getPage(page).render({ scale: 3 })
  const rgba = new Uint8ClampedArray(data)
  const found = await readBarcodes({ data: rgba, width, height, colorSpace: 'srgb' })
  return found.map(({ format, text }) => [format, text])
}

test('a label tells who and where, in English and Hindi, and its bars hold the number', async () => {
  const [english, hindi] = [await giftTo(ADDRESS), await giftTo(HINDI)]
  const answer = await print([english, hindi])
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toContain('parcel-labels-a6.pdf')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  await opened(answer, async (pages) => {
    expect(pages.getPageCount()).toBe(2)
    expect(sizeOf(pages)).toEqual([105, 148])
    const text = textOf(pages, 0)
    for (const part of [
      'From HIL To',
      'Ramesh Kumar',
      'Shop 14, Station Road',
      'Kothrud',
      'Behind the post office',
      'Pune, Maharashtra',
      'PIN 411038',
      'Phone 9822012345',
      english.number,
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('Drill machine')
    expect(await barsOn(pages, 0)).toEqual([['Code128', english.number]])
    const inHindi = textOf(pages, 1)
    expect(inHindi).toContain('PIN 452010')
    expect(inHindi).toMatch(/[\u0900-\u097f]{2}/)
    expect(await barsOn(pages, 1)).toEqual([['Code128', hindi.number]])
  })
})

test('four stand on a page of A4, each with its own number, the longest within its quarter', async () => {
  const gifts: Gift[] = []
  for (const address of [ADDRESS, LONG, HINDI, ADDRESS, LONG]) gifts.push(await giftTo(address))
  await opened(await print(gifts, 'a4'), async (pages) => {
    expect(pages.getPageCount()).toBe(2)
    expect(sizeOf(pages)).toEqual([210, 297])
    const numbers = gifts.map(({ number }) => number)
    const first = await barsOn(pages, 0)
    expect(first.map(([, text]) => text).toSorted()).toEqual(numbers.slice(0, 4).toSorted())
    expect(await barsOn(pages, 1)).toEqual([['Code128', numbers[4]]])
    const text = textOf(pages, 1)
    for (const part of Object.values({ ...LONG, state: 'Andhra Pradesh' })) {
      expect(text).toContain(part)
    }
  })
})

test('the sender is the company, once it is set', async () => {
  const company = { legal_name: 'Himalaya Industries Limited', address: '7 Mill Road, Pune 411001' }
  const shown = { name: 'Himalaya Rewards', colour: '#7a1f1f' }
  const unsaid = { support_phone: null, support_email: null, gstin: null, pan: null, tan: null }
  await server.db
    .insertInto('programme')
    .values({ ...company, ...shown, ...unsaid, languages: ['en'], changed_at: new Date() })
    .execute()
  await opened(await print([await giftTo(ADDRESS)]), (pages) => {
    expect(textOf(pages, 0)).toContain('Himalaya Industries Limited 7 Mill Road, Pune 411001')
  })
  await server.db.deleteFrom('programme').execute()
})

test('who printed which is on record, without an address', async () => {
  const gifts = [await giftTo(ADDRESS), await giftTo(HINDI)]
  await (await print(gifts, 'a4')).arrayBuffer()
  const row = await server.db
    .selectFrom('audit')
    .select(['action', 'subject', 'subject_id', 'staff_id', 'after'])
    .where('action', '=', 'parcel.labels_printed')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    action: 'parcel.labels_printed',
    subject: 'parcel',
    subject_id: 'labels',
    staff_id: courier.staffId,
    after: { numbers: gifts.map(({ number }) => number), layout: 'a4' },
  })
})

test('none is printed without an address, of what is over, or by who does not dispatch', async () => {
  const [good, bare, over] = [
    await giftTo(ADDRESS),
    await parcels.approvedGift(),
    await parcels.approvedGift(),
  ]
  await server.db
    .deleteFrom('redemption_address')
    .where('redemption_id', '=', bare.redemptionId)
    .execute()
  await parcels.sendOut(over)
  await parcels.deliver([over])
  const refused = async (answer: Response) => [answer.status, (await answer.json()).message]
  expect(await refused(await print([good, bare]))).toEqual([
    409,
    `There is no address yet for ${bare.number}. Add it, or leave the parcel out.`,
  ])
  expect(await refused(await print([good, over]))).toEqual([
    409,
    `${over.number} was delivered: its address is shown only while the parcel is to be dispatched or on its way.`,
  ])
  expect((await print([{ redemptionId: '1' }])).status).toBe(404)
  expect((await print([])).status).toBe(400)
  expect((await print(Array.from({ length: 201 }, () => good))).status).toBe(400)
  expect((await print([good], 'a5')).status).toBe(400)
  for (const { token } of [cs, await server.staff('sub admin'), good.member]) {
    expect((await print([good], 'a6', token)).status).toBe(403)
  }
})
