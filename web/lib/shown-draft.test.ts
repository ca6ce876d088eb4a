import { expect, test } from 'vitest'
import { shownBodyOf, shownDraftOf, shownProblems } from './shown-draft.ts'
import { UNFINISHED } from './wall-time.ts'

const draft = (from: string, to: string) => ({ on: true, from, to })

test('what is typed is sent as moments and comes back as it was typed', () => {
  const typed = draft('2026-11-20T18:00', '2026-11-21T02:30')
  const sent = shownBodyOf(typed)
  expect(sent).toEqual({
    on: true,
    from: '2026-11-20T12:30:00.000Z',
    to: '2026-11-20T21:00:00.000Z',
  })
  expect(shownDraftOf(sent)).toEqual(typed)
  expect(shownBodyOf(draft('2026-11-20T18:00', '')).to).toBeNull()
})

test('half a moment is never sent as none: an end that was not finished is no missing end', () => {
  expect(shownProblems(draft('2026-11-20T18:00', ''))).toEqual({})
  expect(shownProblems(draft('', ''))).toHaveProperty('from')
  expect(shownProblems(draft(UNFINISHED, ''))).toHaveProperty('from')
  expect(shownProblems(draft('2026-11-20T18:00', UNFINISHED))).toHaveProperty('to')
  expect(shownProblems(draft('2026-11-20T18:00', '2026-11-20T18:00'))).toEqual({
    to: 'It must end after it begins.',
  })
  expect(shownProblems(draft('2026-11-20T18:00', '2026-11-20T18:01'))).toEqual({})
})
