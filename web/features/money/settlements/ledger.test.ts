import { expect, test } from 'vitest'
import { differences, sumOf } from './ledger.ts'

const row = {
  members: 2,
  opening: 100,
  moved: 5,
  earned: 50,
  bonus: 7,
  reversed: 3,
  redeemed: 20,
  returned: 1,
  expired: 4,
  brought: 3,
  adjusted: -6,
  available: 120,
  held: 10,
  charges: 2,
  chargePaise: 450,
}

test('the rows add up, and are the ledger’s own where nothing is told', () => {
  const sum = sumOf([row, { ...row, moved: -5, adjusted: 1 }])
  expect(sum).toEqual({
    members: 4,
    opening: 200,
    moved: 0,
    earned: 100,
    bonus: 14,
    reversed: 6,
    redeemed: 40,
    returned: 2,
    expired: 8,
    brought: 6,
    adjusted: -5,
    available: 240,
    held: 20,
    charges: 4,
    chargePaise: 900,
  })
  // A member who changed distributors counts for both.
  expect(differences(sum, { ...sum, members: 3 })).toEqual([])
})

test('each figure that differs is told by how much, in its own unit', () => {
  expect(
    differences(row, { ...row, earned: 1_50_000, held: 9, chargePaise: 0, charges: 3 }),
  ).toEqual([
    'what was earned is 1,49,950 points less',
    'what is held is 1 point more',
    'the number of charges is 1 charge less',
    'the sum of the charges is ₹4.50 more',
  ])
})
