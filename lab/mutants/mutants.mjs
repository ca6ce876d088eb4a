// npm run mutants [-- words of a name]: breaks promises on purpose, one at a time, in a copy of the
// project, and wants a test to fail for each. A mutant that no test sees is a gap in the tests.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureInstalled, orExit, ourEnvironment, ourNode, root } from '../../scripts/ensure.mjs'
import { MUTANTS } from './list.mjs'

const COPIED = ['contract', 'docs', 'server', 'simulator', 'web', 'scripts', 'lab', 'package.json']
const CONFIGS = [
  'vitest.config.ts',
  ...['', '.base', '.node', '.web'].map((kind) => `tsconfig${kind}.json`),
]

const wanted = process.argv.slice(2).join(' ')
const selected = MUTANTS.filter(({ name }) => name.includes(wanted))
if (selected.length === 0) {
  process.stderr.write(`No mutant is called "${wanted}".\n`)
  process.exit(2)
}
const node = orExit(() => {
  ensureInstalled()
  return ourNode()
})
const copy = mkdtempSync(path.join(tmpdir(), 'hil-mutants-'))
try {
  process.exitCode = run(selected)
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function run(mutants) {
  for (const name of [...COPIED, ...CONFIGS]) {
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const files = [...new Set(mutants.flatMap(({ tests }) => tests))]
  if (!passes(files)) {
    process.stderr.write('The tests fail without any mutant: mend that first.\n')
    return 2
  }
  const unseen = mutants.filter((mutant) => !isSeen(mutant))
  process.stdout.write(`${mutants.length - unseen.length} seen, ${unseen.length} not seen\n`)
  return unseen.length === 0 ? 0 : 1
}

function isSeen({ name, file, find, put, tests }) {
  const target = path.join(copy, file)
  const text = readFileSync(target, 'utf8')
  if (!text.includes(find)) throw new Error(`${file} has no "${find}" for: ${name}.`)
  writeFileSync(target, text.replaceAll(find, put))
  const seen = !passes(tests)
  writeFileSync(target, text)
  process.stdout.write(`${seen ? 'seen    ' : 'NOT SEEN'} ${name}\n`)
  return seen
}

function passes(tests) {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(node, [vitest, 'run', '--bail=1', '--reporter=dot', ...tests], {
    cwd: copy,
    stdio: 'ignore',
    env: ourEnvironment({ CI: '' }),
  })
  return status === 0
}
