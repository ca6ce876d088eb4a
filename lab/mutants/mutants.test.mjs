import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { MUTANTS } from './list.mjs'

test.each(MUTANTS)(
  '“$name” still finds what it breaks and the tests that see it',
  ({ file, find, tests }) => {
    expect(readFileSync(path.join(root, file), 'utf8')).toContain(find)
    for (const one of tests) expect(existsSync(path.join(root, one)), one).toBe(true)
  },
)
