import { writeXlsx, type CellValue } from 'hucre'
import { describe, expect, test } from 'vitest'
import { CSV_TYPE, XLSX_TYPE } from '../../contract/sheets.ts'
import { readSheet } from './sheet.ts'
import { cell, PART, row, workbookParts, zipOf } from './sheet/test-support.ts'

const LIMITS = { maxRows: 20_000 }
const csv = (text: string, limits = LIMITS) => readSheet(Buffer.from(text), CSV_TYPE, limits)
async function workbook(rows: CellValue[][]): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet', rows }] }))
}
const xlsx = async (rows: CellValue[][], limits = LIMITS) =>
  readSheet(await workbook(rows), XLSX_TYPE, limits)

describe('a table in CSV', () => {
  test('is read with quotes, a byte order mark and CRLF', async () => {
    const table = await csv(
      '\uFEFFName,"What, else"\r\n"Ram ""R"" Lal","two\r\nlines"\r\n\r\n5" pipe, x \r\n',
    )
    expect(table).toEqual({
      header: ['Name', 'What, else'],
      rows: [
        { line: 2, cells: ['Ram "R" Lal', 'two\r\nlines'] },
        { line: 4, cells: ['5" pipe', 'x'] },
      ],
    })
  })

  test.each([
    ['semicolons', 'A;B\n1,5;2\n'],
    ['semicolons with commas in quotes', '"A,1,2";B\n"1,5";2\n', ['A,1,2', 'B']],
    ['a line that names them', 'sep=;\nA;B\n1,5;2\n', ['A', 'B'], 3],
    ['line feeds alone and no last one', 'A;B\n1,5;2'],
    ['carriage returns alone', 'A;B\r1,5;2\r'],
  ])('is read with %s', async (_, text, header = ['A', 'B'], line = 2) => {
    expect(await csv(text)).toEqual({ header, rows: [{ line, cells: ['1,5', '2'] }] })
  })

  test('fills short rows up and keeps leading zeros', async () => {
    const { rows } = await csv('A,B,C\n007,x\n')
    expect(rows).toEqual([{ line: 2, cells: ['007', 'x', ''] }])
  })

  test.each([
    ['', 'The file is empty.'],
    ['\n \r\n,,\n', 'The file is empty: its first row names the columns.'],
    ['A,B\n"x,y\n', 'Row 2: a quotation mark is never closed.'],
    ['A,B\n"x"y,z\n', 'Row 2: something follows a closing quotation mark.'],
    ['A,B\n1,234.50,x\n', 'Row 2 has something in column 3, which has no heading.'],
    ['A,,B\n1,2,3\n', 'Row 2 has something in column 2, which has no heading.'],
    ['Date,date\n', 'The column date stands twice in the first row.'],
    ['A\0B\n', 'This is not a CSV file in UTF-8. Save it as “CSV UTF-8”, or as xlsx.'],
  ])('is refused in words: %j', async (text, message) => {
    await expect(csv(text)).rejects.toMatchObject({ code: 'invalid', message })
  })

  test('too wide, or with a cell too long, is refused', async () => {
    await expect(csv(`${','.repeat(100)}x\n`)).rejects.toThrow('Row 1 has more than 100 columns.')
    const long = csv(`A\n${'x'.repeat(2001)}\n`)
    await expect(long).rejects.toThrow('A cell in row 2 has more than 2,000 characters.')
  })

  test('in another encoding is refused', async () => {
    const utf16 = Buffer.from('\uFEFFName\r\n', 'utf16le')
    const latin = Buffer.from('Caf\u00E9\r\n', 'latin1')
    for (const bytes of [utf16, latin]) {
      const reading = readSheet(bytes, CSV_TYPE, LIMITS)
      await expect(reading).rejects.toThrow('This is not a CSV file in UTF-8.')
    }
  })

  test('of more rows than may be is refused, and of just so many is not', async () => {
    const text = `A\n${'x\n'.repeat(3)}`
    expect((await csv(text, { maxRows: 3 })).rows).toHaveLength(3)
    const message = 'The file has more than 2 rows. Divide it into several.'
    await expect(csv(text, { maxRows: 2 })).rejects.toThrow(message)
  })
})

