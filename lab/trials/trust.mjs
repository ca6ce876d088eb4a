// npm run trust -- <name> [seed]: the long form of a trial that npm test runs in small.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, orExit, ourEnvironment, ourNode, root } from '../../scripts/ensure.mjs'
import { TRIALS } from './trials.mjs'

const [name = '', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
const files = [TRIALS[name] ?? []].flat()
if (files.length === 0 || !/^\d{1,9}$/.test(seed)) {
  process.stderr.write(
    `Say which trial: npm run trust -- <${Object.keys(TRIALS).join(' | ')}> [seed, a number]\n`,
  )
  process.exit(2)
}
const node = orExit(() => {
  ensureInstalled()
  return ourNode()
})
process.stdout.write(`Trial ${name}, seed ${seed}\n`)
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(node, [vitest, 'run', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: ourEnvironment({ TRUST: 'full', TRUST_SEED: seed }),
})
process.exit(status ?? 1)
