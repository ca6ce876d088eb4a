import { expect, test } from 'vitest'
import { rewritten, sentAs, type Written } from './drafts.ts'

const written: Written = { text: 'Hello', key: 'first-key', way: '' }

test('the same text sent again in the same way is the same request', () => {
  const once = sentAs(written, 'answer')
  expect(once.key).toBe('first-key')
  expect(sentAs(once, 'answer')).toEqual(once)
  expect(rewritten(once, 'Hello')).toBe(once)
})

test('another text, or the same one sent in another way, is another request', () => {
  const once = sentAs(written, 'answer')
  const changed = rewritten(once, 'Hello!')
  expect(changed).toMatchObject({ text: 'Hello!', way: '' })
  expect(changed.key).not.toBe(once.key)
  const resolving = sentAs(once, 'resolve')
  expect(resolving).toMatchObject({ text: 'Hello', way: 'resolve' })
  expect(resolving.key).not.toBe(once.key)
})
