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
  overload: ['server/test/overload-trial.test.ts', 'server/test/overload/database-away.test.ts'],
  crash: 'server/test/crash-trial.test.ts',
  restarts: 'server/test/crash-restarts.test.ts',
  coupons: 'server/test/coupons-trial.test.ts',
  claims: 'server/test/claims-trial.test.ts',
  acts: 'server/test/life.property.test.ts',
  models: [
    'server/features/redemptions/redemptions.property.test.ts',
    'server/features/disputes/disputes.property.test.ts',
    'server/features/expiry/expiry.property.test.ts',
    'server/features/plant/plant.property.test.ts',
    'server/features/settlements/settlements.property.test.ts',
  ],
  lists: [
    'server/features/scans/scan-list.test.ts',
    'server/features/points/points.test.ts',
    'server/features/users/users-list.test.ts',
    'server/features/redemptions/redemption-list.test.ts',
    'server/features/charges/charges.test.ts',
  ],
}

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
