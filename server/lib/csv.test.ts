import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseCsv } from 'hucre'
import { describe, expect, it } from 'vitest'
import { writeCsv } from './csv.ts'
import { FORMULA_PAYLOADS } from './xlsx/formula-payloads.ts'
import { asCopy, inOneChunk } from './xlsx/test-support.ts'
import type { Row, XlsxColumn } from './xlsx/types.ts'

const COLUMNS: XlsxColumn[] = [
  { header: 'Name', type: 'text' },
  { header: 'Points', type: 'integer' },
  { header: 'At', type: 'datetime' },
  { header: 'Due', type: 'date' },
]

describe.each([
  ['typed rows', inOneChunk],
  ['COPY bytes', (rows: readonly Row[]) => asCopy(rows, 7)],
] as const)('a CSV of %s', (_, form) => {
  it('quotes what needs it and leaves numbers alone', async () => {
    const rows: Row[] = [
      ['Sons, "Ravi"', -5, '2026-11-05T10:21:00Z', 46_331],
      ['two\nlines', '1.50', 46_331.6604166667, '2026-11-05'],
      [null, null, 'infinity', null],
    ]
    const file = await text(writeCsv({ columns: COLUMNS, rows: form(rows) }))
    expect(file).toBe(
      'Name,Points,At,Due\r\n' +
        '"Sons, ""Ravi""",-5,2026-11-05 15:51:00,2026-11-05\r\n' +
        '"two\nlines",1.50,2026-11-05 15:51:00,2026-11-05\r\n' +
        ',,infinity,\r\n',
    )
  })

  it('begins no text like a formula', async () => {
    const columns: XlsxColumn[] = [{ header: 'Text', type: 'text' }]
    const rows = FORMULA_PAYLOADS.map((payload): Row => [payload])
    const parsed = parseCsv(await text(writeCsv({ columns, rows: form(rows) })), { delimiter: ',' })
    for (const [i, payload] of FORMULA_PAYLOADS.entries()) {
      const found = String(parsed[i + 1]?.[0])
      expect(found).not.toMatch(/^\s*[=+\-@＝]/)
      expect([payload, `'${payload}`]).toContain(found)
    }
  })
})

describe('a CSV', () => {
  it('begins with a byte order mark, even when empty', async () => {
    const file = writeCsv({ columns: COLUMNS, rows: inOneChunk([]) })
    const [first] = (await file.toArray()) as Buffer[]
    expect(first?.subarray(0, 7).toString('hex')).toBe(
      `efbbbf${Buffer.from('Name').toString('hex')}`,
    )
  })

  it('refuses a row with another number of cells, and stops its rows', async () => {
    const rows = new Readable({ read: () => undefined })
    rows.push('a\tb\n')
    await expect(text(writeCsv({ columns: COLUMNS, rows }))).rejects.toThrow('2 cells for 4')
    await expect.poll(() => rows.destroyed).toBe(true)
  })
})
