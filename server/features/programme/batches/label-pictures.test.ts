import sharp from 'sharp'
import { expect, test } from 'vitest'
import { parseCode } from '../../../../contract/programme/code.ts'
import { labelPieces } from './print-labels.ts'
import { BATCH, bytesOf, readQrs, unzipped, wishFor } from './print-test-support.ts'

test.each(['svg', 'png'] as const)(
  'a zip of %s has one picture a code, and an index',
  async (format) => {
    const files = unzipped(
      await bytesOf(BATCH, wishFor(format, { from: 9, to: 14, correction: 'high' })),
    )
    const index =
      files.get('index.csv')?.toString().replace('\uFEFF', '').trimEnd().split('\r\n') ?? []
    const { value: labels = [] } = await labelPieces(BATCH, 'packs', { from: 9, to: 14 }, 6).next()
    expect(index[0]).toBe('Serial,Code,QR text,Product,File')
    expect([...files.keys()]).toEqual([
      'index.csv',
      ...index.slice(1).map((line) => line.split(',').at(-1)),
    ])
    for (const [at, { code, number, address }] of labels.entries()) {
      const [serial, shown = '', text, product, name = ''] = index[at + 1]?.split(',') ?? []
      expect([serial, text, product]).toEqual([String(number), address, 'Wall Putty 20 kg'])
      expect(name).toBe(`${String(number).padStart(7, '0')}-${shown}.${format}`)
      expect(parseCode(shown)?.code).toBe(code)
      const picture = files.get(name) ?? Buffer.alloc(0)
      const png =
        format === 'png' ? picture : await sharp(picture, { density: 600 }).png().toBuffer()
      const read = await readQrs(await sharp(png).png().toBuffer())
      expect(read).toMatchObject([{ text: address, level: 'H' }])
    }
  },
)

test('pictures of cartons are named by their numbers; the index tells their packs', async () => {
  const files = unzipped(await bytesOf(BATCH, wishFor('svg', { of: 'cartons', from: 9 })))
  const [header, row] = files.get('index.csv')?.toString().split('\r\n') ?? []
  expect(header).toContain('Carton,First serial,Last serial,Code')
  expect(row).toMatch(/^9,97,100,/)
  expect([...files.keys()][1]).toMatch(/^0000009-/)
})
