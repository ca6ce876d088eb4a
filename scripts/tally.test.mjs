import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fail } from './ensure.mjs'
import { Tally } from './tally.mjs'

const node = process.execPath
const quiet = { stdio: 'ignore' }
let folder
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hil-tally-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function tallied(steps) {
  let text = ''
  const tally = new Tally((piece) => (text += piece))
  steps(tally)
  const code = tally.sum()
  return { code, text, last: text.trimEnd().split('\n').at(-1) }
}
const report = (content) => {
  const file = path.join(folder, 'report.json')
  rmSync(file, { force: true })
  if (content !== undefined) writeFileSync(file, content)
  return { ...quiet, file, read: (report) => ({ failures: [], ...report }) }
}
const ends = (code) => ['-e', `process.exit(${code})`]

test('a preparation that fails is one failure with its reason, and the sum is still the last line', () => {
  const { code, text, last } = tallied((tally) => {
    tally.check('format', node, ends(0), quiet)
    expect(tally.prepare('a browser', () => fail('There is no Chromium to be had.'))).toBeNull()
    expect(tally.prepare('the pages', () => undefined)).toBe(true)
    tally.suite('tests', node, ends(0), report('{"passed":3,"failed":0}'))
  })
  expect(text).toContain('── a browser: failed (There is no Chromium to be had.)')
  expect(text).toContain('Failed: a browser\n')
  expect([code, last]).toEqual([1, '4 passed, 1 failed'])
})

test.each([
  ['all is well', 0, '{"passed":2,"failed":0}', 0, '2 passed, 0 failed'],
  ['a test failed', 1, '{"passed":2,"failed":1}', 1, '2 passed, 1 failed'],
  [
    'a test failed and the runner says nothing of it',
    0,
    '{"passed":2,"failed":1}',
    1,
    '2 passed, 1 failed',
  ],
  ['the runner died after its tests', 1, '{"passed":2,"failed":0}', 1, '2 passed, 1 failed'],
  ['no test ran', 0, '{"passed":0,"failed":0}', 1, '0 passed, 1 failed'],
  ['there is no report', 0, undefined, 1, '0 passed, 1 failed'],
  ['the report was cut off', 1, '{"passed":2,', 1, '0 passed, 1 failed'],
])('a suite where %s', (_, ended, content, expected, line) => {
  const { code, last } = tallied((tally) =>
    tally.suite('tests', node, ends(ended), report(content)),
  )
  expect([code, last]).toEqual([expected, line])
})

test('a command that is not there is a failed check', () => {
  const { code, text, last } = tallied((tally) =>
    tally.check('format', '/no/such/program', [], quiet),
  )
  expect(text).toContain('ENOENT')
  expect([code, last]).toEqual([1, '0 passed, 1 failed'])
})

test('a script that cannot go on ends with the sentence and no stack', () => {
  const ensure = new URL('./ensure.mjs', import.meta.url).href
  const source = `import { fail, orExit } from '${ensure}'; orExit(() => fail('It is not there.'))`
  const { status, stderr } = spawnSync(node, ['--input-type=module', '-e', source])
  expect([status, stderr.toString()]).toEqual([1, 'It is not there.\n'])
})

test('what failed is told once more just before the sum, at most twenty tests of it', () => {
  const failures = Array.from({ length: 23 }, (_, index) => ({
    file: `a-${index}.test.ts`,
    title: 'adds up',
    lines: ['Error: 2 is not 3', '    at a.ts:1'],
  }))
  const { text } = tallied((tally) => {
    tally.check('lint', node, ['-e', `console.log('a.ts: unused'); process.exit(1)`])
    tally.check('types', node, ['-e', `console.log('no word of this at the end')`])
    const content = JSON.stringify({ passed: 5, failed: 23, failures })
    tally.suite('tests', node, ends(1), report(content))
  })
  const end = text.slice(text.lastIndexOf('── tests: failed'))
  expect(end).toContain('✗ lint\n    a.ts: unused\n')
  expect(end).not.toContain('no word of this')
  expect(end).toContain('✗ a-19.test.ts › adds up\n    Error: 2 is not 3\n        at a.ts:1\n')
  expect(end).not.toContain('a-20.test.ts')
  expect(end).toContain('… and 3 more tests failed')
  expect(end).toMatch(/Failed: lint, tests\n\n6 passed, 24 failed\n$/)
})
