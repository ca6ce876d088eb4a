import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { OWN_WORDS } from './own-words.ts'
import { checkNewPassword } from './password-rules.ts'

const person = { email: 'asha.rao@birla-hil.example', name: 'Asha Rao-Iyer' }
const MINIMUM = 6
const check = (password: string) => checkNewPassword(password, person, MINIMUM)

test.each([
  'hil2026',
  'H1l@2026',
  'Dashboard1!',
  'almond-123456',
  '@lm0ndhil12',
  'asha1990',
  'Rao_Asha',
  'iyer2026',
  'birla-hil#1',
  'welcome2hil',
  'hilhilhilhil',
  'asha-hil-2026',
  'pa55word#7',
])('%s leans on words of the programme or of the person, and is refused', async (password) => {
  await expect(check(password)).rejects.toThrow('Without “')
})

test.each([
  'correct horse 9',
  'seven coupons on a tree',
  'hil 8429 5512 7730',
  'the points of a compass',
  'ja ra 1987 yu',
  'पानी की बोतल',
  '😀 hil 😀 river 😀',
])('%s is a password without them, and is taken', async (password) => {
  await expect(check(password)).resolves.toBeUndefined()
})

test.each([
  ['Summer2026!', 'follows a pattern'],
  ['qwertyuiop12', 'commonly used password'],
  ['abcabcabcabc', 'Repeated'],
  ['kolkata1998', 'easy to guess'],
])(
  '%s has no own word and is easy to guess: it is refused with the reason',
  async (password, why) => {
    await expect(check(password)).rejects.toThrow(why)
  },
)

test('six characters are enough where nothing in them can be guessed, and seven of a pattern are not', async () => {
  await expect(check('k7$Qx9')).resolves.toBeUndefined()
  await expect(check('monkey7')).rejects.toThrow('Choose another')
})

test('docs/security.md lists the words', async () => {
  const text = await readFile(
    path.join(import.meta.dirname, '../../../../docs/security.md'),
    'utf8',
  )
  const listed = /own words are (.+?), the parts/.exec(text)?.[1] ?? ''
  expect(listed.split(', ')).toEqual(OWN_WORDS)
})
