import { execFileSync } from 'node:child_process'
import { writeXlsx, type CellValue } from 'hucre'
import { describe, expect, test } from 'vitest'
import { streamSheet, type SheetKind } from './sheet.ts'
import type { StreamedRow } from './sheet/row-stream.ts'
import { cell, PART, row, workbookParts, zipOf } from './sheet/test-support.ts'

const MB = 1024 * 1024
const LIMITS = { maxRows: 200_000, maxUnpacked: 64 * MB }

async function* inPieces(bytes: Buffer, size = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function tableOf(bytes: Buffer, kind: SheetKind = 'xlsx', limits = LIMITS) {
  let header: string[] = []
  const rows: StreamedRow[] = []
  for await (const piece of streamSheet(inPieces(bytes), kind, limits)) {
    if ('header' in piece) header = piece.header
    else rows.push(...piece.rows)
  }
  return { header, rows }
}
const sheet = (xml: string) => tableOf(zipOf(workbookParts(xml)))
const faultsOf = async (xml: string) =>
  (await sheet(xml)).rows.map(({ line, faults }) => [
    line,
    faults.map(({ column, reason }) => [column, reason]),
  ])
const HEAD = row(1, cell('A1', 'A') + cell('B1', 'B'))

describe('a table read piece by piece', () => {
  test('is the same as it was written, whatever kind its cells are', async () => {
    const values: CellValue[][] = Array.from({ length: 700 }, (_, index) => [
      `00${index}`,
      index / 4,
      new Date(Date.UTC(2026, 3, 1 + (index % 28))),
      `राम & <co> ${index}`,
      index % 2 === 0,
      null,
      'end',
    ])
    const heading = ['Code', 'Number', 'Day', 'Name', 'Yes', 'Nothing', 'End']
    const bytes = await writeXlsx({ sheets: [{ name: 'S', rows: [heading, ...values] }] })
    const { header, rows } = await tableOf(Buffer.from(bytes))
    expect(header).toEqual(heading)
    expect(rows).toHaveLength(700)
    expect(rows[402]).toEqual({
      line: 404,
      cells: ['00402', '100.5', '2026-04-11', 'राम & <co> 402', 'TRUE', '', 'end'],
      faults: [],
    })
  })

  test('of CSV is the same', async () => {
    const lines = Array.from({ length: 600 }, (_, index) => `"${index}","a, b"`)
    const { rows } = await tableOf(Buffer.from(['A,B', ...lines].join('\r\n')), 'csv')
    expect(rows).toHaveLength(600)
    expect(rows[599]).toEqual({ line: 601, cells: ['599', 'a, b'], faults: [] })
  })

  test('tells formulas, with and without a value, and errors', async () => {
    const FORMULA = 'This is a formula. Paste its value.'
    const xml = PART(
      HEAD +
        row(2, '<c r="A2"><f>1+1</f><v>2</v></c>' + cell('B2', 'x')) +
        row(3, cell('A3', 'x') + '<c r="B3" t="str"><f t="shared" si="0"/><v>y</v></c>') +
        row(4, '<c r="A4"><f>NOW()</f></c>') +
        row(5, '<c r="A5" t="e"><v>#N/A</v></c>') +
        row(6, cell('A6', 'fine') + cell('B6', '=1+1')),
    )
    expect(await faultsOf(xml)).toEqual([
      [2, [[0, FORMULA]]],
      [3, [[1, FORMULA]]],
      [4, [[0, FORMULA]]],
      [5, [[0, 'The spreadsheet shows an error here instead of a value.']]],
      [6, []],
    ])
  })

  test('tells merged cells, which a workbook names behind its rows', async () => {
    const MERGED = 'This cell is merged with others. Take the merged cells apart and fill in each.'
    const rows = [2, 3, 4, 5].map((line) =>
      row(line, cell(`A${line}`, 'x') + cell(`B${line}`, 'y')),
    )
    const merges =
      '<mergeCells count="2"><mergeCell ref="A4:B4"/><mergeCell ref="B2:B3"/></mergeCells>'
    expect(await faultsOf(PART(HEAD + rows.join(''), merges))).toEqual([
      [2, [[1, MERGED]]],
      [3, [[1, MERGED]]],
      [
        4,
        [
          [0, MERGED],
          [1, MERGED],
        ],
      ],
      [5, []],
    ])
  })

  test('tells of a row what stands under no heading or is too long, and reads on', async () => {
    const xml = PART(
      HEAD +
        row(2, cell('A2', 'x') + cell('D2', 'stray')) +
        row(3, cell('A3', 'x'.repeat(2001))) +
        row(4, cell('ZZZ4', 'far')) +
        row(9, cell('A9', 'x')),
    )
    const { rows } = await sheet(xml)
    expect(rows.map(({ line, faults }) => [line, faults[0]?.reason])).toEqual([
      [2, 'Something stands in column 4, which has no heading.'],
      [3, 'This has more than 2,000 characters.'],
      [4, 'Something stands in a column past 100, which has no heading.'],
      [9, undefined],
    ])
    expect(rows[1]?.cells[0]).toHaveLength(2000)
  })
})

describe('a table that cannot be read', () => {
  test.each([
    ['more rows than may be', PART(HEAD + row(2, cell('A2', 'x')) + row(3, cell('A3', 'x')))],
  ])('has %s', async (_, xml) => {
    const reading = tableOf(zipOf(workbookParts(xml)), 'xlsx', { ...LIMITS, maxRows: 1 })
    await expect(reading).rejects.toMatchObject({
      code: 'invalid',
      message: 'The file has more than 1 rows. Divide it into several.',
    })
  })

  test('says that it unpacks to too much, or lies about it', async () => {
    const large = Buffer.from(PART(HEAD + row(2, cell('A2', ' '.repeat(3 * MB)))))
    const limits = { ...LIMITS, maxUnpacked: 2 * MB }
    const honest = tableOf(zipOf(workbookParts(large)), 'xlsx', limits)
    await expect(honest).rejects.toThrow('This file unpacks to more than 2 MB.')
    const claims = { 'xl/worksheets/sheet1.xml': 1000 }
    const lying = tableOf(zipOf(workbookParts(large), claims), 'xlsx', limits)
    await expect(lying).rejects.toThrow('This is not an Excel workbook (xlsx), or it is damaged.')
  })

  test.each([
    ['rows out of their order', PART(HEAD + row(3, cell('A3', 'x')) + row(2, cell('A2', 'y')))],
    ['a tag that never ends', PART(HEAD + row(2, '<c r="A2" ' + ' '.repeat(200_000)))],
    ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${PART(HEAD)}`],
  ])('has %s', async (_, xml) => {
    await expect(sheet(xml)).rejects.toThrow('This is not an Excel workbook (xlsx)')
  })

  test('fails with what went wrong while it came in', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('PK')
      throw new Error('The disk is gone.')
    }
    const reading = streamSheet(broken(), 'xlsx', LIMITS).next()
    await expect(reading).rejects.toThrow('The disk is gone.')
  })
})

test('comes in pieces of some hundred rows, and its process ends with who takes them', async () => {
  const lines = Array.from({ length: 60_000 }, (_, index) => `${index},${'x'.repeat(100)}`)
  const bytes = Buffer.from(['A,B', ...lines].join('\n'))
  const running = () =>
    execFileSync('ps', ['-o', 'args', '--ppid', String(process.pid)], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('sheet-stream-process')).length
  let most = 0
  for await (const piece of streamSheet(inPieces(bytes, MB), 'csv', LIMITS)) {
    if (!('rows' in piece)) continue
    most = Math.max(most, piece.rows.length)
    expect(running()).toBe(1)
    if (piece.rows.some(({ line }) => line > 1000)) break
  }
  expect(most).toBe(250)
  await expect.poll(running).toBe(0)
})
