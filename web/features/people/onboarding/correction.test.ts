import { expect, test } from 'vitest'
import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import type { ErrorRow } from '../../../../contract/people/onboarding.ts'
import { maySend, problemOf, shownProblems, valuesOf } from './correction.ts'

const COLUMNS = ONBOARDING_COLUMNS.workers
const JOINED = 7
const GIVEN = ['W1', 'Asha', 'asha@hil.example', '', 'JHB', 'A', 'Hindi', '1/4/26']
const row: ErrorRow = {
  uploadId: '1',
  rowNo: 3,
  kind: 'workers',
  fileName: 'w.csv',
  cameAt: '2026-11-20T00:00:00Z',
  code: 'W1',
  state: 'open',
  cells: GIVEN,
  problems: [
    { column: 'Joined on', reason: 'This is text, not a date.' },
    { column: 'Employee code', reason: 'Row 2 has this code too.' },
  ],
  settledAt: null,
  settledBy: null,
}
const withCell = (index: number, text: string): string[] => GIVEN.with(index, text)
const all = (): boolean => true
const none = (): boolean => false

test('a row that has fewer cells than columns gets empty fields', () => {
  expect(valuesOf(COLUMNS, { ...row, cells: ['W1'] })).toEqual(['W1', '', '', '', '', '', '', ''])
})

test('a cell as judged shows its reasons; a changed one what is wrong with it, once it was left', () => {
  expect(shownProblems(COLUMNS, row, GIVEN, none)).toEqual(
    GIVEN.map((_, index) =>
      index === 0
        ? 'Row 2 has this code too.'
        : index === JOINED
          ? 'This is text, not a date.'
          : undefined,
    ),
  )
  const wrong = withCell(JOINED, '2026-02-30')
  expect(shownProblems(COLUMNS, row, wrong, none)[JOINED]).toBeUndefined()
  expect(shownProblems(COLUMNS, row, wrong, all)[JOINED]).toBe(
    'This day does not exist in the calendar.',
  )
  expect(shownProblems(COLUMNS, row, withCell(JOINED, '2026-04-01'), all)[JOINED]).toBeUndefined()
})

test('what is required cannot be emptied, what is not may be', () => {
  const [code, , , mobile] = COLUMNS
  expect(problemOf(code, '  ')).toBe('Employee code cannot be empty.')
  expect(problemOf(mobile, '')).toBeUndefined()
})

test('a wrong change is not sent; what was not changed may be', () => {
  expect(maySend(COLUMNS, row, GIVEN)).toBe(true)
  expect(maySend(COLUMNS, row, withCell(JOINED, '2026-04-01'))).toBe(true)
  expect(maySend(COLUMNS, row, withCell(JOINED, 'soon'))).toBe(false)
  expect(maySend(COLUMNS, row, withCell(1, ''))).toBe(false)
})
