import { expect, test } from 'vitest'
import { PRINT_FORMATS, printRequest } from '../../../../contract/programme/batch-print.ts'
import { singleLabel } from '../../../../contract/programme/label-sheets.ts'
import { checkPrint, printFile } from './print-file.ts'
import { BATCH, bytesOf, wishFor } from './print-test-support.ts'

const LONG = { ...BATCH, quantity: 60_000 }
/** Rows are quickly made, QR codes are drawn. */
const PIECES = { pdf: 25, svg: 25, png: 25, zpl: 1_000, xlsx: 2_000, csv: 2_000 }

test.each(PRINT_FORMATS)('a long %s leaves the event loop its turns', async (format) => {
  let turns = 0
  let running = true
  const count = (): void => {
    turns++
    if (running) setImmediate(count)
  }
  setImmediate(count)
  let bytes = 0
  const to = PIECES[format] * 30
  for await (const chunk of printFile(LONG, wishFor(format, { to })).stream) bytes += chunk.length
  running = false
  expect(bytes).toBeGreaterThan(250_000)
  expect(turns).toBeGreaterThan(20)
})

test('a run holds its serials and no other, and is named after them', async () => {
  const wish = wishFor('csv', { from: 51, to: 60 })
  const lines = (await bytesOf(BATCH, wish)).toString().trimEnd().split('\r\n').slice(1)
  const all = (await bytesOf(BATCH, wishFor('csv'))).toString().trimEnd().split('\r\n').slice(1)
  expect(lines).toEqual(all.slice(50, 60))
  expect(printFile(BATCH, wish).name).toBe('batch-12-000C-51-60.csv')
  expect(printFile(BATCH, wishFor('png', { from: 99 })).name).toBe('batch-12-000C-99-100-png.zip')
  expect(printFile(BATCH, wishFor('pdf', { of: 'cartons' })).name).toBe('batch-12-000C-cartons.pdf')
})

test.each([
  ['csv', { from: 101 }, 'Batch 12 has the serials 1 to 100.'],
  ['csv', { to: 101 }, 'Batch 12 has the serials 1 to 100.'],
  ['csv', { of: 'cartons', to: 10 }, 'Batch 12 has the cartons 1 to 9.'],
  ['pdf', { preset: 'small' }, 'A label of 15 × 15 mm is too small: the QR needs 10 mm'],
  ['zpl', { preset: 'small' }, 'A label of 15 × 15 mm is too small: the QR needs 10 mm'],
  ['pdf', { sheet: singleLabel(17, 22) }, 'or leave out the product’s name'],
  [
    'zpl',
    { sheet: singleLabel(36, 15) },
    'In whole dots at 203 dots an inch the QR would be 7.3 mm wide',
  ],
] as const)('%s of %o is refused: %s', (format, changed, words) => {
  const sheet = singleLabel(15, 15)
  const wish = printRequest.parse({ format, sheet, ...changed })
  expect(() => checkPrint(BATCH, wish)).toThrow(words)
})

test('what one file cannot hold is refused with the parts to take', () => {
  expect(() => checkPrint(LONG, wishFor('pdf'))).toThrow(
    'At most 50,000 labels in one PDF: take the serials 1 to 50,000, then those from 50,001.',
  )
  expect(() => checkPrint(LONG, wishFor('png', { from: 101 }))).toThrow(
    'At most 20,000 labels in one zip: take the serials 101 to 20,100, then those from 20,101.',
  )
  checkPrint(LONG, wishFor('pdf', { from: 10_001 }))
  checkPrint(LONG, wishFor('zpl'))
})

test('letters that cannot be printed are refused, unless the name is left out', () => {
  const tamil = { ...BATCH, productName: 'சுவர் புட்டி' }
  const hindi = { ...BATCH, productName: 'दीवार पुट्टी' }
  expect(() => checkPrint(tamil, wishFor('pdf'))).toThrow('cannot print “சுவர் புட்டி”')
  expect(() => checkPrint(hindi, wishFor('zpl'))).toThrow('Latin letters only')
  checkPrint(hindi, wishFor('pdf'))
  checkPrint(tamil, wishFor('pdf', { name: false }))
  checkPrint(hindi, wishFor('zpl', { name: false }))
})
