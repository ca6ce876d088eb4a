import { expect, test } from 'vitest'
import { LIKE_NAME, nameLikeness, SAME_NAME } from './names.ts'
import { foldedSpelling, inOtherScripts, latinised } from './other-script.ts'

test.each([
  ['रमेश कुमार', 'Ramesh Kumar'],
  ['सुनीता देवी', 'Sunita Devi'],
  ['राजकुमार शर्मा', 'Rajkumar Sharma'],
  ['कमला', 'Kamla'],
  ['सिंह', 'Singh'],
  ['अनिल वर्मा', 'Anil Varma'],
  ['प्रकाश चौधरी', 'Prakash Chaudhri'],
  ['ज़ाकिर', 'Zakir'],
  ['राम', 'Ram'],
  ['कृष्ण', 'Krishn'],
  ['संजय', 'Sanjay'],
])('%s reads %s', (name, read) => {
  expect(latinised(name)).toBe(read)
})

const verdict = (hindi: string, latin: string) => {
  const likeness = nameLikeness(foldedSpelling(latinised(hindi)), foldedSpelling(latin))
  if (likeness >= SAME_NAME) return 'same'
  return likeness >= LIKE_NAME ? 'alike' : 'other'
}
test.each([
  ['रमेश कुमार', 'RAMESH KUMAR', 'same'],
  ['सुनीता देवी', 'Suneeta Devi', 'same'],
  ['सुनीता देवी', 'Sunitha Devi', 'same'],
  ['कृष्ण सिंह', 'Krishna Singh', 'same'],
  ['अनिल वर्मा', 'Anil Verma', 'other'],
  ['रमेश', 'Ramesh Kumar', 'alike'],
  ['आशा देवी', 'Ramesh Kumar', 'other'],
])('%s and %s are %s', (hindi, latin, expected) => {
  expect(verdict(hindi, latin)).toBe(expected)
})

test('two names are in other scripts when one is in Devanagari and the other is not', () => {
  expect(inOtherScripts('रमेश', 'Ramesh')).toBe(true)
  expect(inOtherScripts('Ramesh', 'रमेश')).toBe(true)
  expect(inOtherScripts('रमेश', 'सुरेश')).toBe(false)
  expect(inOtherScripts('Ramesh', 'Suresh')).toBe(false)
  expect(inOtherScripts('रमेश', '---')).toBe(false)
})
