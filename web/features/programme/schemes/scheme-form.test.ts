import { describe, expect, it } from 'vitest'
import {
  draftOf,
  emptyDraft,
  missingInRule,
  problemsOf,
  sentTerms,
  termsOf,
} from './scheme-form.ts'

const EMPTY = emptyDraft('2026-11-22')
const GOOD = { ...EMPTY, name: 'Winter bonus', percent: 150, budget: 200_000 }

describe('the draft of a scheme', () => {
  it('begins tomorrow and says at each field what is missing', () => {
    expect(EMPTY).toMatchObject({ fromDay: '2026-11-23', toDay: '2026-12-22' })
    expect(problemsOf(EMPTY)).toEqual({
      name: 'Write the name.',
      value: 'Enter the percentage.',
      budget: 'Enter the budget.',
    })
  })
  it('tells them from the top of the editor to its end', () => {
    const draft = { ...EMPTY, toDay: '', priority: '', note: 'x'.repeat(501) }
    expect(Object.keys(problemsOf(draft))).toEqual([
      'name',
      'value',
      'toDay',
      'budget',
      'priority',
      'note',
    ])
  })
  it('tells what is wrong together at once with what is wrong alone', () => {
    const draft = { ...GOOD, name: '', percent: 100, toDay: '2026-11-01', capPerMember: 300_000 }
    expect(problemsOf(draft)).toEqual({
      name: 'Write the name.',
      value: 'More than 100 percent, or the scheme gives nothing on top.',
      toDay: 'The last day must not be before the first.',
      capPerMember: 'More than the whole budget.',
    })
  })
  it('says which slab is wrong, and that they must rise', () => {
    const slabs = [
      { key: 1, from: 10, points: 5 },
      { key: 2, from: 10, points: '' },
    ]
    const problems = problemsOf({ ...GOOD, kind: 'slab', slabs })
    expect(Object.keys(problems)).toEqual(['slabs', 'slabs.1.points'])
    expect(problems).toEqual({
      'slabs.1.points': 'Bonus points: enter a number.',
      slabs: 'Each slab begins at a later scan than the one before it.',
    })
    expect(missingInRule(problems)).toEqual(['the slabs'])
  })
  it('sends only what its kind needs, and keeps the rest for when the kind comes back', () => {
    const fixed = { ...GOOD, kind: 'fixed', points: '25' } as const
    expect(sentTerms(fixed)).toMatchObject({ kind: 'fixed', value: 25, slabs: null, note: null })
    expect(sentTerms({ ...fixed, kind: 'multiplier' })).toMatchObject({ value: 150 })
    const slabs = [{ key: 9, from: 1, points: 10 }]
    expect(sentTerms({ ...fixed, kind: 'slab', slabs })).toMatchObject({
      value: null,
      slabs: [{ from: 1, points: 10 }],
    })
  })
  it('is the same again after it was stored', () => {
    const draft = {
      ...GOOD,
      kind: 'slab',
      slabs: [{ key: 0, from: 1, points: 10 }],
      memberKinds: ['mason'],
      states: ['27'],
      productIds: ['3', '4'],
      distributorIds: ['5'],
      capPerMember: 500,
      note: 'For the winter',
    } as const
    const terms = termsOf(draft)
    expect(termsOf(draftOf(terms))).toEqual(terms)
  })
})
