import { expect, test } from 'vitest'
import { cellsOf, rowReasons } from './row-cells.ts'

const HEADERS = ['Code', 'Name', 'Joined on']

test('a change and a reason stand at their cells', () => {
  const row = {
    cells: ['W1', 'Asha', '31/02/2026'],
    changes: [{ column: 'Name', before: 'Usha', after: 'Asha' }],
    problems: [{ column: 'Joined on', reason: 'This is text, not a date.' }],
  }
  expect(cellsOf(HEADERS, row)).toEqual([
    { text: 'W1', before: null, reasons: [] },
    { text: 'Asha', before: 'Usha', reasons: [] },
    { text: '31/02/2026', before: null, reasons: ['This is text, not a date.'] },
  ])
})

test('of a row whose cells are not kept any more the changes are told', () => {
  const row = {
    cells: null,
    changes: [{ column: 'Name', before: '', after: 'Asha' }],
    problems: [],
  }
  expect(cellsOf(HEADERS, row).map(({ before, text }) => [before, text])).toEqual([
    [null, ''],
    ['', 'Asha'],
    [null, ''],
  ])
})

test('no reason is lost: those of no cell belong to the row', () => {
  const problems = [
    { column: null, reason: 'The row is empty.' },
    { column: 'Colour', reason: 'This column is not known.' },
    { column: 'Name', reason: 'The name is missing.' },
  ]
  expect(rowReasons(HEADERS, problems)).toEqual([
    'The row is empty.',
    'Colour: This column is not known.',
  ])
})
