import { expect, test } from 'vitest'
import { fillCanned, insertAt } from './canned.ts'

test('name and number are put in wherever they stand, as they are', () => {
  const theirs = { memberName: 'R$& {number} Rao', number: 'EQ100001' }
  expect(fillCanned('{name}, {number} of {name}', { ...theirs, memberName: 'Rao' })).toBe(
    'Rao, EQ100001 of Rao',
  )
  expect(fillCanned('{number}: $1 {other}', theirs)).toBe('EQ100001: $1 {other}')
  expect(fillCanned('Dear {name}', { memberName: 'A$&B', number: '' })).toBe('Dear A$&B')
})

test('a text goes where the cursor is, over what is marked, with a gap before it', () => {
  expect(insertAt('', [0, 0], 'Hello')).toEqual({ text: 'Hello', cursor: 5 })
  expect(insertAt('Hi.', [3, 3], 'Bye')).toEqual({ text: 'Hi. Bye', cursor: 7 })
  expect(insertAt('one\ntwo', [4, 7], 'three')).toEqual({ text: 'one\nthree', cursor: 9 })
  expect(insertAt('a c', [2, 2], 'b')).toEqual({ text: 'a bc', cursor: 3 })
})
