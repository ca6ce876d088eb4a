import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './ensure.mjs'
import { readBrowserReport, readUnitReport } from './reports.mjs'

const SOURCE = `
import { expect, test } from 'RUNNER'
let tries = 0
test.describe('group', () => {
  test('passes', () => {})
  test('is skipped', () => { IS_SKIPPED })
  test('fails', () => { expect({ kept: [1, 2] }).toEqual({ kept: [1, 3] }) })
  test('passes at last', () => { expect(RETRY).toBe(1) })
})
`
/** Each runs a whole runner, on a machine that may be busy. */
const LONG = { timeout: 120_000 }
let folder
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hil-reports-'))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(files, cli, args) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  // The runner that runs this test tells its own processes apart by the environment.
  const mine = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_ENV)/.test(name))
  const env = { ...Object.fromEntries(mine), UNIT_REPORT: path.join(folder, 'report.json') }
  spawnSync(process.execPath, [path.join(root, 'node_modules', cli), ...args], { cwd: folder, env })
  return JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'))
}

test(
  'of a report of vitest: what failed with the difference, what passed only at a second try, what did not load',
  LONG,
  () => {
    const config = `
    import { defineConfig, mergeConfig } from 'vitest/config'
    import ours from '${root}/vitest.config.ts'
    const { reporters } = ours.test
    export default { test: { reporters, retry: 1, include: ['*.check.mjs'] } }`
    const source = SOURCE.replace('RUNNER', 'vitest')
      .replace('test.describe', 'describe')
      .replace('{ expect,', '{ describe, expect,')
      .replace('() => { IS_SKIPPED }', '({ skip }) => skip()')
      .replace('RETRY', 'tries++')
    const report = run(
      {
        'some.check.mjs': source,
        'broken.check.mjs': "import './nowhere.mjs'",
        'vitest.config.ts': config,
      },
      'vitest/vitest.mjs',
      ['run'],
    )
    const { passed, failed, failures } = readUnitReport(report, folder)
    expect([passed, failed]).toEqual([1, 4])
    const of = (end) => failures.find(({ title }) => title.endsWith(end))
    expect(of('fails')).toMatchObject({ file: 'some.check.mjs', title: 'group › fails' })
    expect(of('fails').lines).toEqual(expect.arrayContaining(['-     3,', '+     2,']))
    expect(of('fails').lines.at(-1)).toMatch(/^ {4}at some\.check\.mjs:7:\d+$/)
    expect(of('is skipped').lines).toEqual(['It was skipped.'])
    expect(of('the file')).toMatchObject({ file: 'broken.check.mjs' })
    expect(of('the file').lines[0]).toContain('nowhere.mjs')
    expect(of('passes at last').lines[0]).toContain('expected +0 to be 1')
  },
)

const browserReport = (source) =>
  run(
    {
      'some.spec.ts': source,
      'playwright.config.ts': `export default { retries: 1, reporter: [['json', { outputFile: 'report.json' }]] }`,
    },
    '@playwright/test/cli.js',
    ['test'],
  )

test(
  'of a report of Playwright: what failed and where, what passed only at a second try, what did not load',
  LONG,
  () => {
    const source = SOURCE.replace('RUNNER', '@playwright/test')
      .replace('IS_SKIPPED', 'test.skip()')
      .replace('RETRY', 'test.info().retry')
    const { passed, failed, failures } = readBrowserReport(browserReport(source), folder)
    expect([passed, failed]).toEqual([1, 3])
    const [skipped, fails, retried] = failures
    expect(skipped).toMatchObject({
      title: 'group › is skipped',
      lines: ['It was skipped.'],
    })
    expect(fails).toMatchObject({ file: 'e2e/some.spec.ts:7', title: 'group › fails' })
    expect(fails.lines).toEqual(expect.arrayContaining(['-     3,', '+     2,']))
    expect(fails.lines.at(-1)).toMatch(/^ {4}at some\.spec\.ts:7:\d+$/)
    expect(fails.lines.length).toBeLessThanOrEqual(12)
    expect(retried).toMatchObject({ title: 'group › passes at last' })

    const broken = readBrowserReport(browserReport(`import './nowhere.ts'`), folder)
    expect(broken.failures[0]).toMatchObject({ file: 'some.spec.ts:1', title: 'the file' })
    expect(broken.failures[0].lines[0]).toContain('nowhere.ts')
    expect(broken.failed).toBeGreaterThan(0)
  },
)
