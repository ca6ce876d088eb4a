import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { formatCode } from '../../../../contract/programme/code.ts'
import { CORRECTIONS, modulesFor } from '../../../../contract/programme/label-layout.ts'
import { SHEET_PRESETS } from '../../../../contract/programme/label-sheets.ts'
import { printFile } from './print-file.ts'
import { labelPieces, type Label } from './print-labels.ts'
import { BATCH, GTIN, bytesOf, readPages, wishFor } from './print-test-support.ts'

const labelsOf = async (batch: typeof BATCH, of: 'packs' | 'cartons', from: number, to: number) => {
  const labels: Label[] = []
  for await (const piece of labelPieces(batch, of, { from, to }, 10)) labels.push(...piece)
  return labels
}

test('each label of a sheet holds its own QR, code and serial, in the order of the serials', async () => {
  const batch = { ...BATCH, quantity: 30 }
  const pages = await readPages(await bytesOf(batch, wishFor('pdf')))
  const labels = await labelsOf(batch, 'packs', 1, 30)
  expect(pages.map(({ qrs }) => qrs.length)).toEqual([24, 6])
  expect(pages.flatMap(({ qrs }) => qrs.map(({ text }) => text))).toEqual(
    labels.map(({ address }) => address),
  )
  for (const [index, { code, number }] of labels.entries()) {
    const text = pages[index < 24 ? 0 : 1]?.text
    const [first, second] = [formatCode(code).slice(0, 9), formatCode(code).slice(10)]
    expect(text).toContain(`${first} ${second} Serial ${number} Wall Putty 20 kg`)
  }
  for (const { width, height } of pages) {
    expect(width).toBeCloseTo(210, 1)
    expect(height).toBeCloseTo(297, 1)
  }
})

test.each(Object.keys(SHEET_PRESETS))('the labels of %s can be read', async (preset) => {
  const batch = { ...BATCH, qrForm: 'gs1', productName: 'दीवार पुट्टी Wall Putty' } as const
  const sheet = SHEET_PRESETS[preset]?.sheet
  const to = (sheet?.columns ?? 0) * (sheet?.rows ?? 0)
  const wish = wishFor('pdf', { preset, correction: 'quartile', to })
  const [page, ...others] = await readPages(await bytesOf(batch, wish))
  const labels = await labelsOf(batch, 'packs', 1, to)
  expect(others).toEqual([])
  expect(page?.qrs.map(({ text, level }) => [text, level])).toEqual(
    labels.map(({ code }) => [`https://hil.example/01/${GTIN}/21/${code}`, 'Q']),
  )
  expect(page?.text).toContain('Wall')
})

test('the label of a carton has its number and its packs, and never the GTIN of a pack', async () => {
  const batch = { ...BATCH, qrForm: 'gs1' } as const
  const wish = wishFor('pdf', { preset: 'roll-100x50', of: 'cartons', from: 8, to: 9 })
  const pages = await readPages(await bytesOf(batch, wish))
  const labels = await labelsOf(batch, 'cartons', 8, 9)
  expect(pages.map(({ qrs }) => qrs.map(({ text }) => text))).toEqual(
    labels.map(({ code }) => [`https://hil.example/c/${code}`]),
  )
  expect(pages[0]?.text).toContain('Carton 8 Packs 85-96')
  expect(pages[1]?.text).toContain('Carton 9 Packs 97-100')
})

test('a long name ends in an ellipsis within its label, and is left out where it is not wanted', async () => {
  const batch = { ...BATCH, quantity: 1, productName: 'Exterior Weatherproof Emulsion '.repeat(4) }
  const text = async (name: boolean) =>
    (await readPages(await bytesOf(batch, wishFor('pdf', { name }))))[0]?.text
  expect(await text(true)).toMatch(/Exterior .+…/)
  expect(await text(false)).not.toContain('Exterior')
})

test('a QR is as many modules wide as the layout counts on', async () => {
  const { encodeQR } = await import('qr')
  for (const level of CORRECTIONS) {
    for (let bytes = 20; bytes <= 140; bytes += 3) {
      const address = `https://${'x'.repeat(bytes - 8)}`
      const rows = encodeQR(address, 'raw', { ecc: level, border: 4 })
      expect(modulesFor(bytes, level)).toBe(rows.length - 8)
    }
  }
})

test('pages leave as they are drawn: memory does not grow with the batch', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const used = (): number => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const { stream } = printFile({ ...BATCH, quantity: 4_800 }, wishFor('pdf'))
  let [bytes, first, last] = [0, 0, 0]
  for await (const chunk of stream) {
    bytes += chunk.length
    if (first === 0) first = used()
    if (bytes < 1_750_000) continue
    // While the stream is still there with all that it holds.
    last = used()
    break
  }
  // Of some 4,000 labels that were drawn: kept until the end, they would be more than 30 MB.
  expect(last - first).toBeLessThan(15e6)
  expect(last).toBeGreaterThan(0)
})
