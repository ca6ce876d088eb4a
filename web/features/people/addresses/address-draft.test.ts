import { expect, test } from 'vitest'
import { address } from '../../../../contract/people/addresses.ts'
import { bodyOfAddress, draftOfAddress, EMPTY_ADDRESS, withPlace } from './address-draft.ts'

const PUNE = { pincode: '411038', city: 'Pune', state: 27 }
const typed = { ...EMPTY_ADDRESS, pincode: '411 038' }

test('a PIN code fills city and state, and another one fills them again', () => {
  const filled = withPlace(typed, PUNE)
  expect(filled).toMatchObject({ city: 'Pune', state: '27' })
  const moved = withPlace(
    { ...filled, pincode: '452010' },
    { pincode: '452010', city: 'Indore', state: 23 },
  )
  expect(moved).toMatchObject({ city: 'Indore', state: '23' })
})

test('a city that was typed stays', () => {
  const own = { ...withPlace(typed, PUNE), city: 'Pimpri' }
  expect(withPlace(own, PUNE)).toMatchObject({ city: 'Pimpri', state: '27' })
})

test('what comes for a PIN code that was typed over since is left', () => {
  expect(withPlace({ ...typed, pincode: '4520' }, PUNE)).toEqual({ ...typed, pincode: '4520' })
})

test('what was kept is sent again as it was', () => {
  const kept = {
    recipient: 'Ramesh Kumar',
    line1: 'Shop 14',
    line2: null,
    landmark: 'Near the tank',
    phone: '9822012345',
    ...PUNE,
  }
  expect(address.parse(bodyOfAddress(draftOfAddress(kept)))).toEqual({ ...kept, line2: '' })
  expect(draftOfAddress(PUNE)).toMatchObject({ pincode: '411038', recipient: '' })
})

test('an empty state is told to be selected', () => {
  const read = address.safeParse(bodyOfAddress({ ...typed, city: 'Pune' }))
  const told = read.error?.issues.find(({ path }) => path[0] === 'state')?.message
  expect(told).toBe('Choose a state.')
})
