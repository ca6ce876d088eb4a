// npm test: every check, one after another, and one line at the end that sums them all.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { findChromium } from './chromium.mjs'
import { ensureInstalled, ourEnvironment, ourNode, root } from './ensure.mjs'

ensureInstalled()
const results = path.join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const total = { passed: 0, failed: 0 }
const failures = []
const bin = (name) => path.join(root, 'node_modules', '.bin', name)

function run(label, command, args, extra = {}) {
  const started = Date.now()
  process.stdout.write(`\n── ${label}\n`)
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: ourEnvironment(extra),
  })
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  const passed = status === 0
  process.stdout.write(
    `── ${label}: ${passed ? 'ok' : `failed${error ? ` (${error.message})` : ''}`} (${seconds} s)\n`,
  )
  if (!passed) failures.push(label)
  return passed
}

/** A check that is right or wrong as a whole counts as one. */
function check(label, command, args) {
  if (run(label, command, args)) total.passed++
  else total.failed++
}

/**
 * A runner counts its tests in a file. What it could not count (a file that does not load, a server
 * that does not start, no test at all) counts as one failure: green means that tests ran.
 */
function suite(label, command, args, file, count, extra) {
  const passed = run(label, command, args, extra)
  const counted = existsSync(file)
    ? count(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0 }
  total.passed += counted.passed
  total.failed += counted.failed
  if (counted.passed + counted.failed === 0 || (!passed && counted.failed === 0)) total.failed++
  if (passed && counted.failed > 0) failures.push(label)
}

check('format', bin('oxfmt'), ['--check'])
check('lint, with the import walls', bin('oxlint'), ['--type-aware', '--quiet'])
check('types', bin('tsc'), ['-b'])
check('unused code', bin('knip'), [])
ensureWebBuilt()
suite(
  'unit and integration tests',
  ourNode(),
  [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=test-results/unit.json',
  ],
  path.join(results, 'unit.json'),
  (report) => ({
    passed: report.numPassedTests,
    // A file that does not load has no tests to count, and a skipped test has shown nothing.
    failed:
      report.numFailedTests +
      report.numPendingTests +
      report.testResults.filter(
        ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
      ).length,
  }),
)
suite(
  'browser tests',
  ourNode(),
  [path.join(root, 'node_modules/@playwright/test/cli.js'), 'test'],
  path.join(results, 'browser.json'),
  ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped,
  }),
  { CHROMIUM: findChromium() },
)

if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 && failures.length === 0 ? 0 : 1
