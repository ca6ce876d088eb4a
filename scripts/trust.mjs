// npm run trust -- <name> [seed]: the long form of a trial that npm test runs in small.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, orExit, ourEnvironment, ourNode, root } from './ensure.mjs'

const TRIALS = {
  payouts: 'server/test/payouts-trial.test.ts',
  onboarding: 'server/test/onboarding-trial.test.ts',
  notifications: 'server/test/notifications-trial.test.ts',
  restore: 'server/test/restore-trial.test.ts',
  fuzz: 'server/test/fuzz.test.ts',
}

const [name = '', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
const file = TRIALS[name]
if (!file || !/^\d{1,9}$/.test(seed)) {
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
const { status } = spawnSync(node, [vitest, 'run', file], {
  cwd: root,
  stdio: 'inherit',
  env: ourEnvironment({ TRUST: 'full', TRUST_SEED: seed }),
})
process.exit(status ?? 1)
