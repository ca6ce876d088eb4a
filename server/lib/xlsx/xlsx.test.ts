import { describe, expect, it } from 'vitest'
import { FORMULA_PAYLOADS } from './formula-payloads.ts'
import { asCopy, firstSheet, inOneChunk, writeAndRead } from './test-support.ts'
import type { Row, RowChunks, XlsxColumn } from './types.ts'

const COLUMNS: XlsxColumn[] = [
  { header: 'Code', type: 'text' },
  { header: 'Points', type: 'integer', total: true },
  { header: 'Share', type: 'decimal' },
  { header: 'Scanned', type: 'datetime' },
  { header: 'Due', type: 'date' },
  { header: 'Amount', type: 'money', total: true, width: 33 },
]
const TEXT: XlsxColumn[] = [{ header: 'Text', type: 'text' }]
const FORMS: [string, (rows: readonly Row[]) => RowChunks][] = [
  ['typed rows', inOneChunk],
  ['COPY bytes', asCopy],
  ['COPY bytes, one at a time', (rows) => asCopy(rows, 1)],
]

describe.each(FORMS)('a workbook of %s', (_, form) => {
  it('holds typed cells, totals and a frozen header', async () => {
    const rows: Row[] = [
      ['XQ-1', 12_345_678, 0.125, '2026-11-05 15:51:00+05:30', '2026-11-05', '12345678.50'],
      ['XQ-2', -3, '-0.5', '2026-11-05T10:21:00Z', 46_331, '0.10'],
      [null, null, '', null, null, '-.5'],
    ]
    const sheet = firstSheet(await writeAndRead({ columns: COLUMNS, rows: form(rows) }))
    const scanned = new Date('2026-11-05T15:51:00Z')
    const due = new Date('2026-11-05T00:00:00Z')
    expect(sheet.rows).toEqual([
      ['Code', 'Points', 'Share', 'Scanned', 'Due', 'Amount'],
      ['XQ-1', 12_345_678, 0.125, scanned, due, 12_345_678.5],
      ['XQ-2', -3, -0.5, scanned, new Date('2026-11-05T00:00:00Z'), 0.1],
      [null, null, null, null, null, '-.5'],
      ['Total', 12_345_675, null, null, null, 12_345_678.6],
    ])
    expect(sheet.freezePane).toEqual({ rows: 1 })
    expect(sheet.autoFilter?.range).toBe('A1:F4')
    expect(sheet.columns?.[5]?.width).toBe(33)
    expect(sheet.cells?.get('0,0')?.style?.font?.bold).toBe(true)
    expect(sheet.cells?.get('1,3')?.style?.numFmt).toBe('dd mmm yyyy, hh:mm')
    expect(sheet.cells?.get('1,5')?.style?.numFmt).toMatch(/^\[>=10000000\]##\\,##\\,##\\,##0\.00;/)
  })

  it('keeps every formula payload text', async () => {
    expect(FORMULA_PAYLOADS.length).toBeGreaterThanOrEqual(30)
    const columns: XlsxColumn[] = [...TEXT, { header: 'Number', type: 'money' }]
    const rows = FORMULA_PAYLOADS.map((payload): Row => [payload, payload])
    const sheet = firstSheet(await writeAndRead({ columns, rows: form(rows) }))
    for (const [i, payload] of FORMULA_PAYLOADS.entries()) {
      for (const column of [0, 1]) {
        const cell = sheet.cells?.get(`${i + 1},${column}`)
        expect(cell).toMatchObject({ type: 'string', value: payload, style: { numFmt: '@' } })
        expect(cell).not.toHaveProperty('formula')
      }
    }
  })

  it('carries any text', async () => {
    const texts = [
      'कूपन कोड',
      '👩‍👩‍👧 family',
      '\u0001\u0008\u000b\u001f control',
      'line\nbreak\r\nand\ttab',
      '  spaces  ',
      '_x0041_ and _x000D_ and _x41_ and _X0041_ and _xzzzz_',
      '\ufffe\uffff\ufeff',
      '<&>"\']]>',
      'back\\slash \\N \\n',
      '\\N',
      '\u007f\u0085\u2028',
      '0012345678901234567890',
      '1e5',
      'TRUE',
      '#REF!',
      'a'.repeat(32_767),
    ]
    const rows = texts.map((text): Row => [text])
    const sheet = firstSheet(await writeAndRead({ columns: TEXT, rows: form(rows) }))
    expect(sheet.rows.slice(1).map(([text]) => text)).toEqual(texts)
  })

  it('cuts what no cell holds', async () => {
    const rows: Row[] = [['a'.repeat(40_000)], ['😀'.repeat(20_000)], ['\t'.repeat(40_000)]]
    const sheet = firstSheet(await writeAndRead({ columns: TEXT, rows: form(rows) }))
    for (const [text] of sheet.rows.slice(1)) {
      expect(String(text).length).toBeGreaterThan(32_760)
      expect(String(text).length).toBeLessThanOrEqual(32_767)
      expect(text).toMatch(/… \[cut: too long for a cell\]$/)
      expect(String(text).isWellFormed()).toBe(true)
    }
  })

  it('keeps as text what a number or date column would spoil', async () => {
    const columns: XlsxColumn[] = [
      { header: 'Integer', type: 'integer', total: true },
      { header: 'Date', type: 'datetime' },
    ]
    const rows: Row[] = [
      ['1234567890123456', 'infinity'],
      ['007', '1899-12-31 10:00'],
      ['NaN', '2026-02-30'],
      ['12 pcs', '2026-01-01 25:00'],
      ['123456789012345', '20260101T00'],
    ]
    const sheet = firstSheet(await writeAndRead({ columns, rows: form(rows) }))
    expect(sheet.rows.slice(1)).toEqual([
      ...rows.slice(0, 4),
      [123_456_789_012_345, '20260101T00'],
      [123_456_789_012_345, null],
    ])
  })

  it('is whole without rows', async () => {
    const sheets = await writeAndRead({ columns: COLUMNS, rows: form([]), notes: [] })
    expect(firstSheet(sheets).rows).toEqual([
      ['Code', 'Points', 'Share', 'Scanned', 'Due', 'Amount'],
      ['Total', 0, null, null, null, 0],
    ])
    expect(firstSheet(sheets).autoFilter?.range).toBe('A1:F1')
    expect(sheets[1]?.rows).toEqual([['Rows', 0]])
  })

  it('goes on in further sheets and totals them all', async () => {
    const columns: XlsxColumn[] = [...TEXT, { header: 'Amount', type: 'money', total: true }]
    const rows = Array.from({ length: 25 }, (__, i): Row => [`row ${i}`, '0.1'])
    const options = { columns, rows: form(rows), sheetName: 'Scans', notes: [] }
    const sheets = await writeAndRead(options, { rowsPerSheet: 12 })
    expect(sheets.map(({ name }) => name)).toEqual(['Scans', 'Scans (2)', 'Scans (3)', 'About'])
    expect(sheets.map((sheet) => sheet.rows.length)).toEqual([11, 11, 7, 1])
    expect(sheets[2]?.rows.at(-1)).toEqual(['Total', 2.5])
    expect(sheets[3]?.rows).toEqual([['Rows', 25]])
    const found = sheets.flatMap((sheet) => sheet.rows.slice(1)).map(([text]) => text)
    expect(found.slice(0, 25)).toEqual(rows.map(([text]) => text))
  })

  it('opens no sheet for rows that exactly filled the last', async () => {
    const rows = Array.from({ length: 10 }, (__, i): Row => [i])
    const sheets = await writeAndRead({ columns: TEXT, rows: form(rows) }, { rowsPerSheet: 12 })
    expect(sheets).toHaveLength(1)
  })

  it('begins a sheet before the bytes of one exceed a zip entry', async () => {
    const rows = Array.from({ length: 40 }, (): Row => ['x'.repeat(1000)])
    const options = { columns: TEXT, rows: form(rows) }
    const sheets = await writeAndRead(options, { bytesPerSheet: 20_000 })
    expect(sheets.length).toBeGreaterThan(2)
    expect(sheets.reduce((sum, sheet) => sum + sheet.rows.length - 1, 0)).toBe(40)
  })

  it('refuses a row with another number of cells', async () => {
    const short = writeAndRead({ columns: COLUMNS, rows: form([['a', 'b']]) })
    await expect(short).rejects.toThrow('Row 2 of the sheet does not have 6 columns')
    const long = writeAndRead({ columns: TEXT, rows: form([['a'], ['a', 'b']]) })
    await expect(long).rejects.toThrow('Row 3 of the sheet does not have 1 columns')
  })
})

describe('a workbook', () => {
  it('takes JavaScript values as they are', async () => {
    const row: Row = [true, 12n, 1.5, new Date('2026-11-05T18:45:00Z'), new Date(0), 1e21]
    const date: Row = [Number.NaN, null, -0, new Date(Number.NaN), null, 5e-7]
    const sheet = firstSheet(
      await writeAndRead({ columns: COLUMNS, rows: inOneChunk([row, date]) }),
    )
    const scanned = new Date('2026-11-06T00:15:00Z')
    expect(sheet.rows[1]).toEqual(['true', 12, 1.5, scanned, new Date(0), 1e21])
    expect(sheet.rows[2]).toEqual(['NaN', null, 0, 'Invalid date', null, 5e-7])
    expect(sheet.rows[3]).toEqual(['Total', 12, null, null, null, '1000000000000000000000.0000005'])
  })

  it('replaces half a surrogate pair', async () => {
    const sheet = firstSheet(
      await writeAndRead({ columns: TEXT, rows: inOneChunk([['a\ud800b'], ['\udc00']]) }),
    )
    expect(sheet.rows.slice(1)).toEqual([['a\ufffdb'], ['\ufffd']])
  })

  it('has a sheet about itself', async () => {
    const made = new Date('2026-11-05T10:21:00Z')
    const notes = [
      ['Filter', '=state'],
      ['Made', made],
      ['Pages', 3],
    ] as const
    const sheets = await writeAndRead({ columns: TEXT, rows: inOneChunk([['a'], ['b']]), notes })
    expect(sheets[1]?.name).toBe('About')
    expect(sheets[1]?.rows).toEqual([
      ['Filter', '=state'],
      ['Made', new Date('2026-11-05T15:51:00Z')],
      ['Pages', 3],
      ['Rows', 2],
    ])
  })

  it.each([
    ["O'Brien & <sons>", "O'Brien & <sons>"],
    ['a/b:c*d?e[f]g\\h', 'a b c d e f g h'],
    ['x'.repeat(40), 'x'.repeat(31)],
    ["'quoted'", 'quoted'],
    ['about', 'Sheet about'],
    ['', 'Sheet'],
  ])('names its sheet: %s', async (wanted, expected) => {
    const options = { columns: TEXT, rows: inOneChunk([]), sheetName: wanted }
    expect(firstSheet(await writeAndRead(options)).name).toBe(expected)
  })

  it('has columns past Z', async () => {
    const columns = Array.from(
      { length: 800 },
      (_, i) => ({ header: `H${i}`, type: 'text' }) as const,
    )
    const row = columns.map((__, i) => String(i))
    const sheet = firstSheet(await writeAndRead({ columns, rows: inOneChunk([row]) }))
    expect(sheet.rows[1]).toEqual(row)
    expect(sheet.autoFilter?.range).toBe('A1:ADT2')
  })

  it('refuses columns that cannot be', async () => {
    const rows = inOneChunk([])
    await expect(writeAndRead({ columns: [], rows })).rejects.toThrow(RangeError)
    const columns: XlsxColumn[] = [{ header: 'Name', type: 'text', total: true }]
    await expect(writeAndRead({ columns, rows })).rejects.toThrow('has no total: Name')
  })
})
