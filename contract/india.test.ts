import { expect, test } from 'vitest'
import { identityProblems } from './people/distributors.ts'
import { gstin, gstinCheck, stateOfGstin } from './india.ts'

const PAN = 'AAPFU0939F'
const gstinOf = (state: string) => `${state}${PAN}1Z${gstinCheck(`${state}${PAN}1Z`)}`

test.each([
  ['27', 27],
  ['26', 26],
  ['25', 26],
  ['28', 37],
  ['37', 37],
])('a GSTIN that begins with %s was given in state %s of today', (written, state) => {
  const number = gstinOf(written)
  expect(gstin.parse(number)).toBe(number)
  expect(stateOfGstin(number)).toBe(state)
  expect(identityProblems({ state, gstin: number, pan: PAN })).toEqual([])
  expect(identityProblems({ state: 9, gstin: number }).map(({ field }) => field)).toEqual(['gstin'])
})

test('97 is no state, and 39 is nothing at all', () => {
  expect(gstin.parse(gstinOf('97'))).toBe(gstinOf('97'))
  expect(identityProblems({ state: 27, gstin: gstinOf('97') })).toHaveLength(1)
  expect(gstin.safeParse(gstinOf('39')).error?.issues[0]?.message).toBe(
    'A GSTIN begins with the number of a state; 39 is none.',
  )
})
