// npm test: every check, one after another, and one line at the end that sums them all.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { findChromium } from './chromium.mjs'
import { ensureInstalled, ourEnvironment, ourNode, root } from './ensure.mjs'
import { Tally } from './tally.mjs'

const results = path.join(root, 'test-results')
const tally = new Tally()
const bin = (name) => path.join(root, 'node_modules', '.bin', name)
const here = (extra) => ({ cwd: root, env: ourEnvironment(extra) })

const prepared = tally.prepare('what the tests need', () => {
  ensureInstalled()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  return ourNode()
})
if (prepared) everything(prepared)
process.exitCode = tally.sum()

function everything(node) {
  tally.check('format', bin('oxfmt'), ['--check'], here())
  tally.check('lint, with the import walls', bin('oxlint'), ['--type-aware', '--quiet'], here())
  tally.check('types', bin('tsc'), ['-b'], here())
  tally.check('unused code', bin('knip'), [], here())
  const built = tally.prepare('building the web pages', ensureWebBuilt)
  unitTests(node)
  // Without pages or a browser each of these tests would fail: their one reason is told instead.
  const chromium = tally.prepare('a browser for the browser tests', () => ({
    path: findChromium(),
  }))
  if (built && chromium) browserTests(node, chromium.path)
}

function unitTests(node) {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json']
  const output = '--outputFile.json=test-results/unit.json'
  tally.suite('unit and integration tests', node, [vitest, 'run', ...reporters, output], {
    ...here(),
    file: path.join(results, 'unit.json'),
    count: (report) => ({
      passed: report.numPassedTests,
      // A file that does not load has no tests to count, and a skipped test has shown nothing.
      failed:
        report.numFailedTests +
        report.numPendingTests +
        report.testResults.filter(
          ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
        ).length,
    }),
  })
}

function browserTests(node, chromium) {
  const playwright = path.join(root, 'node_modules/@playwright/test/cli.js')
  tally.suite('browser tests', node, [playwright, 'test'], {
    ...here({ CHROMIUM: chromium }),
    file: path.join(results, 'browser.json'),
    count: ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + stats.skipped,
    }),
  })
}
