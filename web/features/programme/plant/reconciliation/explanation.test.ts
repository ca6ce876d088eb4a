import { expect, test } from 'vitest'
import { problemsOf, type Explaining } from './explanation.ts'

const GAP = { fromSerial: 101, toSerial: 140 }
const GOOD: Explaining = { kind: 'damaged', from: '101', to: '१४०', note: '' }

test.each<[string, Partial<Explaining>, ReturnType<typeof problemsOf>]>([
  ['the whole gap', {}, {}],
  ['a part of it', { from: '110', to: '110' }, {}],
  ['no kind', { kind: null }, { kind: 'kind' }],
  ['no number', { from: '', to: 'x' }, { from: 'number', to: 'number' }],
  ['before the gap', { from: '100' }, { from: 'outside' }],
  ['behind the gap', { to: '141' }, { to: 'outside' }],
  ['backwards', { from: '120', to: '119' }, { to: 'backwards' }],
  ['something else without words', { kind: 'other', note: ' a ' }, { note: 'note' }],
  ['something else in words', { kind: 'other', note: 'fell off' }, {}],
  ['too many words', { note: 'x'.repeat(301) }, { note: 'longNote' }],
])('%s', (_, typed, problems) => {
  expect(problemsOf({ ...GOOD, ...typed }, GAP)).toEqual(problems)
})
