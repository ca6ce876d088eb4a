// npm test: every check, one after another, and one line at the end that sums them all.
// npm run test:all adds the browser tests marked @all, every look of axe, and the long form of each trial.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { findChromium } from './chromium.mjs'
import { ensureInstalled, ourNode } from './ensure.mjs'
import { bin, browserSuite, here, results, unitSuite } from './runners.mjs'
import { Tally } from './tally.mjs'
import { TRIALS } from '../lab/trials/trials.mjs'

const ALL = process.argv.includes('--all')
const tally = new Tally()

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
  if (ALL) longTrials(node)
}

/** Where tests write, and where the one that loads the demo leaves it for the browser tests. */
function places(folder) {
  return { TMPDIR: folder, DEMO_FOLDER: path.join(folder, 'demo') }
}

function unitTests(node, folder) {
  const reached = { OPERATIONS_REACHED: path.join(results, 'operations') }
  unitSuite(tally, node, {
    label: 'unit and integration tests',
    report: 'unit',
    env: { ...places(folder), ...reached, ...(ALL && { TESTS: 'all' }) },
  })
  tally.check(
    'every operation succeeds in a test',
    node,
    ['scripts/operations-reached.ts'],
    here(reached),
  )
}

function browserTests(node, chromium, folder) {
  browserSuite(tally, node, {
    args: ALL ? [] : ['--grep-invert', '@all'],
    env: { ...places(folder), CHROMIUM: chromium, ...(ALL && { AXE: 'full' }) },
  })
}

/** On the disk, as in real use. Each prints its seed, with which `npm run trust` plays it again. */
function longTrials(node) {
  for (const [name, files] of Object.entries(TRIALS)) {
    const seed = String(Date.now() % 1_000_000)
    unitSuite(tally, node, {
      label: `trial ${name}, seed ${seed}`,
      report: `trial-${name}`,
      files: [files].flat(),
      env: { TRUST: 'full', TRUST_SEED: seed },
    })
  }
}