describe('a table in a workbook', () => {
  test('is read as plain text, days as days', async () => {
    const day = new Date('2026-11-20T00:00:00Z')
    const moment = new Date('2026-11-20T14:30:05Z')
    const { header, rows } = await xlsx([
      [],
      ['Code', 'Day', 'At', 'Value', 'Sum', 'Small', 'Large', 'Yes'],
      ['007', day, moment, 1234.5, 0.1 + 0.2, 0.0000001, 123_456_789_012_345, true],
      [],
      ['', null, null, -2],
    ])
    expect(header).toEqual(['Code', 'Day', 'At', 'Value', 'Sum', 'Small', 'Large', 'Yes'])
    expect(rows).toEqual([
      {
        line: 3,
        cells: [
          '007',
          '2026-11-20',
          '2026-11-20 14:30:05',
          '1234.5',
          '0.3',
          '0.0000001',
          '123456789012345',
          'TRUE',
        ],
      },
      { line: 5, cells: ['', '', '', '-2', '', '', '', ''] },
    ])
  })

  test('of more rows than may be, or with a cell under no heading, is refused', async () => {
    const rows = [['A'], ...Array.from({ length: 5 }, () => ['x'])]
    const message = 'The file has more than 4 rows. Divide it into several.'
    await expect(xlsx(rows, { maxRows: 4 })).rejects.toThrow(message)
    await expect(xlsx([['A'], ['x', 'y']])).rejects.toThrow('Row 2 has something in column 2')
  })
})

describe('a hostile file', () => {
  const NO_WORKBOOK = 'This is not an Excel workbook (xlsx), or it is damaged. Save it again.'
  const read = (bytes: Buffer) => readSheet(bytes, XLSX_TYPE, LIMITS)

  test('made by hand as it should be is read', async () => {
    const parts = workbookParts(
      PART(row(1, cell('A1', 'Name')) + row(2, cell('A2', 'Ram &amp; co'))),
    )
    expect(await read(zipOf(parts))).toEqual({
      header: ['Name'],
      rows: [{ line: 2, cells: ['Ram & co'] }],
    })
  })

  test('that is something else than it says is refused', async () => {
    const reading = readSheet(Buffer.from('PK\u0003\u0004'), CSV_TYPE, LIMITS)
    await expect(reading).rejects.toThrow('This file says it is CSV, but it is a zip file')
    await expect(read(Buffer.from('A,B\n1,2\n'))).rejects.toThrow('but it is not.')
    const old = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    await expect(read(old)).rejects.toThrow('Save it as xlsx.')
    const picture = readSheet(Buffer.of(1), 'image/png', LIMITS)
    await expect(picture).rejects.toMatchObject({ code: 'unsupported' })
  })

  test.each([
    ['a zip of something else', zipOf({ 'readme.txt': 'Nothing here' })],
    ['a zip that is cut', zipOf(workbookParts(PART(''))).subarray(0, 300)],
    ['a zip without an end', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(4000)])],
    [
      'rows numbered by words',
      zipOf(workbookParts(PART('<row r="x"><c r="A1"><v>1</v></c></row>'))),
    ],
    ['a workbook that is no XML', zipOf({ ...workbookParts(''), 'xl/workbook.xml': '<<<' })],
  ])('that is no workbook is refused: %s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'invalid', message: NO_WORKBOOK })
  })

  test('that says it unpacks to much is refused before it does', async () => {
    const bomb = zipOf(workbookParts(Buffer.alloc(65 * 1024 * 1024, ' ')))
    await expect(read(bomb)).rejects.toThrow('This file unpacks to more than 64 MB.')
  })

  test.each([
    ['a forged size and one endless cell', PART(row(1, cell('A1', 'x'.repeat(400_000_000)))), 1000],
    ['a forged size and endless rows', PART(row(1, cell('A1', 'A')).repeat(6_000_000)), 1000],
  ])(
    'that lies about its size is ended: %s',
    async (_, sheet, claimed) => {
      const bomb = zipOf(workbookParts(sheet), { 'xl/worksheets/sheet1.xml': claimed })
      expect(bomb.length).toBeLessThan(8 * 1024 * 1024)
      await expect(read(bomb)).rejects.toMatchObject({ code: 'invalid' })
    },
    60_000,
  )

  test('with entities that grow is not grown', async () => {
    const entities = Array.from(
      { length: 9 },
      (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`,
    )
    const doctype = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "0123456789">${entities.join('')}]>`
    const bytes = zipOf(workbookParts(doctype + PART(row(1, cell('A1', '&e9;')))))
    const outcome = await read(bytes).then(
      ({ header }) => header.join('').length,
      () => 0,
    )
    expect(outcome).toBeLessThan(100)
  })

  test('far to the right costs no memory', async () => {
    const bytes = zipOf(workbookParts(PART(row(1, cell('XFD1', 'A')))))
    await expect(read(bytes)).rejects.toThrow('Row 1 has more than 100 columns.')
  })
})
