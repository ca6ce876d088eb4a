import { expect, test } from 'vitest'
import { withLineAgain } from './line-again.ts'

const BEFORE = `# Benchmarks at 1m

The run.

| what | measured | bar | | |
|---|---|---|---|---|
| pages of scans | p50 1 ms | 3 ms | met | |
| scans beside 1m | 0.20 × | told | met | old |

Rows: scan 1,000,000.
`

test('a line that was measured again stands in place of the old one, with the run it is of', () => {
  const once = withLineAgain(
    BEFORE,
    '| scans beside 1m | 0.80 × | told | met | new |',
    'One.\n\nQuiet.',
  )
  expect(once).toBe(
    BEFORE.replace('0.20 × | told | met | old', '0.80 × | told | met | new').replace(
      'Rows:',
      'The line of scans is of a later run of its own. One. Quiet.\n\nRows:',
    ),
  )
  const twice = withLineAgain(once, '| scans beside 1m | 0.90 × | told | met | newer |', 'Two.')
  expect(twice).toBe(
    once
      .replace('0.80 × | told | met | new', '0.90 × | told | met | newer')
      .replace('One. Quiet.', 'Two.'),
  )
})

test('a line of another name is put nowhere', () => {
  expect(() => withLineAgain(BEFORE, '| scans beside 2m | 1 × | told | met | |', 'One.')).toThrow(
    'no line | scans beside 2m |',
  )
})
