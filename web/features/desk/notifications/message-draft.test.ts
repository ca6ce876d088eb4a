import { expect, test } from 'vitest'
import { contentOf, emptyDraft, isSame, problemsOf, type Draft } from './message-draft.ts'

const whole: Draft = {
  ...emptyDraft(),
  en: { title: 'Diwali offer', body: 'Double points this week.' },
  hi: { title: 'दिवाली ऑफ़र', body: 'इस सप्ताह दोगुने अंक।' },
}

test('a whole message has nothing to mend', () => {
  expect(problemsOf(whole)).toEqual({})
})

test('an empty one says what is missing, from the top of the form to its end', () => {
  expect(
    Object.entries(problemsOf({ ...emptyDraft(), target: { to: 'web', address: '' } })),
  ).toEqual([
    ['en.title', 'Write the title in English.'],
    ['en.body', 'Write the message in English.'],
    ['hi.title', 'Write the title in Hindi.'],
    ['hi.body', 'Write the message in Hindi.'],
    ['target.address', 'Enter a whole address that begins with https://.'],
  ])
})

test.each<[string, Partial<Draft>, string, string]>([
  [
    'no offer selected',
    { target: { to: 'offer', offerId: Number.NaN } },
    'target.offerId',
    'Choose an offer.',
  ],
  [
    'a title that is too long',
    { en: { title: 'x'.repeat(61), body: 'Words.' } },
    'en.title',
    'The title in English: at most 60 characters.',
  ],
  [
    'days that were not typed',
    { audience: { ...whole.audience, activity: { scanned: 'within', days: Number.NaN } } },
    'audience.activity.days',
    'Days must be a whole number.',
  ],
])('%s is told at its field', (_, change, path, words) => {
  expect(problemsOf({ ...whole, ...change })).toEqual({ [path]: words })
})

test('a message always goes to the inbox, and to the webhook where that is wanted', () => {
  expect(contentOf(whole).channels).toEqual(['inbox'])
  expect(contentOf({ ...whole, webhook: true }).channels).toEqual(['inbox', 'webhook'])
})

test('two drafts are the same when the same would be saved', () => {
  expect(isSame(whole, { ...whole, en: { ...whole.en } })).toBe(true)
  expect(isSame(whole, { ...whole, webhook: true })).toBe(false)
})
