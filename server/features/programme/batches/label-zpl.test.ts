import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCode } from '../../../../contract/programme/code.ts'
import { PRINTER_DPI } from '../../../../contract/programme/batch-print.ts'
import { escapeZpl } from './label-zpl.ts'
import { labelPieces } from './print-labels.ts'
import { BATCH, GTIN, bytesOf, wishFor } from './print-test-support.ts'

/** What a printer takes from a field after ^FH. */
const unescaped = (field: string): string =>
  Buffer.from(
    field.replace(/_([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

const fieldsOf = (label: string): string[] =>
  [...label.matchAll(/\^FH_\^FD(.*?)\^FS/g)].map(([, field = '']) => unescaped(field))

const zplOf = async (batch: typeof BATCH, changed: Record<string, unknown> = {}) => {
  const wish = wishFor('zpl', { preset: 'roll-50x25', ...changed })
  return (await bytesOf(batch, wish)).toString()
}

test('each code is a format of its own, with its QR, code, serial and product', async () => {
  const batch = { ...BATCH, qrForm: 'gs1', productName: 'Putty ^XZ ~JA_\\ 2 kg' } as const
  const text = await zplOf(batch, { preset: 'roll-100x50', from: 3, to: 5 })
  const labels = text.match(/\^XA[^]*?\^XZ\n/g) ?? []
  expect(labels).toHaveLength(3)
  expect(labels.join('')).toBe(text)
  const piece = await labelPieces(batch, 'packs', { from: 3, to: 5 }, 3).next()
  const expected = piece.done ? [] : piece.value
  expect(labels.map(fieldsOf)).toEqual(
    expected.map(({ code, number }) => [
      `MA,https://hil.example/01/${GTIN}/21/${code}`,
      formatCode(code),
      `Serial ${number}`,
      'Putty ^XZ ~JA_\\ 2 kg',
    ]),
  )
})

test('a field cannot begin a command, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const escaped = escapeZpl(text)
      expect(escaped).toMatch(/^[\x20-\x7d]*$/)
      expect(escaped).not.toContain('^')
      expect(unescaped(escaped)).toBe(text.toWellFormed())
    }),
  )
})

test.each(PRINTER_DPI)('at %i dots an inch label and QR have their size', async (dpi) => {
  const text = await zplOf({ ...BATCH, quantity: 1 }, { dpi })
  const dots = (mm: number) => Math.round((mm * dpi) / 25.4)
  expect(text).toContain(`^PW${dots(50)}^LL${dots(25)}`)
  const [, height = '', x = '', y = '', module = ''] =
    /\^BY2,3,(\d+)\^FO(\d+),(\d+)\^BQN,2,(\d+),M/.exec(text) ?? []
  // https://hil.example/c/ and 17 letters: version 3, 29 modules.
  const [size, edge] = [Number(module) * 29, Number(module) * 4]
  const top = Number(y) + Number(height)
  expect(size).toBeGreaterThanOrEqual(dots(10))
  expect(Number(x) - edge).toBeGreaterThanOrEqual(0)
  expect(top - edge).toBeGreaterThanOrEqual(0)
  expect(top + size + edge).toBeLessThanOrEqual(dots(25))
  const texts = [...text.matchAll(/\^FO(\d+),(\d+)\^A0N,(\d+)/g)].map((found) => found.map(Number))
  expect(texts.length).toBeGreaterThan(2)
  for (const [, left = 0, above = 0, letters = 0] of texts) {
    expect(left).toBeGreaterThanOrEqual(Number(x) + size + edge)
    expect(above + letters).toBeLessThanOrEqual(dots(25))
  }
})

test('a name that is too long for its line is cut', async () => {
  const text = await zplOf({ ...BATCH, quantity: 1, productName: 'Exterior Emulsion '.repeat(9) })
  const fields = fieldsOf(text)
  expect(fields.at(-2)).toBe('Exterior')
  expect(fields.at(-1)).toMatch(/^Emulsion.*\.\.\.$/)
})
