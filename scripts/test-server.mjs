// npm run test:server [-- files]: the server's tests on Debian's PostgreSQL 15 instead of the embedded one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, fail, orExit, ourEnvironment, ourNode, root } from './ensure.mjs'

const bin = process.env.TEST_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin'

const node = orExit(() => {
  ensureInstalled()
  if (!existsSync(path.join(bin, 'initdb'))) {
    fail(`There is no PostgreSQL in ${bin}. Run: apt-get install postgresql-15`)
  }
  return ourNode()
})
const given = process.argv.slice(2)
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(node, [vitest, 'run', ...(given.length > 0 ? given : ['server/'])], {
  cwd: root,
  stdio: 'inherit',
  env: ourEnvironment({ TEST_POSTGRES_BIN: bin }),
})
process.exit(status ?? 1)
