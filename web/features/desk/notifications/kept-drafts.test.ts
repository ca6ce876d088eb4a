import { expect, test } from 'vitest'
import { keyFor } from './kept-drafts.ts'

const fresh = { key: 'first-key', sent: '' }

test('the same words sent again are the same request', () => {
  const once = keyFor(fresh, 'words')
  expect(once).toEqual({ key: 'first-key', sent: 'words' })
  expect(keyFor(once, 'words')).toEqual(once)
})

test('other words are another request', () => {
  const other = keyFor(keyFor(fresh, 'words'), 'other words')
  expect(other.sent).toBe('other words')
  expect(other.key).not.toBe('first-key')
})
