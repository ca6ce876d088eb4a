import { expect, test } from 'vitest'
import { keyName } from './key-name.ts'

test.each([
  ['a letter', { key: 'a', code: 'KeyA', shiftKey: false }, 'a'],
  ['a capital by Shift', { key: 'A', code: 'KeyA', shiftKey: true }, 'Shift+a'],
  ['a capital by Caps Lock', { key: 'A', code: 'KeyA', shiftKey: false }, 'a'],
  ['a letter where it is printed elsewhere', { key: 'a', code: 'KeyQ', shiftKey: false }, 'a'],
  ['a Hindi consonant', { key: 'ं', code: 'KeyX', shiftKey: false }, 'x'],
  ['a Hindi vowel sign', { key: 'ो', code: 'KeyA', shiftKey: false }, 'a'],
  ['a Hindi letter with Shift', { key: 'ओ', code: 'KeyA', shiftKey: true }, 'Shift+a'],
  ['a sign that needs Shift', { key: '?', code: 'Slash', shiftKey: true }, '?'],
  ['a digit', { key: '3', code: 'Digit3', shiftKey: false }, '3'],
  ['a named key', { key: 'Enter', code: 'Enter', shiftKey: false }, 'Enter'],
])('%s', (_, pressed, name) => {
  expect(keyName(pressed)).toBe(name)
})
