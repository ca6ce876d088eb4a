import { expect, it } from 'vitest'
import { schemeSentence } from '../../../../contract/programme/scheme-words.ts'
import { emptyDraft, termsOf } from './scheme-form.ts'
import { unbroken, withoutDays } from './sentence.ts'

const NAMES = { product: String, distributor: String }
const draft = { ...emptyDraft('2026-11-22'), percent: 150, budget: 2000 }

it('the rule of a list leaves out the days that stand beside it', () => {
  expect(withoutDays(schemeSentence(termsOf(draft), NAMES))).toBe(
    'Gives 50 % more points for each scan. At most 2,000 points in all; never together with another scheme.',
  )
  // Some runtimes write September with four letters.
  const late = { ...draft, fromDay: '2027-09-01', toDay: '2027-09-30' }
  expect(withoutDays(schemeSentence(termsOf(late), NAMES))).toMatch(/^Gives 50 %/)
})

it('a percent sign stays with its number', () => {
  expect(unbroken('gives 50 % more')).toBe('gives 50\u00a0% more')
})
