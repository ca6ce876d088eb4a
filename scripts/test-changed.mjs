// npm run test:changed [-- commit]: the checks and the nearest tests for what differs from the commit (HEAD).
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { findChromium } from './chromium.mjs'
import { ensureInstalled, ourNode, root } from './ensure.mjs'
import { importGraph } from './import-graph.mjs'
import { testsReachedBy } from './reached-tests.mjs'
import { bin, browserSuite, here, results, unitSuite } from './runners.mjs'
import { Tally } from './tally.mjs'

const base = process.argv[2] ?? 'HEAD'
const tally = new Tally()

const prepared = tally.prepare('what the tests need', () => {
  ensureInstalled()
  mkdirSync(results, { recursive: true })
  return { node: ourNode(), changed: changedFiles() }
})
if (prepared) testChange(prepared)
process.exitCode = tally.sum()

function changedFiles() {
  return [
    ...git('diff', '--name-only', '-z', base),
    ...git('ls-files', '-o', '-z', '--exclude-standard'),
  ]
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr.trim() || 'git did not answer')
  return stdout.split('\0').filter(Boolean)
}

function testChange({ node, changed }) {
  const there = changed.filter((file) => existsSync(path.join(root, file)))
  process.stdout.write(`${changed.length} files differ from ${base}.\n`)
  if (there.length > 0) {
    const unmatched = '--no-error-on-unmatched-pattern'
    tally.check('format', bin('oxfmt'), ['--check', unmatched, ...there], here())
    const code = there.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    if (code.length > 0)
      tally.check('lint', bin('oxlint'), ['--type-aware', '--quiet', ...code], here())
  }
  tally.check('types', bin('tsc'), ['-b'], here())
  const { unit, browser, left } = testsReachedBy(changed, importGraph())
  if (unit.length > 0)
    unitSuite(tally, node, { label: 'unit and integration tests', report: 'unit', files: unit })
  if (browser.length > 0) browserTests(node, browser)
  if (changed.some((file) => file.endsWith('.sql')))
    tell('A migration reaches every test of the server')
  if (left > 0) tell(`The change reaches ${left} more test files`)
}

function tell(what) {
  process.stdout.write(`\n${what}: npm test runs them.\n`)
}

function browserTests(node, files) {
  const chromium = tally.prepare('a browser for the browser tests', () => {
    ensureWebBuilt()
    return { path: findChromium() }
  })
  if (chromium) browserSuite(tally, node, { args: files, env: { CHROMIUM: chromium.path } })
}
