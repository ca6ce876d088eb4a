// npm test: every check, one after another, and one line at the end that sums them all.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { findChromium } from './chromium.mjs'
import { ensureInstalled, ourEnvironment, ourNode, root } from './ensure.mjs'
import { readBrowserReport, readUnitReport } from './reports.mjs'
import { Tally } from './tally.mjs'

const results = path.join(root, 'test-results')
const tally = new Tally()
const bin = (name) => path.join(root, 'node_modules', '.bin', name)
const here = (extra) => ({ cwd: root, env: ourEnvironment(extra) })

/** A folder that Linux keeps in memory, and how much must be free for the tests' databases and files. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 6 * 1024 ** 3

const prepared = tally.prepare('what the tests need', () => {
  ensureInstalled()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  return { node: ourNode(), folder: temporaryFolder() }
})
if (prepared) everything(prepared)
process.exitCode = tally.sum()

/** For all that the tests write and forget: in memory where there is room, so that no disk is waited for. */
function temporaryFolder() {
  const folder = mkdtempSync(path.join(hasRoomInMemory() ? MEMORY : tmpdir(), 'hil-tests-'))
  // PostgreSQL runs as another account where we are root: it may pass through, and not look around.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) > ROOM_BYTES
  } catch {
    return false
  }
}

function everything({ node, folder }) {
  tally.check('format', bin('oxfmt'), ['--check'], here())
  tally.check('lint, with the import walls', bin('oxlint'), ['--type-aware', '--quiet'], here())
  tally.check('types', bin('tsc'), ['-b'], here())
  tally.check('unused code', bin('knip'), [], here())
  const built = tally.prepare('building the web pages', ensureWebBuilt)
  if (built) tally.check('bytes of the web pages', node, ['scripts/web-bytes.mjs'], here())
  unitTests(node, folder)
  // Without pages or a browser each of these tests would fail: their one reason is told instead.
  const chromium = tally.prepare('a browser for the browser tests', () => ({
    path: findChromium(),
  }))
  if (built && chromium) browserTests(node, chromium.path, folder)
}

function unitTests(node, folder) {
  const file = path.join(results, 'unit.json')
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const reached = { OPERATIONS_REACHED: path.join(results, 'operations') }
  tally.suite('unit and integration tests', node, [vitest, 'run'], {
    ...here({ UNIT_REPORT: file, TMPDIR: folder, ...reached }),
    file,
    read: (report) => readUnitReport(report, root),
  })
  tally.check(
    'every operation succeeds in a test',
    node,
    ['scripts/operations-reached.ts'],
    here(reached),
  )
}

function browserTests(node, chromium, folder) {
  const playwright = path.join(root, 'node_modules/@playwright/test/cli.js')
  tally.suite('browser tests', node, [playwright, 'test'], {
    ...here({ CHROMIUM: chromium, TMPDIR: folder }),
    file: path.join(results, 'browser.json'),
    read: (report) => readBrowserReport(report, root),
  })
}
