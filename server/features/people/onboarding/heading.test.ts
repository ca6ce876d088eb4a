import { describe, expect, test } from 'vitest'
import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import { readHeading } from './heading.ts'

const COLUMNS = ONBOARDING_COLUMNS.workers
const NAMES = COLUMNS.map(({ header }) => header)
const TEMPLATE = 'Copy the rows into the template: its first row names the columns.'

describe('the heading of a file', () => {
  test('is understood in any order, capital letters and spaces aside', () => {
    const shuffled = NAMES.toReversed().map((name) => ` ${name.toUpperCase().replace(' ', '  ')}`)
    expect(readHeading(COLUMNS, shuffled)).toEqual({
      places: NAMES.map((_, index) => NAMES.length - 1 - index),
      reference: null,
    })
  })

  test('may have the columns of an error file, and empty ones', () => {
    const heading = readHeading(COLUMNS, ['Row', '', ...NAMES, 'why it was refused', 'Reference'])
    expect(heading).toEqual({ places: NAMES.map((_, index) => index + 2), reference: 11 })
  })

  test.each([
    ['a missing column', NAMES.slice(1), `The column “Employee code” is missing. ${TEMPLATE}`],
    [
      'several wrong ones',
      ['Emp code', 'Phone', ...NAMES.slice(2)],
      `The columns “Employee code”, “Name” are missing. The columns “Emp code”, “Phone” are not known. ${TEMPLATE}`,
    ],
    [
      'many wrong ones',
      [...NAMES, ...Array.from({ length: 9 }, (_, index) => `X${index}${'y'.repeat(60)}`)],
      /^The columns “X0y{38}”, .* and 4 more are not known\./,
    ],
    ['one that stands twice', [...NAMES, 'E -mail'], 'The column “E -mail” stands twice.'],
  ])('with %s is refused by name', (_, header, refusal) => {
    const heading = readHeading(COLUMNS, header)
    expect('refusal' in heading && heading.refusal).toMatch(refusal)
  })
})
